"""What a game's puzzles are divided into: the days of a calendar, packs to practise from, a rising order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from random import Random

from game.core.rules import GameError
from game.puzzles.puzzle import GRADES, Puzzle

DAYS_OF_A_WEEK = 7


class UnknownPackError(GameError):
    """A pack that the book does not have; the message names those that it has."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles that have something in common, the easiest first: `id` is "grade-3", or "theme-jump"."""

    id: str
    puzzles: tuple[Puzzle, ...]


def index_of_day(day: date, days: int) -> int:
    """The place of a day in a calendar of so many days that begins on a Monday."""
    return (day.toordinal() - 1) % days  # the first day that `date` knows is a Monday


def order_rising(puzzles: Iterable[Puzzle], chance: Random, each: int) -> list[Puzzle]:
    """All `puzzles` in an order by chance: `each` of every grade, the easiest first, then the others, hardest first.

    The first of a grade are of the half that wins sooner, where it is known how soon.
    """
    mixed = sorted(puzzles, key=lambda puzzle: puzzle.id)
    chance.shuffle(mixed)
    groups = [[puzzle for puzzle in mixed if puzzle.grade == grade] for grade in GRADES]
    first = [puzzle for group in groups for puzzle in sorted(group, key=_is_long(group))[:each]]
    chosen = {puzzle.id for puzzle in first}
    return first + [puzzle for group in reversed(groups) for puzzle in group if puzzle.id not in chosen]


def _is_long(puzzles: Iterable[Puzzle]) -> Callable[[Puzzle], bool]:
    """Whether one of these puzzles takes longer to win than half of those of which it is known."""
    known = sorted(puzzle.plies for puzzle in puzzles if puzzle.plies is not None)
    most = known[(len(known) - 1) // 2] if known else 0
    return lambda puzzle: puzzle.plies is not None and puzzle.plies > most


def packs(puzzles: Iterable[Puzzle]) -> tuple[Pack, ...]:
    """The puzzles by grade, then by theme, the most frequent theme first; none is empty."""
    listed = sorted(puzzles, key=lambda puzzle: puzzle.grade)
    themes: dict[str, list[Puzzle]] = {}
    for puzzle in listed:
        for theme in puzzle.themes:
            themes.setdefault(theme, []).append(puzzle)
    found = [Pack(f"grade-{grade}", tuple(one for one in listed if one.grade == grade)) for grade in GRADES]
    often = sorted(themes, key=lambda theme: (-len(themes[theme]), theme))
    found += [Pack(f"theme-{theme}", tuple(themes[theme])) for theme in often]
    return tuple(pack for pack in found if pack.puzzles)


def pack_of(puzzles: Iterable[Puzzle], name: str) -> Pack:
    """The pack of this id. Raises UnknownPackError."""
    found = {pack.id: pack for pack in packs(puzzles)}
    if name not in found:
        raise UnknownPackError(f"unknown pack {name!r} (known: {', '.join(found)})")
    return found[name]
