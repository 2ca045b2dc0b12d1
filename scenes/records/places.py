"""Where the parts of the records lie, for each arrangement of the window."""

from __future__ import annotations

from game.core.spec import LEVELS
from game.statistics import MOST_RANKED
from scenes.kit.boxes import Part, Places, cell, column, grid, places, row, stack
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import page

DAYS, WEEKS = 7, 5
FRAME = 14  # design pixels of brass around the board, as all below
PAD = 24  # from a panel's edge to what is on it
HEAD = 56  # a panel's title
WIDEST_TAB = 408


def records_places(metrics: Metrics, games: int, columns: int) -> Places:
    """The places of `bar` and every `tab`; of the `board`, its `header`, each `row`, and each `figure`, a column over
    both; of the panel `fastest` with a `bean` for each level; and of the panel `below`.

    On that lie everybody's `figures` together, or the calendar: each `weekday`, and each `day` week by week.
    """
    shape = metrics.shape
    tabs = [cell("tab", most=WIDEST_TAB)] * games
    fastest = row(*[cell("bean")] * len(LEVELS), name="fastest", gap=6, pad=(PAD, HEAD, PAD, PAD))
    days = column(row(*[cell("weekday")] * DAYS, size=34, gap=6), grid("day", DAYS * WEEKS, DAYS, gap=6), gap=0)
    below = stack(cell("figures"), days, name="below", pad=(PAD, HEAD, PAD, PAD))
    if shape is Shape.TALL:
        board = _board(columns, 100, size=900)
        whole = row(*tabs, size=88, gap=16), board, row(fastest, below, size=432)
        return places(metrics, page(shape, column(*whole, gap=28), top=196))
    beside, gap, figure = (592, 32, 124) if shape is Shape.WIDE else (460, 24, 96)
    panels = column(fastest, below, size=beside, gap=20)
    body = column(row(*tabs, size=72, gap=gap), row(_board(columns, figure), panels, gap=gap), gap=20)
    return places(metrics, page(shape, body, top=188))


def _board(columns: int, width: float, size: float | None = None) -> Part:
    """The board with so many columns of figures, each of a width; between the rows there is room for the focus ring."""
    rows = column(*[cell("row")] * MOST_RANKED, gap=10, pad=(8, 5))
    figures = row(cell(), *[cell("figure", width)] * columns, gap=0, pad=(0, 0, 12, 0))
    inner = column(cell("header", 48), rows, gap=0)
    return stack(inner, figures, name="board", size=size, pad=(FRAME + 8, FRAME + 6))
