"""The puzzle of the day: the same one on every machine, easy on Mondays and harder each day until Sunday.

`assets/daily.json` lists the seeds of practice games for the days of some years, a week at a time from Monday on, no
puzzle twice; made by `python -m lab.puzzles.daily`. After the last day it begins again. The days are counted from the
Monday that the calendar begins with, so that nobody has to know when the list was made.
"""

from __future__ import annotations

import functools
import json
import logging
from datetime import date
from pathlib import Path
from random import Random
from typing import Final

from game.core.decode import decode

DAILY: Final = Path(__file__).parents[2] / "assets" / "daily.json"
DAYS_OF_A_WEEK: Final = 7
_SEEDS: Final = 2**31
_log = logging.getLogger(__name__)


def puzzle_of_the_day(day: date) -> int:
    """The seed of the practice game that belongs to a date; one by chance, as hard as it may be, without the list."""
    seeds = seeds_of_the_days()
    if not seeds:
        return Random(f"{day.isoformat()}/daily").randrange(_SEEDS)
    return seeds[(day.toordinal() - 1) % len(seeds)]  # the first day of the calendar is a Monday


@functools.cache
def seeds_of_the_days() -> tuple[int, ...]:
    """The seeds in the list, whole weeks of them; none where it cannot be read."""
    try:
        seeds = decode(tuple[int, ...], json.loads(DAILY.read_bytes()))
        if len(seeds) % DAYS_OF_A_WEEK:
            raise ValueError("is no list of whole weeks of seeds")
        return seeds
    except (OSError, ValueError) as error:
        _log.warning("the puzzles of the days cannot be read: %s: %s", DAILY, error)
        return ()
