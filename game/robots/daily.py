"""The puzzle of the day: the same one on every machine."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Final

_SEEDS: Final = 2**31


def puzzle_of_the_day(day: date) -> int:
    """The seed of the practice game that belongs to a date."""
    return Random(f"{day.isoformat()}/daily").randrange(_SEEDS)
