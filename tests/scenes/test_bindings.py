"""Keys and buttons bound anew: the data, the next press captured, and what the bar shows."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.bindings import Bindings, Profile, bindings_from_json
from scenes.kit.capture import HOLD
from scenes.kit.devices import Devices, Signal, SignalKind
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.kit.keyboard import PROFILE
from tests.scenes import posting
from tests.scenes.listening import kinds, plug
from tools.soak.virtual_pad import NO_NAME, PLAYSTATION

SMALL = Profile(
    "small", {1: Kind.CONFIRM, 2: Kind.CONFIRM, 3: Kind.BACK, 4: Kind.HINT}, (Kind.CONFIRM,), frozenset({9})
)


def captured(devices: Devices, now: float = 0.0) -> list[int | None]:
    """The codes of the captures that ended; any press beside them fails the test."""
    found = devices.drain(now)
    assert all(isinstance(item, Signal) and item.kind is SignalKind.CAPTURED for item in found)
    return [item.code for item in found if isinstance(item, Signal)]


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
    bindings = Bindings().assigned(SMALL, Kind.HINT, 3, swap=True)
    assert (bindings.codes(SMALL, Kind.HINT), bindings.codes(SMALL, Kind.BACK)) == ((3,), (4,))
    back = bindings.assigned(SMALL, Kind.HINT, 4, swap=True)
    assert not back.is_changed(SMALL)


def test_an_action_without_a_code_has_none_to_swap() -> None:
    assert not Bindings().may_swap(SMALL, Kind.UNDO, 4)


def test_a_code_may_be_taken_from_an_action_that_can_do_without() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4)
    assert (bindings.codes(SMALL, Kind.UNDO), bindings.codes(SMALL, Kind.HINT)) == ((4,), ())
    assert Bindings().assigned(SMALL, Kind.UNDO, 1).codes(SMALL, Kind.CONFIRM) == (2,)


def test_an_essential_action_keeps_its_last_code() -> None:
    assert [Bindings().may_take(SMALL, code) for code in (1, 3, 4, 5)] == [True, False, True, True]
    with pytest.raises(ValueError, match="BACK would have nothing left"):
        Bindings().assigned(SMALL, Kind.HINT, 3)


def test_a_fixed_code_is_refused() -> None:
    with pytest.raises(ValueError, match="9 is fixed"):
        Bindings().assigned(SMALL, Kind.HINT, 9)


def test_escape_always_leads_back() -> None:
    bindings = Bindings().assigned(PROFILE, Kind.BACK, pygame.K_b)
    assert bindings.codes(PROFILE, Kind.BACK) == (pygame.K_b, pygame.K_ESCAPE)


def test_profiles_do_not_disturb_each_other() -> None:
    bindings = Bindings().assigned(SMALL, Kind.HINT, 5).assigned(PROFILE, Kind.HINT, pygame.K_k)
    assert bindings.restored(PROFILE) == Bindings().assigned(SMALL, Kind.HINT, 5)
    assert bindings.restored(PROFILE).restored(SMALL) == Bindings()


def test_bindings_survive_json() -> None:
    bindings = Bindings().assigned(SMALL, Kind.UNDO, 4).assigned(PROFILE, Kind.HINT, pygame.K_x, swap=True)
    assert bindings_from_json(bindings.to_json()) == bindings


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"keyboard": 3},
        {"keyboard": {"DANCE": [3]}},
        {"keyboard": {"HINT": 3}},
        {"keyboard": {"HINT": ["x"]}},
        {"keyboard": {"HINT": [True]}},
        {"keyboard": {"BACK": []}},
        {"keyboard": {"HINT": [3], "UNDO": [3]}},
    ],
)
def test_what_is_no_bindings_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        bindings_from_json(value)


def test_a_bound_key_means_its_action_and_repeats(devices: Devices) -> None:
    devices.bindings = Bindings().assigned(PROFILE, Kind.LEFT, pygame.K_a).assigned(PROFILE, Kind.HINT, pygame.K_k)
    for key in (pygame.K_k, pygame.K_h, pygame.K_LEFT):
        posting.tap_key(key)
    posting.key_down(pygame.K_a)
    assert kinds(devices) == [Kind.HINT, Kind.KEY, Kind.LEFT]
    assert kinds(devices, 0.3) == [Kind.LEFT]
    posting.key_up(pygame.K_a)
    assert kinds(devices, 0.6) == []


def test_a_bound_button_counts_for_its_model_only(devices: Devices) -> None:
    one, two = plug(devices), plug(devices, PLAYSTATION)
    first, second = devices.pads()
    a, b = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
    devices.bindings = Bindings().assigned(devices.profile(first), Kind.CONFIRM, b, swap=True)
    one.tap("a")
    one.tap("b")
    two.tap("a")
    assert kinds(devices) == [Kind.BACK, Kind.CONFIRM, Kind.CONFIRM]
    assert devices.bindings.codes(devices.profile(first), Kind.BACK) == (a,)
    assert devices.bindings.codes(devices.profile(second), Kind.BACK) == (b,)


def test_a_key_is_captured_when_it_goes_up(devices: Devices) -> None:
    devices.capture(KEYBOARD)
    posting.key_up(pygame.K_RETURN)  # of the press that led here
    posting.key_down(pygame.K_k)
    assert captured(devices) == []
    posting.key_up(pygame.K_k)
    assert captured(devices) == [pygame.K_k]
    posting.tap_key(pygame.K_h)
    assert devices.drain(0.0) == [Intent(Kind.HINT, KEYBOARD)]


def test_escape_gives_a_capture_up(devices: Devices) -> None:
    devices.capture(KEYBOARD)
    posting.tap_key(pygame.K_ESCAPE)
    assert captured(devices) == [None]


def test_a_long_hold_gives_a_capture_up(devices: Devices) -> None:
    pad = plug(devices)
    devices.capture(devices.pads()[0])
    pad.press("a")
    assert captured(devices, 1.0) == []
    assert captured(devices, 1.0 + HOLD) == [None]
    pad.release("a")
    assert devices.drain(2.0) == []


def test_a_button_is_captured_whatever_it_means(devices: Devices) -> None:
    pad = plug(devices)
    devices.capture(devices.pads()[0])
    pad.tap("start")
    assert captured(devices) == [pygame.CONTROLLER_BUTTON_START]


def test_presses_of_other_devices_give_a_capture_up(devices: Devices) -> None:
    pad = plug(devices)
    for press in (lambda: posting.tap_key(pygame.K_k), lambda: posting.click((10, 10))):
        devices.capture(devices.pads()[0])
        press()
        assert captured(devices) == [None]
    devices.capture(KEYBOARD)
    pad.tap("a")
    assert captured(devices) == [None]


def test_a_pad_pulled_out_gives_its_capture_up(devices: Devices) -> None:
    pad = plug(devices)
    (device,) = devices.pads()
    devices.capture(device)
    pad.detach()
    found = [(item.kind, item.code) for item in devices.drain(0.0) if isinstance(item, Signal)]
    assert found == [(SignalKind.DEVICE_REMOVED, None), (SignalKind.CAPTURED, None)]


@pytest.mark.parametrize(
    ("mapped", "code", "undo"),
    [(True, 7, "left stick"), (False, 7, "start"), (False, 8, "left stick"), (False, 10, "11")],
)
def test_faces_of_a_pad_say_what_is_bound(devices: Devices, mapped: bool, code: int, undo: str) -> None:
    plug(devices, NO_NAME, mapped=mapped)
    (pad,) = devices.pads()
    devices.bindings = Bindings().assigned(devices.profile(pad), Kind.UNDO, code)
    assert devices.faces(pad, Kind.UNDO) == [undo]
    assert devices.faces(pad, Kind.CONFIRM) == ["a"]


def test_faces_of_keys_say_what_is_printed_on_them(devices: Devices) -> None:
    devices.bindings = Bindings().assigned(PROFILE, Kind.HINT, pygame.K_k)
    assert devices.faces(KEYBOARD, Kind.CONFIRM) == ["Enter", "Num Enter", "Space"]
    assert devices.faces(KEYBOARD, Kind.UP) == ["↑"]
    assert devices.faces(KEYBOARD, Kind.HINT) == ["K"]
