"""Practice: which puzzle comes next, the stars of a route, and hints that reveal a little more each time."""

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
# They reveal the number of moves, the robots, the first move, and the whole route.
HINTS: Final = 4
# The number of puzzles whose hints are remembered.
MOST_PUZZLES: Final = 50
GRADE: Final = Setting("robots.practice", Choice(GRADES), DEFAULT_GRADE)
"""The difficulty of the next puzzle."""


class HintsTaken(ValueKind):
    """The number of hints given for each puzzle, by seed. The latest puzzle is last. Invalid data is ignored."""

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
    """Return the seed of a puzzle of difficulty `wanted`. `choose` picks one of several seeds.

    Return None if no seed is known, for example if the sheets are chosen or the robots are placed by hand.
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
    """Return the seed of a game for several players, with a first chip that suits them.

    Beginners play without reflectors, so a game without reflectors begins with an easy or a medium chip.
    A game with reflectors begins with any chip that is not for experts. Later chips are not considered, because they
    depend on the robots' cells. Return None if sheets or placement are chosen.
    """
    if options["sheets"] is not None or options["placement"] is not None:
        return None
    kind, grades = ("reflectors", GRADES[:3]) if options["reflectors"] else ("plain", GRADES[:2])
    table = assets.data(TABLE)[kind]
    return choose([seed for wanted in grades for seed in table[wanted]])


def by_chance(seeds: Sequence[int]) -> int:
    """Return one of `seeds` at random."""
    return random.SystemRandom().choice(seeds)


def stars(moves: int, best: int, hints: int) -> int:
    """Return the stars of a route: three for the shortest one, one less for each extra move and each hint, and at least
    one.
    """
    return max(1, MOST_STARS - max(0, moves - best) - hints)


def searching_text(t: phrases.Text, bound: int | None) -> str:
    """Return the text that stands in place of a hint while the search for the shortest route runs.

    The route has at least `bound` moves.
    """
    return t("robots.review.looking") if bound is None else t("robots.hint.at_least", count=bound)


def hints(t: phrases.Text, best: Sequence[Move], grades: int, why: str = "") -> list[str]:
    """Return the first `grades` hints in words.

    The whole route replaces the hints about the robots and the first move. `why` comes last.
    """
    count = t("robots.hint.count", count=len(best))
    if grades == HINTS:
        return [count, t("robots.hint.route", moves=phrases.runs(t, best)), *filter(None, [why])]
    robots = list(dict.fromkeys(move.colour for move in best))
    texts = [
        count,
        t("robots.hint.robots", robots=phrases.list_text(t, [t(f"robots.colour.{robot}") for robot in robots])),
        t("robots.hint.first", move=phrases.route(t, best[:1])),
    ]
    return texts[:grades] if grades < len(texts) else [*texts, *filter(None, [why])]
