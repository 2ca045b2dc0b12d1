"""The house's name above the menu: the enamel badge and the letters in brass."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.badge import BADGE_SIZE, house_badge
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Metrics, Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services

WORD = "KISSATEN"
LETTERS = Style(theme.WORDMARK, "#FFFFFF", bold=True, spacing=14)
GAP = 36
FINE = 4  # pixels of a blur that are worth their time


def draw_wordmark(services: Services, canvas: Canvas) -> None:
    """Badge and name: top left, or centred on the tall arrangement."""
    stage = services.stage
    unit = stage.metrics.px
    letters = _letters(stage)
    badge = house_badge(stage)
    size = unit(BADGE_SIZE)
    if stage.metrics.shape is Shape.TALL:
        total = size + unit(GAP) + letters.surface.get_width()
        left, middle = (stage.metrics.size[0] - total) // 2, stage.metrics.point(0, 104)[1]
    else:
        margin = 96 if stage.metrics.shape is Shape.WIDE else 72
        left, middle = stage.metrics.point(margin, 112)
    stage.put(canvas, badge, (left, middle - size // 2))
    stage.put(canvas, letters, (left + size + unit(GAP), middle))


def _letters(stage: Stage) -> Sprite:
    """The name in a brass gradient with a dark drop; put at its left end and optical middle.

    A picture rather than a text, it does not grow with the text.
    """
    style = stage.capped(LETTERS, 1.0)._replace(spacing=LETTERS.spacing / stage.metrics.text_scale)
    white = stage.fonts.line(WORD, style)
    baseline = stage.fonts.ascent(style)
    return stage.paint.aside("wordmark", white.get_size(), lambda: _gilded(stage.metrics, style, white, baseline))


def _softened(surface: pygame.Surface, sigma: int) -> pygame.Surface:
    """`surface` blurred; where that takes long, at a part of its size."""
    shrink = max(1, sigma // FINE)
    if shrink == 1:
        return pygame.transform.gaussian_blur(surface, sigma)
    width, height = surface.get_size()
    small = pygame.transform.smoothscale(surface, (width // shrink, height // shrink))
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, sigma // shrink), (width, height))


def _gilded(metrics: Metrics, style: Style, white: pygame.Surface, baseline: int) -> Sprite:
    width, height = white.get_size()
    cap = style.size * metrics.scale * metrics.text_scale * 0.733
    ramp = pygame.Surface((1, height), pygame.SRCALPHA)
    top, bottom = theme.rgb("#FFF8E0"), theme.rgb("#D8B878")
    for y in range(height):
        share = min(1.0, max(0.0, (y - (baseline - cap)) / cap))
        ramp.set_at((0, y), tuple(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True)))
    face = white.copy()
    face.blit(pygame.transform.scale(ramp, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pad = metrics.px(16)
    drop = white.copy()
    drop.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA)
    surface.blit(drop, (pad + metrics.px(3), pad + metrics.px(4)))
    soft = _softened(surface, max(1, metrics.px(4)))
    soft.blit(drop, (pad + metrics.px(1), pad + metrics.px(2)))
    soft.blit(face, (pad, pad))
    return Sprite(soft, -pad, -round(pad + baseline - cap / 2))
