"""Lists: a table in pages, with column heads, and a scrolling list of rows.

The rows of a table take the focus; an empty table shows a text. A list lies in a dark tray; one row is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import CLOSE_RING, HitArea, Widget

HEAD = Style(26, theme.LABEL, bold=True)
CELL = Style(theme.LIST, theme.MUTED)
HEAD_HEIGHT, ROW_HEIGHT, FOOT_HEIGHT = 48.0, 64.0, 56.0  # design pixels
GAP = 10.0  # room for the focus ring between rows
# Space left and right of a number, and of a text.
MARGIN, TEXT_MARGIN = 4.0, 20.0
RADIUS = 12.0
GROWTH = 1.15  # the text grows with the text scale up to this factor
LEAST, LEAST_HEAD = 14.0, 18.0
SORTED = "▼"
PAD = 20  # design pixels, like the lengths below
LIST_GAP = 12
BAR = 12
BAR_REACH = 56  # distance by which a finger may miss the scroll bar
SLACK = 12  # distance that a pointer may move and still tap
GLIDE = 0.06  # seconds in which a scrolling list goes 63% of the way that is left
DrawRow = Callable[[int, tuple[int, int], bool], pygame.Surface]


class Column(NamedTuple):
    """A column. `width` is in design pixels; None stands for a share of the room that is left.

    `key` is the key of the order by this column; "" if the column cannot sort the rows.
    """

    title: str
    width: float | None = None
    key: str = ""


class Row(NamedTuple):
    """A row: a text for each column, the spoken text, and the action of a press.

    A row whose `action` is None takes the focus only to be read.
    """

    cells: Sequence[str]
    spoken: str
    action: Callable[[], Nav | None] | None = None


class Table:
    """Rows in a rectangle of pixels: `slots` of them, or as many as fit.

    Its widgets are `heads`, `lines` (the rows) and `ways` (to the previous and the next page).

    `order` is the key of the column that sorts the rows. `sort` is called with the key of another column, `turn` with
    the number of another page.
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
        """The widgets for the focus, in order."""
        return [*self.heads, *self.lines, *self.ways]

    def _heads(self, sort: Callable[[str], None]) -> list[Widget]:
        """The heads of columns that can sort the rows."""
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
        """Draw the table. The row that has the focus, `current`, is lit."""
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
        """Draw a column (`number`) of a visible row."""
        style = CELL._replace(color=theme.INK if lit else theme.IVORY)
        self.write(canvas, self.rows[index].cells[number], place, style, self.columns[number])

    def draw_free(self, canvas: Canvas, index: int, place: pygame.Rect) -> None:
        """Draw an empty row."""

    def write(
        self, canvas: Canvas, text: str, place: pygame.Rect, style: Style, of: Column, least: float = LEAST
    ) -> None:
        """Draw a text in a cell. A column with a width holds numbers, so its texts are centred."""
        align, margin = ("left", TEXT_MARGIN) if of.width is None else ("centre", MARGIN)
        inner = place.inflate(-2 * self.stage.metrics.px(margin), 0)
        self.stage.label(canvas, text, inner, style, align, grow=GROWTH, least=least)


def stop(
    rect: pygame.Rect, spoken: str, action: Callable[[], Nav | None] | None = None, radius: float = RADIUS
) -> HitArea:
    """A place that takes the focus and is read aloud. Its ring does not reach its neighbours."""
    ghost = HitArea(rect, action or (lambda: None), radius, name=spoken)
    ghost.is_only_read = action is None
    ghost.ring = CLOSE_RING
    return ghost


