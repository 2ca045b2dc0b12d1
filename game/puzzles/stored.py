"""Puzzle books: a file for each game in `assets/puzzles`, made by `python -m lab.puzzles.bake`.

A file has the fields of a `PuzzleFile`. Each puzzle is a line in it, a `PuzzleRow`. A book has the calendar of days and
the puzzles for practice, which this module sorts into packs or into a rising order.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, Literal

from game.core.decode import DecodeError, Range, decode, read_json
from game.core.rules import GameError, HouseFileError
from game.puzzles.puzzle import GRADES, Evidence, Puzzle, Task

DAYS_OF_A_WEEK = 7
FOLDER: Final = Path(__file__).parents[2] / "assets" / "puzzles"
VERSION: Final = 1
OTHERWISE: Final = "*"
"""Stands for all tries that have no reply of their own."""


class UnknownPackError(GameError):
    """An unknown pack. The message names the book's packs."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles of a grade or theme, the easiest first. `id` is "grade-3" or "theme-jump", for example."""

    id: str
    puzzles: tuple[Puzzle, ...]


def index_of_day(day: date, days: int) -> int:
    """Return the index of a day in a calendar of `days` days that begins on a Monday."""
    return (day.toordinal() - 1) % days  # `date`'s first day is a Monday


def order_rising(puzzles: Iterable[Puzzle], chance: Random, each: int) -> list[Puzzle]:
    """Order `puzzles`: first `each` puzzles of every grade, from easy to hard; then the rest, from hard to easy.

    Within a grade, the order is random. If the lengths of wins are known, the first puzzles of a grade are from the
    half with the shorter wins.
    """
    mixed = sorted(puzzles, key=lambda puzzle: puzzle.id)
    chance.shuffle(mixed)
    groups = [[puzzle for puzzle in mixed if puzzle.grade == grade] for grade in GRADES]
    first = [puzzle for group in groups for puzzle in sorted(group, key=_is_long(group))[:each]]
    chosen = {puzzle.id for puzzle in first}
    return first + [puzzle for group in reversed(groups) for puzzle in group if puzzle.id not in chosen]


