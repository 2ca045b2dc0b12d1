"""Grades of Hyper Robots' puzzles of the days, and puzzles to practise from, by the solver."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from game.core.options import resolve
from game.puzzles.puzzle import GRADES
from game.puzzles.stored import FOLDER
from game.robots import SPEC, rules
from game.robots.book import THEMES, VERSION, Row
from game.robots.daily import seeds_of_the_days
from game.robots.difficulty import MOST_ROUTES, difficulty, effort
from game.robots.route import corners, walk
from game.robots.search.solver import Solver
from game.robots.state import Move
from game.robots.turns import target_of

EDGES = (5.0, 7.0, 9.0, 11.0)
"""The least hardness of the grades 2 to 5."""

BEND = 0.3
"""Moves of effort that a reflector takes which turns a robot on the easiest route."""

EACH = 40  # puzzles of each grade to practise from
FIRST = 2_000_000  # the first seed for them: none that the days or the older list have
LEAST_MOVES = 3
LONG = 9  # moves of a puzzle with the theme "long"


class Grader:
    """Grades seeds of practice games."""

    def __init__(self) -> None:
        self._solver = Solver()

    def row(self, seed: int) -> Row | None:
        """The row of a seed; None where there is no route."""
        state = rules.start(resolve(SPEC.options, {"players": 1}), seed)
        rule = state.settings.one_move_rule
        found = self._solver.solve_all(state.board, state.robots, target_of(state), rule, most=MOST_ROUTES)
        if not found.routes:
            return None
        easiest = min(found.routes, key=effort)
        bends = sum(len(corners(slide)) for slide in walk(state.board, state.robots, easiest))
        grade = 1 + sum(difficulty(found.routes) + BEND * bends >= edge for edge in EDGES)
        return len(easiest), grade, *map(THEMES.index, themes(found.routes, easiest, bends))


def themes(routes: Sequence[Sequence[Move]], easiest: Sequence[Move], bends: int) -> list[str]:
    """What a puzzle is about."""
    helpers = len({move.colour for move in easiest}) - 1
    found = {
        "alone": helpers == 0,
        "helper": helpers == 1,
        "helpers": helpers > 1,
        "reflectors": bends > 0,
        "only_route": len(routes) == 1,
        "long": len(easiest) >= LONG,
    }
    return [theme for theme, holds in found.items() if holds]


def table() -> dict[str, Any]:
    """What the file holds."""
    grader = Grader()
    days = [grader.row(seed) for seed in seeds_of_the_days()]
    practice: dict[int, Row] = {}
    seed = FIRST
    while len(practice) < EACH * len(GRADES):
        row = grader.row(seed)
        if row and row[0] >= LEAST_MOVES and sum(one[1] == row[1] for one in practice.values()) < EACH:
            practice[seed] = row
        seed += 1
    return {"days": days, "seeds": list(practice), "practice": list(practice.values())}


def write() -> None:
    """Write the file, twenty rows on a line."""
    parts = [f'"version": {VERSION}']
    for name, rows in table().items():
        texts = [json.dumps(row, separators=(",", ":")) for row in rows]
        lines = (",".join(texts[at : at + 20]) for at in range(0, len(texts), 20))
        parts.append(f'"{name}": [\n' + ",\n".join(lines) + "\n]")
    path = FOLDER / "robots.json"
    path.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")
    print(f"{path} is written")
