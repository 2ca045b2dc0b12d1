"""A review as JSON, kept beside the record that it is of, and read with suspicion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from game.core.decode import Range, decode
from game.core.review import Worth
from game.core.rules import RecordError
from game.core.safe_json import read_json
from game.review.turning_points import PositionValue

VERSION = 2
"""To be raised when what a value means changes: reviews of other versions are made anew."""

LONGEST_LINE = 20
SEPARATOR = ","
"""Between the actions of a line: no game's notation has it."""


_Row = tuple[tuple[Annotated[float, Range(0, 1)], ...], int | None, object, str]


@dataclass(frozen=True, slots=True)
class _StoredReview:
    """What the text holds: the chances of the seats, the plies, whether it was looked at for long, and the line."""

    version: int
    values: tuple[_Row | None, ...]


def review_to_json(values: Sequence[PositionValue | None]) -> str:
    """Return the values of a game's positions as text."""
    rows = [None if value is None else _row(value) for value in values]
    return json.dumps({"version": VERSION, "values": rows}, separators=(",", ":"))


def _row(value: PositionValue) -> list[object]:
    chances = [round(chance, 4) for chance in value.worth.chances]
    return [chances, value.worth.plies, int(value.deep), SEPARATOR.join(value.line[:LONGEST_LINE])]


def review_from_json(text: str, positions: int, seats: int) -> list[PositionValue | None]:
    """The values of so many positions. Raises RecordError where the text holds no review of such a game."""
    try:
        stored = decode(_StoredReview, read_json(text), fields="any")
    except ValueError as error:
        raise RecordError(f"review: {error}") from None
    is_of_it = len(stored.values) == positions and all(len(row[0]) == seats for row in stored.values if row)
    if stored.version != VERSION or not is_of_it:
        raise RecordError("review: of another version, or of another game")
    return [row and _value(*row) for row in stored.values]


def _value(chances: tuple[float, ...], plies: int | None, deep: object, line: str) -> PositionValue:
    return PositionValue(Worth(chances, plies), tuple(line.split(SEPARATOR)) if line else (), bool(deep))
