"""Devices through the event queue: what presses keys, pads, mouse, fingers and the window cause. The test sets the
time. Keys and buttons bound anew: what they mean, what may be taken or swapped, and how they are stored."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, cast

import pygame
import pytest

from scenes.kit.input.bindings import KEYBOARD_PROFILE, BindingProfile, Bindings, bindings_from_json
from scenes.kit.input.devices import Devices
from scenes.kit.input.holds import Repeater
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Kind, Signal, SignalKind
from scenes.kit.input.pad_numbers import sdl
from tests.scenes import posting
from tests.scenes.conftest import SIZE
from tests.scenes.hands import PAD_ACTS
from tests.stories import Story, each_story
from tests.tables import rows
from tests.vocabulary.screen import FOLDER, ScreenVocabulary
from tools.soak.virtual_pad import NINTENDO, NO_NAME, PLAYSTATION, XBOX, VirtualPad

pytestmark = pytest.mark.quick


def intents(devices: Devices, now: float = 0.0) -> list[Intent]:
    """Return the presses since the last call. Signals are dropped."""
    return [item for item in devices.drain(now) if isinstance(item, Intent)]


def kinds(devices: Devices, now: float = 0.0) -> list[Kind]:
    """Return the kinds of these presses."""
    return [intent.kind for intent in intents(devices, now)]


def signals(devices: Devices, now: float = 0.0) -> list[Signal]:
    """Return the signals since the last call. Presses are dropped."""
    return [item for item in devices.drain(now) if isinstance(item, Signal)]


def plug(devices: Devices, identity: tuple[int, int] = XBOX, name: str = "Pad", mapped: bool = True) -> VirtualPad:
    """Plug in a virtual pad, and let `devices` notice it."""
    pad = VirtualPad(identity, name, mapped)
    devices.drain(0.0)
    return pad


MAKES = {"xbox": XBOX, "playstation": PLAYSTATION, "nintendo": NINTENDO, "no_name": NO_NAME, "unmapped": NO_NAME}
FINGERS = {"down": pygame.FINGERDOWN, "slides": pygame.FINGERMOTION, "up": pygame.FINGERUP}


def device_text(device: Device) -> str:
    """Return a device that comes or goes in words."""
    return f"{device.id} {device.family} {device.name}"


def code_text(code: int | None, device: Device | None) -> str:
    """Return the code of a key or button in words."""
    return "nothing" if code is None else str(code) if device and device.is_pad else pygame.key.name(code)


def words_of(item: Intent | Signal) -> str:
    """Return what was heard in words."""
    if isinstance(item, Signal):
        parts = [item.kind.name]
        if item.kind is SignalKind.CAPTURED or item.code is not None:
            parts.append(code_text(item.code, item.device))
        elif item.device is not None:
            parts.append(device_text(item.device))
        if item.size is not None:
            parts.append("x".join(map(str, item.size)))
        return " ".join(parts)
    parts = [item.kind.name] if item.device == KEYBOARD else [item.kind.name, item.device.id]
    if item.point is not None:
        parts.append(",".join(map(str, item.point)))
    if item.value or item.kind is Kind.DIGIT:
        parts.append(str(item.value))
    return " ".join([*parts, *["repeat"] * item.repeat, *[f"finger {item.finger}"] * bool(item.finger)])


class AtOnce:
    """Stands in for a house where only devices listen: what is posted is heard with the next look."""

    tap = staticmethod(posting.tap_key)

    def react(self, post: Callable[[], object]) -> None:
        post()

    def run(self, seconds: float) -> None:
        """Let no time pass: stories set it."""


class Bench(ScreenVocabulary):
    """Tells of devices of every kind at a window of 800 x 600 pixels, and of the intents and signals that they cause.
    PAD is the story's name for a pad. DEVICE is an id: "keyboard", "pad:1". KIND is a kind of intent."""

    def __init__(self, devices: Devices) -> None:
        self.devices = devices
        self.house = cast(Any, AtOnce())
        self.game = ""
        self.now = 0.0
        self.pads: dict[str, VirtualPad] = {}

    def heard(self, *wanted: type[Intent] | type[Signal]) -> list[str]:
        """Return what has come since the last look, in words."""
        return [words_of(item) for item in self.devices.drain(self.now) if isinstance(item, wanted or object)]

    def device_of(self, id: str) -> Device:
        """Return a device by its id."""
        return next(found for found in (KEYBOARD, *self.devices.pads()) if found.id == id)

    def times(self, until: str) -> list[float]:
        """Return when directions come from now until a time, looking every 10 ms."""
        steps = [step / 100 for step in range(round(self.now * 100), round(float(until) * 100) + 1)]
        return [now for now in steps for _ in kinds(self.devices, now)]

    facts: ClassVar = {
        "heard": heard,
        "presses": lambda s: s.heard(Intent),  # intents since the last query
        # kinds and keys since the last query
        "keys_heard": lambda s: [f"{item.kind.name} {pygame.key.name(item.key)}" for item in s.devices.drain(s.now)],
        "times": times,
        "pads": lambda s: list(map(device_text, s.devices.pads())),  # all pads, in words
        # DEVICE KIND: names of bound keys and buttons
        "faces": lambda s, id, kind: s.devices.faces(s.device_of(id), Kind[kind]),
    }

    def hand(self, name: str) -> Any:
        """Return a pad by the story's name for it; mouse, finger and devices by their own names."""
        return self.pads.get(name, name)

    def press(self, hand: Any, verb: str, rest: str = "") -> None:
        """VERB WHAT: Let a pad do what PAD_ACTS in hands.py lists, or the mouse, a finger, or the program with its
        "devices" what the comments explain."""
        if isinstance(hand, VirtualPad):
            PAD_ACTS[verb](hand, rest)
            return
        place: Any = tuple(int(each) if each.isdigit() else each for each in rest.split())
        acts: Mapping[str, Callable[[], object]] = {
            "mouse moves": lambda: posting.move_mouse(place[:2]),  # X Y: to this pixel
            # X Y [NUMBER]: press a button of the mouse there: 1 left, 2 middle, 3 right
            "mouse down": lambda: posting.mouse_down(place[:2], *place[2:]),
            "mouse up": lambda: posting.mouse_up(place[:2], *place[2:]),  # X Y [NUMBER]: release it there
            "mouse turns": lambda: posting.wheel(int(rest)),  # NOTCHES of the wheel; above 0 is away from the hand
            # X Y [NUMBER]: put a finger down, slide it or lift it; X and Y are shares of the window, 0 to 1; NUMBER
            # tells fingers apart
            **{f"finger {kind}": partial(self._put, event, *rest.split()) for kind, event in FINGERS.items()},
            "finger taps": lambda: posting.touch(place, SIZE),  # X Y: tap at this pixel
            "finger echoes": lambda: self._echo(*place),  # X Y: report a touch again, as events of the mouse
            # NUMBERS: keep the places of the pads with these numbers, as a match does for its players
            "devices keep": lambda: self.devices.identity.hold("match", set(place)),
            # NUMBER: let the only pad take the place of the missing pad with this number
            "devices become": lambda: self.devices.become(self.devices.pads()[0], int(rest)),
            "devices capture": lambda: self.devices.capture(self.device_of(rest)),  # DEVICE: wait for its next key
            "devices resize": lambda: self.devices.resize(place),  # WIDTH HEIGHT: let the program choose a new size
            # WIDTH HEIGHT: let the system give the window a new size
            "window sizes": partial(posting.post, pygame.WINDOWSIZECHANGED, **dict(zip("xy", place, strict=False))),
        }
        acts[f"{hand} {verb}"]()

    def _put(self, kind: int, x: str, y: str, number: str = "1") -> None:
        posting.finger(kind, (float(x), float(y)), int(number))

    def _echo(self, x: int, y: int) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            posting.post(kind, pos=(x, y), button=1, touch=True)
        posting.post(pygame.MOUSEMOTION, pos=(x + 50, y), rel=(50, 0), buttons=(0, 0, 0), touch=True)

    def do_now(self, rest: str = "") -> None:
        """SECONDS: Set the time."""
        self.now = float(rest)

    def do_plug(self, rest: str = "") -> None:
        """PADS MAKE [TITLE]: Plug in pads, and drop the signals of their arrival. MAKE is "xbox", "playstation",
        "nintendo", "no_name" or "unmapped". TITLE is the name that a pad reports. "+PADS" keeps the signals."""
        names, make, title = re.fullmatch(rf"\+?(.+?) ({'|'.join(MAKES)}) ?(.*)", rest).groups()
        for name in names.split():
            self.pads[name] = VirtualPad(MAKES[make], title or "Pad", mapped=make != "unmapped")
        if not rest.startswith("+"):
            self.devices.drain(self.now)

    def do_bind(self, rest: str = "") -> None:
        """DEVICE KIND CODE [swap]: Bind a key's name, or a button's number, to KIND. With "swap", the kind that had
        CODE gets the former code of KIND."""
        id, kind, code, *swap = rest.split()
        number = int(code) if code.isdigit() else posting.key_of(code)[0]
        bindings = self.devices.bindings or Bindings()
        self.devices.bindings = bindings.assigned(
            self.devices.profile(self.device_of(id)), Kind[kind], number, swap=bool(swap)
        )


