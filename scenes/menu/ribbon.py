"""The brass ribbon across the lower left corner of a tile: a game of that title is in progress."""

from __future__ import annotations

import pygame

from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

TEXT = Style(theme.CAPTION, theme.INK, bold=True)
HEIGHT, PAD, NOTCH = 48, 20, 16  # design pixels
UP = 40  # from the tile's lower edge to the ribbon's
MOST_GROWTH = 1.15  # how far the words follow the text scale


def draw_ribbon(stage: Stage, canvas: Canvas, tile: pygame.Rect, text: str) -> None:
    """Draw the ribbon with `text` on a tile that fills `tile` (pixels)."""
    unit = stage.metrics.px
    room = tile.width - unit(2 * PAD + NOTCH + 12)
    style = stage.shrunk(text, stage.capped(TEXT, MOST_GROWTH), room, 20)
    width = min(stage.fonts.width(text, style), room) + unit(2 * PAD + NOTCH)
    band = pygame.Rect(tile.left - unit(6), tile.bottom - unit(UP + HEIGHT), width, unit(HEIGHT))
    sprite = stage.paint.once(("ribbon", band.size), lambda: Sprite(_ribbon(*band.size, unit(NOTCH))))
    stage.put(canvas, stage.paint.shadow(band.size, 0.5, 4), band.topleft)
    stage.put(canvas, sprite, band.topleft)
    inner = pygame.Rect(band.left, band.top, band.width - unit(NOTCH), band.height)
    stage.centred(canvas, text, inner, style, room)


def _ribbon(width: int, height: int, notch: int) -> pygame.Surface:
    """Brass, lit from the top, with a notch cut into its right end."""
    shape = f"M0 0H{width}L{width - notch} {height / 2}L{width} {height}H0Z"
    defs = svg.gradient("ribbon", theme.BUTTON_BRASS, (0, 0), (0, height))
    body = f'<defs>{defs}</defs><path d="{shape}" fill="url(#ribbon)" stroke="{theme.BRASS_DEEP}" stroke-width="2"/>'
    return svg.render(body, width, height)
