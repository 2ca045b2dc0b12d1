"""A sentence at the top of the screen: on a slip over the scene, or in the free margin."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.stage import Stage

WORDS = Style(theme.CAPTION, theme.IVORY, bold=True)
TOP, PAD, HEIGHT = 54, 28, 64  # design pixels of the slip
MARGIN = 46  # design pixels at the window's upper edge that scenes leave free
MOST_GROWTH = 1.2  # the sentence grows with the text scale up to this factor
LEAST = 16


def draw_notice(stage: Stage, canvas: Canvas, text: str) -> None:
    """Draw `text` in one line on a slip over the scene."""
    _draw(stage, canvas, text, stage.metrics.px(TOP), stage.metrics.px(HEIGHT))


def draw_in_margin(stage: Stage, canvas: Canvas, text: str, room: float = 0) -> pygame.Rect:
    """Draw `text` in one line in the free margin. Left of the text, the slip keeps `room` design pixels free.

    Returns the slip in pixels.
    """
    slip, _ = _draw(stage, canvas, text, 0, stage.metrics.px(MARGIN), room=stage.metrics.px(room))
    return slip


def draw_across_margin(stage: Stage, canvas: Canvas, text: str) -> None:
    """Draw `text` in the free margin, over other texts there."""
    _draw(stage, canvas, text, 0, stage.metrics.px(MARGIN), stage.metrics.size[0])


def draw_in_the_middle(stage: Stage, canvas: Drawable, text: str) -> pygame.Rect:
    """Draw `text` in one line in the middle of `canvas`. Returns the covered rectangle in pixels."""
    height = stage.metrics.px(HEIGHT)
    _, covered = _draw(stage, canvas, text, (stage.metrics.size[1] - height) // 2, height)
    return covered


def _draw(
    stage: Stage, canvas: Drawable, text: str, top: int, height: int, width: int = 0, room: int = 0
) -> tuple[pygame.Rect, pygame.Rect]:
    """Draw the slip with its text. Returns the slip, and the rectangle that it covers with its shadow, in pixels."""
    px = stage.metrics.px
    style = stage.shrink_to_width(
        text, stage.limit_scale(WORDS, MOST_GROWTH), stage.metrics.size[0] - px(4 * PAD) - room, LEAST
    )
    place = pygame.Rect(0, 0, max(width, stage.fonts.width(text, style) + 2 * px(PAD) + room), height)
    place.midtop = stage.metrics.size[0] // 2, top
    panel = stage.paint.panel("lacquer", place.size)
    stage.blit(canvas, panel, place.topleft)
    stage.centred(canvas, text, place.move(room // 2, 0), style, place.width - room)
    return place, panel.surface.get_rect(topleft=(place.x + panel.dx, place.y + panel.dy))
