"""The light of one-button play: a double ring that is seen on every board, a bar that shrinks, and a name."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.scanner import Lit
from scenes.kit.stage import Stage

MOST_RINGS = 16  # in a group; beyond that one ring around all
LINES = (("#14171C", 3), ("#FFF3CC", 4), ("#14171C", 3), ("#F0CB73", 4), ("#14171C", 3))
"""From the outside in: colour and width in design pixels. Light between dark is seen without colours, too."""
BAR_HEIGHT, BAR_FRAME, LEAST_BAR = 14, 3, 96
WORD_BAR = 320  # below a name that stands alone
GAP = 4  # from a ring to what it is around
NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
LARGE = Style(theme.HEADING, theme.IVORY, bold=True)
SLIP_HEIGHT, SLIP_PAD, SLIP_TOP = 50, 24, 4
BAR_STEPS = 48  # that a bar shrinks in: a screen that stands still is not drawn anew for less


def draw_light(stage: Stage, canvas: Target, lit: Lit) -> None:
    """Draw the light on `canvas`."""
    window = pygame.Rect((0, 0), stage.metrics.size)
    areas = [area.clip(window) for area in lit.item.areas if area.colliderect(window)]
    if areas:
        around = areas[0].unionall(areas[1:])
        distinct = {(area.x, area.y, area.w, area.h): area for area in areas}
        for area in list(distinct.values()) if len(distinct) <= MOST_RINGS else [around]:
            _draw_ring(stage, canvas, area)
        _draw_bar(stage, canvas, around, window, lit.left)
    _draw_slip(stage, canvas, lit, window, large=not areas)
    if not areas:
        px = stage.metrics.px
        above = pygame.Rect(window.centerx - px(WORD_BAR) // 2, 0, px(WORD_BAR), px(SLIP_TOP + 2 * SLIP_HEIGHT))
        _draw_bar(stage, canvas, above, window, lit.left)


def _draw_ring(stage: Stage, canvas: Target, area: pygame.Rect) -> None:
    """Frames within each other, as thin strips: pictures of whole boards would cost too much."""
    widths = [max(1, stage.metrics.px(width)) for _, width in LINES]
    out = area.inflate(2 * (sum(widths) + stage.metrics.px(GAP)), 2 * (sum(widths) + stage.metrics.px(GAP)))
    for (color, _), width in zip(LINES, widths, strict=True):
        across, down = _plate(stage, (out.width, width), color), _plate(stage, (width, out.height), color)
        canvas.blit(across, out.topleft)
        canvas.blit(across, (out.left, out.bottom - width))
        canvas.blit(down, out.topleft)
        canvas.blit(down, (out.right - width, out.top))
        out = out.inflate(-2 * width, -2 * width)


def _plate(stage: Stage, size: tuple[int, int], color: str) -> pygame.Surface:
    def make() -> Sprite:
        surface = pygame.Surface(size)
        surface.fill(theme.rgb(color))
        return Sprite(surface)

    return stage.paint.once(("plate", size, color), make).surface


def _draw_bar(stage: Stage, canvas: Target, around: pygame.Rect, window: pygame.Rect, left: float) -> None:
    """The time that is left, below what is lit, or above it at the window's edge."""
    px = stage.metrics.px
    place = pygame.Rect(0, 0, max(around.width, px(LEAST_BAR)), px(BAR_HEIGHT))
    far = px(GAP) + sum(px(width) for _, width in LINES)
    place.midtop = around.centerx, around.bottom + far
    if place.bottom > window.bottom:
        place.midbottom = around.centerx, around.top - far
    place.clamp_ip(window)
    canvas.blit(_plate(stage, place.size, theme.ROOM), place.topleft)
    inner = place.inflate(-2 * px(BAR_FRAME), -2 * px(BAR_FRAME))
    full = _plate(stage, inner.size, theme.HIGHLIGHT)
    width = round(inner.width * round(left * BAR_STEPS) / BAR_STEPS)
    if width:
        canvas.blit(full, inner.topleft, area=pygame.Rect(0, 0, width, inner.height))


def _draw_slip(stage: Stage, canvas: Target, lit: Lit, window: pygame.Rect, large: bool) -> None:
    """The name of what is lit at the top of the screen, behind a sign for each group that was entered.

    `large` where there is nothing else to be seen of it.
    """
    px = stage.metrics.px
    text = f"{'› ' * lit.depth}{lit.item.name}"
    style = stage.shrunk(text, stage.capped(LARGE if large else NAME, 1.2), window.width // 2, 20)
    width = min(window.width // 2, stage.fonts.width(text, style)) + 2 * px(SLIP_PAD)
    place = pygame.Rect(0, 0, width, px(SLIP_HEIGHT * (2 if large else 1)))
    place.midtop = window.centerx, px(SLIP_TOP)
    stage.put(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
    stage.centred(canvas, text, place, style, place.width - px(SLIP_PAD))
