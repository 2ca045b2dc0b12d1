"""Opening hours and volumes, above all at midnight."""

from datetime import datetime, time, timedelta

import pytest

from game.kiosk.config import Config
from game.kiosk.hours import closing_soon, is_open, next_closing, next_opening, volume_at

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def week(default="closed", **days):
    """A configuration with these hours, the others `default`."""
    return Config().changed({f"hours.{day}": days.get(day, default) for day in DAYS})


def on(day, clock):
    """A time in the week from Monday 23 November 2026 on; "24:00" is the next day's midnight."""
    hours, minutes, *seconds = map(int, clock.split(":"))
    return datetime(2026, 11, 23 + DAYS.index(day)) + timedelta(hours=hours, minutes=minutes, seconds=sum(seconds))


BAR = week(friday="18:00-02:00", saturday="18:00-02:00")
CAFE = week("10:00-22:00", monday="closed")


@pytest.mark.parametrize(
    ("config", "day", "clock", "opened"),
    [
        (CAFE, "tuesday", "09:59:59", False),
        (CAFE, "tuesday", "10:00", True),
        (CAFE, "tuesday", "21:59:59", True),
        (CAFE, "tuesday", "22:00", False),
        (CAFE, "monday", "12:00", False),
        (BAR, "friday", "00:30", False),
        (BAR, "friday", "23:59:59", True),
        (BAR, "saturday", "00:00", True),
        (BAR, "saturday", "01:59:59", True),
        (BAR, "saturday", "02:00", False),
        (BAR, "sunday", "01:59", True),
        (BAR, "sunday", "02:00", False),
        (week(sunday="18:00-02:00"), "monday", "01:00", True),
        (week(monday="18:00-24:00"), "monday", "23:59:59", True),
        (week(monday="18:00-24:00"), "tuesday", "00:00", False),
        (week(tuesday="always"), "tuesday", "00:00", True),
        (week(tuesday="always"), "wednesday", "00:00", False),
        (week("always"), "sunday", "23:59:59", True),
    ],
)
def test_is_open(config, day, clock, opened):
    now = on(day, clock)
    assert is_open(config, now) is opened
    assert (next_opening(config, now) == now) is opened
    assert (next_closing(config, now) is not None) is (opened and config != week("always"))


@pytest.mark.parametrize(
    ("config", "day", "clock", "opening"),
    [
        (CAFE, "tuesday", "09:59:59", ("tuesday", "10:00")),
        (CAFE, "sunday", "22:00", ("sunday", "58:00")),  # Tuesday of the next week
        (BAR, "sunday", "02:00", ("friday", "186:00")),
        (week(monday="10:00-11:00"), "monday", "11:00", ("monday", "178:00")),
        (week(monday="closed", tuesday="always"), "monday", "23:59", ("tuesday", "00:00")),
    ],
)
def test_the_next_opening(config, day, clock, opening):
    assert next_opening(config, on(day, clock)) == on(*opening)


def test_a_table_that_never_opens_or_closes():
    now = on("monday", "12:00")
    assert next_opening(week(), now) is None and next_closing(week(), now) is None
    assert next_closing(week("always"), now) is None
    assert closing_soon(week("always"), on("sunday", "23:59")) is None


@pytest.mark.parametrize(
    ("config", "day", "clock", "closing"),
    [
        (CAFE, "tuesday", "10:00", ("tuesday", "22:00")),
        (BAR, "friday", "23:00", ("saturday", "02:00")),
        (BAR, "sunday", "01:00", ("sunday", "02:00")),
        (week("always", monday="00:00-20:00"), "tuesday", "00:00", ("sunday", "44:00")),  # on Monday at 20:00
        (week(friday="18:00-02:00", saturday="02:00-05:00"), "friday", "20:00", ("saturday", "05:00")),
        (week(friday="18:00-04:00", saturday="02:00-03:00"), "friday", "20:00", ("saturday", "04:00")),
        (week(monday="always", tuesday="always"), "monday", "00:00", ("tuesday", "24:00")),
    ],
)
def test_the_next_closing(config, day, clock, closing):
    assert next_closing(config, on(day, clock)) == on(*closing)


@pytest.mark.parametrize(
    ("clock", "left"), [("21:54:59", None), ("21:55", 300), ("21:59:59", 1), ("22:00", None), ("09:59", None)]
)
def test_closing_is_announced(clock, left):
    found = closing_soon(CAFE, on("tuesday", clock))
    assert found == (None if left is None else timedelta(seconds=left))
    assert closing_soon(CAFE, on("tuesday", "21:00"), minutes=60) == timedelta(hours=1)


@pytest.mark.parametrize(
    ("clock", "volume"),
    [("00:00", 45), ("07:59", 45), ("08:00", 35), ("11:59", 35), ("12:00", 60), ("17:59", 60), ("18:00", 45)],
)
def test_the_volume_by_the_time_of_day(clock, volume):
    assert volume_at(Config(), time.fromisoformat(clock)) == volume


def test_volumes_in_any_order_and_at_one_time():
    config = Config().changed({"sound.first_from": "22:00", "sound.third_from": "12:00"})
    assert [volume_at(config, time(hour)) for hour in (3, 12, 21, 22)] == [35, 45, 45, 35]