def _is_long(puzzles: Iterable[Puzzle]) -> Callable[[Puzzle], bool]:
    """Return a function that says whether a puzzle's win is longer than the median win in `puzzles`.

    If the length of its win is unknown, the answer is False.
    """
    known = sorted(puzzle.plies for puzzle in puzzles if puzzle.plies is not None)
    most = known[(len(known) - 1) // 2] if known else 0
    return lambda puzzle: puzzle.plies is not None and puzzle.plies > most


def packs(puzzles: Iterable[Puzzle]) -> tuple[Pack, ...]:
    """Return packs by grade, then by theme, the most frequent theme first. None of them is empty."""
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
    """Return the pack with this id. Raises UnknownPackError."""
    found = {pack.id: pack for pack in packs(puzzles)}
    if name not in found:
        raise UnknownPackError(f"unknown pack {name!r} (known: {', '.join(found)})")
    return found[name]


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle's row in its file: a list of these values, without trailing defaults.

    `id` is its number. `actions`, `themes` and `line` are lists joined by spaces. `replies` has an object for each key
    (right action) in `line`. The object maps each reply to the tries that it answers, or to OTHERWISE. `right` counts
    how often each level chose the key. `legal` is the number of legal actions. `trap` is 1 if the obvious action is
    wrong. `options` has only the options that differ from their default. `figures` has the other figures of the
    evidence.

    If the `task` is "route", `line` is empty, `id` is the seed of the puzzle's game, and `plies` is the length of the
    route.
    """

    id: Annotated[int, Range(1)]
    grade: Annotated[int, Range(1, 5)]
    side: Annotated[int, Range(0)]
    task: Task
    themes: str
    actions: str
    line: str
    replies: tuple[dict[str, str], ...]
    right: tuple[int, ...]
    legal: Annotated[int, Range(2)]
    trap: Annotated[int, Range(0, 1)]
    plies: int | None = None
    options: dict[str, object] = field(default_factory=dict)
    evidence: Literal["proven", "tested"] = "proven"
    figures: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.task == "route":
            if self.line or self.replies or not self.plies:
                raise GameError("a route has its moves as plies, and no line")
            return
        if len(self.line.split()) % 2 == 0:
            raise GameError("the line does not end with a move of the solver")
        if len(self.replies) != len(self.line.split()[::2]):
            raise GameError("there are not as many objects of replies as moves of the solver")


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """A whole file.

    `by` names the search that tested its puzzles, and its version. `pieces` counts the pieces of work that
    `lab.puzzles.bake` has done. `days` has the numbers of the calendar's puzzles: whole weeks that begin on Mondays.
    """

    version: Annotated[int, Range(VERSION, VERSION)]
    by: str
    pieces: Annotated[int, Range(0)]
    days: tuple[int, ...]
    puzzles: tuple[PuzzleRow, ...]

    def __post_init__(self) -> None:
        numbers = {row.id for row in self.puzzles}
        if len(numbers) < len(self.puzzles):
            raise GameError("two puzzles have one number")
        if not self.days or len(self.days) % DAYS_OF_A_WEEK:
            raise GameError("the days are not whole weeks")
        if len(set(self.days)) < len(self.days) or not numbers.issuperset(self.days):
            raise GameError("the days name a puzzle twice, or one that there is not")


NAMES: Final = tuple(one.name for one in fields(PuzzleRow))


def name_values(value: Any) -> Any:
    """Convert a file's rows from lists to objects by field name. Other values stay unchanged."""
    rows = value.get("puzzles") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        return value
    return {**value, "puzzles": [dict(zip(NAMES, row, strict=False)) if _is_row(row) else row for row in rows]}


def _is_row(row: object) -> bool:
    return isinstance(row, list) and len(row) <= len(NAMES)


class Replies(Mapping[str, str]):
    """The replies to wrong tries, by try. With OTHERWISE, every text has a reply."""

    def __init__(self, by_reply: Mapping[str, str]) -> None:
        self._rest = next((reply for reply, tries in by_reply.items() if tries == OTHERWISE), None)
        self._own = {one: reply for reply, tries in by_reply.items() if tries != OTHERWISE for one in tries.split()}

    def __getitem__(self, wrong: str) -> str:
        reply = self._own.get(wrong, self._rest)
        if reply is None:
            raise KeyError(wrong)
        return reply

    def __iter__(self) -> Any:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


class StoredBook:
    """The puzzles of one game, read from its file at first use.

    Methods raise HouseFileError if the file is missing or damaged.
    """

    def __init__(self, game: str, defaults: Mapping[str, object], folder: Path = FOLDER) -> None:
        """`defaults` are the game's complete default options."""
        self._game = game
        self._defaults = defaults
        self._path = folder / f"{game}.json"

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day, the same on every machine. After its end, the calendar repeats."""
        days = self.page.days
        return self._puzzle(self._rows[days[index_of_day(day, len(days))]])

    def calendar(self) -> Sequence[Puzzle]:
        """Return the calendar's puzzles: whole weeks that begin on Mondays."""
        return self._days

    def practice(self) -> Sequence[Puzzle]:
        """The practice puzzles, without those of the calendar."""
        return self._practice

    @functools.cached_property
    def page(self) -> PuzzleFile:
        """The content of the file. Raises HouseFileError, which names the file and the place of the error."""
        try:
            return decode(PuzzleFile, name_values(read_json(self._path.read_text(encoding="utf-8"))), fields="known")
        except (OSError, DecodeError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise HouseFileError(f"{self._path}: the puzzles cannot be read: {reason}") from None

    @functools.cached_property
    def _rows(self) -> dict[int, PuzzleRow]:
        return {row.id: row for row in self.page.puzzles}

    @functools.cached_property
    def _days(self) -> tuple[Puzzle, ...]:
        return tuple(self._puzzle(self._rows[number]) for number in self.page.days)

    @functools.cached_property
    def _practice(self) -> tuple[Puzzle, ...]:
        of_days = set(self.page.days)
        return tuple(self._puzzle(row) for row in self.page.puzzles if row.id not in of_days)

    def _puzzle(self, row: PuzzleRow) -> Puzzle:
        line, is_route = tuple(row.line.split()), row.task == "route"
        figures = {"right": list(row.right), "legal": row.legal, "trap": row.trap, **row.figures}
        return Puzzle(
            id=f"{self._game}-{row.id}",
            game=self._game,
            options={**self._defaults, **row.options},
            seed=row.id if is_route else 0,
            actions=tuple(row.actions.split()),
            side=row.side,
            task=row.task,
            moves=(row.plies or 0) if is_route else len(line[::2]),
            grade=row.grade,
            themes=tuple(row.themes.split()),
            evidence=Evidence(row.evidence, self.page.by, figures),
            line=line,
            plies=row.plies,
            replies=tuple(map(Replies, row.replies)),
        )
