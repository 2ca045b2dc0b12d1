"""Results of the puzzles of the day, by solver, game and day; and streaks of days.

The store has one value for each solver and game. It maps each ISO date to a list with the values of a `PuzzleProgress`.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from game.core.times import day_before, read_day
from game.core.values import Values

MOST_STARS: Final = 3
"""The most stars for a puzzle."""
HOUSE: Final = 0
"""The owner of the results of people without a profile. Other owners are ids of profiles."""
MOST_DAYS: Final = 400  # the most days whose results are kept for a game; earlier days are dropped
_LATEST: Final = "puzzles.latest"
_DAY: Final = timedelta(days=1)
_Values: TypeAlias = tuple[int, int, int, int, bool, str, bool]
_MOST: Final = 2**31  # a greater number in the store counts as this one
_TYPES: Final = [int, int, int, int, bool, str, bool]


class Visit(Values):
    """Keeps a visitor's results in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[str, object] = {}

    def get(self, key: str, default: object = None) -> Any:
        """Return a value, or `default`."""
        return self._values.get(key, default)

    def set(self, key: str, value: object) -> bool:
        """Store a value, never on the disk."""
        self._values[key] = json.loads(json.dumps(value))
        return False

    def clear(self) -> None:
        """Forget the results, after the visitor has left."""
        self._values.clear()


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """The progress of one puzzle.

    `wrong` and `hints` count the wrong tries and the hints before the solution. The solution took `seconds` and earned
    `stars`. `shown` is true if the program showed the solution; then there are no stars. `solved` is the day on which
    the puzzle was solved, and `in_row` says whether the puzzle counts for the streak.
    """

    stars: int = 0
    wrong: int = 0
    hints: int = 0
    seconds: int = 0
    shown: bool = False
    solved: date | None = None
    in_row: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is finished: solved or shown."""
        return self.shown or self.solved is not None

    @property
    def is_begun(self) -> bool:
        """Whether there was a try or a hint."""
        return self.is_over or self.wrong > 0 or self.hints > 0


class InARow(NamedTuple):
    """Two streaks of days with a solved puzzle: the present one, up to today or yesterday, and the longest one."""

    days: int
    best: int


def attempts(store: Values, owner: int, game: str) -> dict[date, PuzzleProgress]:
    """Return the progress of a game's puzzles by day. Invalid stored values are set aside."""
    found = store.read_each(_key(owner, game), lambda day, values: (read_day(day), read_values(values)))
    return dict(found.values())


def keep(store: Values, owner: int, game: str, day: date, attempt: PuzzleProgress) -> None:
    """Store the progress of a day's puzzle."""
    kept = attempts(store, owner, game) | {day: attempt}
    store.set(_key(owner, game), {day.isoformat(): to_values(kept[day]) for day in sorted(kept)[-MOST_DAYS:]})


def solve(store: Values, owner: int, game: str, day: date, today: date, attempt: PuzzleProgress) -> PuzzleProgress:
    """Record that a day's puzzle was solved today, and return the stored progress. A finished puzzle stays unchanged.

    A puzzle counts for the streak if it was solved on its own day and the clock seems right. The clock
    seems wrong if this table's latest solution is dated in the future, or more than a day ago. Then this puzzle does
    not count, but the next one can.
    """
    before = attempts(store, owner, game).get(day, PuzzleProgress())
    if before.is_over:
        return before
    latest = store.read(_LATEST, read_day, None)
    is_next = latest is None or latest <= today <= latest + _DAY
    done = replace(attempt, solved=today, in_row=day == today and is_next)
    keep(store, owner, game, day, done)
    store.set(_LATEST, today.isoformat())
    return done


class PuzzleCounts(NamedTuple):
    """How many people began a day's puzzle of a game, solved it, and solved it at the first try without a hint."""

    begun: int = 0
    solved: int = 0
    at_once: int = 0


def count(store: Values, game: str, day: date, before: PuzzleProgress, after: PuzzleProgress) -> None:
    """Count the change of an attempt from `before` to `after` for the whole table, without a name."""
    is_solved = after.solved is not None
    steps = (
        after.is_begun and not before.is_begun,
        is_solved and before.solved is None,
        is_solved and before.stars < after.stars == MOST_STARS,
    )
    if any(steps):
        kept = _counts(store, game)
        known = tuple(day_counts(store, game, day))
        kept[day.isoformat()] = PuzzleCounts(*(number + step for number, step in zip(known, steps, strict=True)))
        store.set(f"puzzles.house.{game}", {day: kept[day] for day in sorted(kept)[-MOST_DAYS:]})


