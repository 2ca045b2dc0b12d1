"""Where eight chairs and what belongs to them lie, in each arrangement of the window."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from scenes.join.naming import CHIPS, SHOWN
from scenes.kit.boxes import Places, cell, column, grid, places, row, within
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import page

CHAIRS = 8
TOP = 208  # design pixels above the chairs, where the heading stands
WHEEL = 84  # width of the wheel of letters
CHIP, CHIP_GAP, CHIP_FOOT = 44, 6, 14
CHIPS_BELOW = 102  # the name and what is said of it


def join_places(metrics: Metrics, widths: Mapping[str, float]) -> Places:
    """The places of every `chair`, of the small buttons, whose names and `widths` (design pixels) are given, of `start`
    and `bar`."""
    small = [cell(name, least=width) for name, width in widths.items()]
    if metrics.shape is Shape.TALL:
        chairs = grid("chair", CHAIRS, 2, height=264)
        body = column(chairs, row(*small, size=96), cell("start", 120), gap=32)
    else:
        chairs = grid("chair", CHAIRS, 4, height=264 if metrics.shape is Shape.WIDE else 240)
        start = cell("start", 640 if metrics.shape is Shape.WIDE else 520)
        body = column(chairs, row(row(*small), start, size=96, gap=40), gap=48)
    return places(metrics, page(metrics.shape, body, TOP))


def more_place(metrics: Metrics, card: pygame.Rect) -> pygame.Rect:
    """The corner of a taken chair that opens its menu."""
    side = metrics.px(64)
    return pygame.Rect(card.right - side - metrics.px(4), card.top + metrics.px(4), side, side)


def wheel_places(metrics: Metrics, card: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """The letters of the wheel at the right edge, top to bottom; the middle one is the highest."""
    near = [cell("letter")] * (SHOWN // 2)
    wheel = column(*near, cell("letter", share=0.32 * 2 * len(near) / 0.68), *near, size=WHEEL, gap=0)
    return within(metrics, card, row(cell(), wheel, gap=0, pad=12)).all("letter")


def chip_places(metrics: Metrics, card: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """The names used before, from the bottom left corner upward, as many as there is room for."""
    room = card.height / metrics.scale - CHIPS_BELOW - CHIP_FOOT
    count = min(CHIPS, int((room + CHIP_GAP) // (CHIP + CHIP_GAP)))
    chips = column(cell(), *[cell("chip", CHIP)] * count, gap=CHIP_GAP, pad=(28, 0, WHEEL + 12 + 16, CHIP_FOOT))
    return within(metrics, card, chips).all("chip")[::-1]
