"""Find practice puzzles of robots by difficulty: seeds of games for one, by the length of the shortest route.

    python -m tools.bake_puzzles

writes `assets/puzzles.json`. It is to be run again when the box or the way chance is used changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.solver import Solver
from game.robots.turns import target_of

ASSETS = Path(__file__).resolve().parents[1] / "assets"
GRADES = {"easy": (2, 4), "medium": (5, 6), "hard": (7, 9), "expert": (10, 20)}
EACH = 60


def seeds_by_grade(reflectors: bool) -> dict[str, list[int]]:
    """EACH seeds of every grade, the first that are found."""
    solver = Solver()
    options = resolve(SPEC.options, {"players": 1, "reflectors": reflectors})
    found: dict[str, list[int]] = {grade: [] for grade in GRADES}
    seed = 0
    while any(len(seeds) < EACH for seeds in found.values()):
        length = shortest(solver, options, seed)
        for grade, (least, most) in GRADES.items():
            if least <= length <= most and len(found[grade]) < EACH:
                found[grade].append(seed)
        seed += 1
    return found


def shortest(solver: Solver, options: dict[str, Any], seed: int) -> int:
    """The length of the shortest route for the first chip, 0 where there is none."""
    state = rules.start(options, seed)
    answer = solver.solve(state.board, state.robots, target_of(state), state.settings.one_move_rule)
    return len(answer.route or ())


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
