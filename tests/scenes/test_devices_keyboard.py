"""Keys through the event queue, and the repeats of held directions, on given time."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from scenes.kit.devices import Devices, Signal, SignalKind
from scenes.kit.intents import KEYBOARD, Intent, Kind
from tests.scenes import posting
from tests.scenes.listening import intents, kinds, plug

FIRST, NEXT = 0.300, 0.090


@pytest.mark.parametrize(
    ("key", "modifiers", "kind"),
    [
        (pygame.K_UP, 0, Kind.UP),
        (pygame.K_DOWN, 0, Kind.DOWN),
        (pygame.K_LEFT, 0, Kind.LEFT),
        (pygame.K_RIGHT, 0, Kind.RIGHT),
        (pygame.K_RETURN, 0, Kind.CONFIRM),
        (pygame.K_KP_ENTER, 0, Kind.CONFIRM),
        (pygame.K_SPACE, 0, Kind.CONFIRM),
        (pygame.K_ESCAPE, 0, Kind.BACK),
        (pygame.K_x, 0, Kind.SECONDARY),
        (pygame.K_h, pygame.KMOD_NUM, Kind.HINT),
        (pygame.K_p, pygame.KMOD_CAPS, Kind.PAUSE),
        (pygame.K_F1, 0, Kind.RULES),
        (pygame.K_q, 0, Kind.PREVIOUS),
        (pygame.K_e, pygame.KMOD_LSHIFT, Kind.NEXT),
        (pygame.K_u, 0, Kind.UNDO),
        (pygame.K_BACKSPACE, 0, Kind.UNDO),
        (pygame.K_z, pygame.KMOD_LCTRL, Kind.UNDO),
        (pygame.K_y, pygame.KMOD_RCTRL, Kind.REDO),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, Kind.REDO),
        (pygame.K_z, pygame.KMOD_LMETA, Kind.UNDO),
    ],
)
def test_a_key_means_one_press(devices: Devices, key: int, modifiers: int, kind: Kind) -> None:
    posting.tap_key(key, modifiers)
    assert intents(devices) == [Intent(kind, KEYBOARD)]


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (pygame.K_LSHIFT, pygame.KMOD_LSHIFT),
        (pygame.K_F5, 0),
        (pygame.K_DELETE, 0),
        (pygame.K_x, pygame.KMOD_LCTRL),
        (pygame.K_UP, pygame.KMOD_LALT),
    ],
)
def test_keys_without_a_character_and_chords_mean_nothing(devices: Devices, key: int, modifiers: int) -> None:
    posting.tap_key(key, modifiers)
    assert devices.drain(0.0) == []


@pytest.mark.parametrize("key", [pygame.K_z, pygame.K_m, pygame.K_SEMICOLON])
def test_a_key_that_is_not_bound_carries_its_code_alone(devices: Devices, key: int) -> None:
    posting.tap_key(key)
    (found,) = intents(devices)
    assert (found.kind, found.key) == (Kind.KEY, key)


def test_a_bound_key_carries_its_code_as_well(devices: Devices) -> None:
    posting.tap_key(pygame.K_p)
    (found,) = intents(devices)
    assert (found.kind, found.key) == (Kind.PAUSE, pygame.K_p)


def test_digits_of_both_blocks_carry_their_value(devices: Devices) -> None:
    top_row = [getattr(pygame, f"K_{digit}") for digit in range(10)]
    numpad = [getattr(pygame, f"K_KP{digit}") for digit in range(10)]
    for key in top_row + numpad:
        posting.tap_key(key)
    found = intents(devices)
    assert {intent.kind for intent in found} == {Kind.DIGIT}
    assert [intent.value for intent in found] == [*range(10), *range(10)]


@pytest.mark.parametrize(("key", "modifiers"), [(pygame.K_F11, 0), (pygame.K_RETURN, pygame.KMOD_LALT)])
def test_fullscreen_keys_are_no_press(devices: Devices, key: int, modifiers: int) -> None:
    posting.tap_key(key, modifiers)
    assert devices.drain(0.0) == [Signal(SignalKind.FULLSCREEN)]


def times_of_presses(devices: Devices, until: float) -> list[float]:
    """Drain every 10 ms of given time and note when directions come."""
    steps = [round(step * 0.01, 2) for step in range(round(until * 100) + 1)]
    return [now for now in steps for _ in kinds(devices, now)]


def test_a_held_key_repeats_after_300_and_every_90_ms(devices: Devices) -> None:
    posting.key_down(pygame.K_LEFT)
    assert times_of_presses(devices, 0.6) == [0.0, 0.3, 0.39, 0.48, 0.57]
    posting.key_up(pygame.K_LEFT)
    assert kinds(devices, 5.0) == []


def test_only_repeats_are_marked(devices: Devices) -> None:
    posting.key_down(pygame.K_UP)
    assert [intent.repeat for intent in intents(devices, 0.0)] == [False]
    assert [intent.repeat for intent in intents(devices, FIRST)] == [True]


@pytest.mark.parametrize("how", ["d-pad", "stick", "hat"])
def test_a_held_pad_repeats_like_a_key(devices: Devices, how: str) -> None:
    pad = plug(devices, mapped=how != "hat")
    if how == "d-pad":
        pad.press("right")
    elif how == "stick":
        pad.stick(1.0, 0.0)
    else:
        pad.hat(1, 0)
    assert times_of_presses(devices, 0.5) == [0.0, 0.3, 0.39, 0.48]
    if how == "d-pad":
        pad.release("right")
    elif how == "stick":
        pad.stick(0.0, 0.0)
    else:
        pad.hat(0, 0)
    assert kinds(devices, 5.0) == []


def test_nothing_but_directions_repeats(devices: Devices) -> None:
    pad = plug(devices)
    pad.press("a")
    posting.key_down(pygame.K_RETURN)
    assert sorted(kind.name for kind in kinds(devices, 0.0)) == ["CONFIRM", "CONFIRM"]
    assert kinds(devices, 5.0) == []


def test_the_newest_direction_repeats_and_the_older_takes_over(devices: Devices) -> None:
    posting.key_down(pygame.K_UP)
    posting.key_down(pygame.K_RIGHT)
    assert kinds(devices, 0.0) == [Kind.UP, Kind.RIGHT]
    assert kinds(devices, FIRST) == [Kind.RIGHT]
    posting.key_up(pygame.K_RIGHT)
    assert kinds(devices, 0.35) == []
    assert kinds(devices, 0.35 + FIRST - 0.01) == []
    assert kinds(devices, 0.35 + FIRST) == [Kind.UP]


def test_letting_go_of_the_older_direction_changes_nothing(devices: Devices) -> None:
    posting.key_down(pygame.K_UP)
    posting.key_down(pygame.K_RIGHT)
    devices.drain(0.0)
    posting.key_up(pygame.K_UP)
    assert kinds(devices, FIRST) == [Kind.RIGHT]


def test_a_late_frame_makes_no_burst(devices: Devices) -> None:
    posting.key_down(pygame.K_DOWN)
    devices.drain(0.0)
    assert kinds(devices, 10.0) == [Kind.DOWN]
    assert kinds(devices, 10.0 + NEXT - 0.01) == []
    assert kinds(devices, 10.0 + NEXT) == [Kind.DOWN]


def test_a_release_in_the_same_frame_stops_the_repeat(devices: Devices) -> None:
    posting.key_down(pygame.K_DOWN)
    devices.drain(0.0)
    posting.key_up(pygame.K_DOWN)
    assert kinds(devices, 1.0) == []


class TestWatchedKeys:
    def test_every_key_is_told_down_and_up_and_means_nothing(self, devices: Devices) -> None:
        devices.watch_keys(True)
        keys = (pygame.K_q, pygame.K_RETURN, pygame.K_LSHIFT, pygame.K_3, pygame.K_F5, pygame.K_UP)
        for key in keys:
            posting.key_down(key, pygame.KMOD_LCTRL)
        for key in keys:
            posting.key_up(key)
        down, up = SignalKind.KEY_DOWN, SignalKind.KEY_UP
        assert devices.drain(0.0) == [Signal(kind, code=key) for kind in (down, up) for key in keys]
        assert devices.drain(5.0) == []

    def test_escape_and_full_screen_keep_their_meaning(self, devices: Devices) -> None:
        devices.watch_keys(True)
        posting.tap_key(pygame.K_ESCAPE)
        posting.tap_key(pygame.K_F11)
        posting.tap_key(pygame.K_RETURN, pygame.KMOD_LALT)
        toggle = Signal(SignalKind.FULLSCREEN)
        assert devices.drain(0.0) == [Intent(Kind.BACK, KEYBOARD), toggle, toggle]

    def test_other_devices_go_on_and_the_keyboard_is_the_one_in_use(self, devices: Devices) -> None:
        pad = plug(devices)
        devices.watch_keys(True)
        pad.tap("b")
        assert kinds(devices) == [Kind.BACK]
        assert devices.current.is_pad
        posting.key_down(pygame.K_q)
        devices.drain(0.0)
        assert devices.current == KEYBOARD

    @pytest.mark.parametrize("end", [lambda devices: devices.watch_keys(False), Devices.let_go])
    def test_it_ends(self, devices: Devices, end: Callable[[Devices], None]) -> None:
        devices.watch_keys(True)
        end(devices)
        posting.tap_key(pygame.K_q)
        assert devices.drain(0.0) == [Intent(Kind.PREVIOUS, KEYBOARD)]

    @pytest.mark.parametrize("on", [True, False])
    def test_a_direction_held_before_repeats_no_more(self, devices: Devices, on: bool) -> None:
        posting.key_down(pygame.K_LEFT)
        devices.drain(0.0)
        devices.watch_keys(on)
        assert devices.drain(4.0) == []


def test_holds_can_be_forgotten(devices: Devices) -> None:
    posting.key_down(pygame.K_DOWN)
    devices.drain(0.0)
    devices.forget_holds()
    assert kinds(devices, 5.0) == []
