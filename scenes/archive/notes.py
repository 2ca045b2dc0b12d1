"""Notes on the positions of an annotated game, on a lacquer panel beside the board."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Metrics, Shape, cell, column, places, row
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import page

NOTE = Style(theme.HELPER, theme.IVORY)
PAD, LOW_PAD = 20, 10  # design pixels; the latter above and below, where the panel is low


def note_place(metrics: Metrics) -> pygame.Rect:
    """Return the largest place of a note, in pixels: on a 4:3 window in place of the moves, for lack of other room."""
    if metrics.shape is Shape.TALL:
        return places(metrics, page(metrics.shape, row(cell("note", 510, across=136), pad=(0, 128, 0, 0))))["note"]
    is_wide = metrics.shape is Shape.WIDE
    above, high, width = (196, 236, 392) if is_wide else (536, 208, 376)
    side = column(cell("note", high), size=width, pad=(0, above, 0, 0))
    return places(metrics, page(metrics.shape, row(side, cell()) if is_wide else row(cell(), side)))["note"]


def draw_note(stage: Stage, canvas: Canvas, text: str) -> None:
    """Draw `text` in its place: in a wide window as high as it asks for, just above the transport."""
    panel, px = note_place(stage.metrics), stage.metrics.px
    inner = panel.inflate(-2 * px(PAD), -2 * px(PAD if stage.metrics.shape is not Shape.TALL else LOW_PAD))
    if stage.metrics.shape is Shape.WIDE:
        inner.height = min(inner.height, px(stage.natural_height(text, NOTE, inner.width, inner.height)))
        inner.bottom = panel.bottom - px(PAD)
        panel = inner.inflate(2 * px(PAD), 2 * px(PAD))
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    stage.label(canvas, text, inner, NOTE, lines=9, grow=stage.metrics.text_scale)
