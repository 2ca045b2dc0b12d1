"""The table with a board on it as one picture: most of a frame in one blit."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.input.intents import Point
from scenes.kit.stage import Stage

Draw = Callable[[Drawable], None]


class _Nothing(Drawable):
    """Takes what is drawn and shows none of it."""

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        """Pass over `surface`."""


class Ground:
    """Made when it is first shown, within the frame's budget, and kept until something else is laid."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._draw: Draw | None = None  # None: there is nothing to show any more
        self._picture: pygame.Surface | None = None
        self._bare: pygame.Surface | None = None  # the table, to be drawn on

    def lay(self, draw: Draw) -> None:
        """Show the table, from now on, with what `draw` draws on it."""
        self._draw, self._picture, self._bare = draw, None, None

    def rest(self) -> None:
        """Let go of the picture in a large window until it is shown again."""
        if self._stage.is_large:
            self._picture = self._bare = None

    def clear(self) -> None:
        """Let go of the picture, the largest that a scene has of its own."""
        self._draw = self._picture = self._bare = None

    @property
    def picture(self) -> pygame.Surface:
        """The picture, of the window's size. Raises OverBudgetError where the frame has no time left for it."""
        if self._picture is None:
            table = self._stage.table
            if self._stage.is_large:
                self._draw_on(_Nothing())  # so that every part is at hand before the table is copied
            if self._bare is None:
                self._bare = self._stage.budget.make(table.copy)
            self._picture = self._stage.budget.make(self._make)
        return self._picture

    def _make(self) -> pygame.Surface:
        sheet, self._bare = (
            SurfaceCanvas(self._bare or self._stage.table.copy()),
            None,
        )  # one that is drawn on is not bare
        self._draw_on(sheet)
        return sheet.surface

    def _draw_on(self, target: Drawable) -> None:
        if self._draw is not None:
            self._draw(target)
