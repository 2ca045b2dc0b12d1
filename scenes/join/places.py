"""The layout of the page where people sit down: eight saucers on a round table, the name panels below."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.join.join_table import CHAIRS, CHIPS, SHOWN
from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, grid, row, stack, within

TOP = 166  # design pixels, as all below: above the table; its upper corners leave room for the heading
HEADING = 36  # more, in an upright window
SEAT, SEAT_WIDTH = 196, 290  # a saucer with the texts below it
LOW_SEAT = 142  # its height while a name is entered
TALL_SEAT, LOW_TALL_SEAT = 250, 168  # both in an upright window
BEND = 22  # by which the outer saucers of a row lie nearer to the middle
SMALL, START, NARROW_START, TALL_START = 96, 640, 500, 120
NAME, WORDS, STRIP = 44, 34, 8  # below a saucer
MORE = 64
KEPT, NARROW_KEPT = 0.27, 0.19  # at either end, as a share of a row of seats
TABLE, TALL_TABLE = 336, 600  # the table's height while a name is entered
LOW_PANEL = 220  # the least height of a panel with known names
BIG = 600  # the least width of a panel with the large wheel
WHEEL, SMALL_WHEEL = 200, 104
CHIP = 72


def join_parts(metrics: Metrics, namings: int, small: Sequence[Part]) -> Part:
    """The page's layout: the `table` with each `chair` and the `sentence`, the `small` buttons and `start`.

    Each of the `namings` has a panel (`naming`).
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
    """Three seats above, three below, and one at either side; rows leave the share `kept` free at their ends."""
    far = row(cell(), _seat(BEND, 0), cell(), _seat(0, BEND), cell(), _seat(BEND, 0), cell(), size=SEAT + BEND)
    near = row(cell(), _seat(0, BEND), cell(), _seat(BEND, 0), cell(), _seat(0, BEND), cell(), size=SEAT + BEND)
    middle = row(_seat(0, 0), cell("sentence"), _seat(0, 0), size=SEAT, pad=(24, 0))
    return column(cell(), _kept(far, kept), middle, _kept(near, kept), cell(), gap=4)


def _kept(line: Part, share: float) -> Part:
    return row(cell(share=share), row(*line.parts, gap=0, share=1.0), cell(share=share), size=line.size, gap=0)


def _upright_seats() -> Part:
    """Two seats above, two below and two at either side."""
    end = row(cell(), cell("chair", SEAT_WIDTH), cell("chair", SEAT_WIDTH), cell(), size=TALL_SEAT, gap=16)
    side = column(*[cell("chair", TALL_SEAT)] * 2, size=SEAT_WIDTH, gap=32)
    sides = row(side, cell("sentence"), side, size=2 * TALL_SEAT + 32, gap=8, pad=(14, 0))
    return column(cell(), end, cell(), sides, cell(), end, cell(), gap=0)


def _low_seats(high: float, kept: float) -> Part:
    """Two rows of four seats of height `high`, with the share `kept` free at their ends."""
    line = row(cell(share=kept), *[cell("chair")] * (CHAIRS // 2), cell(share=kept), size=high, gap=8)
    return column(cell(), line, line, cell(), gap=14)


def seat_places(metrics: Metrics, card: pygame.Rect) -> Places:
    """The `saucer`, with `strip` and `name` below it, and `words` if the card is high."""
    is_high = card.height >= metrics.px(LOW_SEAT + 30)
    side = card.height / metrics.scale - NAME - STRIP - 8 - (WORDS if is_high else 0)
    below = cell("strip", STRIP, across=104, align=Align.MIDDLE), cell("name", NAME), cell("words", WORDS)
    saucer = cell("saucer", side, across=side, align=Align.MIDDLE)
    return within(metrics, card, column(saucer, cell(size=4), *below[: 3 if is_high else 2], gap=0, pad=(0, 4, 0, 0)))


def more_place(metrics: Metrics, card: pygame.Rect) -> pygame.Rect:
    """The place of the menu button, beside the saucer of a taken seat."""
    side = metrics.px(MORE)
    left = min(card.right - side, seat_places(metrics, card)["saucer"].right + metrics.px(4))
    return pygame.Rect(left, card.top + metrics.px(4), side, side)


def naming_places(metrics: Metrics, panel: pygame.Rect, typed: bool) -> Places:
    """The places of a name panel.

    The `token`, the `text` with the `help` below it, the `time` left for typing, known names (each a `chip`) in a line
    at the foot, and the wheel's letters (each a `letter`, the middle one the tallest) unless `typed`.
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
    """The letters of the wheel, top to bottom."""
    return naming_places(metrics, panel, typed=False).all("letter")


def chip_places(metrics: Metrics, panel: pygame.Rect, typed: bool = False) -> tuple[pygame.Rect, ...]:
    """The places of names used before, as many as fit."""
    return naming_places(metrics, panel, typed).all("chip")
