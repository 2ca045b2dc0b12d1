"""Choose the puzzles of the days: seeds of games for one, as hard as their weekday wants.

    python -m lab.puzzles.daily

writes `assets/daily.json` in about two minutes. It is to be run again when the box or the way chance is used changes.
"""

from __future__ import annotations

import json
from pathlib import Path

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.daily import DAYS_OF_A_WEEK
from game.robots.difficulty import MOST_ROUTES, difficulty
from game.robots.search.solver import Solver
from game.robots.turns import target_of

ASSETS = Path(__file__).resolve().parents[2] / "assets"
BANDS = ((3, 4.5), (4.5, 6), (6, 7.5), (7.5, 9), (9, 10.5), (10.5, 12), (12, 20))
"""For Monday to Sunday how hard a puzzle is at least, and than what it is easier (`game/robots/difficulty.py`)."""

WEEKS = 209
"""Four years."""

FIRST = 1_000_000
"""The first seed that is looked at: none of those that practice has."""


def seeds_of_weeks(weeks: int) -> list[int]:
    """Seeds for so many weeks from Monday on: for each weekday the first that are found."""
    solver = Solver()
    found: list[list[int]] = [[] for _ in BANDS]
    seed = FIRST
    while any(len(seeds) < weeks for seeds in found):
        hard = hardness(solver, seed)
        for seeds, (least, below) in zip(found, BANDS, strict=True):
            if hard is not None and least <= hard < below and len(seeds) < weeks:
                seeds.append(seed)
        seed += 1
    return [seed for week in zip(*found, strict=True) for seed in week]


def hardness(solver: Solver, seed: int) -> float | None:
    """How hard the puzzle of a seed is; None where there is no route."""
    state = rules.start(resolve(SPEC.options, {"players": 1}), seed)
    rule = state.settings.one_move_rule
    found = solver.solve_all(state.board, state.robots, target_of(state), rule, most=MOST_ROUTES)
    return difficulty(found.routes) if found.routes else None


def main() -> None:
    """Write the file, a week on each line."""
    seeds = seeds_of_weeks(WEEKS)
    weeks = [seeds[day : day + DAYS_OF_A_WEEK] for day in range(0, len(seeds), DAYS_OF_A_WEEK)]
    text = "[\n" + ",\n".join("  " + ", ".join(map(str, week)) for week in weeks) + "\n]\n"
    assert json.loads(text) == seeds
    (ASSETS / "daily.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
