"""Sums of the audits: bars of games by hour or by day, and their totals. Nothing here draws or reads a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from game.kiosk.config import Config
from game.storage.audits import HourCount

PERIODS = ("day", "week", "month")
DAYS = {"day": 1, "week": 7, "month": 30}
_HOUR = 60  # minutes
_USUAL = (10, 22)  # hours that are shown at least, where the table never closes and nobody has played


@dataclass(frozen=True, slots=True)
class ChartBar:
    """Games that ended within an hour or on a day, by their ids; `mark` is the hour or the day of the month."""

    day: date
    hour: int | None
    games: Mapping[str, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.games.values())


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a period's counts."""

    games: int
    seconds: int
    finished: int
    left: int
    ai_games: int
    ai_won: int
    by_game: Mapping[str, int]

    @property
    def mean(self) -> int | None:
        """The mean length of a game in seconds; None where there was none."""
        return round(self.seconds / self.games) if self.games else None


def first_day(period: str, today: date) -> date:
    """The first day of a period that ends today."""
    return today - timedelta(days=DAYS[period] - 1)


def totals(counts: Iterable[HourCount]) -> Totals:
    """The sums over these counts."""
    counts = list(counts)
    by_game: Counter[str] = Counter()
    for count in counts:
        by_game[count.game] += count.finished + count.left
    return Totals(
        by_game.total(),
        sum(count.seconds for count in counts),
        sum(count.finished for count in counts),
        sum(count.left for count in counts),
        sum(count.ai_games for count in counts),
        sum(count.ai_won for count in counts),
        by_game,
    )


def bars(counts: Sequence[HourCount], period: str, today: date, config: Config) -> list[ChartBar]:
    """A bar for each hour of today that the table is open or was played at, or for each day of the period."""
    if period == "day":
        return [
            ChartBar(today, hour, _summed(c for c in counts if c.hour == hour))
            for hour in _hours(counts, today, config)
        ]
    days = [first_day(period, today) + timedelta(days=i) for i in range(DAYS[period])]
    return [ChartBar(day, None, _summed(c for c in counts if c.day == day)) for day in days]


def _summed(counts: Iterable[HourCount]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for count in counts:
        found[count.game] += count.finished + count.left
    return found


def _hours(counts: Sequence[HourCount], today: date, config: Config) -> range:
    """The hours of today to be shown: from the first to the last in which the table is open, or was played at."""
    week = config.hours.week()
    span, before = week[today.weekday()], week[(today.weekday() - 1) % len(week)]
    found = {count.hour for count in counts}
    if span.begin < span.end:
        found |= {span.begin // _HOUR, min(23, (span.end - 1) // _HOUR)}
    if before.end > 24 * _HOUR:  # past midnight, of the evening before
        found |= {0, (before.end - 1) // _HOUR - 24}
    found = found or set(_USUAL)
    return range(min(found), max(found) + 1)
