"""Game pads: which are plugged in, their owners, and the meaning of buttons, hats and left stick.

No other module uses `pygame._sdl2.controller`, which is private in pygame-ce. SDL reports each press of a mapped pad
twice, as a controller event and as a joystick event; each device is read through only one of them.

The numbers of people's pads and phones stay reserved while a pad is unplugged or a phone sleeps.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import pygame
from pygame._sdl2 import controller
from pygame.joystick import JoystickType

from game.core.device_id import FIRST_PHONE
from scenes.kit.input.bindings import BindingProfile, Bindings
from scenes.kit.input.intents import DIRECTIONS, Device, Kind
from scenes.kit.input.pad_numbers import Facts, PadNumbers, PadTraits, mark_of

ENGAGE = 0.60  # share of a stick's full deflection from which it counts as a direction
RELEASE = 0.40  # share of a stick's full deflection below which it counts as released
# A held direction gives way to the stick's other axis if that axis is pushed this many times as far.
TAKEOVER = 1.25
AXIS_MAX = 32767  # the greatest value of a mapped pad's axis; a joystick's axis goes from -1.0 to 1.0
AXIS_EVENTS = (pygame.CONTROLLERAXISMOTION, pygame.JOYAXISMOTION)
BUTTON_EVENTS = (
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYHATMOTION,
)
_CONTROLLER_EVENTS = (pygame.CONTROLLERAXISMOTION, pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP)

MAPPED_BUTTONS: dict[int, Kind] = {
    pygame.CONTROLLER_BUTTON_A: Kind.CONFIRM,
    pygame.CONTROLLER_BUTTON_B: Kind.BACK,
    pygame.CONTROLLER_BUTTON_X: Kind.SECONDARY,
    pygame.CONTROLLER_BUTTON_Y: Kind.HINT,
    pygame.CONTROLLER_BUTTON_LEFTSTICK: Kind.WHERE,
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: Kind.THEORY,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Kind.PREVIOUS,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Kind.NEXT,
    pygame.CONTROLLER_BUTTON_START: Kind.PAUSE,
    pygame.CONTROLLER_BUTTON_BACK: Kind.RULES,
    pygame.CONTROLLER_BUTTON_DPAD_UP: Kind.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: Kind.DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: Kind.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: Kind.RIGHT,
}
# Unmapped pads have only button numbers; most use this order.
UNMAPPED_BUTTONS: dict[int, Kind] = {
    0: Kind.CONFIRM,
    1: Kind.BACK,
    2: Kind.SECONDARY,
    3: Kind.HINT,
    4: Kind.PREVIOUS,
    5: Kind.NEXT,
    6: Kind.RULES,
    7: Kind.PAUSE,
    8: Kind.WHERE,
    9: Kind.THEORY,
}
ACTIONS = (
    *(Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.HINT, Kind.THEORY, Kind.UNDO),
    *(Kind.PREVIOUS, Kind.NEXT, Kind.RULES, Kind.WHERE, Kind.PAUSE),
)
FACES: dict[int, str] = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "left shoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "right shoulder",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "left stick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "right stick",
    pygame.CONTROLLER_BUTTON_BACK: "view",
    pygame.CONTROLLER_BUTTON_START: "start",
}
_FIXED = frozenset(code for code, kind in MAPPED_BUTTONS.items() if kind in DIRECTIONS)
_VENDORS = {0x054C: "playstation", 0x057E: "nintendo", 0x045E: "xbox"}
_NAMES = {
    "nintendo": ("nintendo", "switch", "joy-con", "joycon"),
    "playstation": ("playstation", "dualshock", "dualsense", "sony", "ps3", "ps4", "ps5"),
}
MATCH = "match"  # the name under which a match reserves pads


class ControlEdge(NamedTuple):
    """A press or release. `source` names the button, hat or stick within its device."""

    device: Device
    source: str
    kind: Kind
    is_down: bool


class PadState(NamedTuple):
    """The present state of a pad, independent of bindings.

    If `is_mapped`, buttons and axes have the numbers of SDL's game controller layout, else the pad's own. `down` are
    the numbers of the pressed buttons, and each of `axes` is -1..1. `hat` is x and y of an unmapped pad's hat, with y
    down.
    """

    is_mapped: bool
    down: frozenset[int]
    axes: tuple[float, ...]
    buttons: int
    hat: tuple[int, int] = (0, 0)


def prepare_environment() -> None:
    """Set SDL's hints for pads."""
    os.environ["SDL_GAMECONTROLLER_USE_BUTTON_LABELS"] = "1"  # the button with the letter A on a Nintendo pad means A
    # Without a window manager no window has the focus, and SDL would ignore all pads of a kiosk.
    os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"


