"""Where the parts of a review lie beside, above and below the board, for each arrangement of the window."""

from __future__ import annotations

from scenes.kit.boxes import Places, cell, cells, column, places, row
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import page


def review_places(metrics: Metrics) -> Places:
    """`words`, which turning point and what happened; `reasons`; the `change` of the chance; `curve`; and `bar`.

    Where there is room for it also `paper`, the list of moves, and `branch`, the button that plays on: upright that is
    in the bar.
    """
    if metrics.shape is Shape.WIDE:
        told = column(cell("words", 232), cell("reasons"), cell("change", 136), size=392)
        body = row(told, cell(), column(cell("curve", 200), cell("paper"), cell("branch", 80), size=392, gap=32))
    elif metrics.shape is Shape.CLASSIC:
        told = column(
            cell("words", 180), cell("reasons"), *cells("change curve", 114), cell("branch", 80), size=376, gap=12
        )
        body = row(cell(), told)
    else:
        chance = row(cell("change", 420), cell("curve"), size=136)
        body = column(cell("words", 220), cell(), cell("reasons", 216), chance, gap=16)
    return places(metrics, page(metrics.shape, body, top=84 if metrics.shape is Shape.TALL else 56))
