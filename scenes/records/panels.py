"""Beside the board: the fastest win over each level, everybody's figures together, the calendar of the puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pygame

from game.core.spec import LEVELS
from game.figures import Figures
from game.profiles import Profile
from game.puzzles.judging import MOST_STARS
from game.statistics import Fastest
from scenes.kit import layout
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, column, row, within
from scenes.kit.stage import Stage
from scenes.records import words
from scenes.records.words import Minutes

DAYS, WEEKS = 7, 5
PAD = 24  # design pixels from a panel's edge to what is on it
HEAD = 56  # of a panel's title
TITLE = Style(28, theme.EYEBROW, bold=True)
ASIDE = Style(28, theme.IVORY)
LEVEL = Style(theme.CAPTION, theme.MUTED)
MOVES = Style(36, theme.IVORY, bold=True)
HOLDER = Style(theme.CAPTION, theme.IVORY)
FIGURE = Style(60, theme.IVORY, bold=True)
LABEL = Style(26, theme.MUTED)
WEEKDAY = Style(22, theme.MUTED)
DAY = Style(24, theme.MUTED)
LEAST = 16
LEAST_NAME = 24  # of levels and names; what is longer is shortened
BEAN, MOVES_ROOM = 42, 46  # the width of either
ROASTS = ("#C9904F", "#A86A34", "#854C24", "#5E3219", "#3E2012")  # a bean is roasted darker the stronger the AI
STAR = 18
_ABOVE, _FIGURE, _BELOW = layout.cell(share=17), layout.cell("figure", share=42), layout.cell(share=7)
FIGURE_PARTS = column(_ABOVE, _FIGURE, layout.cell("label", share=34), _BELOW, gap=0)


def draw_panel(stage: Stage, canvas: Canvas, rect: pygame.Rect, title: str, aside: str = "") -> None:
    """A lacquer card with its title, and a note at its right."""
    px = stage.metrics.px
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size), rect.topleft)
    head = pygame.Rect(rect.left + px(PAD), rect.top + px(12), rect.width - 2 * px(PAD), px(36))
    if aside:
        beside = pygame.Rect(head.right - head.width * 11 // 20, head.top, head.width * 11 // 20, head.height)
        head.width = stage.label(canvas, aside, beside, ASIDE, "right", least=LEAST).left - px(16) - head.left
    stage.label(canvas, title, head, TITLE, least=LEAST)


def draw_minutes(stage: Stage, canvas: Canvas, place: pygame.Rect, minutes: Minutes, lit: bool) -> None:
    """A line below the fastest wins: the most puzzles of three minutes, and who has solved them."""
    if lit:
        stage.blit(canvas, stage.paint.segment(place.size), place.topleft)
    soft, ink = (theme.INK_SOFT, theme.INK) if lit else (theme.MUTED, theme.IVORY)
    name = stage.t("practice.minutes")
    widest = stage.natural(name, stage.limit_scale(LEVEL, 1.0))
    line = row(
        layout.cell("name", widest + 2),
        layout.cell("moves", MOVES_ROOM),
        layout.cell("holder"),
        gap=6,
        pad=(6, 0, 2, 0),
    )
    at = within(stage.metrics, place, line)
    stage.label(canvas, name, at["name"], LEVEL._replace(color=soft), least=LEAST_NAME)
    stage.label(canvas, str(minutes.count), at["moves"], MOVES._replace(color=ink), "right", least=LEAST_NAME)
    if minutes.holders:
        _draw_holder(stage, canvas, minutes.holders, at["holder"], HOLDER._replace(color=ink))


def _widest_level(stage: Stage) -> float:
    """The width of the longest name of a level, in design pixels."""
    return max(stage.natural(stage.t(f"level.{level}"), stage.limit_scale(LEVEL, 1.0)) for level in LEVELS) + 2


def draw_fastest(
    stage: Stage, canvas: Canvas, places: Places, fastest: Mapping[int, Fastest], focused: int | None
) -> None:
    """A line for each level, `focused` (0 to 4) lit: a bean, the moves, and who has made them, or its empty place."""
    draw_panel(stage, canvas, places["fastest"], stage.t("records.fastest"))
    parts = [layout.cell("bean", BEAN), layout.cell("level", _widest_level(stage)), layout.cell("moves", MOVES_ROOM)]
    line = row(*parts, layout.cell("holder"), gap=6, pad=(6, 0, 2, 0))
    for index, (level, cell) in enumerate(zip(LEVELS, places.all("bean"), strict=True)):
        lit = index == focused
        if lit:
            stage.blit(canvas, stage.paint.segment(cell.size), cell.topleft)
        soft, ink = (theme.INK_SOFT, theme.INK) if lit else (theme.MUTED, theme.IVORY)
        at, won = within(stage.metrics, cell, line), fastest.get(level)
        size = stage.metrics.px(BEAN), stage.metrics.px(BEAN * 7 / 9)
        color = {} if won is None else {"color": ROASTS[index]}
        bean = stage.drawing("bean-hollow" if won is None else "bean", size, centred=True, **color)
        stage.blit(canvas, bean, at["bean"].center)
        stage.label(canvas, stage.t(f"level.{level}"), at["level"], LEVEL._replace(color=soft), least=LEAST_NAME)
        moves, color_of_moves = ("–", soft) if won is None else (str(won.moves), ink)
        stage.label(canvas, moves, at["moves"], MOVES._replace(color=color_of_moves), "right", least=LEAST_NAME)
        if won is not None and won.holders:
            _draw_holder(stage, canvas, won.holders, at["holder"], HOLDER._replace(color=ink))


def _draw_holder(stage: Stage, canvas: Canvas, holders: Sequence[Profile], place: pygame.Rect, style: Style) -> None:
    """Who has made a record: the first one's name, shortened where it must be, and how many others have, too."""
    first, *others = holders
    count = f"+{len(others)}" if others else ""
    most = stage.limit_scale(style._replace(bold=True), 1.0)
    room = place.width - (stage.fonts.width(count, most) + stage.metrics.px(10) if count else 0)
    name = pygame.Rect(place.left, place.top, room, place.height)
    end = stage.label(canvas, first.name, name, style, least=LEAST_NAME).right
    if count:
        rest = pygame.Rect(end + stage.metrics.px(10), place.top, place.width, place.height)
        stage.label(canvas, count, rest, style._replace(bold=True))


