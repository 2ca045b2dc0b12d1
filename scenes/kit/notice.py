"""A sentence on a slip at the top of the screen, over whatever is shown."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.stage import Stage

WORDS = Style(theme.CAPTION, theme.IVORY, bold=True)
TOP, PAD, HEIGHT = 24, 28, 64  # design pixels of the slip
GAP = 12


def draw_notice(stage: Stage, canvas: Canvas, text: str, row: int = 0) -> None:
    """Draw `text` in one line on the slip number `row` from the top."""
    px = stage.metrics.px
    style = stage.shrunk(text, stage.capped(WORDS, 1.2), stage.metrics.size[0] - px(4 * PAD), 16)
    place = pygame.Rect(0, 0, stage.fonts.width(text, style) + 2 * px(PAD), px(HEIGHT))
    place.midtop = stage.metrics.size[0] // 2, px(TOP) + row * px(HEIGHT + GAP)
    stage.put(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
    stage.centred(canvas, text, place, style, place.width)
