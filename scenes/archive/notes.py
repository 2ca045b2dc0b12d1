"""What is said about a position of an annotated game, on a lacquer panel beside the board."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage

NOTE = Style(theme.HELPER, theme.IVORY)
PAD = 20
PLACES = {
    Shape.WIDE: (96, 252, 392, 236),
    Shape.CLASSIC: (992, 592, 376, 208),  # in place of the moves: there is no other room
    Shape.TALL: (54, 184, 510, 136),
}


def note_place(stage: Stage) -> pygame.Rect:
    """Where a note lies at most, in pixels."""
    return stage.metrics.rect(*PLACES[stage.metrics.shape])


def draw_note(stage: Stage, canvas: Canvas, text: str) -> None:
    """Draw `text` in its place for the window's arrangement."""
    place = note_place(stage)
    inner = place.inflate(-2 * stage.metrics.px(PAD), -2 * stage.metrics.px(PAD if place.height > 150 else 10))
    lines, style = stage.fitted(text, NOTE, inner.width, inner.height)
    height = len(lines) * stage.fonts.line_height(style)
    if stage.metrics.shape is Shape.WIDE:  # as high as the text asks for, just above the transport
        panel = pygame.Rect(place.left, 0, place.width, height + 2 * stage.metrics.px(PAD))
        panel.bottom = place.bottom
    else:
        panel = place
    stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    first = panel.centery - height // 2 + stage.fonts.ascent(style) - stage.metrics.px(2)
    stage.paragraph(canvas, lines, (inner.left, first), style)
