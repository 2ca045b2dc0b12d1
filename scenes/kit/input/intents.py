"""Intents are a person's meaning, whatever the device. Signals report of the window and of the sockets beside presses.

Scenes see no other input.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from enum import Enum, auto

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
    WHERE = auto()  # the left stick pressed, F2: the position, read aloud
    PAUSE = auto()  # Start, P
    RULES = auto()  # View, F1
    PREVIOUS = auto()  # LB, Q
    NEXT = auto()  # RB, E
    UNDO = auto()  # U, Ctrl+Z, Backspace
    REDO = auto()  # Ctrl+Y, Ctrl+Shift+Z
    HOVER = auto()  # a pointer moved
    PRESS = auto()  # a finger or the left button went down
    DRAG = auto()  # it moved while down
    RELEASE = auto()  # it went up
    TURN = auto()  # right click, or a notch of the wheel (value: -1 or 1)
    DIGIT = auto()  # value: 0..9; from a phone's own page also more
    LEAVE = auto()  # on a phone: whoever holds it has to go
    ANSWER = auto()  # on a phone, the button of an answer (value: which of the scene's `replies`)
    KEY = auto()  # any other key that prints something; its `key` may be somebody's buzzer


DIRECTIONS: dict[Kind, tuple[int, int]] = {
    Kind.UP: (0, -1),
    Kind.DOWN: (0, 1),
    Kind.LEFT: (-1, 0),
    Kind.RIGHT: (1, 0),
}


@dataclass(frozen=True, slots=True)
class Device:
    """The source of a press. `id` is stable while it is plugged in ("keyboard", "mouse", "touch", "pad:3").

    `family` picks the glyphs: keyboard, mouse, touch, xbox, playstation or nintendo; a "phone" shows its own. `number`
    counts the pads from 1 in the order they came, and phones on from FIRST_PHONE (0 for the others).
    """

    id: str
    family: str
    name: str = ""
    number: int = 0
    held: DeviceId = field(init=False, repr=False, compare=False)  # as a seat knows it

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", DeviceId.of_slot(self.number) if self.is_pad else TABLE)

    @property
    def is_pad(self) -> bool:
        """Whether somebody holds it, as a pad or a phone, so that it can be told whose it is."""
        return self.number > 0

    @property
    def is_phone(self) -> bool:
        return self.number >= FIRST_PHONE


@functools.cache
def phone(number: int) -> Device:
    """The phone of this number, from 1."""
    return Device(f"phone:{number}", "phone", "Phone", FIRST_PHONE + number)


KEYBOARD = Device("keyboard", "keyboard", "Keyboard")
MOUSE = Device("mouse", "mouse", "Mouse")
TOUCH = Device("touch", "touch", "Touch")
SWITCH = Device("switch", "mouse", "Switch")  # whatever can be pressed, taken for one; it needs no glyphs of its own


@dataclass(frozen=True, slots=True)
class Intent:
    """One press. `repeat` marks those that a held direction makes; `key` is a key's code, 0 for other devices.

    `finger` tells the fingers apart that are down at the same time; the first one is 0, like everything else.
    """

    kind: Kind
    device: Device
    point: Point | None = None
    value: int = 0
    repeat: bool = False
    key: int = field(default=0, compare=False)
    finger: int = 0


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
