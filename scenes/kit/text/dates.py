"""Days as people say them, in the language of the screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

Texts = Callable[..., str]


def day_and_month(t: Texts, day: date) -> str:
    """A day of this year, or of the next days."""
    return t("date.day_month", day=day.day, month=t(f"month.{day.month}"))


def past_day(t: Texts, day: date, today: date) -> str:
    """A day as it is called on the day `today`: today, yesterday, else its date, with the year where it is another."""
    if day == today:
        return t("date.today")
    if day == today - timedelta(days=1):
        return t("date.yesterday")
    if day.year == today.year:
        return day_and_month(t, day)
    return t("date.year", date=day_and_month(t, day), year=day.year)
