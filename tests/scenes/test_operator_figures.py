"""What the operator's menu counts and how it steps: sums, bars, ladders, opening hours."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from game.audits import HourCount
from game.core.kinds import ALWAYS, CLOSED, Span, Whole
from game.kiosk.config import KEYS, Config
from game.registry import GAMES
from scenes.kiosk.operator.adjustments import FILE_ONLY, ROW_KEYS
from scenes.kiosk.operator.figures import DAYS, PERIODS, bars, first_day, totals
from scenes.kiosk.operator.places import pages_of
from scenes.kiosk.operator.steps import levels_stepped, moved, span_moved, span_of, toggled
from scenes.kit.layout import Shape

TODAY = date(2026, 11, 22)  # a Sunday
GAME, OTHER = list(GAMES)[:2]
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
    on_screen = [key for keys in ROW_KEYS.values() for key in keys]
    assert sorted([*on_screen, *FILE_ONLY]) == sorted(KEYS)
    assert all(FILE_ONLY.values())


def test_every_row_has_its_place_in_each_arrangement() -> None:
    for shape in Shape:
        assert sorted(name for page in pages_of(shape) for name in page) == sorted(ROW_KEYS)


@pytest.mark.parametrize("key", [key for key, setting in KEYS.items() if isinstance(setting.kind, Whole)])
def test_a_ladder_leads_from_end_to_end_within_the_range(key: str) -> None:
    kind = KEYS[key].kind
    assert isinstance(kind, Whole)
    steps = kind.ladder()
    assert (steps[0], steps[-1]) == (kind.low, kind.high) and len(steps) <= 120
    value = kind.low
    for expected in steps[1:]:
        value = kind.stepped(value, 1)
        assert value == expected
    assert kind.stepped(value, 1) == value
    assert kind.stepped(steps[1] + 1, -1) == (steps[1] if steps[1] + 1 <= steps[2] else steps[0])
    assert KEYS[key].default in steps


def test_lists_never_become_empty() -> None:
    assert levels_stepped((1, 3), -1) == (1,) and levels_stepped((1,), -1) == (1,)
    assert levels_stepped((1, 3), 1) == (1, 3, 4) and levels_stepped((5,), 1) == (5,)
    assert toggled(("a", "b"), "a") == ("b",) and toggled(("b",), "b") == ("b",) and toggled(("b",), "a") == ("b", "a")
    assert moved(("a", "b", "c"), "c", -1) == ("a", "c", "b") and moved(("a", "b"), "a", -1) == ("a", "b")


def test_opening_hours_go_round_the_clock_and_past_what_would_be_none() -> None:
    assert span_of(600, 600) is None and span_of(0, 0) is None
    assert span_of(1080, 120) == Span(1080, 1560)
    assert span_moved(Span(600, 630), "end", -30) == Span(600, 570 + 1440)
    assert span_moved(Span(0, 1410), "end", 30) not in (ALWAYS, CLOSED)
    assert span_moved(Span(600, 1320), "begin", -30) == Span(570, 1320)