def day_counts(store: Values, game: str, day: date) -> PuzzleCounts:
    """Return the anonymous counts of a day's puzzle."""
    return _counts(store, game).get(day.isoformat(), PuzzleCounts())


def _counts(store: Values, game: str) -> dict[str, PuzzleCounts]:
    return store.read_each(f"puzzles.house.{game}", _read_counts)


def _read_counts(day: str, values: object) -> PuzzleCounts:
    """Read a day's counts. Raises ValueError."""
    read_day(day)
    if not isinstance(values, list) or list(map(type, values)) != [int, int, int]:
        raise ValueError("it is not three numbers")
    return PuzzleCounts(*(max(0, number) for number in values))


def of_house(store: Values, owners: Collection[int], game: str) -> dict[date, PuzzleProgress]:
    """Return the best result of each day's puzzle, from the results of `owners` and from the anonymous counts.

    A result from the counts has all stars if anybody solved the puzzle at the first try without a hint, otherwise one.
    """
    found: dict[date, PuzzleProgress] = {}
    for owner in owners:
        for day, attempt in attempts(store, owner, game).items():
            found[day] = _better(attempt, found.get(day, attempt))
    for text, counted in _counts(store, game).items():
        if counted.solved:
            day, stars = read_day(text), MOST_STARS if counted.at_once else 1
            found[day] = _better(PuzzleProgress(stars, solved=day, in_row=True), found.get(day, PuzzleProgress()))
    return found


def _better(attempt: PuzzleProgress, other: PuzzleProgress) -> PuzzleProgress:
    """Return the result with more stars. The result counts for the streak if one of the two does."""
    best = max(attempt, other, key=lambda one: one.stars)
    return replace(best, in_row=attempt.in_row or other.in_row)


def hand_over(store: Values, games: Collection[str], gone: int, heir: int | None) -> None:
    """Delete a profile's results, or merge them into another's. The better result of a day stays."""
    for game in games:
        if heir is not None:
            for day, attempt in attempts(store, gone, game).items():
                own = attempts(store, heir, game).get(day, attempt)
                keep(store, heir, game, day, _better(attempt, own))
        store.forget(_key(gone, game))


def in_a_row(days: Collection[date], today: date) -> InARow:
    """Return the present and the longest streak of the days that count. A missed day ends a streak."""
    lengths: dict[date, int] = {}
    for day in sorted(day for day in days if day <= today):
        before = day_before(day)
        lengths[day] = 1 if before is None else lengths.get(before, 0) + 1
    now = lengths.get(today) or lengths.get(today - _DAY, 0)
    return InARow(now, max(lengths.values(), default=0))


def _key(owner: int, game: str) -> str:
    return f"puzzles.{owner}.{game}"


def to_values(attempt: PuzzleProgress) -> list[object]:
    """Return an attempt as JSON values."""
    solved = "" if attempt.solved is None else attempt.solved.isoformat()
    return [attempt.stars, attempt.wrong, attempt.hints, attempt.seconds, attempt.shown, solved, attempt.in_row]


def from_values(stored: object) -> PuzzleProgress:
    """Read the stored values of a puzzle. Invalid values give empty progress."""
    try:
        return read_values(stored)
    except ValueError:
        return PuzzleProgress()


def read_values(stored: object) -> PuzzleProgress:
    """Read the stored values of a puzzle. Raises ValueError.

    This function must be fast, because the menu's first frame reads all stored values.
    """
    if not isinstance(stored, list | tuple) or list(map(type, stored)) != _TYPES:
        raise ValueError("it is no result of a puzzle")
    values: _Values = tuple(stored)
    stars, wrong, hints, seconds, shown, solved, in_row = values
    day = read_day(solved) if solved else None
    stars, wrong, hints, seconds = (min(max(0, number), _MOST) for number in (stars, wrong, hints, seconds))
    return PuzzleProgress(min(MOST_STARS, stars), wrong, hints, seconds, shown, day, in_row and day is not None)
