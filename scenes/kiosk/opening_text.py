"""When the table opens, and what day it is, in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

Texts = Callable[..., str]


def opening_text(t: Texts, opening: datetime | None, now: datetime) -> str:
    """When it opens as somebody says it `now`; both are local times. None: nobody knows."""
    if opening is None:
        return t("closed.unknown")
    ahead = (opening.date() - now.date()) // timedelta(days=1)
    at = f"{opening:%H:%M}"
    if ahead <= 0:
        return t("closed.today", time=at)
    if ahead == 1:
        return t("closed.tomorrow", time=at)
    if ahead < 7:
        return t("closed.weekday", weekday=t(f"weekday.long.{opening.weekday()}"), time=at)
    return t("closed.date", date=_day_and_month(t, opening), time=at)


def day_text(t: Texts, day: date) -> str:
    """The day of the week with day and month."""
    return t("closed.day", weekday=t(f"weekday.long.{day.weekday()}"), date=_day_and_month(t, day))


def _day_and_month(t: Texts, day: date) -> str:
    return t("closed.day_month", day=day.day, month=t(f"month.{day.month}"))
