"""Moments of this machine's zone. At the ends of the calendar there are some that no zone can tell."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

_NONE = (ValueError, OverflowError, OSError)


def local_time(moment: str | float) -> datetime | None:
    """A moment in ISO 8601, or a timestamp as files have it, in the zone of this machine; None where there is none."""
    try:
        found = datetime.fromisoformat(moment) if isinstance(moment, str) else datetime.fromtimestamp(moment)
        return found.astimezone()
    except _NONE:
        return None


def zoned(moment: datetime) -> datetime:
    """A time of the clock on the wall with its zone, or as one of UTC where the zone cannot be told."""
    try:
        return moment.astimezone()
    except _NONE:
        return moment.replace(tzinfo=timezone.utc)


def day_before(day: date) -> date | None:
    """The day before; None for the first of the calendar."""
    return day - timedelta(days=1) if day > date.min else None
