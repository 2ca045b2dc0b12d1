"""The swap beside the board: what it does, in a sentence, and the button for it."""

from __future__ import annotations

import pygame

from scenes.coffee.pieces import Pieces
from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

TITLE = Style(44, theme.IVORY, bold=True)
TEXT = Style(theme.HELPER, theme.MUTED)
LOW_TEXT = Style(theme.CAPTION, theme.IVORY)
LABEL = Style(theme.NAME, theme.INK, bold=True)
MOST_GROWTH = 1.2
BUTTON_HEIGHT, LEAST_BUTTON = 112, 62  # design pixels; a finger may press anywhere on the panel
ROOMY = 440  # height from which there is room for a title and the beans
BEANS = 30  # radius of the saucers


def draw_swap(stage: Stage, canvas: Target, rect: pygame.Rect, words: tuple[str, str, str], chosen: bool) -> None:
    """Draw the panel in `rect` (pixels) with a title, a sentence and a button's label; `chosen` waits for a confirm."""
    key = (rect.size, words, chosen)
    sprite = stage.paint.latest("coffee swap", key, lambda: _make(stage, rect.size, words, chosen))
    stage.put(canvas, sprite, rect.topleft)


def _make(stage: Stage, size: tuple[int, int], words: tuple[str, str, str], chosen: bool) -> Sprite:
    unit = stage.metrics.px
    face = stage.paint.panel("lacquer", size)
    pad = -face.dx
    sheet = Sheet.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    stage.put(sheet, face, (pad, pad))
    roomy = size[1] >= unit(ROOMY)
    panel = pygame.Rect((pad, pad), size).inflate(-2 * unit(28), -2 * unit(24 if roomy else 16))
    title, sentence, label = words
    least, gap = unit(BUTTON_HEIGHT if roomy else LEAST_BUTTON), unit(20 if roomy else 8)
    text = panel.copy()
    if roomy:
        head = stage.shrunk(title, stage.capped(TITLE, MOST_GROWTH), text.width)
        stage.text(sheet, title, (text.left, text.top + unit(42)), head, width=text.width)
        _beans(stage, sheet, (text.centerx, text.top + unit(98)))
        text.top += unit(138)
    lines, style = stage.fitted(
        sentence, TEXT if roomy else LOW_TEXT, text.width, panel.bottom - least - gap - text.top
    )
    foot = stage.paragraph(sheet, lines, (text.left, text.top + stage.fonts.ascent(style)), style)
    foot += gap - stage.fonts.ascent(style)
    height = max(least, min(unit(BUTTON_HEIGHT), panel.bottom - foot))
    button = pygame.Rect(panel.left, panel.bottom - height, panel.width, height)
    if chosen:
        stage.put(sheet, stage.paint.ring(button.size), button.topleft)
    stage.put(sheet, stage.paint.button("primary", "normal", button.size), button.topleft)
    inner = button.move(0, -unit(3))
    style = stage.shrunk(label, stage.capped(LABEL, MOST_GROWTH), inner.width - unit(24))
    stage.centred(sheet, label, inner, style, inner.width - unit(24))
    return Sprite(sheet.surface, -pad, -pad)


def _beans(stage: Stage, sheet: Sheet, at: tuple[int, int]) -> None:
    """The two roasts around a point, with arrows both ways between them."""
    pieces = Pieces(stage)
    radius, apart = stage.metrics.px(BEANS), stage.metrics.px(64)
    for colour, side in (("black", -1), ("orange", 1)):
        stage.put(sheet, pieces.bean(radius, colour), (at[0] + side * apart, at[1]))
    pen = f'stroke="{theme.EYEBROW}" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    ways = f'<path d="M4 12H28M21 5L28 12L21 19M28 28H4M11 21L4 28L11 35" {pen}/>'
    size = round(0.96 * radius), round(1.2 * radius)
    sheet.blit(svg.render(ways, *size, (32, 40)), (at[0] - size[0] // 2, at[1] - size[1] // 2))
