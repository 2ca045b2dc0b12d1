"""The contract of a game with a puzzle of the day, for its place on the menu."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Protocol

from game.core.decode import decode_or
from game.core.record import Record
from game.core.times import read_day
from game.storage.store import Store
from scenes.routes import ToGame

if TYPE_CHECKING:  # a board is much to import, and the menu asks for standings alone
    from scenes.table.contract.board import AnyBoard

MOST_STARS = 3
MOST_DAYS = 400  # that are kept, the latest ones


class Daily(Protocol):
    """The puzzle of the day of one game."""

    def route(self, today: date) -> ToGame:
        """Return the route to the puzzle of the day."""

    def is_of(self, record: Record, today: date) -> bool:
        """Whether a game, over or not, is the puzzle of the day."""

    def stars(self, record: Record, board: AnyBoard, today: date) -> int | None:
        """Return the stars of a finished game, 1 to MOST_STARS; None where it is not the puzzle of the day."""

    def worth(self, record: Record, board: AnyBoard) -> int | None:
        """Return the stars of a puzzle, of a day or not, that was solved as a match.

        None where it is none, or not over.
        """


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """The results of the puzzles: the stars of today's (0: not solved), and the number of days in a row with a solved
    one.
    """

    stars: int
    streak: int


def standing(store: Store, game: str, today: date) -> DailyStanding:
    """Return the results of a game's puzzles; a streak lasts until a whole day was left out."""
    last, streak, stars = _kept(store, game)
    if last == today.isoformat():
        return DailyStanding(stars, streak)
    return DailyStanding(0, streak if last == (today - timedelta(days=1)).isoformat() else 0)


def keep(store: Store, game: str, today: date, stars: int) -> None:
    """Keep that today's puzzle was solved; a day has its best stars and counts once."""
    before = standing(store, game, today)
    streak = before.streak if before.stars else before.streak + 1
    best = max(stars, before.stars)
    store.set(_key(game), [today.isoformat(), streak, best])
    solved = days(store, game) | {today: best}
    latest = sorted(solved)[-MOST_DAYS:]
    store.set(_days_key(game), {day.isoformat(): solved[day] for day in latest})


def days(store: Store, game: str) -> dict[date, int]:
    """Return the stars of each day whose puzzle was solved; other stored values are passed over."""
    stored: object = store.get(_days_key(game), None)
    last, _, stars = _kept(store, game)
    found: dict[date, int] = {}
    for text, count in [*(stored.items() if isinstance(stored, dict) else ()), (last, stars)]:
        day = _day(text)
        if day is not None and type(count) is int and count > 0:
            found[day] = min(MOST_STARS, count)
    return found


def _day(text: str) -> date | None:
    try:
        return read_day(text)
    except ValueError:
        return None


def _days_key(game: str) -> str:
    return f"daily.{game}.days"


def _key(game: str) -> str:
    return f"daily.{game}"


def _kept(store: Store, game: str) -> tuple[str, int, int]:
    """The latest day, its streak and its stars; nothing where what is stored is something else."""
    day, streak, stars = decode_or(tuple[str, int, int], store.get(_key(game)), ("", 0, 0))
    return day, max(0, streak), min(MOST_STARS, max(0, stars))
