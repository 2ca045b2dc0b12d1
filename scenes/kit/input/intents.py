"""Intents: a person's meaning, whatever the device. Scenes see no other input."""

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
