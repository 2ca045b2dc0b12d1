"""Where the parts of the setup lie, for one to eight seats in each arrangement of the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from scenes.kit.layout import Shape

ROW = 4  # the most cards side by side
MakeRect = Callable[[float, float, float, float], pygame.Rect]


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts in pixels. `upper` is the choice above the cards, `lower` the one below.

    `company` is the choice beside the heading.

    `preview` may have no room; `remark` is for some lines below it.
    """

    company: pygame.Rect
    upper: pygame.Rect
    upper_label: tuple[int, int] | None  # right end and middle, beside it; None: it lies above
    cards: list[pygame.Rect]
    preview: pygame.Rect | None
    remark: pygame.Rect | None
    lower: pygame.Rect
    start: pygame.Rect
    bar: pygame.Rect


def setup_layout(shape: Shape, rect: MakeRect, count: int, remark: bool = False) -> Layout:
    """The arrangement for `count` seats; `rect` turns design pixels into pixels.

    With `remark` there is room for some lines below the preview of a game for two.
    """
    below: pygame.Rect | None = None
    if shape is Shape.TALL:
        company, upper, lower = rect(620, 104, 406, 76), rect(420, 200, 606, 84), rect(54, 1452, 972, 92)
        start, bar = rect(54, 1580, 972, 140), rect(54, 1752, 972, 136)
        cards, preview = _tall(rect, count)
        if remark:
            preview, below = rect(366, 908, 348, 348), rect(54, 1290, 972, 100)
    elif shape is Shape.CLASSIC:
        company, upper, lower = rect(530, 112, 330, 76), rect(908, 112, 460, 76), rect(72, 822, 780, 80)
        start, bar = rect(892, 790, 476, 112), rect(54, 956, 1332, 80)
        width = 400 if count < 3 else 300
        cards = _grid(rect, count, 72, width, 32)
        preview = _beside(rect, count, {1: (720, 432), 2: (936, 432)}, 1068, 300, width + 32)
        if remark:
            preview, below = rect(976, 218, 352, 352), rect(936, 606, 432, 180)
    else:
        company, upper, lower = rect(640, 112, 500, 76), rect(1353, 112, 471, 76), rect(96, 822, 998, 80)
        start, bar = rect(1209, 790, 615, 112), rect(54, 956, 1812, 80)
        cards = _grid(rect, count, 96, 407, 33.4)
        preview = _beside(rect, count, {1: (938, 485), 2: (1158, 485)}, 1417.2, 407, 440.4)
        if remark:
            preview, below = rect(1190, 218, 420, 420), rect(976, 664, 848, 84)
    gap = rect(0, 0, 28, 1).width
    label = None if shape is Shape.CLASSIC else (upper.left - gap, upper.centery)
    return Layout(company, upper, label, cards, preview, below, lower, start, bar)


def _grid(rect: MakeRect, count: int, left: float, width: float, gap: float) -> list[pygame.Rect]:
    """One row of high cards, or two of lower ones."""
    if count <= ROW:
        return [rect(left + i * (width + gap), 218, width, 485) for i in range(count)]
    places = (divmod(i, ROW) for i in range(count))
    return [rect(left + column * (width + gap), 218 + row * 270, width, 248) for row, column in places]


def _beside(
    rect: MakeRect, count: int, few: dict[int, tuple[float, float]], left: float, side: float, pitch: float
) -> pygame.Rect | None:
    """The preview to the right of the cards: at its place for `few` seats, else in the middle of what they leave.

    The fourth column begins at `left` and is `side` wide; `pitch` is from column to column.
    """
    if count in few:
        x, size = few[count]
        return rect(x, 218 + (485 - size) / 2, size, size)
    if count % ROW == 0:
        return None
    if count < ROW:
        return rect(left, 218 + (485 - side) / 2, side, side)
    first = left - pitch * (ROW - 1 - count % ROW)  # the first column that is free in the lower row
    return rect((first + left + side - 248) / 2, 488, 248, 248)


def _tall(rect: MakeRect, count: int) -> tuple[list[pygame.Rect], pygame.Rect | None]:
    """A list of cards with the preview below; many cards stand in two columns."""
    if count > ROW:
        places = (divmod(i, 2) for i in range(count))
        cards = [rect(54 + column * 498, 316 + row * 268, 474, 248) for row, column in places]
        return cards, rect(416, 1132, 248, 248) if count <= 6 else None
    height = 236 if count > 2 else 270
    cards = [rect(54, 316 + i * (height + 24), 972, height) for i in range(count)]
    preview = {1: (280, 730, 520), 2: (302, 900, 476), 3: (396, 1094, 288)}.get(count)
    return cards, None if preview is None else rect(preview[0], preview[1], preview[2], preview[2])