class ScrollList:
    """A list; `draw_row` makes a row's picture from its index, its size in pixels and whether it is chosen.

    A tap or click chooses a row. A second tap or click, or a confirm, opens the row.
    """

    def __init__(
        self, stage: Stage, rect: pygame.Rect, row_height: float, count: int, draw_row: DrawRow, chosen: int = 0
    ) -> None:
        """`rect` is the tray in pixels, `row_height` in design pixels."""
        unit = stage.metrics.px
        self.stage = stage
        self.rect = rect
        self.view = rect.inflate(-2 * unit(PAD), -2 * unit(PAD))
        self.count = count
        self.chosen = max(0, min(chosen, count - 1))
        self._draw_row = draw_row
        self._pitch = unit(row_height) + unit(LIST_GAP)
        self._content = max(0, count * self._pitch - unit(LIST_GAP))
        self._most = max(0, self._content - self.view.height)
        width = self.view.width - (unit(PAD + BAR) if self._most else 0)
        self.row_size = (width, unit(row_height))
        self._offset = self._goal = 0.0
        self._rows: dict[tuple[int, bool], pygame.Surface] = {}
        # what is dragged, the point where the drag began, and the scroll offset at that time
        self._grip: tuple[str, tuple[int, int], float] | None = None
        self._moved = False
        self._show(self.chosen)
        self._offset = self._goal

    # Places

    def row(self, index: int) -> pygame.Rect:
        """Return the present rectangle of a row, inside the tray or not."""
        top = self.view.top + index * self._pitch - round(self._offset)
        return pygame.Rect((self.view.left, top), self.row_size)

    def row_at(self, point: tuple[int, int]) -> int | None:
        """The visible row at `point`."""
        if not self.view.collidepoint(point):
            return None
        index = (point[1] - self.view.top + round(self._offset)) // self._pitch
        return index if index < self.count and self.row(index).collidepoint(point) else None

    @property
    def bar(self) -> pygame.Rect | None:
        """The scroll bar's thumb; None if all rows are visible."""
        if not self._most:
            return None
        unit = self.stage.metrics.px
        height = max(unit(64), round(self.view.height * self.view.height / self._content))
        top = self.view.top + round((self.view.height - height) * self._offset / self._most)
        return pygame.Rect(self.view.right - unit(BAR), top, unit(BAR), height)

    # Input and time

    def intent(self, intent: Intent) -> bool:
        """Use a press. Returns whether it opens the chosen row."""
        if intent.kind in (Kind.UP, Kind.DOWN):
            self._choose(self.chosen + (1 if intent.kind is Kind.DOWN else -1))
        elif intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            page = max(1, self.view.height // self._pitch)
            self._choose(self.chosen + (page if intent.kind is Kind.NEXT else -page))
        elif intent.kind is Kind.CONFIRM:
            return self.count > 0
        elif intent.kind is Kind.TURN:
            self._scroll(self._goal - intent.value * self._pitch)
        elif intent.point is not None:
            return self._pointer(intent.kind, intent.point)
        return False

    def _pointer(self, kind: Kind, point: tuple[int, int]) -> bool:
        if kind is Kind.PRESS and self.rect.collidepoint(point):
            on_bar = self._most and point[0] >= self.rect.right - self.stage.metrics.px(BAR_REACH)
            self._grip = ("bar" if on_bar else "rows", point, self._offset)
            self._moved = False
        elif kind is Kind.DRAG and self._grip is not None:
            self._drag(point)
        elif kind is Kind.RELEASE and self._grip is not None:
            grip, self._grip = self._grip, None
            index = self.row_at(point)
            if not self._moved and grip[0] == "rows" and index is not None:
                if index == self.chosen:
                    return True
                self._choose(index)
        return False

    def _drag(self, point: tuple[int, int]) -> None:
        assert self._grip is not None
        what, begin, offset = self._grip
        way = point[1] - begin[1]
        self._moved = self._moved or abs(way) > self.stage.metrics.px(SLACK)
        thumb = self.bar
        if what == "bar" and thumb is not None:
            self._scroll(offset + way * self._most / max(1, self.view.height - thumb.height))
        elif self._moved:
            self._scroll(offset - way)
        self._offset = self._goal

    def _choose(self, index: int) -> None:
        target = max(0, min(index, self.count - 1))
        if target != self.chosen and self.count:
            self.chosen = target
            self.stage.audio.play("focus", 0.5)
        self._show(self.chosen)

    def _show(self, index: int) -> None:
        """Scroll just enough to show a row."""
        top = index * self._pitch
        bottom = top + self.row_size[1] - self.view.height
        self._scroll(min(max(self._goal, bottom), top))

    def _scroll(self, offset: float) -> None:
        self._goal = max(0.0, min(float(self._most), offset))

    def tick(self, dt: float) -> None:
        """Let the rows glide to their places."""
        rest = self._goal - self._offset
        if abs(rest) < 0.5 or self.stage.look.reduced_motion:
            self._offset = self._goal
        else:
            self._offset += rest * (1 - math.exp(-dt / GLIDE))

    @property
    def is_animated(self) -> bool:
        return self._offset != self._goal

    # Drawing

    def draw(self, canvas: Canvas, ring: bool = True) -> None:
        """Draw the tray, the visible rows, the ring around the chosen one, and the bar."""
        self.stage.blit(canvas, self.stage.paint.well(self.rect.size, 24), self.rect.topleft)
        shown: dict[tuple[int, bool], pygame.Surface] = {}
        first = max(0, round(self._offset) // self._pitch)
        for index in range(first, self.count):
            row = self.row(index)
            if row.top >= self.view.bottom:
                break
            key = (index, index == self.chosen)
            shown[key] = self._rows.get(key) or self._draw_row(index, self.row_size, key[1])
            seen = row.clip(self.view)
            if seen.height > 0:
                canvas.blit(shown[key], seen.topleft, area=seen.move(-row.x, -row.y))
        self._rows = shown  # forget rows that are no longer visible
        chosen = self.row(self.chosen)
        if ring and self.count and self.view.contains(chosen) and not self.stage.scan.is_on:
            self.stage.blit(canvas, self.stage.paint.ring(chosen.size), chosen.topleft)
        self._draw_bar(canvas)

    def _draw_bar(self, canvas: Canvas) -> None:
        thumb = self.bar
        if thumb is None:
            return
        track = pygame.Rect(thumb.x, self.view.top, thumb.width, self.view.height)
        groove = self.stage.paint.face("lacquer", track.size, BAR / 2)
        self.stage.blit(canvas, groove, track.topleft, 0.7)
        brass = self.stage.paint.cached(("scroll thumb", thumb.size), lambda: Sprite(_thumb(thumb.size)))
        self.stage.blit(canvas, brass, thumb.topleft)


def _thumb(size: tuple[int, int]) -> pygame.Surface:
    defs = svg.gradient("brass", theme.BUTTON_BRASS, (0, 0), (size[0], 0))
    body = svg.box(0, 0, size[0], size[1], size[0] / 2, fill="url(#brass)")
    return svg.render(f"<defs>{defs}</defs>{body}", *size)
