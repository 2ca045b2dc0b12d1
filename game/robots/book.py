"""The book of Hyper Robots' puzzles: its own calendar (`daily.py`) with grades, and seeds to practise from.

`assets/puzzles/robots.json` has a row for each day of the calendar and each seed, made by `python -m lab.puzzles.bake
robots`. A puzzle has no line: the solver finds a route, and several may be shortest.
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
from game.core.rules import GameError, HouseFileError
from game.core.safe_json import read_json
from game.puzzles.puzzle import GRADES, Evidence, Puzzle
from game.puzzles.stored import FOLDER
from game.robots import SPEC
from game.robots.daily import puzzle_of_the_day, seeds_of_the_days

VERSION: Final = 1
BY: Final = "robots-solver 2"
THEMES: Final = ("alone", "helper", "helpers", "reflectors", "only_route", "long")
Row: TypeAlias = tuple[int, ...]
"""Moves of a shortest route, grade, and the indexes of its themes."""


@dataclass(frozen=True, slots=True)
class BookFile:
    """The whole file: `days` go with the seeds of the calendar, `practice` with `seeds`."""

    version: Annotated[int, Range(VERSION, VERSION)]
    days: tuple[Row, ...]
    seeds: tuple[int, ...]
    practice: tuple[Row, ...]

    def __post_init__(self) -> None:
        for row in (*self.days, *self.practice):
            moves, grade, *themes = row if len(row) > 1 else (0, 0)
            if moves < 1 or grade not in GRADES or not all(0 <= theme < len(THEMES) for theme in themes):
                raise GameError(f"{list(row)} is no row of moves, grade and themes")
        if len(self.seeds) != len(self.practice):
            raise GameError("there are not as many rows to practise as seeds")


class RobotsBook:
    """See `game.puzzles.book.Book`."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._path = folder / "robots.json"

    def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day, that of the game's own calendar."""
        return self._of_seed(puzzle_of_the_day(day))

    def calendar(self) -> Sequence[Puzzle]:
        """Return the puzzles of all days, four years of them."""
        return [self._of_seed(seed) for seed in seeds_of_the_days()]

    def practice(self) -> Sequence[Puzzle]:
        """Others, as many of each grade."""
        return [_puzzle(seed, row) for seed, row in zip(self._page.seeds, self._page.practice, strict=True)]

    def _of_seed(self, seed: int) -> Puzzle:
        if seed not in self._days:
            raise HouseFileError(f"{self._path}: the puzzles do not go with those of the days: there is no {seed}")
        return _puzzle(seed, self._days[seed])

    @functools.cached_property
    def _days(self) -> dict[int, Row]:
        return dict(zip(seeds_of_the_days(), self._page.days, strict=False))

    @functools.cached_property
    def _page(self) -> BookFile:
        """What the file holds. Raises HouseFileError naming it and the place of what is wrong."""
        try:
            return decode(BookFile, read_json(self._path.read_text(encoding="utf-8")), fields="exact")
        except (OSError, DecodeError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise HouseFileError(f"{self._path}: the puzzles cannot be read: {reason}") from None


def _puzzle(seed: int, row: Row) -> Puzzle:
    moves, grade, *themes = row
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
        themes=tuple(THEMES[theme] for theme in themes),
        evidence=Evidence("proven", BY, {"moves": moves}),
        plies=moves,
    )


BOOK = RobotsBook()
