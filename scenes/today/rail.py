"""Beside the sheet: the days in a row, and the month with four dots for each day."""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pygame

from game.puzzle_results import InARow
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Part, Places, cell, column, grid, row
from scenes.kit.stage import Stage
from scenes.kit.text.dates import day_and_month

DAYS, WEEKS = 7, 6
HEAD = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, UNIT = Style(104, theme.IVORY, bold=True), Style(40, theme.MUTED)
BEST = Style(theme.CAPTION, theme.MUTED)
WEEKDAY, DAY = Style(22, theme.MUTED), Style(26, theme.IVORY)
LEAST, SMALLEST = 16, 12
DOT = 8  # design pixels
DOTS = ("none", "#8A6B35", "#B98F45", "#EBC66F")  # by stars
LINE = "#7A684D"


def card(is_low: bool) -> Part:
    """The parts of the card `row` and `month`; where it `is_low` they lie side by side."""
    weekdays = row(*[cell("weekday")] * DAYS, size=30, gap=2)
    month = column(weekdays, grid("day", DAYS * WEEKS, DAYS, gap=2), gap=4)
    kept = cell("head", 36), cell("count", 104), cell("best", 76)
    if is_low:
        return row(column(*kept, cell(), gap=6, size=330), month, name="card", gap=32, pad=24)
    return column(*kept, cell("line", 2), month, name="card", gap=8, pad=(24, 20, 24, 16))


def month_of(day: date) -> list[date | None]:
    """The days of a month for its weeks from Monday on, None for what belongs to another month."""
    first, count = calendar.monthrange(day.year, day.month)
    days = [day.replace(day=1) + timedelta(days=index) for index in range(count)]
    return [*[None] * first, *days, *[None] * (DAYS * WEEKS - first - count)]


def day_spoken(stage: Stage, day: date, stars: Sequence[int]) -> str:
    """A day of the month as it is read aloud, with all its stars."""
    date_text = day_and_month(stage.t, day)
    when = stage.t("records.date", weekday=stage.t(f"weekday.long.{day.weekday()}"), date=date_text)
    return stage.t("speech.value", name=when, value=stage.t("today.stars", count=sum(stars)))


def draw_card(
    stage: Stage,
    canvas: Canvas,
    places: Places,
    kept: InARow,
    chosen: date,
    today: date,
    stars: Mapping[date, Sequence[int]],
) -> None:
    """The card, with the month of the day that is `chosen`."""
    panel = places["card"]
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    stage.label(canvas, stage.t("today.row").upper(), places["head"], HEAD, grow=1.2, least=LEAST)
    number = stage.label(canvas, str(kept.days), places["count"], COUNT)
    rest = pygame.Rect(places["count"])
    rest.left = number.right + stage.metrics.px(12)
    rest.width = places["count"].right - rest.left
    stage.label(canvas, stage.t("today.days", count=kept.days), rest, UNIT, least=LEAST)
    best = stage.t("today.best", count=kept.best)
    stage.label(canvas, best, places["best"], BEST, lines=0, grow=1.15, least=LEAST, top=True)
    for weekday, place in enumerate(places.all("weekday")):
        inner = place.inflate(-stage.metrics.px(6), 0)
        stage.label(canvas, stage.t(f"weekday.{weekday}"), inner, WEEKDAY, "centre", least=SMALLEST)
    for day, place in zip(month_of(chosen), places.all("day"), strict=True):
        if day is not None:
            _draw_day(stage, canvas, place, day, stars.get(day, ()), is_future=day > today)
            if day == chosen:
                stage.blit(canvas, stage.paint.ring(place.size, 8, 0, 3), place.topleft)


def _draw_day(
    stage: Stage, canvas: Canvas, place: pygame.Rect, day: date, stars: Sequence[int], is_future: bool
) -> None:
    upper = pygame.Rect(place.left, place.top, place.width, place.height * 3 // 5)
    alpha = 0.4 if is_future else 1.0
    stage.label(canvas, str(day.day), upper, DAY, "centre", least=LEAST, alpha=alpha)
    if not is_future and stars:
        size = place.width, place.height - upper.height
        dots = stage.paint.cached(("day dots", size, tuple(stars)), lambda: Sprite(_dots(stage, size, stars)))
        stage.blit(canvas, dots, upper.bottomleft)


def _dots(stage: Stage, size: tuple[int, int], stars: Sequence[int]) -> pygame.Surface:
    """A dot for each puzzle of a day."""
    radius = stage.paint.px(DOT) / 2
    step = min(size[0] / (len(stars) + 0.5), 3 * radius)
    first = size[0] / 2 - step * (len(stars) - 1) / 2
    body = ""
    for index, count in enumerate(stars):
        fill = "none" if not count else DOTS[count]
        stroke = f'stroke="{LINE}" stroke-width="{max(1.0, stage.paint.px(1.5)):.2f}"'
        body += (
            f'<circle cx="{first + index * step:.2f}" cy="{size[1] / 2:.2f}" r="{radius:.2f}" fill="{fill}" {stroke}/>'
        )
    return svg.render(body, *size)
