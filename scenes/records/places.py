"""Where the parts of the records lie, for each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.spec import LEVELS
from game.statistics import MOST_RANKED
from scenes.kit.layout import Metrics, Shape

DAYS, WEEKS = 7, 5
FRAME = 14  # design pixels of brass around the board, as all below
PAD = 24  # from a panel's edge to what is on it
HEADER = 48  # the names of the columns
HEAD = 56  # a panel's title
WEEKDAYS = 34
GAP = 6  # between two cells

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Plan:
    """One arrangement in design pixels."""

    tabs: _Box
    tab_gap: float
    widest: float  # a tab at most
    board: _Box
    fastest: _Box
    below: _Box
    bar: _Box
    column: float


_PLANS = {
    Shape.WIDE: _Plan(
        (96, 188, 1728, 72), 32, 408, (96, 280, 1104, 656), (1232, 280, 592, 316), (1232, 616, 592, 320),
        (54, 956, 1812, 80), 124,
    ),
    Shape.CLASSIC: _Plan(
        (72, 188, 1296, 72), 24, 408, (72, 280, 812, 656), (908, 280, 460, 316), (908, 616, 460, 320),
        (54, 956, 1332, 80), 96,
    ),
    Shape.TALL: _Plan(
        (54, 196, 972, 88), 16, 408, (54, 312, 972, 900), (54, 1240, 474, 432), (552, 1240, 474, 432),
        (54, 1720, 972, 148), 100,
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordsLayout:
    """Places in pixels. `columns` are those of the figures, from left to right."""

    tabs: tuple[pygame.Rect, ...]
    board: pygame.Rect
    header: pygame.Rect
    rows: tuple[pygame.Rect, ...]  # with room for the focus ring between them
    columns: tuple[pygame.Rect, ...]  # each over header and rows
    fastest: pygame.Rect
    beans: tuple[pygame.Rect, ...]
    below: pygame.Rect  # the house's figures, or the calendar
    weekdays: tuple[pygame.Rect, ...]
    days: tuple[pygame.Rect, ...]  # week by week
    bar: pygame.Rect


def records_layout(metrics: Metrics, games: int, columns: int) -> RecordsLayout:
    """The places for so many games and columns of figures."""
    plan, px = _PLANS[metrics.shape], metrics.px
    board, fastest, below = metrics.rect(*plan.board), metrics.rect(*plan.fastest), metrics.rect(*plan.below)
    inner = board.inflate(-2 * px(FRAME + 8), -2 * px(FRAME + 6))
    header = pygame.Rect(inner.x, inner.y, inner.width, px(HEADER))
    lower = pygame.Rect(inner.x, header.bottom, inner.width, inner.bottom - header.bottom)
    right = inner.right - px(12)
    width = px(plan.column)
    places = [pygame.Rect(right - (i + 1) * width, inner.y, width, inner.height) for i in range(columns)]
    beans = _inside(metrics, fastest)
    cells = _inside(metrics, below)
    weekdays = pygame.Rect(cells.x, cells.y, cells.width, px(WEEKDAYS))
    grid = pygame.Rect(cells.x, weekdays.bottom, cells.width, cells.bottom - weekdays.bottom)
    return RecordsLayout(
        _tabs(metrics, plan, games),
        board,
        header,
        tuple(row.inflate(-2 * px(8), -2 * px(5)) for row in _split(lower, 1, MOST_RANKED, 0)),
        tuple(reversed(places)),
        fastest,
        _split(beans, len(LEVELS), 1, px(GAP)),
        below,
        _split(weekdays, DAYS, 1, px(GAP)),
        _split(grid, DAYS, WEEKS, px(GAP)),
        metrics.rect(*plan.bar),
    )


def _inside(metrics: Metrics, panel: pygame.Rect) -> pygame.Rect:
    """A panel below its title."""
    px = metrics.px
    top = panel.top + px(HEAD)
    return pygame.Rect(panel.x + px(PAD), top, panel.width - 2 * px(PAD), panel.bottom - px(PAD) - top)


def _tabs(metrics: Metrics, plan: _Plan, games: int) -> tuple[pygame.Rect, ...]:
    left, top, width, height = plan.tabs
    each = min(plan.widest, (width - plan.tab_gap * (games - 1)) / games)
    return tuple(metrics.rect(left + i * (each + plan.tab_gap), top, each, height) for i in range(games))


def _split(rect: pygame.Rect, across: int, down: int, gap: int) -> tuple[pygame.Rect, ...]:
    """`rect` in even parts, row by row."""
    lefts = [rect.x + round(i * (rect.width + gap) / across) for i in range(across + 1)]
    tops = [rect.y + round(i * (rect.height + gap) / down) for i in range(down + 1)]
    return tuple(
        pygame.Rect(lefts[i], tops[j], lefts[i + 1] - gap - lefts[i], tops[j + 1] - gap - tops[j])
        for j in range(down)
        for i in range(across)
    )
