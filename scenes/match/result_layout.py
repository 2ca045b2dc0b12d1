"""Where the parts of the result lie beside or below the board, for each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.layout import Metrics, Shape

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ResultLayout:
    """Places in pixels; `tall_bar` is the glyph bar's where the window is upright, in design pixels."""

    head: pygame.Rect  # laurel and tokens
    words: pygame.Rect  # who won, and how
    standings: pygame.Rect
    curve: pygame.Rect | None  # the chances over the game, where there is room for them and they are known
    paper: pygame.Rect | None  # the list of moves, where there is room for it
    buttons: tuple[pygame.Rect, ...]  # the brass one first
    tall_bar: _Box


@dataclass(frozen=True, slots=True)
class _Plan:
    """One arrangement in design pixels: after the brass button come the others, `across` in a row."""

    head: _Box
    words: _Box
    standings: _Box
    buttons: _Box  # the width, and the lower edge that they are counted from
    across: int
    height: float
    gap: float
    paper: _Box | None = None


@dataclass(frozen=True, slots=True)
class _Curved:
    """Where the parts lie besides where the chances are shown, in design pixels, and the buttons' height and gap."""

    head: _Box
    words: _Box
    standings: _Box
    curve: _Box
    height: float = 80
    gap: float = 16


PAPER = (1432, 56, 392, 376)
_PLANS = {
    Shape.WIDE: _Plan(
        (96, 56, 392, 232), (96, 312, 392, 264), (96, 608, 392, 328), (1432, 0, 392, 936), 1, 80, 16, PAPER
    ),
    Shape.CLASSIC: _Plan(
        (992, 56, 376, 184), (992, 252, 376, 196), (992, 464, 376, 176), (992, 0, 376, 936), 2, 80, 16
    ),
    Shape.TALL: _Plan((54, 96, 176, 176), (254, 96, 424, 184), (710, 96, 316, 184), (54, 0, 972, 1784), 3, 116, 22),
}
_CURVED = {
    Shape.WIDE: _Curved((96, 56, 392, 200), (96, 264, 392, 256), (96, 664, 392, 272), (96, 532, 392, 116)),
    Shape.CLASSIC: _Curved((992, 52, 376, 124), (992, 180, 376, 208), (992, 500, 376, 144), (992, 398, 376, 92)),
    Shape.TALL: _Curved(
        (54, 96, 176, 176), (254, 96, 424, 184), (710, 96, 316, 184), (54, 1336, 972, 132), height=92, gap=16
    ),  # the buttons make room for it below the board
}
_TALL_BAR = (54, 1852, 972, 64)


def result_layout(metrics: Metrics, count: int, with_curve: bool = False) -> ResultLayout:
    """The places of the parts and of `count` buttons."""
    plan, rect = _PLANS[metrics.shape], metrics.rect
    curved = _CURVED[metrics.shape] if with_curve else None
    parts = plan if curved is None else curved
    left, _, width, bottom = plan.buttons
    rows = 1 + -(-(count - 1) // plan.across)
    top = bottom - rows * parts.height - (rows - 1) * parts.gap
    buttons = [rect(left, top, width, parts.height)]
    for index in range(count - 1):
        row, column = divmod(index, plan.across)
        in_row = min(plan.across, count - 1 - row * plan.across)
        each = (width - parts.gap * (in_row - 1)) / in_row
        y = top + (row + 1) * (parts.height + parts.gap)
        buttons.append(rect(left + column * (each + parts.gap), y, each, parts.height))
    return ResultLayout(
        rect(*parts.head),
        rect(*parts.words),
        rect(*parts.standings),
        None if curved is None else rect(*curved.curve),
        None if plan.paper is None else rect(*plan.paper),
        tuple(buttons),
        _TALL_BAR,
    )