def family_of(name: str, guid: str) -> str:
    """The glyph family of a pad: by the vendor in SDL's GUID (hex; bytes 4 and 5, little-endian), else by its name."""
    vendor = int(guid[10:12] + guid[8:10], 16)
    if vendor in _VENDORS:
        return _VENDORS[vendor]
    lowered = name.lower()
    return next((family for family, words in _NAMES.items() if any(word in lowered for word in words)), "xbox")


def stick_direction(x: float, y: float, held: Kind | None) -> Kind | None:
    """The direction of a stick at (x, y), each -1..1 with y down; `held` is the stick's direction so far.

    A direction stays until the stick is well back, or is clearly pushed along the other axis. So neither a worn stick
    nor a diagonal switches to and fro.
    """
    if held is not None:
        dx, dy = DIRECTIONS[held]
        kept = x * dx + y * dy
        other = abs(y) if dx else abs(x)
        if kept >= RELEASE and (other < ENGAGE or other < kept * TAKEOVER):
            return held
    if max(abs(x), abs(y)) < ENGAGE:
        return None
    if abs(x) > abs(y):
        return Kind.RIGHT if x > 0 else Kind.LEFT
    return Kind.DOWN if y > 0 else Kind.UP


@dataclass(slots=True)
class _Pad:
    """A pad, open as long as `joystick` and `opened` exist. `opened` is None if SDL has no mapping for the pad."""

    device: Device
    profile: BindingProfile
    joystick: JoystickType
    opened: controller.Controller | None
    axes: list[float] = field(default_factory=lambda: [0.0, 0.0])
    stick: Kind | None = None
    hat: frozenset[Kind] = frozenset()

    @property
    def is_mapped(self) -> bool:
        """Whether the pad is read through controller events."""
        return self.opened is not None


