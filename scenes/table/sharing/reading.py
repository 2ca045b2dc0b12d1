"""Reads a long game in parts, one per frame, with a progress bar. A short game is read at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import pygame

from game.core.incremental import Incremental, IncrementalRun
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.widget import draw_progress

# Seconds before the card with the progress bar appears. A card shown for a shorter time would only flash.
PATIENCE = 0.2
# Size of the progress bar in design pixels.
BAR = (560, 20)
HEAD = 72

T = TypeVar("T")


class ReadingScene(Dialog, Generic[T]):
    """Runs `work` to its end, then goes where `then` leads with the result.

    Back cancels the work. Then it leads where `leave` says, or without `leave` to the scene below.
    """

    def __init__(
        self, stage: Stage, work: IncrementalRun[T], then: Callable[[T], Nav], leave: Nav | None = None
    ) -> None:
        answers = [DialogAnswer(stage.t("glyph.back"), None)]
        super().__init__(stage, stage.t("reading.title"), "", answers, head=HEAD)
        self.work = work
        self.then = then
        self.leave_to: Nav = leave or Pop()
        self.overlay = leave is None
        self.waited = 0.0
        # True if a frame was drawn since the last part was read.
        self._drawn = False

    def enter(self) -> None:
        self.resized()

    def resume(self, result: object) -> Nav | None:
        """Pop when the scene that shows the result ends."""
        return Pop(result)

    def answered(self, result: object) -> Nav | None:
        return self.leave_to

    def tick(self, dt: float) -> Nav | None:
        self.waited += dt
        if self.is_shown:
            super().tick(dt)
        if not self._drawn:
            return None
        self._drawn = False
        return self.then(self.work.result) if self.work.go(self.stage.clock) else None

    @property
    def is_shown(self) -> bool:
        """Whether the card is visible."""
        return self.waited >= PATIENCE

    @property
    def is_animated(self) -> bool:
        return True

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self._drawn = True
        if not self.overlay:
            canvas.blit(self.stage.table, (0, 0))
        if self.is_shown:
            super().draw(canvas, alpha)

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        unit = self.stage.metrics.px
        bar = pygame.Rect(0, 0, min(unit(BAR[0]), rect.width - 2 * unit(48)), unit(BAR[1]))
        bar.center = (rect.centerx, rect.bottom - unit(HEAD) // 2)
        draw_progress(self.stage, canvas, bar, self.work.share)


def read(stage: Stage, work: Incremental[T], then: Callable[[T], Nav | None]) -> Nav | None:
    """Return where `then` leads with the result of `work`.

    If the work needs more than one frame, return the way to a ReadingScene.
    """
    sliced = IncrementalRun(work)
    if sliced.go(stage.clock):
        return then(sliced.result)
    return Push(lambda: ReadingScene(stage, sliced, Pop))
