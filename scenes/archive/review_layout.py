"""Where the parts of a review lie beside, above and below the board, for each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.layout import Metrics, Shape

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """Places in pixels."""

    words: pygame.Rect  # which turning point, and what happened
    reasons: pygame.Rect
    change: pygame.Rect  # the chance before and after
    curve: pygame.Rect
    paper: pygame.Rect | None  # the list of moves, where there is room for it
    branch: pygame.Rect | None  # the button that plays on; upright it is in the bar


@dataclass(frozen=True, slots=True)
class _Plan:
    """One arrangement in design pixels."""

    words: _Box
    reasons: _Box
    change: _Box
    curve: _Box
    branch: _Box | None = None
    paper: _Box | None = None


_PLANS = {
    Shape.WIDE: _Plan(
        (96, 56, 392, 232),
        (96, 312, 392, 464),
        (96, 800, 392, 136),
        (1432, 56, 392, 200),
        (1432, 856, 392, 80),
        (1432, 288, 392, 536),
    ),
    Shape.CLASSIC: _Plan(
        (992, 56, 376, 180),
        (992, 248, 376, 336),
        (992, 594, 376, 112),
        (992, 718, 376, 116),
        (992, 856, 376, 80),
    ),
    Shape.TALL: _Plan((54, 84, 972, 220), (54, 1336, 972, 216), (54, 1568, 420, 136), (498, 1568, 528, 136)),
}


def review_layout(metrics: Metrics) -> ReviewLayout:
    """The places of the parts."""
    plan, rect = _PLANS[metrics.shape], metrics.rect
    return ReviewLayout(
        rect(*plan.words),
        rect(*plan.reasons),
        rect(*plan.change),
        rect(*plan.curve),
        None if plan.paper is None else rect(*plan.paper),
        None if plan.branch is None else rect(*plan.branch),
    )
