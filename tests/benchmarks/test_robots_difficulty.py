"""How hard random set-ups of Hyper Robots are, and what their solving costs: processor time of the optima and of how
many routes there are; and how often each level wins against the one below. pytest tests/benchmarks -m benchmark -n 0 -s
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.robots import SPEC, rules
from game.robots.bidding import MOST_ROUTES
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import State
from game.tournament.match import Match
from game.tournament.runner import run

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

MANY, SOME = 10_000, 1_000  # set-ups
DEEPEST = 20
ROUNDS = 200
EVEN = (0.6, 0.85)  # the share of chips that a level wins against the one below it
AT_THE_BOTTOM = (0.6, 0.95)  # and the second against the first, which beginners are to beat
SECONDS = 60  # for one puzzle; as good as no limit, but a hanging search would show


def moves(solver: Solver, state: State) -> int:
    """The number of moves that the first chip takes; 0 where more than DEEPEST."""
    rule = state.settings.one_move_rule
    found = solver.solve(state.board, state.robots, target_of(state), rule, max_moves=DEEPEST, seconds=SECONDS)
    assert found.reason != "seconds"
    return len(found.route or ())


def routes(solver: Solver, state: State) -> int:
    """How many shortest routes there are."""
    return len(solver.solve_all(state.board, state.robots, target_of(state), most=MOST_ROUTES).routes)


@pytest.mark.parametrize(
    ("what", "options", "count", "limit"),
    [
        (moves, {"reflectors": True}, SOME, 60),
        (moves, {"reflectors": False}, SOME, 60),
        (moves, {"sheets": "generated"}, SOME, 60),
        (moves, {"players": 1}, MANY, 60),
        (routes, {"players": 1}, MANY, 300),
    ],
)
def test_set_ups_are_neither_trivial_nor_hopeless(
    what: Callable[[Solver, State], int], options: dict[str, Any], count: int, limit: float
) -> None:
    solver, complete = Solver(), resolve(SPEC.options, options)
    first = rules.start(complete, 0)
    solver.prepare(first.board, first.robots, target_of(first))
    spent, found = 0.0, Counter[int]()
    for seed in range(count):
        state = rules.start(complete, seed)
        started = time.thread_time()
        found[what(solver, state)] += 1
        spent += time.thread_time() - started
    unsolved = found.pop(0, 0)
    mean = statistics.fmean(found.elements())
    print(f"\n{options}: {what.__name__} of {count} in {spent:.1f} s, mean {mean:.2f}, {unsolved} unsolved")
    for number, often in sorted(found.items()):
        print(f"{number:3} {often:4} {'#' * (often * 250 // count)}")
    assert spent <= limit and unsolved < 0.03 * count
    assert what is routes or 5 <= mean <= 7.5


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_level_beats_the_one_below_by_about_as_much(level: int) -> None:
    """In virtual time, by games to one chip, with new sheets and robots each; what nobody wins is drawn again."""
    options = resolve(SPEC.options, {"chips_to_win": 1})
    seats = (SeatConfig("ai", level), SeatConfig("ai", level - 1))
    result = run(Match(SPEC.id, options, seats, 1000), ROUNDS)
    print(f"\n{result.table()}")
    stronger, weaker = result.standings()
    assert stronger.wins + weaker.wins == ROUNDS
    low, high = AT_THE_BOTTOM if level == 2 else EVEN
    assert low <= stronger.score <= high
