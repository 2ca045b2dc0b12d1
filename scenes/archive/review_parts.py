"""The parts of a review's page besides the board: the turning points on the curve, and the steps of an answer."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Touch, Widget

BEAD = 48  # design pixels of the focus around a bead
EACH_SECONDS = 0.9  # of an answer's steps, one more after the other
HOLD_SECONDS = 2.7  # with all steps on the board, before they begin anew


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


class Walkthrough:
    """Counts the shown steps of an answer: one more after the other, over and over; from a press on, by presses."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._count = 1
        self._time = 0.0
        self._by_hand = 0  # steps shown since somebody pressed, 0 before

    def begin(self, count: int) -> None:
        """Show an answer of `count` steps from its first one on."""
        self._count, self._time, self._by_hand = count, 0.0, 0

    def press(self) -> None:
        """Go one step on, from the last one to the first."""
        self._by_hand = self.shown % self._count + 1

    def tick(self, dt: float) -> None:
        """Let time pass."""
        self._time += dt

    @property
    def shown(self) -> int:
        """The number of steps on the board, 1 or more; with reduced motion all, until somebody presses."""
        if self._by_hand:
            return self._by_hand
        if self._stage.look.reduced_motion:
            return self._count
        passed = self._time % (EACH_SECONDS * (self._count - 1) + HOLD_SECONDS)
        return min(self._count, 1 + int(passed / EACH_SECONDS))

    @property
    def is_animated(self) -> bool:
        """Whether the steps go on by themselves."""
        return self._count > 1 and not self._by_hand and not self._stage.look.reduced_motion
