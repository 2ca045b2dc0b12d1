"""A well with one of many values and an arrow on either side: for more values than a row of segments can show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Touch, Widget

VALUE = Style(36, theme.IVORY, bold=True)
ARROW = Style(48, theme.BRASS_LIGHT, bold=True)
ARROW_SPACE = 64  # design pixels on either side


class Picker(Widget):
    """Left and right take the neighbouring value, a press the next one, a pointer's press on the left the one before.

    `index` None: the present setting is none of the values, and `other` names it.
    """

    radius = 14
    cycles = True

    def __init__(
        self,
        rect: pygame.Rect,
        values: Sequence[str],
        index: int | None,
        on_change: Callable[[int], None],
        other: str = "",
    ) -> None:
        super().__init__(rect)
        self.values = list(values)
        self.index = index
        self.on_change = on_change
        self.other = other

    @property
    def label(self) -> str:
        """The text on the picker."""
        return self.other if self.index is None else self.values[self.index]

    def value(self) -> str:
        return self.label

    def _step(self, direction: int) -> None:
        if self.index is None:
            self.index = 0 if direction > 0 else len(self.values) - 1
        else:
            self.index = (self.index + direction) % len(self.values)
        self.on_change(self.index)

    def adjust(self, direction: int) -> bool:
        if self.index is not None and not 0 <= self.index + direction < len(self.values):
            return False
        self._step(direction)
        return True

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._step(-1 if point is not None and point[0] < self.rect.left + self.rect.width // 3 else 1)
        return None

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        stage.blit(canvas, stage.paint.well(self.rect.size), self.rect.topleft)
        space = stage.metrics.px(ARROW_SPACE)
        middle, grow = self.rect.inflate(-2 * space, 0), stage.metrics.text_scale
        stage.label(canvas, self.label, middle, VALUE, "centre", grow=grow, least=theme.CAPTION - 4)
        for left, sign in ((self.rect.left, "‹"), (self.rect.right - space, "›")):
            stage.centred(canvas, sign, pygame.Rect(left, self.rect.top, space, self.rect.height), ARROW, space)
