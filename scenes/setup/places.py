"""Where the parts of the setup lie, for one to eight seats in each arrangement of the window."""

from __future__ import annotations

from functools import partial

import pygame

from scenes.kit.boxes import Align, Part, Places, cell, column, grid, row, within
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import FRAMES

ROW = 4  # the most cards side by side
TOP = 50  # design pixels, as all below: above the small line of the heading
CARD, GAP = 485, 32  # the height of a card that has a row, and between two
MOST_BOARD = 520


def setup_parts(metrics: Metrics, count: int, before: float = 0, remark: bool = False, arrange: bool = False) -> Part:
    """Every `card` for so many seats, and what stands around them.

    In the head that is the `record` to beat, `before` design pixels from the margin, `heading` and `opponents`, and the
    choice `upper` with its `label`; at the foot the choice `lower` with the line `below` above it, the button that may
    `arrange` the board, and `start`. Beside the cards or below them the board is `free` to lie where there is
    room for it, in a game for two with a `remark` below it.
    """
    shape = metrics.shape
    record = row(cell("", before), cell("record"), size=48, gap=0)
    choice = row(cell("lower"), cell("arrange", 300) if arrange else None, size=92 if shape is Shape.TALL else 80)
    lower = column(cell("below", 50), choice, gap=12)
    if shape is Shape.TALL:
        named = row(cell("heading"), cell("opponents", 406), size=76)
        upper = row(cell("label"), cell("upper", 606), size=84, gap=28)
        head = column(record, named, gap=14, size=138)
        rows = 64 * (metrics.text_scale - 1)  # three of large keys are higher than the bar
        below = row(lower, size=154), cell("start", 140 - rows)  # so that the board stays as large as it is
        return column(head, upper, _cards_below(count, remark), *below, pad=(0, 0, 0, rows))
    if shape is Shape.WIDE:
        named = row(cell("heading"), cell("opponents", 500), cell("label", 157), cell("upper", 471), gap=28)
        head, sides = column(record, named, size=138, gap=14), (998, 615)
    else:
        named = row(cell("heading"), cell("opponents", 330))
        upper = column(cell("label", 48), cell("upper"), size=460, gap=14)
        head, sides = row(column(record, named, gap=14), upper, size=138, gap=48), (780, 476)
    start = cell("start", sides[1], across=112, align=Align.END)
    foot = row(row(lower, size=sides[0]), cell(), start, size=142, gap=0)
    width = metrics.design[0] - 2 * FRAMES[shape].margin
    return column(head, _cards_beside(shape, width, count, remark), foot, pad=(0, 0, 0, 34))


def _cards_below(count: int, remark: bool) -> Part:
    """A list of cards with the board below it; many cards stand in two columns."""
    columns = 1 if count <= ROW else 2
    is_full = -(-count // columns) == ROW
    height = 270 if count < 3 else 236 if columns == 1 else None if is_full else 248
    cards = grid("card", count, columns, height=height)
    return column(cards, None if is_full else cell("free"), cell("remark", 100) if remark else None)


def _cards_beside(shape: Shape, width: float, count: int, remark: bool) -> Part:
    """One row of high cards, or two of lower ones, with the board at their right."""
    columns = 3 if shape is Shape.CLASSIC and count < 3 else ROW
    card = cell("card", (width + GAP) / columns - GAP, across=CARD)
    beside = cell("free", across=CARD)
    if remark:
        beside = column(cell("free"), cell("remark", 84 if shape is Shape.WIDE else 140))
    lines = [range(count)[first : first + columns] for first in range(0, count, columns)]
    return column(*[row(*[card] * len(line), beside if len(line) < columns else None, gap=GAP) for line in lines])


def preview_place(metrics: Metrics, found: Places) -> pygame.Rect | None:
    """The board in the middle of what the cards leave `free`; None where that is nothing."""
    free = found.get("free")
    if free is None:
        return None
    place = pygame.Rect(0, 0, side := min(*free.size, metrics.px(MOST_BOARD)), side)
    place.center = free.center
    return place


def seat_places(metrics: Metrics, card: pygame.Rect) -> Places:
    """The places of the `head` with `who` sits there, and of the choices `kind` and `detail`.

    A column where the card is high or one of many, else the head on the left and the choices on the right. A high card
    has a `stock` between lines, each a `line`, and a narrow one room `below` the head for a note that is too long.
    """
    width, height = card.width / metrics.scale, card.height / metrics.scale
    head, line = partial(row, cell("who"), name="head", pad=(6, 0, 4, 0)), cell("line", 2)
    if width < 500 and height < 300:
        choices = cell("kind", fit=60, least=48), cell("detail", fit=58, least=46)
        return within(metrics, card, column(head(fit=86, least=72), cell(), *choices, gap=4, pad=(20, 22, 20, 12)))
    if height > width * 0.8:
        who = column(head(), cell("below", 34) if width < 360 else None, size=142, gap=8)
        choices = cell("kind", 76), cell("detail", 72)
        return within(metrics, card, column(who, line, *choices, line, cell("stock"), gap=16, pad=(24, 40, 24, 16)))
    side = column(cell("kind", 80), cell("detail"), across=176, align=Align.MIDDLE, gap=20)
    return within(metrics, card, row(head(across=134, align=Align.MIDDLE), side, pad=(36, 0, 32, 0)))
