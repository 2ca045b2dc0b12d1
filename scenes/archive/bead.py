"""What makes a brass bead on a curve something to press."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit.canvas import Canvas
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import Touch, Widget

BEAD = 48  # design pixels of the focus around a bead


class Bead(Widget):
    """A turning point on the curve; a press anywhere in `reach` means it. `say` tells it, to be read aloud."""

    ring = (0.0, 4.0)

    def __init__(
        self, rect: pygame.Rect, reach: pygame.Rect, name: str, say: Callable[[], str], press: Callable[[], None]
    ) -> None:
        super().__init__(rect)
        self.radius = BEAD / 2
        self.reach = reach
        self.name = name
        self._say, self._press = say, press

    def value(self) -> str:
        return self._say()

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._press()
        return None

    def hit(self, point: tuple[int, int]) -> bool:
        return self.enabled and self.reach.collidepoint(point)

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        """The curve draws it."""
