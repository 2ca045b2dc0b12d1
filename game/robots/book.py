"""The book of Hyper Robots' puzzles: its own calendar (`daily.py`) with grades, and seeds to practise from.

`assets/puzzles/robots.json` has a row of seed, moves of a shortest route, grade and themes for each, made by
`python -m tools.bake_puzzles robots`. A puzzle has no line: whoever wants a route asks the solver, and several may be
shortest.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from game.core.decode import DecodeError, Range, decode
from game.core.options import resolve
from game.core.rules import HouseFileError
from game.core.safe_json import read_json
from game.puzzles.puzzle import Evidence, Puzzle
from game.puzzles.stored import FOLDER
from game.robots import SPEC
from game.robots.daily import puzzle_of_the_day, seeds_of_the_days

VERSION: Final = 1
BY: Final = "robots-solver 2"
Row: TypeAlias = tuple[int, Annotated[int, Range(1)], Annotated[int, Range(1, 5)], str]
"""Seed, moves, grade, themes with spaces between."""


@dataclass(frozen=True, slots=True)
class Page:
    """The whole file."""

    version: Annotated[int, Range(VERSION, VERSION)]
    days: tuple[Row, ...]
    practice: tuple[Row, ...]


class RobotsBook:
    """See `game.puzzles.book.Book`."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._path = folder / "robots.json"

    def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day, that of the game's own calendar."""
        return self._of_seed(puzzle_of_the_day(day))

    def calendar(self) -> Sequence[Puzzle]:
        """Those of all days, four years of them."""
        return [self._of_seed(seed) for seed in seeds_of_the_days()]

    def practice(self) -> Sequence[Puzzle]:
        """Others, as many of each grade."""
        return [_puzzle(row) for row in self._page.practice]

    def _of_seed(self, seed: int) -> Puzzle:
        if seed not in self._days:
            raise HouseFileError(f"{self._path}: the puzzles do not go with those of the days: there is no {seed}")
        return _puzzle(self._days[seed])

    @functools.cached_property
    def _days(self) -> dict[int, Row]:
        return {row[0]: row for row in self._page.days}

    @functools.cached_property
    def _page(self) -> Page:
        """What the file holds. Raises HouseFileError naming it and the place of what is wrong."""
        try:
            return decode(Page, read_json(self._path.read_text(encoding="utf-8")), fields="exact")
        except (OSError, DecodeError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise HouseFileError(f"{self._path}: the puzzles cannot be read: {reason}") from None


def _puzzle(row: Row) -> Puzzle:
    seed, moves, grade, themes = row
    return Puzzle(
        id=f"robots-{seed}",
        game="robots",
        options=resolve(SPEC.options, {"players": 1}),
        seed=seed,
        actions=(),
        side=0,
        task="route",
        moves=moves,
        grade=grade,
        themes=tuple(themes.split()),
        evidence=Evidence("proven", BY, {"moves": moves}),
        plies=moves,
    )


BOOK = RobotsBook()
