"""Hyper Robots: puzzles of the day and for practice, as seeds of games for one, graded by the solver.

Run it again when the box or the use of random numbers changes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from game.core.options import resolve
from game.puzzles.puzzle import GRADES
from game.robots import SPEC, rules
from game.robots.bidding import MOST_ROUTES, difficulty, effort
from game.robots.notation import corners, walk
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Move
from lab.puzzles import pages
from lab.puzzles.pages import Rows

BY = "robots-solver 2"
BANDS = ((3, 4.5), (4.5, 6), (6, 7.5), (7.5, 9), (9, 10.5), (10.5, 12), (12, 20))
"""For Monday to Sunday: the least difficulty, and the limit that it must stay below (`game/robots/bidding.py`)."""

WEEKS = 209
"""The number of weeks in four years."""

FIRST_OF_DAYS = 1_000_000
"""The first seed for puzzles of the day; the seeds in `assets/puzzles.json` are smaller."""

EDGES = (5.0, 7.0, 9.0, 11.0)
"""The least difficulty of the grades 2 to 5."""

BEND = 0.3
"""The effort, in moves, added for each reflector that turns a robot on the easiest route."""

# The number of practice puzzles of each grade.
EACH = 40
# The first seed of practice puzzles. The calendar and `assets/puzzles.json` have smaller seeds.
FIRST = 2_000_000
LEAST_MOVES = 3
# The least moves of a puzzle with the theme "long".
LONG = 9


HARDEST = {
    3_000_024: (
        24,
        "DriftingDroids 0765+42+2E21BD0F+93",
        "!DriftingDroids_game!91A19DC5!AAAEj3ja5VSxDcIwELyz6QGJkoYFUiJWoaZkHJZgAcoMQckClKwAfyYR8duW6PPSXXKf8/9bsQwA"
        "K2Fh1Bl2ht6wNIAuUg7fyEQ1fs6GjURhYZb3vlKzyPOf2dwmWgvojfmcefdRkZXZck1MG7vaHAvUNJvTuV2w0p8V/2QFXXJ2/5vFgZ/3AbBY"
        "Gzbpbcug+yGZOkTjfRQf3ro7jvqIU9DjHOW5BPE1KnODuA/y30V4pPpPSrww+PkB7qgMBg==!",
    ),
    3_000_025: (
        25,
        "DriftingDroids 7650+42+E2302B12+C9",
        "!DriftingDroids_game!D3044FE6!AAAEj3ja5VS7EcIwDNWzGQAYgAXSwBJsQklFxxrpWYCKJbhjjfTMAHo+iK1E9gLR3dPJz/pZ9llEZE2s"
        "VA2KvaJTbBWCiYgR/OAKsh59gLqnYUAyZyjjinW1dm4OXg0UFtoZ7BFgEkEmbYk3IFuutY//QAGYwY2DR735Rn07S7sPZ4X5xS3lvuE9+AU/"
        "AJVN+gui6l3iukD7gKD6GMmcaMo5BVw+/EeukVQf6XkD9V3IPFLGZ6D9CgwYUsdvupDBF+1xDK0=!",
    ),
}
"""The two hardest known positions of the classic boards, by number: the moves of their solution, DriftingDroids' id for
the game, and its code."""


class Grader:
    """Grades seeds of practice games."""

    def __init__(self) -> None:
        self._solver = Solver()

    def graded(self, seed: int) -> tuple[float, dict[str, Any]] | None:
        """Return the difficulty of a seed's puzzle, and its row; None if there is no route."""
        state = rules.start(resolve(SPEC.options, {"players": 1}), seed)
        rule = state.settings.one_move_rule
        found = self._solver.solve_all(state.board, state.robots, target_of(state), rule, most=MOST_ROUTES)
        if not found.routes:
            return None
        easiest, hard = min(found.routes, key=effort), difficulty(found.routes)
        bends = sum(len(corners(slide)) for slide in walk(state.board, state.robots, easiest))
        row = {
            **pages.ROUTE,
            "id": seed,
            "grade": 1 + sum(hard + BEND * bends >= edge for edge in EDGES),
            "themes": " ".join(themes(found.routes, easiest, bends)),
            "legal": len(rules.legal(state, 0)),
            "plies": len(easiest),
        }
        return hard, row


def themes(routes: Sequence[Sequence[Move]], easiest: Sequence[Move], bends: int) -> list[str]:
    """Return the themes of a puzzle."""
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


def days(grader: Grader, weeks: int) -> Rows:
    """Return the rows of `weeks` weeks, Monday first: for each weekday the first puzzles in its band of difficulty."""
    found: list[Rows] = [[] for _ in BANDS]
    for seed in itertools.count(FIRST_OF_DAYS):
        if all(len(rows) == weeks for rows in found):
            break
        graded = grader.graded(seed)
        for rows, (least, below) in zip(found, BANDS, strict=True):
            if graded is not None and least <= graded[0] < below and len(rows) < weeks:
                rows.append(graded[1])
    return [row for week in zip(*found, strict=True) for row in week]


def practice(grader: Grader) -> Rows:
    """Return the rows of the first EACH puzzles of each grade."""
    found: Rows = []
    for seed in itertools.count(FIRST):
        if len(found) == EACH * len(GRADES):
            break
        graded = grader.graded(seed)
        if graded is None or graded[1]["plies"] < LEAST_MOVES:
            continue
        if sum(row["grade"] == graded[1]["grade"] for row in found) < EACH:
            found.append(graded[1])
    return found


def hardest() -> Rows:
    """Return the rows of the hardest known positions; the tests prove their numbers of moves."""
    return [
        {
            **pages.ROUTE,
            "id": number,
            "grade": GRADES[-1],
            "themes": "hardest",
            "legal": len(rules.legal(rules.start(resolve(SPEC.options, {"players": 1, "sheets": code}), number), 0)),
            "plies": moves,
            "options": {"sheets": code},
            "figures": {"source": source},
        }
        for number, (moves, source, code) in HARDEST.items()
    ]


def write() -> None:
    """Write the file."""
    grader = Grader()
    of_days = days(grader, WEEKS)
    rows = sorted(of_days, key=lambda row: row["id"]) + practice(grader) + hardest()
    print(f"{pages.write('robots', BY, 0, [row['id'] for row in of_days], rows)} is written")
