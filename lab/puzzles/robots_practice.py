"""Find practice puzzles of Hyper Robots by difficulty: seeds of games for one.

A puzzle's grade follows from the length of the shortest route, and from how hard that route is to find. A route with a
helper robot is harder to find, and so is a shortest route that is the only one.

    python -m lab.puzzles.robots_practice

writes `assets/puzzles.json`. Run it again when the box or the use of random numbers changes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.bidding import MOST_ROUTES, difficulty
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Move

ASSETS = Path(__file__).resolve().parents[2] / "assets"
GRADES = {
    "easy": ((2, 4), (0, 5)),
    "medium": ((5, 6), (3.5, 7.5)),
    "hard": ((7, 9), (6.5, 11)),
    "expert": ((10, 20), (9.5, 30)),
}
"""The least and most moves, and the least and most difficulty (`game/robots/bidding.py`)."""

EACH = 60


def seeds_by_grade(reflectors: bool) -> dict[str, list[int]]:
    """Return the first EACH seeds of every grade."""
    solver = Solver()
    options = resolve(SPEC.options, {"players": 1, "reflectors": reflectors})
    found: dict[str, list[int]] = {grade: [] for grade in GRADES}
    seed = 0
    while any(len(seeds) < EACH for seeds in found.values()):
        routes = shortest(solver, options, seed)
        for grade, ((least, most), (easiest, hardest)) in GRADES.items():
            is_as_long = bool(routes) and least <= len(routes[0]) <= most
            if is_as_long and easiest <= difficulty(routes) <= hardest and len(found[grade]) < EACH:
                found[grade].append(seed)
        seed += 1
    return found


def shortest(solver: Solver, options: dict[str, Any], seed: int) -> Sequence[Sequence[Move]]:
    """Return the shortest routes for the first chip, if any."""
    state = rules.start(options, seed)
    rule = state.settings.one_move_rule
    return solver.solve_all(state.board, state.robots, target_of(state), rule, most=MOST_ROUTES).routes


def main() -> None:
    """Write the file."""
    table = {kind: seeds_by_grade(kind == "reflectors") for kind in ("plain", "reflectors")}
    lines = [
        f'  "{kind}": {{\n' + ",\n".join(f'    "{grade}": {seeds}' for grade, seeds in grades.items()) + "\n  }"
        for kind, grades in table.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    assert json.loads(text) == table
    (ASSETS / "puzzles.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
