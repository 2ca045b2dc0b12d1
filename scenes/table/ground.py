"""The table with a board on it as one picture: most of a frame in one blit."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit.canvas import Sheet, Target
from scenes.kit.stage import Stage

Draw = Callable[[Target], None]


class _Nothing:
    """Takes what is drawn and shows none of it."""

    def blit(
        self,
        surface: pygame.Surface,
        position: tuple[float, float],
        alpha: float = 1.0,
        area: pygame.Rect | None = None,
    ) -> None:
        """Pass over `surface`."""


class Ground:
    """Made when it is first shown, within the frame's budget, and kept until something else is laid."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._draw: Draw | None = None  # None: there is nothing to show any more
        self._picture: pygame.Surface | None = None

    def lay(self, draw: Draw) -> None:
        """From now on show the table with what `draw` draws on it."""
        self._draw, self._picture = draw, None

    def rest(self) -> None:
        """Let go of the picture in a large window until it is shown again."""
        if self._stage.is_large:
            self._picture = None

    def clear(self) -> None:
        """Let go of the picture, the largest that a scene has of its own."""
        self._draw = self._picture = None

    @property
    def is_made(self) -> bool:
        """Whether the picture is there."""
        return self._picture is not None

    @property
    def picture(self) -> pygame.Surface:
        """The picture, of the window's size. Raises OverBudgetError where the frame has no time left for it."""
        if self._picture is None:
            self._picture = self._stage.budget.make(self._make)
        return self._picture

    def _make(self) -> pygame.Surface:
        table = self._stage.table
        if self._draw is not None and self._stage.is_large:
            self._draw(_Nothing())  # so that every part is at hand before the table is copied
        sheet = Sheet(table.copy())
        if self._draw is not None:
            self._draw(sheet)
        return sheet.surface
