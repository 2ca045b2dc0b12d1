"""Where the parts of the cup lie, in each arrangement of the window."""

from __future__ import annotations

from scenes.kit.boxes import Part, Places, cell, cells, column, places, row
from scenes.kit.layout import Metrics, Shape
from scenes.kit.page import page

HEAD = {Shape.WIDE: 200, Shape.CLASSIC: 180, Shape.TALL: 128}  # of the slip, in design pixels
FOOT = 96
MOST_ROW = 128
GAME, TOTAL = {Shape.WIDE: 124, Shape.CLASSIC: 104, Shape.TALL: 108}, 124  # widths of the columns


def cup_places(metrics: Metrics, people: int, games: int, buttons: int) -> Places:
    """The places of `slip`, `matches`, `next` and `bar`, and of every `button`, the brass one last.

    On the slip each `person` has a row. Above these lie the `title`, what is `left` to play, and the heads of the
    columns, one for each `game`, and `total`; below them two lines, each a `note`.
    """
    shape = metrics.shape
    slip = column(_slip(shape, people, games), cell(), gap=0)
    beside = column(cell() if buttons < 2 else None, *[cell("button", 100)] * buttons, size=224)
    if shape is Shape.WIDE:
        body = row(cell("matches", 312), slip, column(cell("next"), beside, size=312, gap=16), gap=32)
    elif shape is Shape.CLASSIC:
        body = row(slip, column(*cells("next matches"), beside, size=328, gap=16), gap=32)
    else:
        brass = cell("button", share=2)
        body = column(
            slip,
            row(cell("next"), cell("matches"), size=424, gap=32),
            row(*[cell("button")] * (buttons - 1), brass, size=112),
            gap=36,
        )
    return places(metrics, page(shape, body))


def _slip(shape: Shape, people: int, games: int) -> Part:
    """The paper is as long as it has people."""
    high = HEAD[shape]
    below = max(8, high / 2 - 66)
    words = column(cell(), cell("title", 64), cell("left", 36), cell(size=below), gap=0, pad=(0, 0, 16, 0))
    head = row(words, *[cell("game", GAME[shape])] * games, cell("total", TOTAL), size=high, gap=0, pad=(40, 0))
    rows = column(*[cell("person")] * people, gap=0, pad=(16, 0))
    notes = column(*[cell("note")] * 2, size=FOOT, gap=0, pad=(40, 2, 40, 26))
    return column(head, rows, notes, name="slip", fit=high + people * MOST_ROW + FOOT, gap=0)
