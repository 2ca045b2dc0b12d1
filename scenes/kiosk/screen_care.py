"""Protects a screen from the burn-in of a picture that stays: moves the picture a little, and dims it."""

from __future__ import annotations

import pygame

from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.timeline import ease_in_out
from scenes.kit.input.intents import Point
from scenes.kit.stage import Stage

STEP = 2  # design pixels of one step
EVERY = 60.0  # seconds between two steps
EASE_SECONDS = 0.4
SPIRAL = (
    (0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (2, -1), (2, 0), (2, 1), (2, 2),
    (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-2, -1), (-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2),
)  # fmt: skip
# In each pair, the first number is a time without a press, as a multiple of `dim` of `ScreenCare`. The second number is
# the share of light that is taken away from then on.
DIM = ((1, 0.45), (3, 0.65))
DIM_SECONDS, LIGHT_SECONDS = 4.0, 0.2


class ShiftedDrawable(Drawable):
    """A target that shifts everything drawn on it."""

    def __init__(self, target: Drawable, shift: Point) -> None:
        """`shift` is in pixels."""
        self._target = target
        self._shift = shift

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        self._target.take(surface, (at[0] + self._shift[0], at[1] + self._shift[1]), opacity, area)


class ScreenCare:
    """Counts the time since the last press, and dims the picture after `dim` seconds."""

    def __init__(self, stage: Stage, dim: float) -> None:
        self._dim = dim
        self._stage = stage
        self.time = 0.0
        self._since_press = 0.0
        self.gone = 0.0  # the share of light that is taken away now

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.time += dt
        self._since_press += dt
        wanted = self._wanted
        step = dt / (DIM_SECONDS if wanted > self.gone else LIGHT_SECONDS)
        self.gone += max(-step, min(step, wanted - self.gone))

    @property
    def _wanted(self) -> float:
        return max((gone for times, gone in DIM if self._since_press >= times * self._dim), default=0.0)

    def press(self) -> bool:
        """Restore the light after a press. Returns whether the picture was dimmed."""
        was_dim = self.gone > 0
        self._since_press = 0.0
        return was_dim

    @property
    def is_animated(self) -> bool:
        """Whether the picture shifts or the light changes."""
        return self.gone != self._wanted or (self.time >= EVERY and self.time % EVERY < EASE_SECONDS + 0.1)

    @property
    def shift(self) -> tuple[int, int]:
        """The current shift in pixels."""
        turn, passed = divmod(self.time, EVERY)
        here, before = _at(int(turn)), _at(max(0, int(turn) - 1))
        still = self._stage.look.reduced_motion
        share = 1.0 if still else ease_in_out(min(1.0, passed / EASE_SECONDS))
        scale = STEP * self._stage.metrics.scale
        x, y = (round((b + (h - b) * share) * scale) for h, b in zip(here, before, strict=True))
        return x, y

    def moved(self, canvas: Canvas) -> Drawable:
        """Return the canvas, shifted. The edges that the shift leaves free show the table."""
        if self.shift == (0, 0):
            return canvas
        canvas.blit(self._stage.table, (0, 0))
        return ShiftedDrawable(canvas, self.shift)

    def draw(self, canvas: Canvas) -> None:
        """Dim the picture. Call it after all other drawing."""
        if self.gone > 0:
            veil = self._stage.paint.veil(self._stage.metrics.size, 1.0, "#000000")
            canvas.blit(veil.surface, (0, 0), self.gone)


def _at(turn: int) -> tuple[int, int]:
    """Return the shift after `turn` steps, which go out along a spiral and back."""
    last = len(SPIRAL) - 1
    along = turn % (2 * last)
    return SPIRAL[min(along, 2 * last - along)]
