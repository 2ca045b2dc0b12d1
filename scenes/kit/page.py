"""The frame of every page: the margin of the house, and the bar at the foot."""

from __future__ import annotations

from typing import NamedTuple

from scenes.kit.boxes import Part, cell, column, row
from scenes.kit.layout import Shape


class Frame(NamedTuple):
    """Design pixels: left and right of the page, above its bar, the bar's height, and below it."""

    margin: int
    gap: int
    bar: int
    foot: int


FRAMES = {Shape.WIDE: Frame(96, 20, 80, 44), Shape.CLASSIC: Frame(72, 20, 80, 44), Shape.TALL: Frame(54, 32, 136, 32)}
BAR_MARGIN = 54
TOP = 56  # design pixels above a page that has no heading


def page(shape: Shape, body: Part, top: float = TOP) -> Part:
    """`body` between the margins, and below it the part `bar`."""
    margin, gap, bar, foot = FRAMES[shape]
    whole = row(body, pad=(margin, top, margin, 0))
    return column(whole, row(cell("bar"), size=bar, pad=(BAR_MARGIN, 0)), gap=gap, pad=(0, 0, 0, foot))