@each_story(FOLDER / "house" / "devices.txt")
def test_story(devices: Devices, story: Story) -> None:
    Bench(devices).tell(story)


def test_a_pad_present_at_the_start_is_opened_and_shown() -> None:
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.joystick.init()
    pad = VirtualPad(NINTENDO, "Early")
    devices = Devices(SIZE)
    devices.open()
    assert [device.name for device in devices.pads()] == ["Early"]
    assert devices.current == devices.pads()[0]
    assert SignalKind.DEVICE_ADDED not in [signal.kind for signal in signals(devices)]
    pad.tap("a")
    assert kinds(devices) == [Kind.CONFIRM]
    devices.close()
    pygame.display.quit()


def add_mapping(line: str) -> None:
    """Add a line of SDL's controller database to SDL."""
    assert sdl().SDL_GameControllerAddMapping(line.encode()) >= 0, sdl().SDL_GetError().decode()


def test_the_a_printed_on_a_nintendo_pad_confirms(devices: Devices) -> None:
    """SDL's database has two layouts of such pads. Button 1 is the right one, on which Nintendo prints A."""
    first = plug(devices, NINTENDO, mapped=False)
    guid = first.guid
    first.detach()
    platform = {"win32": "Windows", "darwin": "Mac OS X"}.get(sys.platform, "Linux")
    hint = "SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1"
    by_label, by_place = f"a:b1,b:b0,x:b3,y:b2,hint:{hint}", f"a:b0,b:b1,x:b2,y:b3,hint:!{hint}"
    for layout in (by_label, by_place):
        add_mapping(f"{guid},Pro Controller,{layout},platform:{platform},")
    pad = plug(devices, NINTENDO, mapped=False)
    for button in (1, 0, 3, 2):
        pad.tap(button)
    assert kinds(devices) == [Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.HINT]


