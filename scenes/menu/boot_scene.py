"""The screen before the menu: it shows the loading progress, or says that the program is running already."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.frame_budget import OverBudgetError
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, cell, column, places
from scenes.kit.scene import Nav, Quit, Scene
from scenes.kit.stage import Picture
from scenes.kit.widgets.widget import draw_progress
from scenes.services import Services

TITLE = Style(theme.WORDMARK, theme.BRASS_LIGHT, bold=True, spacing=14)
NOTE = Style(theme.HELPER, theme.MUTED)
# Seconds of work per tick.
PART = 0.008
SENTENCE = Style(theme.TITLE, theme.IVORY, bold=True)
SHOWN_SECONDS = 6.0
PRESSES = frozenset({Kind.CONFIRM, Kind.BACK, Kind.PAUSE, Kind.PRESS})


class BootScene(Scene):
    """Scales pictures for this window, then goes to `then`.

    Each tick does a part of the work; large pictures are scaled in a thread.
    """

    def __init__(self, services: Services, pictures: Callable[[], list[Picture]], then: Nav) -> None:
        """`pictures` returns the pictures that `then` needs at the window's size."""
        super().__init__(services.stage)
        self.pictures = pictures
        self.then = then
        self.resized()

    def resized(self) -> None:
        self.tasks = [picture.make for picture in self.pictures() if not picture.is_ready]
        self.done = 0
        self._shown = False

    def tick(self, dt: float) -> Nav | None:
        if not self._shown:
            # The first frame shows the progress bar before any work is done.
            return None
        if self.done < len(self.tasks):
            with contextlib.suppress(OverBudgetError), self.stage.budget.part(PART):
                self.tasks[self.done]()
                self.done += 1
                self._shown = False
            return None
        return self.then

    @property
    def is_animated(self) -> bool:
        return True

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self._shown = True
        stage = self.stage
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 1.0, theme.ROOM), (0, 0))
        bar = cell("bar", 20, across=560, align=Align.MIDDLE)
        at = places(stage.metrics, column(cell(), cell("title", 210), bar, cell("note", 122), cell(), gap=4))
        stage.label(canvas, stage.t("app.title").upper(), at["title"], TITLE, "centre", grow=stage.metrics.text_scale)
        stage.label(canvas, stage.t("boot.preparing"), at["note"], NOTE, "centre", grow=stage.metrics.text_scale)
        draw_progress(stage, canvas, at["bar"], self.done / max(1, len(self.tasks)))


class TurnedAwayScene(Scene):
    """Shown by a second instance: says that the program is running already. It ends after a while or at a press."""

    _left = SHOWN_SECONDS

    def tick(self, dt: float) -> Nav | None:
        self._left -= dt
        return Quit() if self._left <= 0 else None

    def intent(self, intent: Intent) -> Nav | None:
        return Quit() if intent.kind in PRESSES else None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        width, height = stage.metrics.size
        room = pygame.Rect(0, 0, width - 2 * stage.metrics.px(96), height // 2)
        room.center = width // 2, height // 2
        stage.label(canvas, stage.t("store.held"), room, SENTENCE, "centre", lines=8, grow=1.5)
