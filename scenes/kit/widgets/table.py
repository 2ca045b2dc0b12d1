"""A table: the names of its columns, rows to stop at, pages where there are too many of them, words where none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import CLOSE_RING, HitArea, Widget

HEAD = Style(26, theme.LABEL, bold=True)
CELL = Style(theme.LIST, theme.MUTED)
HEAD_HEIGHT, ROW_HEIGHT, FOOT_HEIGHT = 48.0, 64.0, 56.0  # design pixels
GAP = 10.0  # between rows there is room for the focus ring
MARGIN, TEXT_MARGIN = 4.0, 20.0  # left and right of a figure, and of a text
RADIUS = 12.0
GROWTH = 1.15  # how far type follows the text scale
LEAST, LEAST_HEAD = 14.0, 18.0
SORTED = "▼"


class Column(NamedTuple):
    """A column of `width` design pixels, None for a share of the rest. Rows are sorted by `key`, "" where they cannot
    be.
    """

    title: str
    width: float | None = None
    key: str = ""


class Row(NamedTuple):
    """A row: a text for each column, the text read aloud, and the action of a press, None where it is only read."""

    cells: Sequence[str]
    spoken: str
    action: Callable[[], Nav | None] | None = None


class Table:
    """Rows in a rectangle of pixels, as many as `slots`, or as fit; `heads`, `lines` and `ways` are for a focus.

    `order` is the key of the column that the rows are sorted by; `sort` has another one that was chosen. `turn` has the
    number of the page that is wanted.
    """

    def __init__(
        self,
        stage: Stage,
        rect: pygame.Rect,
        columns: Sequence[Column],
        rows: Sequence[Row],
        *,
        slots: int = 0,
        empty: str = "",
        order: str = "",
        sort: Callable[[str], None] | None = None,
        page: int = 0,
        turn: Callable[[int], None] | None = None,
    ) -> None:
        self.stage = stage
        self.columns = columns
        self.order = order
        self.empty = empty
        room = int((rect.height / stage.metrics.scale - HEAD_HEIGHT - GAP) // (ROW_HEIGHT + GAP))
        self.fitting = slots or max(1, room if len(rows) <= room else room - 1)
        self.pages = max(1, -(-len(rows) // self.fitting))
        self.page = min(page, self.pages - 1)
        self.rows = rows[self.page * self.fitting :][: self.fitting]
        height = None if slots else ROW_HEIGHT
        heads = row(*[cell("head", each.width) for each in columns], size=HEAD_HEIGHT, gap=0)
        lines = column(*[cell("row", height)] * self.fitting, cell() if height else None, gap=GAP, pad=(0, 5))
        foot = row(*[cell(name) for name in ("back", "page", "on")], size=FOOT_HEIGHT) if self.pages > 1 else None
        self.places = within(stage.metrics, rect, column(heads, lines, foot, gap=0))
        self.heads = self._heads(sort) if sort is not None and rows else []
        self.lines: list[Widget] = [
            stop(place, each.spoken, each.action)
            for place, each in zip(self.places.all("row"), self.rows, strict=False)
        ]
        self.ways = self._ways(turn) if turn is not None and self.pages > 1 else []

    @property
    def widgets(self) -> list[Widget]:
        """The widgets at which the focus can stop, in order."""
        return [*self.heads, *self.lines, *self.ways]

    def _heads(self, sort: Callable[[str], None]) -> list[Widget]:
        """The columns by which the rows can be sorted."""
        inset = -self.stage.metrics.px(2 * MARGIN)
        return [
            stop(place.inflate(inset, inset), each.title, partial(sort, each.key))
            for place, each in zip(self.places.all("head"), self.columns, strict=True)
            if each.key
        ]

    def _ways(self, turn: Callable[[int], None]) -> list[Widget]:
        t = self.stage.t
        return [
            stop(self.places["back"], t("scan.rows_up"), partial(turn, (self.page - 1) % self.pages)),
            stop(self.places["on"], t("scan.rows_down"), partial(turn, (self.page + 1) % self.pages)),
        ]

    def draw(self, canvas: Canvas, current: Widget | None) -> None:
        """Draw it, with the row of the widget that is in focus lit."""
        stage, places = self.stage, self.places
        heads = places.all("head")
        for head, each in zip(heads, self.columns, strict=True):
            sorted_by = bool(each.key) and each.key == self.order
            style = HEAD._replace(color=theme.HIGHLIGHT if sorted_by else theme.LABEL)
            self.write(canvas, each.title + (SORTED if sorted_by else ""), head, style, each, LEAST_HEAD)
        line = stage.paint.line(heads[-1].right - heads[0].left, theme.EYEBROW, 0.55, 2)
        stage.blit(canvas, line, (heads[0].left, heads[0].bottom - stage.metrics.px(2)))
        for index, place in enumerate(places.all("row")):
            if index >= len(self.rows):
                self.draw_free(canvas, index, place)
                continue
            lit = self.lines[index] is current
            if lit:
                stage.blit(canvas, stage.paint.segment(place.size), place.topleft)
            for number, head in enumerate(heads):
                self.draw_cell(canvas, index, number, pygame.Rect(head.x, place.y, head.width, place.height), lit)
        if not self.rows:
            whole = places.all("row")[0].unionall(places.all("row"))
            stage.label(canvas, self.empty, whole, CELL, "centre", lines=4, grow=GROWTH, least=LEAST_HEAD)
        if self.pages > 1:
            for name, text in (("back", "◀"), ("page", f"{self.page + 1}/{self.pages}"), ("on", "▶")):
                stage.label(canvas, text, places[name], CELL, "centre", grow=GROWTH)

    def draw_cell(self, canvas: Canvas, index: int, number: int, place: pygame.Rect, lit: bool) -> None:
        """Draw what stands in a column (by `number`) of a row that is shown."""
        style = CELL._replace(color=theme.INK if lit else theme.IVORY)
        self.write(canvas, self.rows[index].cells[number], place, style, self.columns[number])

    def draw_free(self, canvas: Canvas, index: int, place: pygame.Rect) -> None:
        """Draw a row that nobody has."""

    def write(
        self, canvas: Canvas, text: str, place: pygame.Rect, style: Style, of: Column, least: float = LEAST
    ) -> None:
        """A text in a cell: figures, whose columns have a width of their own, stand in the middle."""
        align, margin = ("left", TEXT_MARGIN) if of.width is None else ("centre", MARGIN)
        inner = place.inflate(-2 * self.stage.metrics.px(margin), 0)
        self.stage.label(canvas, text, inner, style, align, grow=GROWTH, least=least)


def stop(
    rect: pygame.Rect, spoken: str, action: Callable[[], Nav | None] | None = None, radius: float = RADIUS
) -> HitArea:
    """A place that takes the focus and is read aloud; its ring leaves its neighbours in view."""
    ghost = HitArea(rect, action or (lambda: None), radius, name=spoken)
    ghost.is_only_read = action is None
    ghost.ring = CLOSE_RING
    return ghost
