"""A slider for a share of a whole, in steps of a twentieth."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Touch, Widget

STEPS = 20
GROOVE = 20  # design pixels, as all below
KNOB = 56
VALUE = Style(theme.LIST, theme.IVORY, bold=True)


class Slider(Widget):
    """A brass bar in a groove up to an enamel knob, with the percentage beside it."""

    radius = 14

    def __init__(self, stage: Stage, rect: pygame.Rect, value: float, on_change: Callable[[float], None]) -> None:
        super().__init__(rect)
        self.step = round(value * STEPS)
        self.on_change = on_change
        knob = stage.metrics.px(KNOB)
        room = stage.fonts.width("100 %", VALUE) + stage.metrics.px(36)
        self._left = rect.left + stage.metrics.px(16) + knob // 2
        self._right = rect.right - room - stage.metrics.px(16) - knob // 2

    def value(self) -> str:
        return f"{self.step * 100 // STEPS} %"

    def set(self, step: int) -> None:
        """Take a step of 0..STEPS and say so, if it is another one."""
        wanted = max(0, min(STEPS, step))
        if wanted != self.step:
            self.step = wanted
            self.on_change(wanted / STEPS)

    def adjust(self, direction: int) -> bool:
        if not 0 <= self.step + direction <= STEPS:
            return direction > 0  # at the full end nothing lies further on; at the empty end the focus may leave
        self.set(self.step + direction)
        return True

    def drag(self, point: tuple[int, int]) -> None:
        self.set(round((point[0] - self._left) / (self._right - self._left) * STEPS))

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        unit = stage.metrics.px
        middle = self.rect.centery
        x = self._left + round((self._right - self._left) * self.step / STEPS)
        half = unit(KNOB) // 2
        groove = pygame.Rect(self._left - half, middle - unit(GROOVE) // 2, 0, unit(GROOVE))
        groove.width = self._right - self._left + 2 * half
        stage.blit(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = groove.inflate(-unit(8), -unit(8))
        bar.width = x - bar.left
        stage.blit(canvas, stage.paint.button("primary", "pressed", bar.size, 6), bar.topleft)
        knob = pygame.Rect(x - half, middle - half, unit(KNOB), unit(KNOB))
        stage.blit(canvas, stage.paint.shadow(knob.size, 0.35, KNOB / 2), knob.topleft)
        stage.blit(canvas, stage.drawing("knob", knob.size), knob.topleft)
        stage.text(canvas, self.value(), (self.rect.right - unit(20), middle + stage.drop(VALUE)), VALUE, "right")
