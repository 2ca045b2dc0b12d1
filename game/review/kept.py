"""A review as JSON, kept beside the record that it is of, and read with suspicion."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from game.core.review import Worth
from game.core.rules import RecordError
from game.core.safe_json import read_json
from game.review.turning_points import Valued

VERSION = 2
"""To be raised when what a value means changes: reviews of other versions are made anew."""

LONGEST_LINE = 20
SEPARATOR = ","
"""Between the actions of a line: no game's notation has it."""


def review_to_json(values: Sequence[Valued | None]) -> str:
    """What was found of a game's positions, as text."""
    rows = [None if value is None else _row(value) for value in values]
    return json.dumps({"version": VERSION, "values": rows}, separators=(",", ":"))


def _row(value: Valued) -> list[Any]:
    chances = [round(chance, 4) for chance in value.worth.chances]
    return [chances, value.worth.plies, int(value.deep), SEPARATOR.join(value.line[:LONGEST_LINE])]


def review_from_json(text: str, positions: int, seats: int) -> list[Valued | None]:
    """The values of so many positions. Raises RecordError where the text holds no review of such a game."""
    try:
        data = read_json(text)
    except ValueError as error:
        raise RecordError(f"review: {error}") from None
    rows = data.get("values") if type(data) is dict and data.get("version") == VERSION else None
    if type(rows) is not list or len(rows) != positions:
        raise RecordError("review: of another version, or of another game")
    return [None if row is None else _value(row, seats) for row in rows]


def _value(row: Any, seats: int) -> Valued:
    if type(row) is not list or len(row) != 4:
        raise RecordError("review: a value has not four parts")
    chances, plies, deep, line = row
    is_sound = type(chances) is list and len(chances) == seats and all(map(_is_chance, chances))
    if not is_sound or type(line) is not str or not (plies is None or type(plies) is int):
        raise RecordError("review: a value is none")
    return Valued(Worth(tuple(map(float, chances)), plies), tuple(line.split(SEPARATOR)) if line else (), bool(deep))


def _is_chance(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0 <= value <= 1
