"""Intents are the meanings of presses, the same for all devices. Signals report events of the window and of devices.

Scenes get no other input.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from game.core.device_id import FIRST_PHONE, TABLE, DeviceId

Point = tuple[int, int]


class Kind(Enum):
    """The meanings of presses. Pointer kinds carry a point in pixels of the canvas."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    CONFIRM = auto()  # A, Enter, Space
    BACK = auto()  # B, Esc
    SECONDARY = auto()  # X
    HINT = auto()  # Y, H
    THEORY = auto()  # the right stick pressed, T
    WHERE = auto()  # the left stick pressed, F2: the position is read aloud
    PAUSE = auto()  # Start, P
    RULES = auto()  # View, F1
    PREVIOUS = auto()  # LB, Q
    NEXT = auto()  # RB, E
    UNDO = auto()  # U, Ctrl+Z, Backspace
    REDO = auto()  # Ctrl+Y, Ctrl+Shift+Z
    HOVER = auto()  # a pointer moved
    PRESS = auto()  # a finger or the left button went down
    DRAG = auto()  # the pointer moved while down
    RELEASE = auto()  # the finger or the button went up
    TURN = auto()  # right click, or a notch of the wheel (value: -1 or 1)
    DIGIT = auto()  # value: 0..9; also above 9 from a game's own page on a phone
    LEAVE = auto()  # on a phone: its owner has to leave
    ANSWER = auto()  # on a phone, the button of an answer (value: index in the scene's `replies`)
    KEY = auto()  # any other printing key, with its code in `key`: a player may have bound it


DIRECTIONS: dict[Kind, tuple[int, int]] = {
    Kind.UP: (0, -1),
    Kind.DOWN: (0, 1),
    Kind.LEFT: (-1, 0),
    Kind.RIGHT: (1, 0),
}


@dataclass(frozen=True, slots=True)
class Device:
    """The source of a press. While it is plugged in, its `id` stays the same ("keyboard", "mouse", "touch", "pad:3").

    `family` picks the glyphs: keyboard, mouse, touch, xbox, playstation or nintendo; a "phone" shows its own. `number`
    counts pads from 1 in order of arrival; phone n has FIRST_PHONE + n, and other devices have 0.
    """

    id: str
    family: str
    name: str = ""
    number: int = 0
    held: DeviceId = field(init=False, repr=False, compare=False)  # its id as stored in a seat

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", DeviceId.of_slot(self.number) if self.is_pad else TABLE)

    @property
    def is_pad(self) -> bool:
        """Whether the device is a pad or a phone, and so belongs to one person."""
        return self.number > 0

    @property
    def is_phone(self) -> bool:
        return self.number >= FIRST_PHONE


@functools.cache
def phone(number: int) -> Device:
    """The phone with this number, from 1."""
    return Device(f"phone:{number}", "phone", "Phone", FIRST_PHONE + number)


KEYBOARD = Device("keyboard", "keyboard", "Keyboard")
MOUSE = Device("mouse", "mouse", "Mouse")
TOUCH = Device("touch", "touch", "Touch")
SWITCH = Device("switch", "mouse", "Switch")  # stands for all devices together in one-button play; it needs no glyphs


@dataclass(frozen=True, slots=True)
class Intent:
    """A press. `repeat` marks repeats of a held direction; `key` is a key's code, 0 for other devices.

    `finger` numbers the fingers that are down at the same time. It is 0 for the first one, and for all other devices.
    """

    kind: Kind
    device: Device
    point: Point | None = None
    value: int = 0
    repeat: bool = False
    key: int = field(default=0, compare=False)
    finger: int = 0


class SignalKind(Enum):
    """The kind of a signal."""

    QUIT = auto()  # the operating system ends the program
    CLOSE = auto()  # the close button of the window; a scene may ask before the program ends
    RESIZED = auto()  # size: the new one in pixels
    EXPOSED = auto()  # the window must be shown again
    FULLSCREEN = auto()  # F11 or Alt+Enter: toggle
    DEVICE_ADDED = auto()  # device
    DEVICE_REMOVED = auto()  # device
    FOCUS_LOST = auto()  # the window lost the focus; a drag has ended without a RELEASE
    FOCUS_GAINED = auto()
    TYPED = auto()  # text: what was typed, while text is listened for
    COMPOSING = auto()  # text: what an input method composes
    ERASED = auto()  # delete the last character
    KEY_DOWN = auto()  # code, while keys are watched
    KEY_UP = auto()  # code, while keys are watched
    CAPTURED = auto()  # device and code of a key or button; the code is None if the capture was cancelled
    SWITCH_DOWN = auto()  # in one-button play: anything was pressed
    SWITCH_UP = auto()  # in one-button play: anything was released
    SWITCH_HELD = auto()  # a long hold of any key; code: the key's, None for other devices
    PASTED = auto()  # text: the clipboard's, to be pasted
    DROPPED_FILE = auto()  # text: the path of a file dropped on the window
    DROPPED_TEXT = auto()  # text: what was dropped on the window
    PHONE_PRESSED = auto()  # device: a phone was touched, even without an effect


class Signal(NamedTuple):
    """An event that is no press. `size` comes with RESIZED; the comments at the kinds name the other fields."""

    kind: SignalKind
    size: tuple[int, int] | None = None
    device: Device | None = None
    code: int | None = None
    text: str = ""
