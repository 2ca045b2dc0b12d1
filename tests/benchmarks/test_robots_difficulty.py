"""How hard random set-ups are: a histogram of the shortest routes. pytest tests/benchmarks -m benchmark -n 0 -s"""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any

import pytest

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.solver import Solver
from game.robots.turns import target_of

SET_UPS = 1_000
DEEPEST = 20
SECONDS = 60  # for one puzzle; as good as no limit, but a hanging search would show


def optimum(solver: Solver, options: dict[str, Any], seed: int) -> int | None:
    """The number of moves that the first chip of a game takes; None where more than DEEPEST."""
    state = rules.start(options, seed)
    rule = state.settings.one_move_rule
    found = solver.solve(state.board, state.robots, target_of(state), rule, max_moves=DEEPEST, seconds=SECONDS)
    assert found.reason != "seconds"
    return None if found.route is None else len(found.route)


@pytest.mark.benchmark
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    "options",
    [{"reflectors": True}, {"reflectors": False}, {"sheets": "generated"}],
    ids=["reflectors", "plain", "generated"],
)
def test_random_set_ups_are_neither_trivial_nor_hopeless(options: dict[str, Any]) -> None:
    solver = Solver()
    complete = resolve(SPEC.options, options)
    found = Counter(optimum(solver, complete, seed) for seed in range(SET_UPS))
    unsolved = found.pop(None, 0)
    mean = statistics.fmean(found.elements())
    print(f"\n{options}: {SET_UPS} set-ups, mean optimum {mean:.2f} moves, {unsolved} not solvable in {DEEPEST}")
    for moves, count in sorted(found.items()):
        print(f"{moves:3} {count:4} {'#' * (count // 4)}")
    assert 5 <= mean <= 7.5
    assert unsolved < 0.03 * SET_UPS
