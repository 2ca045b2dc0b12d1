"""How soon somebody may bid again: the pause, who is let through at the end of the clock, who mashes."""

from __future__ import annotations

import pytest

from game.core.options import resolve
from game.core.rules import Seat, Timer
from game.robots import SPEC, rules
from game.robots.state import Bid, State
from scenes.robots.bidding.bid_queue import MOST_PRESSES, MUTED_SECONDS, PAUSE_SECONDS, WITHIN_SECONDS, Pace

TICK = 1 / 120
LONG = Timer("clock", 40.0)


def bid(state: State, seat: Seat, number: int) -> State:
    return rules.apply(state, seat, Bid(number))[0]


@pytest.fixture
def state() -> State:
    return rules.start(resolve(SPEC.options, {"players": 3}), 0)


@pytest.fixture
def pace(state: State) -> Pace:
    pace = Pace()
    pace.follow(state, TICK)
    return pace


def test_who_has_bid_waits_and_nobody_else(state: State, pace: Pace) -> None:
    state = bid(state, 1, 9)
    pace.follow(state, TICK)
    assert (pace.delays(1, LONG), pace.delays(0, LONG)) == ("paused", "")
    pace.follow(state, PAUSE_SECONDS - 0.1)
    assert pace.delays(1, LONG) == "paused" and 0 < pace.share(1) < 0.1
    pace.follow(state, 0.2)
    assert pace.delays(1, LONG) == "" and pace.share(1) == 0


def test_one_bid_is_let_through_where_the_pause_would_outlast_the_clock(state: State, pace: Pace) -> None:
    state = bid(state, 1, 9)
    pace.follow(state, TICK)
    assert pace.delays(1, Timer("clock", 1.0)) == ""
    state = bid(state, 1, 8)
    pace.follow(state, TICK)
    assert pace.delays(1, Timer("clock", 1.0)) == "paused", "one alone"


def test_the_next_chip_begins_without_a_pause(state: State, pace: Pace) -> None:
    pace.follow(bid(state, 1, 9), TICK)
    other = rules.start(resolve(SPEC.options, {"players": 3}), 1)
    pace._chip = -1  # as when a chip is turned over
    pace.follow(other, TICK)
    assert pace.delays(1, LONG) == ""


def test_more_than_five_presses_in_two_seconds_are_not_heard_for_a_while(state: State, pace: Pace) -> None:
    for _ in range(MOST_PRESSES):
        assert pace.pressed(2, LONG) == ""
        pace.follow(state, WITHIN_SECONDS / 10)
    assert pace.pressed(2, LONG) == "muted" and pace.pressed(1, LONG) == ""
    pace.follow(state, MUTED_SECONDS - 0.1)
    assert pace.delays(2, LONG) == "muted"
    pace.follow(state, 0.2)
    assert pace.delays(2, LONG) == ""


def test_five_presses_in_more_than_two_seconds_are_heard(state: State, pace: Pace) -> None:
    for _ in range(3 * MOST_PRESSES):
        assert pace.pressed(2, LONG) == ""
        pace.follow(state, WITHIN_SECONDS / MOST_PRESSES + 0.05)
