"""Where the parts of the records lie, for each arrangement of the window."""

from __future__ import annotations

from game.core.spec import LEVELS
from scenes.kit.boxes import Part, cell, column, grid, row, stack
from scenes.kit.layout import Shape

DAYS, WEEKS = 7, 5
FRAME = 14  # design pixels of brass around the board, as all below
PAD = 24  # from a panel's edge to what is on it
HEAD = 56  # a panel's title
WIDEST_TAB = 408


def records_page(shape: Shape, games: int) -> Part:
    """The places of every `tab`; of the `board` with the `ranking`; of the panel `fastest` with a `bean` for each
    level; and of the panel `below`.

    On that lie everybody's `figures` together, or the calendar: each `weekday`, and each `day` week by week.
    """
    tabs = [cell("tab", most=WIDEST_TAB)] * games
    fastest = row(*[cell("bean")] * len(LEVELS), name="fastest", gap=6, pad=(PAD, HEAD, PAD, PAD))
    days = column(row(*[cell("weekday")] * DAYS, size=34, gap=6), grid("day", DAYS * WEEKS, DAYS, gap=6), gap=0)
    below = stack(cell("figures"), days, name="below", pad=(PAD, HEAD, PAD, PAD))
    ranking = cell("ranking")
    if shape is Shape.TALL:
        board = stack(ranking, name="board", size=900, pad=(FRAME + 8, FRAME + 6))
        return column(row(*tabs, size=88, gap=16), board, row(fastest, below, size=432), gap=28)
    beside, gap = (592, 32) if shape is Shape.WIDE else (460, 24)
    board = stack(ranking, name="board", pad=(FRAME + 8, FRAME + 6))
    panels = column(fastest, below, size=beside, gap=20)
    return column(row(*tabs, size=72, gap=gap), row(board, panels, gap=gap), gap=20)
