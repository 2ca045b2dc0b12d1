"""A list that scrolls: rows of one height in a dark tray, one of them chosen."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.stage import Stage

PAD = 20  # design pixels, as all below
GAP = 12
BAR = 12
BAR_REACH = 56  # how wide a finger may miss the bar
SLACK = 12  # how far a pointer may move between press and release of a tap
GLIDE = 0.06  # seconds in which a scrolling list covers 63% of what is left of its way

DrawRow = Callable[[int, tuple[int, int], bool], pygame.Surface]


class ScrollList:
    """`draw_row` gives the picture of a row: its index, size in pixels and whether it is the chosen one.

    A tap or click chooses a row; a second one, or a confirm, opens it.
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
        self._pitch = unit(row_height) + unit(GAP)
        self._content = max(0, count * self._pitch - unit(GAP))
        self._most = max(0, self._content - self.view.height)
        width = self.view.width - (unit(PAD + BAR) if self._most else 0)
        self.row_size = (width, unit(row_height))
        self._offset = self._goal = 0.0
        self._rows: dict[tuple[int, bool], pygame.Surface] = {}
        self._grip: tuple[str, tuple[int, int], float] | None = None  # what is dragged, from where, offset then
        self._moved = False
        self._show(self.chosen)
        self._offset = self._goal

    # Where things are

    def row(self, index: int) -> pygame.Rect:
        """Return the present rectangle of a row, in the tray or out of it."""
        top = self.view.top + index * self._pitch - round(self._offset)
        return pygame.Rect((self.view.left, top), self.row_size)

    def row_at(self, point: tuple[int, int]) -> int | None:
        """The row that is seen at `point`."""
        if not self.view.collidepoint(point):
            return None
        index = (point[1] - self.view.top + round(self._offset)) // self._pitch
        return index if index < self.count and self.row(index).collidepoint(point) else None

    @property
    def bar(self) -> pygame.Rect | None:
        """The scroll bar's thumb; None where everything is in view."""
        if not self._most:
            return None
        unit = self.stage.metrics.px
        height = max(unit(64), round(self.view.height * self.view.height / self._content))
        top = self.view.top + round((self.view.height - height) * self._offset / self._most)
        return pygame.Rect(self.view.right - unit(BAR), top, unit(BAR), height)

    # Input and time

    def intent(self, intent: Intent) -> bool:
        """Use a press; whether the chosen row is to be opened."""
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
        """Scroll as little as brings a row into view."""
        top = index * self._pitch
        bottom = top + self.row_size[1] - self.view.height
        self._scroll(min(max(self._goal, bottom), top))

    def _scroll(self, offset: float) -> None:
        self._goal = max(0.0, min(float(self._most), offset))

    def tick(self, dt: float) -> None:
        """Let the rows glide to where they shall be."""
        rest = self._goal - self._offset
        if abs(rest) < 0.5 or self.stage.look.reduced_motion:
            self._offset = self._goal
        else:
            self._offset += rest * (1 - math.exp(-dt / GLIDE))

    @property
    def is_animated(self) -> bool:
        """Whether rows glide."""
        return self._offset != self._goal

    # Drawing

    def draw(self, canvas: Canvas, ring: bool = True) -> None:
        """Draw the tray, the rows in view, the ring around the chosen one, and the bar."""
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
        self._rows = shown  # what has left the view is forgotten
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
