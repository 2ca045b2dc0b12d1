"""A well with a value between a minus and a plus: for numbers and times that have no end of values."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import DISABLED, Action, Touch, Widget

SIGN_SHARE = 0.62  # of the height
LEAST = 26


class Dial(Widget):
    """Left and right step; so does a press on an end of it. A press in its middle, or a confirm, opens or steps on."""

    radius = 14
    cycles = True

    def __init__(
        self,
        rect: pygame.Rect,
        text: Callable[[], str],
        step: Callable[[int], None],
        open: Action | None = None,
        size: float = 40,
        name: str = "",
    ) -> None:
        super().__init__(rect)
        self.name = name
        self._text = text
        self._step = step
        self._open = open
        self._size = size

    def value(self) -> str:
        return self._text() if self.enabled else "–"

    def adjust(self, direction: int) -> bool:
        self._step(direction)
        return True

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        end = min(self.rect.width // 3, self.rect.height * 5 // 4)
        if point is not None and point[0] < self.rect.left + end:
            self._step(-1)
        elif self._open is None or (point is not None and point[0] >= self.rect.right - end):
            self._step(1)
        else:
            return self._open()
        return None

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        alpha = 1.0 if self.enabled else DISABLED
        stage.put(canvas, stage.paint.well(self.rect.size), self.rect.topleft, alpha)
        end = min(self.rect.width // 3, self.rect.height)
        style = stage.capped(Style(self._size, theme.IVORY, bold=True), 1.0)
        room = self.rect.width - 2 * end if self.enabled else self.rect.width
        text = self.value()
        stage.centred(canvas, text, self.rect, stage.shrunk(text, style, room, LEAST), room, alpha)
        if not self.enabled:
            return
        size = self.rect.height * SIGN_SHARE / stage.metrics.scale
        sign = stage.capped(Style(size, theme.BRASS_LIGHT, bold=True), 1.0)
        for left, letter in ((self.rect.left, "−"), (self.rect.right - end, "+")):
            stage.centred(canvas, letter, pygame.Rect(left, self.rect.top, end, self.rect.height), sign, end)
