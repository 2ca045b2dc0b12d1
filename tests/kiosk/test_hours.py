"""Opening hours and volumes, above all at midnight."""

from datetime import datetime, time, timedelta

import pytest

from game.kiosk.config import Config, closing_soon, is_open, next_closing, next_opening, volume_step
from tests.tables import rows

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def week(text):
    """A configuration with the hours of all days, and others of those that are named behind it."""
    default, *named = text.split(", ")
    days = dict.fromkeys(DAYS, default) | dict(day.split() for day in named)
    return Config().changed({f"hours.{day}": hours for day, hours in days.items()})


def on(text):
    """A time in the week from Monday 23 November 2026 on, or in the next one."""
    *later, day, clock = text.split()
    return datetime.fromisoformat(f"2026-11-23T{clock}") + timedelta(days=DAYS.index(day), weeks=len(later))


@pytest.mark.parametrize(("hours", "now", "following"), rows("opening_hours", 3))
def test_when_the_table_opens_or_closes(hours, now, following):
    config = week(hours)
    kind, when = following.split(maxsplit=1)
    then = None if when == "never" else on(when)
    assert is_open(config, on(now)) is (kind == "closes")
    assert next_opening(config, on(now)) == (then if kind == "opens" else on(now))
    assert next_closing(config, on(now)) == (then if kind == "closes" else None)


@pytest.mark.parametrize(
    ("clock", "left"), [("21:54:59", None), ("21:55", 300), ("21:59:59", 1), ("22:00", None), ("09:59", None)]
)
def test_closing_is_announced(clock, left):
    cafe = week("10:00-22:00, monday closed")
    found = closing_soon(cafe, on(f"tuesday {clock}"))
    assert found == (None if left is None else timedelta(seconds=left))
    assert closing_soon(cafe, on("tuesday 21:00"), minutes=60) == timedelta(hours=1)
    assert closing_soon(week("always"), on("sunday 23:59")) is None


@pytest.mark.parametrize(
    ("clock", "volume"),
    [("00:00", 45), ("07:59", 45), ("08:00", 35), ("11:59", 35), ("12:00", 60), ("17:59", 60), ("18:00", 45)],
)
def test_the_volume_by_the_time_of_day(clock, volume):
    assert volume_step(Config(), time.fromisoformat(clock)).volume == volume


def test_volumes_in_any_order_and_at_one_time():
    config = Config().changed({"sound.first_from": "22:00", "sound.third_from": "12:00"})
    assert [volume_step(config, time(hour)).volume for hour in (3, 12, 21, 22)] == [35, 45, 45, 35]
