"""How often a screen is looked over on which nothing moves."""

from __future__ import annotations

import pytest

from scenes.kit.input.intents import Kind
from scenes.menu.menu_scene import MenuScene
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

USUAL, SETTLED = 10, 4  # looks a second


@pytest.fixture(autouse=True)
def at_full_rate(house: Playhouse) -> None:
    """Frames as the program has them."""
    house.fps = 60


def looks(house: Playhouse, seconds: float = 2.0) -> float:
    """The looks a second from now on."""
    counted: list[float] = []
    house.app.draw = lambda: counted.append(house.now)  # type: ignore[method-assign]
    for _ in range(round(seconds * house.fps)):
        house.frame()
    return len(counted) / seconds


def test_a_match_that_waits_for_a_person_is_looked_over_less_often_once_it_has_settled(house: Playhouse) -> None:
    house.match(PERSON, RIVAL)
    house.run(3.0)
    assert looks(house) == pytest.approx(SETTLED, abs=0.5)
    assert house.app.frame_seconds == pytest.approx(2.5 / 60)
    KeyHand(house).hit(Kind.UP)
    house.run(0.1)
    assert looks(house, 0.5) >= USUAL
    assert house.app.frame_seconds == pytest.approx(1 / 60)


def test_a_press_is_seen_at_once(house: Playhouse) -> None:
    house.match(PERSON, RIVAL)
    house.run(3.0)
    drawn: list[float] = []
    house.app.draw = lambda: drawn.append(house.now)  # type: ignore[method-assign]
    before = house.now
    KeyHand(house).hit(Kind.UP)
    assert drawn and drawn[0] - before <= 2 / house.fps


def test_the_ticks_of_a_settled_frame_pass_as_one(house: Playhouse) -> None:
    """Simulated time goes on as ever, by a quarter of the calls."""
    house.match(PERSON, RIVAL)
    house.run(3.0)
    calls: list[int] = []
    step = house.app.step

    def counted(ticks: int = 1) -> None:
        calls.append(ticks)
        step(ticks)

    house.app.step = counted  # type: ignore[method-assign]
    before, house.fps = house.stage.time, 30
    house.run(1.0)
    assert sum(calls) == pytest.approx(120, abs=4) and len(calls) <= 31
    assert house.stage.time - before == pytest.approx(sum(calls) / 120)
    calls.clear()
    KeyHand(house).hit(Kind.UP)
    house.frame()
    assert set(calls) == {1}, "where something moves, each tick by itself"


@pytest.mark.parametrize("seconds", [10.0, 30.0])
def test_the_last_seconds_of_a_clock_are_looked_at_as_often_as_ever(house: Playhouse, seconds: float) -> None:
    match = house.match(PERSON, PERSON, game="robots", actions=["0:bid 9"])
    house.run(2.0)
    while match.session.clock is not None and match.session.clock.seconds > seconds:
        house.run(0.5)
    assert looks(house, 1.0) == pytest.approx(USUAL if seconds < 11 else SETTLED, abs=1)


def test_other_pages_are_looked_over_as_often_as_ever(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    house.run(3.0)
    assert looks(house) == pytest.approx(USUAL, abs=0.5)
