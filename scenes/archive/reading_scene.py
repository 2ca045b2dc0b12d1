"""A long game is read in slices, one a frame, with a bar that says how far it is; a short one at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import pygame

from game.core.record import Record
from game.core.slices import Sliced, Work
from game.core.spec import GameSpec
from game.playback import Playback
from game.review.examiner import can_review
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.progress import draw_progress
from scenes.kit.scene import Nav, Pop, Push, Scene
from scenes.kit.stage import Stage
from scenes.services import Services

SLICE = 0.008  # seconds of a frame
PATIENCE = 0.2  # seconds before anything is shown: a card that is gone at once would only flash
BAR = (560, 20)  # design pixels
HEAD = 72

T = TypeVar("T")


class ReadingScene(Dialog, Generic[T]):
    """Goes on with `work` until it is done, then where `then` leads with its result; back gives it up.

    It lies over the scene below, to which back leads; with `leave` there is none, and back leads there.
    """

    def __init__(self, stage: Stage, work: Sliced[T], then: Callable[[T], Nav], leave: Nav | None = None) -> None:
        answers = [Answer(stage.t("glyph.back"), None)]
        super().__init__(stage, stage.t("reading.title"), "", answers, head=HEAD)
        self.work = work
        self.then = then
        self.leave_to: Nav = leave or Pop()
        self.overlay = leave is None
        self.waited = 0.0
        self._drawn = False  # since the last slice

    def enter(self) -> None:
        self.resized()

    def resume(self, result: object) -> Nav | None:
        """The scene that shows what was read has left."""
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
        return self.then(self.work.result) if self.work.go(SLICE) else None

    @property
    def is_shown(self) -> bool:
        """Whether the card is there by now."""
        return self.waited >= PATIENCE

    @property
    def lively(self) -> bool:
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


def read(stage: Stage, work: Work[T], then: Callable[[T], Nav | None]) -> Nav | None:
    """Where `then` leads with what `work` makes; work that takes longer than a slice pops with it later."""
    sliced = Sliced(work)
    if sliced.go(SLICE):
        return then(sliced.result)
    return Push(lambda: ReadingScene(stage, sliced, Pop))


def replay_of(
    services: Services,
    spec: GameSpec,
    record: Record,
    ply: int = 0,
    leave: Nav | None = None,
    notes: Mapping[int, str] | None = None,
    optima: Mapping[int, int] | None = None,
) -> Scene:
    """The replay of `record`, or the reading that leads to it; the rest as `ReplayScene` has it."""

    def shown(playback: Playback) -> Scene:
        return ReplayScene(services, spec, record, ply, leave, notes, playback, optima)

    return _read_first(services, spec, record, ply, shown, leave)


def review_of(services: Services, spec: GameSpec, record: Record, leave: Nav | None = None) -> Scene:
    """The review of `record`, or the reading that leads to it; its replay where there is none for the game."""
    if not can_review(spec) or not record.actions:
        return replay_of(services, spec, record, len(record.actions), leave)

    def shown(playback: Playback) -> Scene:
        return ReviewScene(services, spec, record, playback, leave)

    return _read_first(services, spec, record, len(record.actions), shown, leave)


def _read_first(
    services: Services, spec: GameSpec, record: Record, ply: int, shown: Callable[[Playback], Scene], leave: Nav | None
) -> Scene:
    """What shows the record once it is played through, or the reading that leads there."""
    sliced = Sliced(Playback.reading(spec, record, ply))
    if sliced.go(SLICE):
        return shown(sliced.result)
    return ReadingScene(services.stage, sliced, lambda playback: Push(lambda: shown(playback)), leave)
