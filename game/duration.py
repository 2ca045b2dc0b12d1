"""The usual length of matches at this table, so that people learn how long the rest of their evening will be."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median

from game.core.record import Record
from game.core.spec import GameSpec

LATEST = 9  # matches of a game that tell how long the next one takes
FEWEST = 3  # with fewer the game's own figure stands
STEP = 5  # minutes


def usual_seconds(spec: GameSpec, records: Iterable[Record]) -> float:
    """The median of the latest matches among people in `records` (newest first), or the game's own figure."""
    found = [sum(record.times) / 1000 for record in records if record.game == spec.id and _is_match(record)]
    return median(found[:LATEST]) if len(found) >= FEWEST else 60.0 * spec.play.minutes


def rounded_minutes(seconds: float) -> int:
    """Minutes as people say them: one by one up to five, then in steps of five."""
    minutes = max(1, math.ceil(seconds / 60))
    return minutes if minutes <= STEP else STEP * math.ceil(minutes / STEP)


def _is_match(record: Record) -> bool:
    people = sum(not seat.is_ai for seat in record.owners)
    return people > 1 and record.result is not None and bool(record.times)
