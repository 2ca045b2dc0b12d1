"""Pads through the event queue: SDL's own virtual controllers, buttons, hats and sticks."""

from __future__ import annotations

import sys

import pytest

from scenes.kit.devices import Devices
from scenes.kit.intents import Intent, Kind
from tests.scenes.listening import intents, kinds, plug
from tools.soak.virtual_pad import NINTENDO, NO_NAME, PLAYSTATION, XBOX, add_mapping

PAD_BUTTONS = {
    "a": Kind.CONFIRM,
    "b": Kind.BACK,
    "x": Kind.SECONDARY,
    "y": Kind.HINT,
    "lb": Kind.PREVIOUS,
    "rb": Kind.NEXT,
    "start": Kind.PAUSE,
    "view": Kind.RULES,
    "up": Kind.UP,
    "down": Kind.DOWN,
    "left": Kind.LEFT,
    "right": Kind.RIGHT,
}


@pytest.mark.parametrize(("button", "kind"), PAD_BUTTONS.items())
@pytest.mark.parametrize("identity", [XBOX, PLAYSTATION, NINTENDO])
def test_a_button_arrives_exactly_once(devices: Devices, identity: tuple[int, int], button: str, kind: Kind) -> None:
    pad = plug(devices, identity)
    pad.tap(button)
    assert intents(devices) == [Intent(kind, devices.pads()[0])]
    assert intents(devices) == []


@pytest.mark.parametrize(
    ("identity", "name", "family"),
    [
        (XBOX, "Xbox 360 Controller", "xbox"),
        (PLAYSTATION, "DualSense", "playstation"),
        (NINTENDO, "Pro Controller", "nintendo"),
        (NO_NAME, "PowerA Controller for Nintendo Switch", "nintendo"),
        (NO_NAME, "Brook PS4 Stick", "playstation"),
        (NO_NAME, "Generic Gamepad", "xbox"),
    ],
)
def test_the_family_picks_the_glyphs(devices: Devices, identity: tuple[int, int], name: str, family: str) -> None:
    plug(devices, identity, name)
    (device,) = devices.pads()
    assert (device.family, device.name, device.id, device.number) == (family, name, "pad:1", 1)
    assert device.is_pad


def test_the_a_printed_on_a_nintendo_pad_confirms(devices: Devices) -> None:
    """SDL's database holds two layouts of such pads; button 1 is the right-hand one, where Nintendo prints A."""
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


def test_two_pads_do_not_disturb_each_other(devices: Devices) -> None:
    one, two = plug(devices), plug(devices, PLAYSTATION)
    first, second = devices.pads()
    one.press("up")
    two.press("down")
    one.tap("a")
    assert intents(devices, 0.0) == [Intent(Kind.UP, first), Intent(Kind.DOWN, second), Intent(Kind.CONFIRM, first)]
    one.release("up")
    assert intents(devices, 0.3) == [Intent(Kind.DOWN, second, repeat=True)]


def test_a_joystick_without_a_mapping_serves_as_a_pad(devices: Devices) -> None:
    pad = plug(devices, NO_NAME, "Odd Stick", mapped=False)
    (device,) = devices.pads()
    for button in range(10):
        pad.tap(button)
    pad.stick(-1.0, 0.0)
    assert intents(devices) == [
        Intent(kind, device)
        for kind in (
            Kind.CONFIRM,
            Kind.BACK,
            Kind.SECONDARY,
            Kind.HINT,
            Kind.PREVIOUS,
            Kind.NEXT,
            Kind.RULES,
            Kind.PAUSE,
            Kind.WHERE,
            Kind.THEORY,
            Kind.LEFT,
        )
    ]


def test_a_hat_turns_without_letting_go(devices: Devices) -> None:
    pad = plug(devices, NO_NAME, mapped=False)
    for position in ((0, -1), (1, -1), (1, 0), (0, 0), (0, 1), (0, 0), (-1, 0)):
        pad.hat(*position)
    assert kinds(devices) == [Kind.UP, Kind.RIGHT, Kind.DOWN, Kind.LEFT]


@pytest.mark.parametrize(
    ("x", "y", "kind"),
    [(0.0, -1.0, Kind.UP), (0.0, 1.0, Kind.DOWN), (-1.0, 0.0, Kind.LEFT), (1.0, 0.0, Kind.RIGHT)],
)
def test_the_stick_gives_directions(devices: Devices, x: float, y: float, kind: Kind) -> None:
    plug(devices).stick(x, y)
    assert kinds(devices) == [kind]


def test_the_right_stick_and_the_triggers_mean_nothing(devices: Devices) -> None:
    pad = plug(devices)
    for axis in range(2, 6):
        pad.axis(axis, 1.0)
    assert devices.drain(0.0) == []


def test_the_stick_has_a_dead_zone_and_hysteresis(devices: Devices) -> None:
    pad = plug(devices)
    presses = []
    for x in (0.3, 0.55, 0.65, 0.5, 0.65, 0.45, 0.35, 0.55, 0.7):
        pad.stick(x, 0.0)
        presses.append((x, kinds(devices)))
    assert [x for x, found in presses if found] == [0.65, 0.7]


def test_a_push_along_both_axes_is_one_direction(devices: Devices) -> None:
    plug(devices).stick(0.7, -0.9)
    assert kinds(devices) == [Kind.UP]


def test_a_held_stick_does_not_chatter_along_the_diagonal(devices: Devices) -> None:
    pad = plug(devices)
    found = []
    for x, y in ((0.9, 0.0), (0.72, 0.7), (0.7, 0.72), (0.68, 0.74), (0.3, 0.95)):
        pad.stick(x, y)
        found += kinds(devices)
    assert found == [Kind.RIGHT, Kind.DOWN]


def test_the_stick_keeps_its_place_among_other_presses(devices: Devices) -> None:
    pad = plug(devices)
    pad.tap("x")
    pad.stick(1.0, 0.0)
    pad.tap("a")
    pad.stick(0.0, 0.0)
    pad.tap("b")
    assert kinds(devices) == [Kind.SECONDARY, Kind.RIGHT, Kind.CONFIRM, Kind.BACK]