class Pads:
    """The plugged-in pads. `numbers` gives each pad its number at the table."""

    def __init__(self) -> None:
        self.numbers = PadNumbers()
        self.facts: Facts = lambda path: ("", "")
        self._pads: dict[int, _Pad] = {}
        self._moved: dict[int, _Pad] = {}  # pads whose stick has moved since the last `settle`

    def profile(self, device: Device) -> BindingProfile:
        """Return the profile of `device`; a default profile if it was pulled out."""
        return next((pad.profile for pad in self._pads.values() if pad.device == device), _profile("", True))

    def devices(self) -> list[Device]:
        """The plugged-in pads, by number."""
        return sorted((pad.device for pad in self._pads.values()), key=lambda device: device.number)

    def open(self) -> None:
        """Start SDL's pad support; `scan` then finds the pads."""
        pygame.joystick.init()
        controller.init()

    def close(self) -> None:
        """Close every pad and SDL's pad support."""
        self._pads.clear()
        self._moved.clear()
        controller.quit()
        pygame.joystick.quit()

    def scan(self) -> list[Device]:
        """Open every new pad and return the new ones.

        All indices are checked, because the index in an event may be out of date.
        """
        known = set(self._pads)
        for index in range(pygame.joystick.get_count()):
            self._open(index)
        return [pad.device for instance, pad in self._pads.items() if instance not in known]

    def remove(self, instance: int) -> Device | None:
        """Forget a pad that was pulled out; None if it was not open."""
        self._moved.pop(instance, None)
        pad = self._pads.pop(instance, None)
        if pad is None:
            return None
        self.numbers.drop(pad.device.number)
        return pad.device

    def become(self, device: Device, number: int) -> Device:
        """Give the pad `device` a missing pad's number. Raises KeyError if no pad of this number is missing."""
        pad = next(pad for pad in self._pads.values() if pad.device == device)
        self.numbers.become(device.number, number)
        pad.device = replace(device, id=f"pad:{number}", number=number)
        return pad.device

    def _open(self, index: int) -> None:
        """Open the device at `index`, unless it is open already or is not a pad.

        Once another pad has been pulled out, `Controller.id` and the controller's `as_joystick` use an index that is
        out of date. The joystick opened here has the right id.
        """
        mapped = controller.is_controller(index)
        try:
            joystick = pygame.joystick.Joystick(index)
            opened = controller.Controller(index) if mapped else None
        except pygame.error:
            return  # it was unplugged after the event; its removal is queued
        instance = joystick.get_instance_id()
        if instance in self._pads or not (mapped or _is_playable(joystick)):
            return
        name = joystick.get_name() if opened is None else opened.name
        guid = joystick.get_guid()
        number = self.numbers.take(mark_of(guid, instance, self.facts))
        device = Device(f"pad:{number}", family_of(name, guid), name, number)
        self._pads[instance] = _Pad(device, _profile(guid, mapped), joystick, opened)

    def button(self, event: pygame.event.Event) -> tuple[Device, int, bool] | None:
        """The pad, the button number and whether it went down, for an event in BUTTON_EVENTS; None for a hat."""
        pad = self._reader(event)
        if pad is None or event.type == pygame.JOYHATMOTION:
            return None
        return pad.device, event.button, event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.JOYBUTTONDOWN)

    def state(self, device: Device) -> PadState | None:
        """Return the present state of a pad; None if it was pulled out."""
        pad = next((pad for pad in self._pads.values() if pad.device == device), None)
        if pad is None:
            return None
        if pad.opened is not None:
            count = pygame.CONTROLLER_BUTTON_MAX
            down = frozenset(button for button in range(count) if pad.opened.get_button(button))
            axes = tuple(pad.opened.get_axis(axis) / AXIS_MAX for axis in range(pygame.CONTROLLER_AXIS_MAX))
            return PadState(True, down, axes, count)
        joystick = pad.joystick
        count = joystick.get_numbuttons()
        down = frozenset(button for button in range(count) if joystick.get_button(button))
        x, y = map(int, joystick.get_hat(0)) if joystick.get_numhats() else (0, 0)
        return PadState(
            False, down, tuple(joystick.get_axis(axis) for axis in range(joystick.get_numaxes())), count, (x, -y)
        )

    def shake(self, device: Device, low: float, high: float, seconds: float) -> bool:
        """Run a pad's motors; `low` and `high` are shares of their strength (0..1).

        Returns False without motors or pad.
        """
        pad = next((pad for pad in self._pads.values() if pad.device == device), None)
        return pad is not None and pad.joystick.rumble(low, high, round(1000 * seconds))

    def edges(self, event: pygame.event.Event, bindings: Bindings) -> list[ControlEdge]:
        """Return the presses and releases of an event in BUTTON_EVENTS."""
        pad = self._reader(event)
        if pad is None:
            return []
        if event.type == pygame.JOYHATMOTION:
            return _hat_edges(pad, event.value)
        kind = bindings.meaning(pad.profile, event.button)
        down = event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.JOYBUTTONDOWN)
        return [] if kind is None else [ControlEdge(pad.device, f"button {event.button}", kind, down)]

    def note_axis(self, event: pygame.event.Event) -> None:
        """Note an event in AXIS_EVENTS; `settle` evaluates it."""
        pad = self._reader(event)
        if pad is not None and event.axis < 2:
            pad.axes[event.axis] = event.value / AXIS_MAX if pad.is_mapped else event.value
            self._moved[event.instance_id] = pad

    def _reader(self, event: pygame.event.Event) -> _Pad | None:
        """The pad that reads an event; None for unknown pads and for duplicates of controller events."""
        pad = self._pads.get(event.instance_id)
        return pad if pad is not None and pad.is_mapped is (event.type in _CONTROLLER_EVENTS) else None

    def settle(self) -> list[ControlEdge]:
        """Return the sticks' presses and releases since the last call.

        SDL reports one motion of a stick as two events, one for each axis. The first event alone could give a wrong
        direction.
        """
        found: list[ControlEdge] = []
        for pad in self._moved.values():
            direction = stick_direction(pad.axes[0], pad.axes[1], pad.stick)
            if direction is not pad.stick:
                if pad.stick is not None:
                    found.append(ControlEdge(pad.device, "stick", pad.stick, False))
                if direction is not None:
                    found.append(ControlEdge(pad.device, "stick", direction, True))
                pad.stick = direction
        self._moved.clear()
        return found


