"""Puzzles by the thousand: processor time of their optima and of how many routes they have.

pytest tests/benchmarks/test_robots_batches_benchmark.py -m benchmark -n 0 -s
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable

import pytest

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.difficulty import MOST_ROUTES
from game.robots.solver import Solver
from game.robots.state import State
from game.robots.turns import target_of

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

PUZZLES = 10_000
OPTIMA_SECONDS = 60
ROUTES_SECONDS = 300


def batch(what: Callable[[State], int]) -> tuple[float, Counter[int]]:
    """Seconds of one core for what is asked of all puzzles, and the answers."""
    options = resolve(SPEC.options, {"players": 1})
    spent, found = 0.0, Counter[int]()
    for seed in range(PUZZLES):
        state = rules.start(options, seed)
        started = time.thread_time()
        found[what(state)] += 1
        spent += time.thread_time() - started
    return spent, found


def test_ten_thousand_puzzles_of_the_box() -> None:
    solver = Solver()
    state = rules.start(resolve(SPEC.options, {}), 0)
    solver.prepare(state.board, state.robots, target_of(state))

    def moves(state: State) -> int:
        return len(solver.solve(state.board, state.robots, target_of(state)).route or ())

    def routes(state: State) -> int:
        return len(solver.solve_all(state.board, state.robots, target_of(state), most=MOST_ROUTES).routes)

    for name, what, limit in (("moves", moves, OPTIMA_SECONDS), ("routes", routes, ROUTES_SECONDS)):
        seconds, found = batch(what)
        print(f"\n{PUZZLES} puzzles, {name}: {seconds:.1f} s, mean {statistics.fmean(found.elements()):.2f}")
        print(" ".join(f"{number}:{count}" for number, count in sorted(found.items())))
        assert seconds <= limit
