"""What the operator's menu counts and which rows it has: sums, bars, settings."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from game.kiosk.config import KEYS, Config
from game.registry import GAMES
from game.storage.audits import HourCount
from scenes.kiosk.operator.adjustments import ROWS
from scenes.kiosk.operator.audits_panel import DAYS, PERIODS, bars, first_day, totals
from scenes.kiosk.operator.menu_parts import pages_of
from scenes.kit.layout import Shape

TODAY = date(2026, 11, 22)  # a Sunday
GAME, OTHER = list(GAMES)[:2]
FILE_ONLY = {
    "table.grace": "it is set once, with the hours in which somebody locks up",
    "table.films": "it is set once, with the machine: a film takes a quarter of a minute of a processor",
    "display.number": "whoever changed it here would send the menu to a screen that may be out of reach",
}
"""The settings that only docs/kiosk.toml's file can change, and why."""
COUNTS = [
    HourCount(TODAY, 10, GAME, 2, 1, 1800, 1, 1),
    HourCount(TODAY, 10, OTHER, 1, 0, 600, 1, 0),
    HourCount(TODAY, 15, GAME, 0, 2, 100, 0, 0),
    HourCount(TODAY - timedelta(days=6), 15, GAME, 4, 0, 4000, 2, 1),
    HourCount(TODAY - timedelta(days=29), 23, OTHER, 1, 0, 77, 0, 0),
]


def of(period: str) -> list[HourCount]:
    return [count for count in COUNTS if count.day >= first_day(period, TODAY)]


@pytest.mark.parametrize(("period", "games"), [("day", 6), ("week", 10), ("month", 11)])
def test_the_bars_and_the_legend_add_up_to_the_figure_above(period: str, games: int) -> None:
    found = totals(of(period))
    shown = bars(of(period), period, TODAY, Config())
    assert found.games == found.finished + found.left == sum(found.by_game.values()) == games
    assert sum(bar.total for bar in shown) == games


def test_the_figures_of_a_day() -> None:
    found = totals(of("day"))
    assert (found.finished, found.left, found.mean, found.ai_games, found.ai_won) == (3, 3, 417, 2, 1)
    assert totals([]).mean is None


def test_a_week_and_a_month_have_a_bar_for_each_day() -> None:
    for period in PERIODS[1:]:
        shown = bars(of(period), period, TODAY, Config())
        assert [bar.day for bar in shown] == [TODAY - timedelta(days=back) for back in range(DAYS[period] - 1, -1, -1)]


@pytest.mark.parametrize(
    ("hours", "first", "last"),
    [
        ({"hours.sunday": "10:00-22:00"}, 10, 21),
        ({"hours.sunday": "11:00-15:30"}, 10, 15),  # somebody has played before it opened
        ({"hours.sunday": "always"}, 0, 23),
        ({"hours.sunday": "closed"}, 10, 15),
        ({"hours.sunday": "18:00-02:00"}, 10, 23),
        ({"hours.sunday": "closed", "hours.saturday": "18:00-02:00"}, 0, 15),
    ],
)
def test_a_day_has_a_bar_for_each_hour_of_its_opening_and_its_games(
    hours: dict[str, str], first: int, last: int
) -> None:
    shown = bars(of("day"), "day", TODAY, Config().changed(hours))
    assert [bar.hour for bar in shown] == list(range(first, last + 1))


def test_every_setting_can_be_changed_on_screen_or_only_in_the_file_for_a_reason() -> None:
    on_screen = [key for row in ROWS.values() for key in row.keys]
    assert sorted([*on_screen, *FILE_ONLY]) == sorted(KEYS)
    assert all(FILE_ONLY.values())


def test_every_row_has_its_place_in_each_arrangement() -> None:
    for shape in Shape:
        assert sorted(name for page in pages_of(shape, ROWS) for name in page) == sorted(ROWS)
