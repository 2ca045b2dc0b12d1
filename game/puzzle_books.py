"""What the games' books of puzzles have; one that is damaged has none, which is logged."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeVar

from game.core.rules import HouseFileError
from game.puzzles.puzzle import Puzzle
from game.puzzles.stored import StoredBook
from game.registry import book_of, find

Read = TypeVar("Read")
log = logging.getLogger(__name__)


def puzzle_of_day(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day; None where there is none that can be read."""
    return _read(game, lambda book: book.of_day(day))


def calendar_of(game: str) -> Sequence[Puzzle]:
    """The puzzles of all days of a game; none where they cannot be read."""
    return _read(game, lambda book: book.calendar()) or ()


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """A game's puzzles to practise from; none where they cannot be read."""
    return _read(game, lambda book: book.practice()) or ()


def _read(game: str, wanted: Callable[[StoredBook], Read]) -> Read | None:
    """What is wanted of a game's book; None where it has none, or one that is damaged, which is logged."""
    book = book_of(find(game))
    try:
        return None if book is None else wanted(book)
    except HouseFileError as error:
        log.error("%s", error)
        return None
