"""Times of the day and opening hours, as kinds of values; days and moments.

Moments are in this machine's time zone. A few moments at the ends of the calendar cannot be converted.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from game.core.kinds import ValueKind

DAY, HALF_HOUR = 24 * 60, 30  # minutes
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(
    rf"{_DAY.pattern}[T ][0-9]{{2}}:[0-9]{{2}}(:[0-9]{{2}}(\.([0-9]{{3}}){{1,2}})?)?([Zz]|[+-][0-9]{{2}}:[0-9]{{2}})?"
)
_TIME = re.compile(r"([01][0-9]|2[0-4]):([0-5][0-9])")
_NONE = (ValueError, OverflowError, OSError)


def read_day(text: object) -> date:
    """Read a day like "2026-11-26". Raises ValueError for other forms.

    Python's own parser accepts more forms, which depend on its version.
    """
    if not isinstance(text, str) or not _DAY.fullmatch(text):
        raise ValueError(f"{text!r} is not a day like 2026-11-26")
    return date.fromisoformat(text)


def read_moment(text: str) -> datetime:
    """Read a day and a time in ISO 8601, with or without a zone. Raises ValueError."""
    if not _MOMENT.fullmatch(text):
        raise ValueError(f"{text!r} is not a moment like 2026-11-26T18:00:00+09:00")
    return datetime.fromisoformat(re.sub("[Zz]$", "+00:00", text))


@dataclass(frozen=True, slots=True)
class TimeOfDay(ValueKind):
    """A time of the day, held as minutes since midnight."""

    @property
    def range(self) -> str:
        return 'a time from "00:00" to "23:59"'

    def read(self, value: object) -> int:
        minutes = _minutes(value) if type(value) is str else None
        if minutes is None or minutes >= DAY:
            raise ValueError(f"is not {self.range}")
        return minutes

    @property
    def can_step(self) -> bool:
        return True

    def stepped(self, value: int, direction: int) -> int:
        """Return the time half an hour later (direction 1) or earlier (-1), around the clock."""
        return (value + HALF_HOUR * direction) % DAY

    def plain(self, value: int) -> str:
        return clock_text(value)


@dataclass(frozen=True, slots=True)
class Span:
    """The opening hours of one day. `begin` and `end` are minutes since its midnight; `end` may be in the next day.

    An empty span is a closed day.
    """

    begin: int
    end: int

    def __str__(self) -> str:
        """Return the span as it is in the configuration file."""
        words = {CLOSED: "closed", ALWAYS: "always"}
        return words.get(self) or f"{clock_text(self.begin)}-{clock_text(self.end - DAY * (self.end > DAY))}"

    @classmethod
    def between(cls, begin: int, end: int) -> Span | None:
        """Return the opening hours from one time of the day to another.

        Return None if the two times are equal, or if the hours would be ALWAYS.
        """
        found = cls(begin, end if end > begin else end + DAY)
        return found if begin != end and found != ALWAYS else None

    def moved(self, which: str, by: int) -> Span:
        """Return the span with its "begin" or "end" moved by `by` minutes around the clock. Spans that `between` does
        not return are skipped.
        """
        begin, end = self.begin, self.end % DAY
        for shift in range(by, DAY * by, by):
            first, last = (begin + shift, end) if which == "begin" else (begin, end + shift)
            found = Span.between(first % DAY, last % DAY)
            if found is not None:
                return found
        return self


CLOSED, ALWAYS = Span(0, 0), Span(0, DAY)


@dataclass(frozen=True, slots=True)
class Opening(ValueKind):
    """The opening hours of a day: a Span."""

    @property
    def range(self) -> str:
        return '"always", "closed", or from one time to another such as "10:00-22:00" or "18:00-02:00"'

    def read(self, value: object) -> Span:
        if isinstance(value, Span):  # a screen may pass one
            value = str(value)
        if type(value) is not str:
            raise ValueError(f"is not {self.range}")
        if value in ("always", "closed"):
            return ALWAYS if value == "always" else CLOSED
        first, dash, last = value.partition("-")
        begin, end = _minutes(first.strip()), _minutes(last.strip())
        if not dash or begin is None or end is None or begin in (end, DAY):
            raise ValueError(f"is not {self.range}")
        return Span(begin, end if end > begin else end + DAY)

    def plain(self, value: Span) -> str:
        return str(value)


def clock_text(minutes: int) -> str:
    """Return minutes since midnight as "HH:MM"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def stopwatch_text(seconds: float) -> str:
    """Return minutes and whole seconds, rounded up: "1:26"."""
    minutes, rest = divmod(max(0, math.ceil(seconds)), 60)
    return f"{minutes}:{rest:02}"


def _minutes(text: str) -> int | None:
    """Return the minutes since midnight of "HH:MM", up to "24:00"; None for other texts."""
    found = _TIME.fullmatch(text)
    minutes = int(found[1]) * 60 + int(found[2]) if found else DAY + 1
    return minutes if minutes <= DAY else None


def local_time(moment: str | float) -> datetime | None:
    """Convert an ISO 8601 text or a file's timestamp (seconds since 1970) to a time in this machine's zone.

    Returns None if it cannot be read.
    """
    try:
        found = datetime.fromisoformat(moment) if isinstance(moment, str) else datetime.fromtimestamp(moment)
        return found.astimezone()
    except _NONE:
        return None


def zoned(moment: datetime) -> datetime:
    """Give a local time its zone; UTC if the zone cannot be determined."""
    try:
        return moment.astimezone()
    except _NONE:
        return moment.replace(tzinfo=timezone.utc)


def day_before(day: date) -> date | None:
    """Return the day before; None for the first day of the calendar."""
    return day - timedelta(days=1) if day > date.min else None
