"""Where eight chairs and what belongs to them lie, in each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.join.naming import CHIPS, SHOWN
from scenes.kit.layout import Metrics, Shape

CHAIRS = 8
# Left, top, width and height of a chair; chairs in a row; the gap. Left, top, width, height of Start, of four small
# buttons, and of the bar. Design pixels.
_CHAIR = {
    Shape.WIDE: (96, 208, 414, 264, 4, 24),
    Shape.CLASSIC: (72, 208, 309, 240, 4, 20),
    Shape.TALL: (54, 208, 474, 264, 2, 24),
}
_START = {Shape.WIDE: (1184, 808, 640, 96), Shape.CLASSIC: (848, 764, 520, 96), Shape.TALL: (54, 1500, 972, 120)}
_SMALL = {
    Shape.WIDE: ((96, 808, 238, 96), (358, 808, 238, 96), (620, 808, 238, 96), (882, 808, 238, 96)),
    Shape.CLASSIC: ((72, 764, 214, 96), (302, 764, 158, 96), (476, 764, 150, 96), (642, 764, 166, 96)),
    Shape.TALL: ((54, 1376, 225, 96), (303, 1376, 225, 96), (552, 1376, 225, 96), (801, 1376, 225, 96)),
}
_BAR = {Shape.WIDE: (54, 956, 1812, 80), Shape.CLASSIC: (54, 956, 1332, 80), Shape.TALL: (54, 1752, 972, 136)}
WHEEL = 84  # width of the wheel of letters
CHIP, CHIP_GAP, CHIP_FOOT = 44, 6, 14
CHIPS_BELOW = 102  # the name and what is said of it


@dataclass(frozen=True, slots=True)
class JoinPlaces:
    """All in pixels."""

    chairs: tuple[pygame.Rect, ...]
    names: pygame.Rect
    ai: pygame.Rect
    cup: pygame.Rect
    phones: pygame.Rect
    start: pygame.Rect
    bar: pygame.Rect


def join_places(metrics: Metrics) -> JoinPlaces:
    """The places at the window's size."""
    left, top, width, height, row, gap = _CHAIR[metrics.shape]
    chairs = tuple(
        metrics.rect(left + i % row * (width + gap), top + i // row * (height + gap), width, height)
        for i in range(CHAIRS)
    )
    names, ai, cup, phones = (metrics.rect(*place) for place in _SMALL[metrics.shape])
    start, bar = metrics.rect(*_START[metrics.shape]), metrics.rect(*_BAR[metrics.shape])
    return JoinPlaces(chairs, names, ai, cup, phones, start, bar)


def more_place(metrics: Metrics, card: pygame.Rect) -> pygame.Rect:
    """The corner of a taken chair that opens its menu."""
    side = metrics.px(64)
    return pygame.Rect(card.right - side - metrics.px(4), card.top + metrics.px(4), side, side)


def wheel_places(metrics: Metrics, card: pygame.Rect) -> list[pygame.Rect]:
    """The letters of the wheel at the right edge, top to bottom; the middle one is the highest."""
    inset = metrics.px(12)
    width, height = metrics.px(WHEEL), card.height - 2 * inset
    middle = height * 32 // 100
    each = (height - middle) // (SHOWN - 1)
    heights = [each] * (SHOWN // 2) + [height - (SHOWN - 1) * each] + [each] * (SHOWN // 2)
    left, top = card.right - width - inset, card.top + inset
    return [pygame.Rect(left, top + sum(heights[:i]), width, heights[i]) for i in range(SHOWN)]


def chip_places(metrics: Metrics, card: pygame.Rect) -> list[pygame.Rect]:
    """The names used before, from the bottom left corner upward, as many as there is room for."""
    px = metrics.px
    left = card.left + px(28)
    width = card.width - px(28 + WHEEL + 12 + 16)
    bottom = card.bottom - px(CHIP_FOOT)
    tops = [bottom - (i + 1) * px(CHIP) - i * px(CHIP_GAP) for i in range(CHIPS)]
    return [pygame.Rect(left, top, width, px(CHIP)) for top in tops if top >= card.top + px(CHIPS_BELOW)]
