"""What stands at the top of a card: its title, and a note below."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.fonts import Style
from scenes.kit.stage import Stage

TITLE = Style(theme.TITLE, theme.INK, bold=True)
NOTE = Style(theme.HELPER, theme.INK_SOFT)


def draw_card_head(stage: Stage, canvas: Canvas, card: pygame.Rect, title: str, note: str = "") -> None:
    """Both within the card's padding."""
    px = stage.metrics.px
    left, top, room = card.left + px(PAD), card.top + px(PAD), card.width - 2 * px(PAD)
    style = stage.shrunk(title, stage.capped(TITLE, 1.0), room)
    stage.text(canvas, title, (left, top + px(40)), style, width=room)
    if note:
        style = stage.shrunk(note, stage.capped(NOTE, 1.0), room, 24)
        stage.text(canvas, note, (left, top + px(92)), style, width=room)
