"""What is on the screen while the pictures of a frame are still in the making: what was there, and soon a word."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.stage import Stage
from scenes.kit.widgets.notice import draw_in_the_middle
from scenes.kit.window.window import Window

MOMENT = 0.3  # seconds that the pictures of a frame may take until it is said on the screen that they do


class PictureWait:
    """`since` is when the frame that waits was begun, None while none does; `before` is to be stretched meanwhile."""

    def __init__(self, stage: Stage, window: Window) -> None:
        self._stage = stage
        self._window = window
        self.since: float | None = None
        self.before: pygame.Surface | None = None  # what was shown before the present layout, until that is whole
        self._is_said = False

    def go_on(self, now: float, is_shown: bool) -> None:
        """A frame was left unfinished; `is_shown`: there is something on the screen, which stays."""
        if self.since is None:
            self.since = now
        if self.before is not None:
            pygame.transform.scale(self.before, self._window.size, self._window.surface)
            self._window.present([self._window.surface.get_rect()])
            self.before = None
        if not self._is_said and now - self.since >= MOMENT:
            self._say(is_shown)

    def end(self) -> bool:
        """A frame is finished; whether all of it is to be drawn, for something else lies on the screen."""
        was_said, self._is_said = self._is_said, False
        self.since = self.before = None
        return was_said

    def _say(self, is_shown: bool) -> None:
        self._is_said = True
        surface = self._window.surface
        if not is_shown:
            surface.fill(theme.ROOM)
        place = draw_in_the_middle(self._stage, SurfaceCanvas(surface), self._stage.t("app.moment"))
        self._window.present([place.clip(surface.get_rect()) if is_shown else surface.get_rect()])
