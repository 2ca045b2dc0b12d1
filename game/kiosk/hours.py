"""Opening hours and volume steps: pure functions of the settings and a local time.

All times are naive: the wall clock of the place, as people read opening hours. Where it is set forward or back in the
night, a span is as much shorter or longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from typing import NamedTuple

from game.kiosk.config import Config

CLOSING_MINUTES = 5  # before the end of the opening hours, when that is announced
_DAYS_AHEAD = 8  # a week's spans, and the first of them once more


def is_open(config: Config, now: datetime) -> bool:
    """Whether the table is open at this local time."""
    return any(begin <= now < end for begin, end in _spans(config, now.date()))


def next_opening(config: Config, now: datetime) -> datetime | None:
    """Return from when on the table is open: now, or the next time that it opens; None where it never does."""
    if is_open(config, now):
        return now
    return min((begin for begin, _ in _spans(config, now.date()) if begin > now), default=None)


def next_closing(config: Config, now: datetime) -> datetime | None:
    """Return when the open table closes: the end of all spans that follow each other without a gap.

    None where it is closed, or does not close within a week.
    """
    closing = None
    for begin, end in sorted(_spans(config, now.date())):
        if begin <= (closing or now) < end:
            closing = end
    last = datetime.combine(now.date() + timedelta(days=_DAYS_AHEAD), time())
    return None if closing is None or closing >= last else closing


def closing_soon(config: Config, now: datetime, minutes: int = CLOSING_MINUTES) -> timedelta | None:
    """Return the time left until the table closes, where that is at most `minutes`; None if later, or while closed."""
    closing = next_closing(config, now)
    left = closing - now if closing is not None else None
    return left if left is not None and left <= timedelta(minutes=minutes) else None


class VolumeStep(NamedTuple):
    """A `volume` in per cent, the `name` of its setting, and from when on it holds, in minutes since midnight."""

    begin: int
    name: str
    volume: int


def volume_steps(config: Config) -> list[VolumeStep]:
    """The volumes of a day in their order. Of two from the same time on, the later one in the file comes last."""
    sound = config.sound
    first = VolumeStep(sound.first_from, "first", sound.first)
    second = VolumeStep(sound.second_from, "second", sound.second)
    return sorted((first, second, VolumeStep(sound.third_from, "third", sound.third)), key=attrgetter("begin"))


def volume_step(config: Config, now: time) -> VolumeStep:
    """The volume that holds at this time of the day: before the first the latest one, from the evening before."""
    steps, minute = volume_steps(config), now.hour * 60 + now.minute
    return next((step for step in reversed(steps) if step.begin <= minute), steps[-1])


def _spans(config: Config, today: date) -> Iterator[tuple[datetime, datetime]]:
    """The spans that may hold today or come within a week, with yesterday's, which may go past midnight."""
    week = config.hours.week()
    for ahead in range(-1, _DAYS_AHEAD + 1):
        day = today + timedelta(days=ahead)
        span, midnight = week[day.weekday()], datetime.combine(day, time())
        if span.begin < span.end:
            yield midnight + timedelta(minutes=span.begin), midnight + timedelta(minutes=span.end)
