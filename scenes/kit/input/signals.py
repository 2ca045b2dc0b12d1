"""Signals: reports of the window and of the sockets beside presses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from scenes.kit.input.intents import Device


class SignalKind(Enum):
    """The report of a signal."""

    QUIT = auto()  # the system or a signal ends the program
    CLOSE = auto()  # the window's button was pressed: whoever has something to lose may ask
    RESIZED = auto()  # size: the new one in pixels
    EXPOSED = auto()  # the window must be shown again
    FULLSCREEN = auto()  # F11 or Alt+Enter: toggle
    DEVICE_ADDED = auto()  # device
    DEVICE_REMOVED = auto()  # device
    FOCUS_LOST = auto()  # a drag under way ends without a RELEASE
    FOCUS_GAINED = auto()
    TYPED = auto()  # text: what was typed, while somebody listens for text
    COMPOSING = auto()  # text: what an input method holds and has not given yet
    ERASED = auto()  # the last character shall go
    KEY_DOWN = auto()  # code, while keys are watched
    KEY_UP = auto()  # code, while keys are watched
    CAPTURED = auto()  # device, and the code of its key or button; None where the capture was given up
    SWITCH_DOWN = auto()  # anything that can be pressed went down, while all of it is one switch
    SWITCH_UP = auto()  # it went up
    SWITCH_HELD = auto()  # something is held down for long, whatever it means; code: the key's, None for no key
    PASTED = auto()  # text: what is on the clipboard, which somebody wants to paste
    DROPPED_FILE = auto()  # text: the path of a file that was dropped on the window
    DROPPED_TEXT = auto()  # text: what was dropped on the window
    PHONE_PRESSED = auto()  # device: somebody has just done something on a phone, whatever came of it


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that is not a press. `size` comes with RESIZED, the others with the kinds that name them."""

    kind: SignalKind
    size: tuple[int, int] | None = None
    device: Device | None = None
    code: int | None = None
    text: str = ""
