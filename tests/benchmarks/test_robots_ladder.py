"""The ladder of the robots' levels: who wins the chip, in virtual time. pytest tests/benchmarks -m benchmark -n 0 -s"""

from __future__ import annotations

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.robots import SPEC
from game.tournament.match import Match
from game.tournament.runner import run

ROUNDS = 200
EVEN = (0.6, 0.85)  # the share of chips that a level wins against the one below it
AT_THE_BOTTOM = (0.6, 0.95)  # and the second against the first, which beginners are to beat


@pytest.mark.benchmark
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_level_beats_the_one_below_by_about_as_much(level: int) -> None:
    """A game to one chip is a round, with new sheets and robots each time; what nobody wins is drawn again."""
    options = resolve(SPEC.options, {"chips_to_win": 1})
    seats = (SeatConfig("ai", level), SeatConfig("ai", level - 1))
    result = run(Match(SPEC.id, options, seats, 1000), ROUNDS)
    print(f"\n{result.table()}")
    stronger, weaker = result.standings()
    assert stronger.wins + weaker.wins == ROUNDS
    low, high = AT_THE_BOTTOM if level == 2 else EVEN
    assert low <= stronger.score <= high
