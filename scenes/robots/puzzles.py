"""Practice: which puzzle comes next, how good a route was, and hints that tell a little more each time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from typing import ClassVar, Final

from game.core.kinds import Choice, Setting, ValueKind
from game.core.rules import Options
from game.puzzles.puzzle import MOST_STARS
from game.registry import puzzle_of_day
from game.robots import SPEC
from game.robots.state import Move
from scenes.kit.drawing.assets import Assets
from scenes.robots import phrases

GRADES: Final = ("easy", "medium", "hard", "expert", "today")
DEFAULT_GRADE: Final = "easy"
TABLE: Final = "puzzles.json"
HINTS: Final = 4  # how many moves, which robots, the first move, the whole route
MOST_PUZZLES: Final = 50  # whose hints are remembered
GRADE: Final = Setting("robots.practice", Choice(GRADES), DEFAULT_GRADE)
"""The difficulty of the next puzzle."""


class HintsTaken(ValueKind):
    """How many hints were asked for, by the puzzle's seed, the latest puzzles last; what is stored wrongly is none."""

    type: ClassVar[str] = "list"

    @property
    def range(self) -> str:
        return "a list of pairs"

    def read(self, value: object) -> dict[int, int]:
        pairs = [tuple(pair) for pair in value if isinstance(pair, (list, tuple))] if isinstance(value, list) else []
        return {pair[0]: min(HINTS, max(0, pair[1])) for pair in pairs if list(map(type, pair)) == [int, int]}

    def plain(self, value: dict[int, int]) -> list[object]:
        return list(value.items())


TAKEN: Final = Setting("robots.practice.hints", HintsTaken(), {})


def seed_for(
    assets: Assets, wanted: str, options: Options, today: date, choose: Callable[[Sequence[int]], int]
) -> int | None:
    """The seed of a puzzle as hard as is `wanted`; None where it is not known, as with chosen sheets or placement.

    `choose` picks one of several.
    """
    if wanted == "today":
        puzzle = puzzle_of_day(SPEC.id, today)
        return None if puzzle is None else puzzle.seed
    if options["sheets"] is not None or options["placement"] is not None:
        return None
    kind = "reflectors" if options["reflectors"] else "plain"
    seeds: list[int] = assets.data(TABLE)[kind][wanted]
    return choose(seeds)


def capped_seed(assets: Assets, options: Options, choose: Callable[[Sequence[int]], int]) -> int | None:
    """The seed of a game of several whose first chip is no harder than its table wants.

    Without reflectors, as beginners play, it is an easy or a medium one; else any but those for experts. Later chips
    lie as the robots have been left. None where sheets or placement are chosen.
    """
    if options["sheets"] is not None or options["placement"] is not None:
        return None
    kind, grades = ("reflectors", GRADES[:3]) if options["reflectors"] else ("plain", GRADES[:2])
    table = assets.data(TABLE)[kind]
    return choose([seed for wanted in grades for seed in table[wanted]])


def by_chance(seeds: Sequence[int]) -> int:
    """One of `seeds`."""
    return random.SystemRandom().choice(seeds)


def stars(moves: int, best: int, hints: int) -> int:
    """Three stars for the shortest route, one less for each move more and each hint, one at least."""
    return max(1, MOST_STARS - max(0, moves - best) - hints)


def searching_text(t: phrases.Text, bound: int | None) -> str:
    """Return the text of a hint while the shortest route is looked for; it is known to have `bound` moves at least."""
    return t("robots.review.looking") if bound is None else t("robots.hint.at_least", count=bound)


def hints(t: phrases.Text, best: Sequence[Move], grades: int, why: str = "") -> list[str]:
    """The first `grades` hints in words; the whole route has the first move in it. `why` is told with these two."""
    count = t("robots.hint.count", count=len(best))
    if grades == HINTS:
        return [count, t("robots.hint.route", moves=phrases.runs(t, best)), *filter(None, [why])]
    robots = list(dict.fromkeys(move.colour for move in best))
    said = [
        count,
        t("robots.hint.robots", robots=phrases.list_text(t, [t(f"robots.colour.{robot}") for robot in robots])),
        t("robots.hint.first", move=phrases.route(t, best[:1])),
    ]
    return said[:grades] if grades < len(said) else [*said, *filter(None, [why])]