def face(profile: BindingProfile, code: int) -> str:
    """The name of a button's picture. For a button without a picture it is the button's number, counted from 1."""
    if profile.defaults is UNMAPPED_BUTTONS:
        kind = UNMAPPED_BUTTONS.get(code)
        code = next((button for button, meant in MAPPED_BUTTONS.items() if meant is kind), -code)
    return FACES.get(code) or str(abs(code) + 1)


def _profile(guid: str, mapped: bool) -> BindingProfile:
    """The profile that all pads of a model share, since they cannot be distinguished after a restart."""
    defaults = MAPPED_BUTTONS if mapped else UNMAPPED_BUTTONS
    return BindingProfile(f"pad {guid}", defaults, ACTIONS, _FIXED if mapped else frozenset())


def _is_playable(joystick: JoystickType) -> bool:
    """Whether an unmapped joystick is a usable pad. Some keyboards and sensors also report as joysticks."""
    return joystick.get_numbuttons() >= 2 and (joystick.get_numaxes() >= 2 or joystick.get_numhats() >= 1)


def _hat_edges(pad: _Pad, value: tuple[int, int]) -> list[ControlEdge]:
    """The presses and releases of a hat that is now at `value`: x and y, each -1, 0 or 1, with y up."""
    x, y = value
    after = frozenset(kind for kind, (dx, dy) in DIRECTIONS.items() if (dx and dx == x) or (dy and dy == -y))
    gone, new = pad.hat - after, after - pad.hat
    pad.hat = after
    return [ControlEdge(pad.device, "hat", kind, kind in new) for kind in DIRECTIONS if kind in gone | new]


class PadIdentity:
    """The numbers of `pads` and phones; `phones` gives the awake phones."""

    def __init__(self, pads: Pads, phones: Callable[[], list[Device]]) -> None:
        self._pads = pads
        self._phones = phones
        self._held: dict[str, frozenset[int]] = {}

    def present(self) -> list[Device]:
        """All pads and awake phones, as `Devices.pads`."""
        return [*self._pads.devices(), *self._phones()]

    def hold(self, owner: str, numbers: Collection[int]) -> None:
        """Reserve these numbers of pads for `owner`; they stay reserved while a pad is unplugged."""
        self._held[owner] = frozenset(numbers)
        self._pads.numbers.held = frozenset().union(*self._held.values())

    def held_by(self, owner: str) -> frozenset[int]:
        """The numbers reserved for `owner`."""
        return self._held.get(owner, frozenset())

    def marks(self, numbers: Collection[int]) -> dict[int, PadTraits]:
        """Return the identifying traits of the pads with these numbers."""
        return self._pads.numbers.marks(numbers)

    def expect(self, marks: Mapping[int, PadTraits]) -> None:
        """Give these pads their numbers from an earlier run; call it before `Devices.open`."""
        self._pads.numbers.expect(marks)

    @property
    def missing(self) -> tuple[int, ...]:
        """The reserved numbers of unplugged pads and sleeping phones."""
        there = {device.number for device in self._phones()}
        phones = {number for number in frozenset().union(*self._held.values()) if number >= FIRST_PHONE}
        return (*self._pads.numbers.missing, *sorted(phones - there))

    def could_be(self, pad: Device, number: int) -> bool:
        """Whether a plugged-in pad may be the missing one with this number."""
        return not pad.is_phone and pad in self.present() and self._pads.numbers.could_be(pad.number, number)

    def become(self, pad: Device, number: int) -> Device | None:
        """Give a pad the number of a missing one, as a person has chosen. Returns the new device.

        None if the pad is gone, or no pad of this number is missing any more.
        """
        if pad.is_phone or pad not in self.present() or number not in self._pads.numbers.missing:
            return None
        return self._pads.become(pad, number)
