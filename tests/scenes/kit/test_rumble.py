"""What is felt: each pad shakes for its own holder, as strongly as is set, and nowhere but in a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from scenes.archive.replay_scene import ReplayScene
from scenes.house.preferences import OWN
from scenes.kit.input.devices import PULSES, STRENGTHS, Pulse, Rumble
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, phone
from scenes.match.controller import LAST_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.settings.settings_scene import fields_of
from tests.make import AOI, MIO, REN, ai
from tests.scenes import posting
from tests.scenes.playhouse import Playhouse
from tools.soak.virtual_pad import NINTENDO, XBOX, VirtualPad

FIRST, SECOND = replace(AOI, device=DeviceId("pad1")), replace(REN, device=DeviceId("pad2"))
TURNS = ("quoridor", "star", "coffee")


@pytest.fixture
def pads(house: Playhouse) -> Iterator[list[VirtualPad]]:
    """Two pads at the table, which shake as strongly as they can."""
    house.services.settings.change(rumble="strong")
    plugged = [VirtualPad(XBOX), VirtualPad(NINTENDO)]
    house.frame()
    yield plugged
    for pad in plugged:
        pad.detach()


def felt(pad: VirtualPad) -> str:
    """The pulses that a pad gave since this was last asked, by name."""
    known = {(round(pulse.low, 2), round(pulse.high, 2)): name for name, pulse in PULSES.items()}
    names = [known[round(low, 2), round(high, 2)] for low, high in pad.shaken if low or high]
    pad.shaken.clear()
    return " ".join(names)


def play(house: Playhouse, match: MatchScene, text: str, seat: int | None = None) -> None:
    """Play an action, and wait until its clip is over."""
    session = match.session
    seat = session.actors()[0] if seat is None else seat
    match.controller.submit(seat, session.spec.rules.parse(text))
    house.until(lambda: match.controller.table.timeline.is_idle, "the end of the clip")


def test_pulses_can_be_told_apart_and_are_short() -> None:
    assert len({(pulse.low, pulse.high) for pulse in PULSES.values()}) == len(PULSES)
    assert all(0 <= value <= 1 for pulse in PULSES.values() for value in (pulse.low, pulse.high))
    assert all(0.03 < pulse.seconds <= 0.3 for pulse in PULSES.values())


@pytest.mark.parametrize(
    ("seats", "played"),
    [
        ((FIRST, SECOND), {"e2": ("", "turn"), "e8": ("turn", "")}),
        ((FIRST, SECOND), {"e3h": ("wall", "turn")}),
        ((AOI, REN), {"e3h": ("", "wall turn")}),  # a seat without a device is felt in the pad used last
    ],
)
def test_whose_turn_it_is_feels_it_and_who_puts_a_wall_feels_it_stand(
    house: Playhouse, pads: list[VirtualPad], seats: tuple[SeatConfig, ...], played: dict[str, tuple[str, str]]
) -> None:
    match = house.match(*seats, game="quoridor")
    pads[1].tap("lb")
    house.frame()
    for text, wanted in played.items():
        play(house, match, text)
        assert (felt(pads[0]), felt(pads[1])) == wanted


def test_against_an_ai_only_the_person_feels_anything(house: Playhouse, pads: list[VirtualPad]) -> None:
    match = house.match(FIRST, ai(1), game="quoridor")
    match.session.reseat(1, ai(1))
    play(house, match, "e2")
    house.until(lambda: match.session.actors() == (0,) and match.controller.table.timeline.is_idle, "the answer")
    assert "turn" in felt(pads[0])
    assert felt(pads[1]) == ""


@pytest.mark.parametrize("strength", list(STRENGTHS))
def test_it_is_as_strong_as_is_set(house: Playhouse, pads: list[VirtualPad], strength: str) -> None:
    house.services.settings.change(rumble=strength)
    match = house.match(FIRST, SECOND, game="quoridor")
    play(house, match, "e2")
    strongest = max((high for _, high in pads[1].shaken), default=0.0)
    assert strongest == pytest.approx(STRENGTHS[strength] * PULSES["turn"].high, abs=0.01)


def test_with_reduced_motion_nothing_shakes(house: Playhouse, pads: list[VirtualPad]) -> None:
    house.services.settings.change(reduced_motion=True)
    match = house.match(FIRST, SECOND, game="quoridor")
    play(house, match, "e3h")
    assert felt(pads[0]) == felt(pads[1]) == ""


def test_robots_are_felt_to_bounce_and_to_stop(house: Playhouse, pads: list[VirtualPad]) -> None:
    match = house.match(FIRST, SECOND, replace(MIO, device=DeviceId("pad3")), game="robots")
    felts = match.controller.rumble
    felts.begin(1)
    for name in ("bid", "slide", "bounce"):
        match.controller.table.timeline.on_cue(name, pitch=0)
    felts.end()
    felts.begin(0)
    match.controller.table.timeline.on_cue("chip", pitch=0)
    felts.end()
    assert (felt(pads[0]), felt(pads[1])) == ("chip", "bounce stop")


def test_the_last_seconds_are_felt_by_all_who_may_act(house: Playhouse, pads: list[VirtualPad]) -> None:
    match = house.match(FIRST, SECOND, game="robots", actions=["0:bid 9"])
    session, shakes = match.session, (list[str](), list[str]())
    assert session.clock is not None
    session.advance(session.clock.seconds - 7.5)
    while session.clock.seconds > 0:
        match.controller.rumble.follow(lambda: (0, 1))
        for device, pad, names in zip(house.stage.devices.pads(), pads, shakes, strict=True):
            names += felt(pad).split()
            house.stage.devices.shake(device, 0.0, 0.0, 0.0)  # SDL passes no pulse on that is like one before it
        session.advance(0.1)
    assert shakes == (["clock"] * LAST_SECONDS, ["clock"] * LAST_SECONDS)


def test_a_pad_that_was_pulled_out_is_no_fault(house: Playhouse, pads: list[VirtualPad]) -> None:
    match = house.match(FIRST, SECOND, game="quoridor")
    gone = VirtualPad(XBOX)
    house.frame()
    device = house.stage.devices.pads()[-1]
    gone.detach()
    assert not house.stage.devices.shake(device, 1.0, 1.0, 0.1)
    play(house, match, "e2")
    assert felt(pads[1]) == "turn"


def test_who_sets_it_feels_it_at_once(house: Playhouse, pads: list[VirtualPad]) -> None:
    row = next(row for row in fields_of(house.services, "controls") if row.name == "rumble")
    assert row.value() == "strong" and OWN["rumble"].default == "soft"
    row.put("soft")
    soft = PULSES["chip"]
    expected = Pulse(soft.low * STRENGTHS["soft"], soft.high * STRENGTHS["soft"], soft.seconds)
    assert pads[0].shaken[0] == pytest.approx((expected.low, expected.high), abs=0.01)
    for pad in pads:
        pad.shaken.clear()
    row.put("off")
    assert felt(pads[0]) == felt(pads[1]) == ""


@pytest.mark.parametrize("game", TURNS)
def test_a_replay_is_not_felt(house: Playhouse, pads: list[VirtualPad], game: str) -> None:
    match = house.match(FIRST, SECOND, game=game)
    spec: GameSpec = match.session.spec
    text = spec.rules.text(spec.rules.legal(match.session.state, 0)[0])
    house.stage.rumble.strength = STRENGTHS["strong"]
    play(house, match, text)
    assert felt(pads[1]) == "turn"
    for pad in pads:
        pad.shaken.clear()
    house.show(ReplayScene(house.services, spec, match.session.record(), 0))
    posting.key_down(pygame.K_RIGHT)
    house.run(2.0)
    assert house.on_top(ReplayScene).playback.ply == 1
    assert felt(pads[0]) == felt(pads[1]) == ""


def test_only_pads_shake() -> None:
    shaken: list[Device] = []
    rumble = Rumble(SimpleNamespace(shake=lambda device, *pulse: shaken.append(device)))  # type: ignore[arg-type]
    rumble.strength = 1.0
    pad = Device("pad:1", "xbox", "Pad", 1)
    rumble.pulse([KEYBOARD, MOUSE, TOUCH, pad, phone(1)], "turn")
    assert shaken == [pad]
