"""What a second start shows: one sentence that the program runs already; then it ends."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Quit, Scene

SENTENCE = Style(theme.TITLE, theme.IVORY, bold=True)
SHOWN_SECONDS = 6.0
PRESSES = frozenset({Kind.CONFIRM, Kind.BACK, Kind.PAUSE, Kind.PRESS})


class TurnedAwayScene(Scene):
    """Ends by itself, or at a press."""

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
        margin = stage.metrics.px(96)
        room = pygame.Rect(margin, 0, width - 2 * margin, height)
        lines, style = stage.fitted(stage.t("store.held"), SENTENCE, room.width, height // 2)
        step = stage.fonts.line_height(style)
        top = (height - step * len(lines)) // 2 + stage.fonts.ascent(style)
        stage.paragraph(canvas, lines, (room.centerx, top), style, "centre")