def draw_house(stage: Stage, canvas: Canvas, places: Places, house: Figures, lit: bool) -> None:
    """Draw the figures of all people together."""
    cells = places["figures"]
    draw_panel(stage, canvas, places["below"], stage.t("records.together"))
    if lit:
        stage.blit(canvas, stage.paint.segment(cells.size), cells.topleft)
    ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
    figures = within(stage.metrics, cells, row(*[layout.cell("figure")] * len(words.TOGETHER), gap=0, pad=(8, 0)))
    for name, cell in zip(words.TOGETHER, figures.all("figure"), strict=True):
        at, shown = within(stage.metrics, cell, FIGURE_PARTS), words.figure(stage, house, name)
        stage.label(canvas, shown, at["figure"], FIGURE._replace(color=ink), "centre", least=LEAST)
        label = stage.t(f"records.column.{name}")
        stage.label(canvas, label, at["label"], LABEL._replace(color=soft), "centre", grow=1.3, least=LEAST)


def calendar(today: date) -> list[date]:
    """The days of the last weeks, the present one at the end; weeks begin on Mondays."""
    first = today - timedelta(days=today.weekday() + DAYS * (WEEKS - 1))
    return [first + timedelta(days=i) for i in range(DAYS * WEEKS)]


def draw_calendar(
    stage: Stage,
    canvas: Canvas,
    places: Places,
    stars: Mapping[date, int],
    today: date,
    aside: str,
    focused: date | None,
) -> None:
    """The puzzle of the day of five weeks; `aside` stands beside the title."""
    draw_panel(stage, canvas, places["below"], stage.t("today.puzzle"), aside)
    for weekday, rect in enumerate(places.all("weekday")):
        stage.label(canvas, stage.t(f"weekday.{weekday}"), rect, WEEKDAY, "centre", least=LEAST)
    for day, cell in zip(calendar(today), places.all("day"), strict=True):
        if day > today:
            _draw_number(stage, canvas, cell, day, 0.35)
            continue
        _draw_day(stage, canvas, cell, day, stars.get(day, 0), lit=day == focused)
        if day == today:
            ring = stage.paint.cached(("today", cell.size), lambda: _today(stage, cell.size))  # noqa: B023
            stage.blit(canvas, ring, cell.topleft)


def _draw_day(stage: Stage, canvas: Canvas, cell: pygame.Rect, day: date, stars: int, lit: bool) -> None:
    if not stars:
        stage.blit(canvas, stage.paint.well(cell.size, 8), cell.topleft)
        _draw_number(stage, canvas, cell, day, 1.0, lit)
        return
    stage.blit(canvas, stage.paint.segment(cell.size, 8), cell.topleft)
    line = row(layout.cell(), *[layout.cell("worth", fit=STAR)] * MOST_STARS, layout.cell(), gap=1, pad=(2, 0))
    for index, star in enumerate(within(stage.metrics, cell, line).all("worth")):
        stage.show(canvas, "printed-mark" if index < stars else "printed-mark-empty", star)


def _draw_number(stage: Stage, canvas: Canvas, cell: pygame.Rect, day: date, alpha: float, lit: bool = False) -> None:
    style = DAY._replace(color=theme.IVORY if lit else theme.MUTED)
    stage.label(canvas, str(day.day), cell, style, "centre", alpha=alpha)


def _today(stage: Stage, size: tuple[int, int]) -> Sprite:
    """A line of brass around today."""
    line = stage.paint.px(3)
    defs = svg.gradient("brass", theme.BRASS, (0, 0), size)
    body = svg.box(0, 0, *size, stage.paint.px(8), stroke="url(#brass)", line=line)
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size))


def total(stars: Mapping[date, int], days: Sequence[date]) -> int:
    """The stars of these days."""
    return sum(stars.get(day, 0) for day in days)
