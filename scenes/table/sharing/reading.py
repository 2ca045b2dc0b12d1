"""Reads a long game in parts, one per frame, with a progress bar. A short game is read at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.incremental import Incremental, IncrementalRun
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import ProgressDialog

# Seconds before the card with the progress bar appears. A card shown for a shorter time would only flash.
PATIENCE = 0.2

T = TypeVar("T")


class ReadingScene(ProgressDialog, Generic[T]):
    """Runs `work` to its end, then goes where `then` leads with the result.

    Back cancels the work. Then it leads where `leave` says, or without `leave` to the scene below.
    """

    def __init__(
        self, stage: Stage, work: IncrementalRun[T], then: Callable[[T], Nav], leave: Nav | None = None
    ) -> None:
        super().__init__(stage, stage.t("reading.title"), stage.t("glyph.back"))
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
    def share(self) -> float:
        return self.work.share

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self._drawn = True
        if not self.overlay:
            canvas.blit(self.stage.table, (0, 0))
        if self.is_shown:
            super().draw(canvas, alpha)


def read(stage: Stage, work: Incremental[T], then: Callable[[T], Nav | None]) -> Nav | None:
    """Return where `then` leads with the result of `work`.

    If the work needs more than one frame, return the way to a ReadingScene.
    """
    sliced = IncrementalRun(work)
    if sliced.go(stage.clock):
        return then(sliced.result)
    return Push(lambda: ReadingScene(stage, sliced, Pop))