def test_what_a_device_held_is_forgotten_with_it() -> None:
    """SDL releases the buttons of a pad that is pulled out. Buttons that stay down must not repeat for ever."""
    repeater, gone = Repeater(), Device("pad:1", "xbox", "Pad", 1)
    for device in (gone, KEYBOARD):
        repeater.press(device, "d-pad", Kind.UP, 0.0)
    repeater.drop(gone)
    assert repeater.due(9.0) == [(KEYBOARD, Kind.UP)]


SMALL = BindingProfile(
    "small", {1: Kind.CONFIRM, 2: Kind.CONFIRM, 3: Kind.BACK, 4: Kind.HINT}, (Kind.CONFIRM,), frozenset({9})
)


def test_the_defaults_stand_where_nothing_was_changed() -> None:
    assert Bindings().codes(SMALL, Kind.CONFIRM) == (1, 2)
    assert (Bindings().meaning(SMALL, 4), Bindings().meaning(SMALL, 5)) == (Kind.HINT, None)
    assert not Bindings().is_changed(SMALL)


def test_a_new_code_takes_the_place_of_all_former_ones() -> None:
    bindings = Bindings().assigned(SMALL, Kind.CONFIRM, 7)
    assert bindings.codes(SMALL, Kind.CONFIRM) == (7,)
    assert [bindings.meaning(SMALL, code) for code in (1, 2, 3, 7)] == [None, None, Kind.BACK, Kind.CONFIRM]
    assert bindings.is_changed(SMALL)


def test_a_swap_gives_the_former_code_in_exchange() -> None:
    assert Bindings().may_swap(SMALL, Kind.HINT, 3)
    assert not Bindings().may_swap(SMALL, Kind.UNDO, 4), "it has none"
    bindings = Bindings().assigned(SMALL, Kind.HINT, 3, swap=True)
    assert (bindings.codes(SMALL, Kind.HINT), bindings.codes(SMALL, Kind.BACK)) == ((3,), (4,))
    back = bindings.assigned(SMALL, Kind.HINT, 4, swap=True)
    assert not back.is_changed(SMALL)


def test_a_code_may_be_taken_from_an_action_that_can_do_without() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4)
    assert (bindings.codes(SMALL, Kind.UNDO), bindings.codes(SMALL, Kind.HINT)) == ((4,), ())
    assert Bindings().assigned(SMALL, Kind.UNDO, 1).codes(SMALL, Kind.CONFIRM) == (2,)


def test_an_essential_action_keeps_its_last_code_and_a_fixed_code_its_action() -> None:
    assert [Bindings().may_take(SMALL, code) for code in (1, 3, 4, 5)] == [True, False, True, True]
    with pytest.raises(ValueError, match="BACK would have nothing left"):
        Bindings().assigned(SMALL, Kind.HINT, 3)
    with pytest.raises(ValueError, match="9 is fixed"):
        Bindings().assigned(SMALL, Kind.HINT, 9)


def test_escape_always_leads_back() -> None:
    bindings = Bindings().assigned(KEYBOARD_PROFILE, Kind.BACK, pygame.K_b)
    assert bindings.codes(KEYBOARD_PROFILE, Kind.BACK) == (pygame.K_b, pygame.K_ESCAPE)


def test_profiles_do_not_disturb_each_other() -> None:
    bindings = Bindings().assigned(SMALL, Kind.HINT, 5).assigned(KEYBOARD_PROFILE, Kind.HINT, pygame.K_k)
    assert bindings.restored(KEYBOARD_PROFILE) == Bindings().assigned(SMALL, Kind.HINT, 5)
    assert bindings.restored(KEYBOARD_PROFILE).restored(SMALL) == Bindings()


def test_bindings_survive_json() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4).assigned(KEYBOARD_PROFILE, Kind.HINT, pygame.K_x, swap=True)
    assert bindings_from_json(bindings.to_json()) == bindings


@pytest.mark.parametrize(("stored", "told"), rows("no_bindings"))
def test_what_is_no_bindings_is_refused(stored: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        bindings_from_json(json.loads(stored))
