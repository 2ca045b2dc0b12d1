"""The layout of the page where people join: eight saucers on a round table, and the name panels below it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.join.join_table import CHAIRS, CHIPS, SHOWN
from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, grid, row, stack, within

# Room above the table. The heading also has room at the table's rounded upper corners. All lengths in this module are
# design pixels.
TOP = 166
# Additional room above the table in an upright window.
HEADING = 36
# Height and width of a saucer with the texts below it.
SEAT, SEAT_WIDTH = 196, 290
# Height of a saucer with its texts while a name is entered.
LOW_SEAT = 142
# The same heights in an upright window: usual, and while a name is entered.
TALL_SEAT, LOW_TALL_SEAT = 250, 168
# How far the outer saucers of a row are moved towards the middle of the table.
BEND = 22
SMALL, START, NARROW_START, TALL_START = 96, 640, 500, 120
# Heights of the texts below a saucer.
NAME, WORDS, STRIP = 44, 34, 8
MORE = 64
# Free space at either end of a row of seats, as a share of the seats' width. The second one is for narrow windows.
KEPT, NARROW_KEPT = 0.27, 0.19
# Height of the table while a name is entered. The second one is for upright windows.
TABLE, TALL_TABLE = 336, 600
# Only a panel higher than this shows known names.
LOW_PANEL = 220
# The least width of a panel with the large wheel.
BIG = 600
WHEEL, SMALL_WHEEL = 200, 104
CHIP = 72


def join_parts(metrics: Metrics, namings: int, small: Sequence[Part]) -> Part:
    """Lay out the page: the `table` with each `chair` and the `sentence`, the `small` buttons and `start`.

    `namings` is the number of names being entered; each gets a panel, `naming`.
    """
    shape = metrics.shape
    if shape is Shape.TALL:
        seats = _low_seats(LOW_TALL_SEAT, 0.2) if namings else _upright_seats()
        panels = _panels(namings, 1 if namings <= 2 else 2)
        table = stack(cell("table"), seats, size=TALL_TABLE if namings else None)
        below = row(*small, size=SMALL), cell("start", TALL_START)
        return column(cell(size=HEADING), table, panels, *below, gap=24)
    kept, width = (KEPT, START) if shape is Shape.WIDE else (NARROW_KEPT, NARROW_START)
    start = cell("start", width)
    foot = row(row(*small), start, size=SMALL, gap=40)
    table = stack(
        cell("table"), _low_seats(LOW_SEAT, 0.8) if namings else _seats(kept), size=TABLE if namings else None
    )
    return column(table, _panels(namings, min(namings, 4)), foot, gap=24)


def _panels(count: int, across: int) -> Part | None:
    return grid("naming", count, across, gap=20) if count else None


def _seat(above: float, below: float) -> Part:
    return column(cell(size=above), cell("chair"), cell(size=below), size=SEAT_WIDTH, gap=0)


def _seats(kept: float) -> Part:
    """Lay out three seats above, three below and one at either side. Each end of a row keeps the share `kept` free."""
    far = row(cell(), _seat(BEND, 0), cell(), _seat(0, BEND), cell(), _seat(BEND, 0), cell(), size=SEAT + BEND)
    near = row(cell(), _seat(0, BEND), cell(), _seat(BEND, 0), cell(), _seat(0, BEND), cell(), size=SEAT + BEND)
    middle = row(_seat(0, 0), cell("sentence"), _seat(0, 0), size=SEAT, pad=(24, 0))
    return column(cell(), _kept(far, kept), middle, _kept(near, kept), cell(), gap=4)


def _kept(line: Part, share: float) -> Part:
    return row(cell(share=share), row(*line.parts, gap=0, share=1.0), cell(share=share), size=line.size, gap=0)


def _upright_seats() -> Part:
    """Lay out two seats above, two below and two at either side."""
    end = row(cell(), cell("chair", SEAT_WIDTH), cell("chair", SEAT_WIDTH), cell(), size=TALL_SEAT, gap=16)
    side = column(*[cell("chair", TALL_SEAT)] * 2, size=SEAT_WIDTH, gap=32)
    sides = row(side, cell("sentence"), side, size=2 * TALL_SEAT + 32, gap=8, pad=(14, 0))
    return column(cell(), end, cell(), sides, cell(), end, cell(), gap=0)


def _low_seats(high: float, kept: float) -> Part:
    """Lay out two rows of four seats of height `high`. At each end of a row, `kept` times a seat's width is free."""
    line = row(cell(share=kept), *[cell("chair")] * (CHAIRS // 2), cell(share=kept), size=high, gap=8)
    return column(cell(), line, line, cell(), gap=14)


def seat_places(metrics: Metrics, card: pygame.Rect) -> Places:
    """Return the places on a seat's card: `saucer`, `strip`, `name`, and `words` if the card is high enough."""
    is_high = card.height >= metrics.px(LOW_SEAT + 30)
    side = card.height / metrics.scale - NAME - STRIP - 8 - (WORDS if is_high else 0)
    below = cell("strip", STRIP, across=104, align=Align.MIDDLE), cell("name", NAME), cell("words", WORDS)
    saucer = cell("saucer", side, across=side, align=Align.MIDDLE)
    return within(metrics, card, column(saucer, cell(size=4), *below[: 3 if is_high else 2], gap=0, pad=(0, 4, 0, 0)))


def more_place(metrics: Metrics, card: pygame.Rect) -> pygame.Rect:
    """Return the place of the menu button, beside the saucer of a taken seat."""
    side = metrics.px(MORE)
    left = min(card.right - side, seat_places(metrics, card)["saucer"].right + metrics.px(4))
    return pygame.Rect(left, card.top + metrics.px(4), side, side)


def naming_places(metrics: Metrics, panel: pygame.Rect, typed: bool) -> Places:
    """Return the places of a name panel.

    They are the `token`, the `text` with the `help` below it, and the `time` left for typing. Known names, each a
    `chip`, stand in a line at the foot. Unless the name is `typed`, there is a place `letter` for each letter of the
    wheel; the middle place is the tallest.
    """
    width, height = panel.width / metrics.scale, panel.height / metrics.scale
    is_big = width >= BIG
    near = [cell("letter")] * (SHOWN // 2)
    middle = cell("letter", share=0.3 * 2 * len(near) / 0.7)
    wheel = None if typed else column(*near, middle, *near, size=WHEEL if is_big else SMALL_WHEEL, gap=0)
    token = 104 if is_big else 48
    head = row(
        cell("token", token, across=token, align=Align.MIDDLE), cell("text"), size=min(120, 0.34 * height), gap=20
    )
    count = CHIPS if is_big else 1
    chips = None
    if height > LOW_PANEL:
        chips = row(*[cell("chip", most=300)] * count, gap=16, size=min(CHIP, 0.25 * height))
    pad = (36, 24, 24, 20) if is_big else (20, 12, 12, 12)
    parts = column(head, cell("help", 38 if is_big else 32), cell(), chips, cell("time", 6), gap=6)
    return within(metrics, panel, row(parts, wheel, gap=24, pad=pad))


def wheel_places(metrics: Metrics, panel: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Return the places of the wheel's letters, from top to bottom."""
    return naming_places(metrics, panel, typed=False).all("letter")


def chip_places(metrics: Metrics, panel: pygame.Rect, typed: bool = False) -> tuple[pygame.Rect, ...]:
    """Return the places of known names, as many as fit."""
    return naming_places(metrics, panel, typed).all("chip")
