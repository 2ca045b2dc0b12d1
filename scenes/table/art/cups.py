"""Draws cups of steaming coffee: a small one in the menu and while an AI thinks, and one on the table.

The cup on the table stands in a free place beside a board. Its steam changes four times a second, as often as a
quiet match is redrawn anyway, and only in a small rectangle.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

FRAMES = 20
FRAMES_PER_SECOND = 8.0
WIDTH, HEIGHT = 56, 64

# Design pixels of the picture of cup and saucer.
CUP: Final = 240, 176
# The middle of the coffee in that picture, as shares of its size.
COFFEE: Final = 0.49, 0.36
# Design pixels of the steam's picture, whose lower edge is at the middle of the coffee.
STEAM: Final = 84, 124
STEPS, STEPS_PER_SECOND = 30, 4.0
# The x of each wisp of steam in the picture of the steam, and its phase.
WISPS: Final = ((30.0, 0.0), (46.0, 2.2), (58.0, 4.3))
# The steam is drawn smaller by this factor, which saves time. It is blurred anyway.
SMALL = 2


def draw_cup(stage: Stage, canvas: Canvas, right: int, bottom: int) -> None:
    """Draw the cup with the right end of its foot at (right, bottom) pixels."""
    moving = not stage.look.reduced_motion
    frame = int(stage.time * FRAMES_PER_SECOND) % FRAMES if moving else 0
    sprite = stage.paint.cached(("cup", frame), lambda: _cup(stage, frame))
    stage.blit(canvas, sprite, (right - sprite.surface.get_width(), bottom - sprite.surface.get_height()))


def _cup(stage: Stage, frame: int) -> Sprite:
    phase = 2 * math.pi * frame / FRAMES
    steam = "".join(_wisp(x, phase + shift) for x, shift in ((18, 0.0), (28, 2.1)))
    return Sprite(stage.assets.svg("sprites/cup.svg", (stage.metrics.px(WIDTH), stage.metrics.px(HEIGHT)), steam=steam))


def _wisp(x: float, phase: float) -> str:
    """Return a wisp of steam as SVG. It sways more and fades as it rises."""
    parts = []
    for i in range(7):
        low, high = 33 - i * 4.2, 33 - (i + 1) * 4.2
        sway = [3.2 * (1 - y / 34) * math.sin(phase + y * 0.22) for y in (low, high)]
        parts.append(
            f'<path d="M{x + sway[0]:.1f} {low:.1f}L{x + sway[1]:.1f} {high:.1f}" stroke="{theme.IVORY}" '
            f'stroke-width="{3.4 - i * 0.3:.1f}" stroke-linecap="round" stroke-opacity="{0.42 - i * 0.055:.2f}"/>'
        )
    return "".join(parts)


def draw_table_cup(stage: Stage, canvas: Canvas, room: pygame.Rect) -> None:
    """Draw the cup in the middle of `room` (pixels), if both cup and steam fit."""
    width, height = map(stage.metrics.px, CUP)
    steam = pygame.Rect((0, 0), tuple(map(stage.metrics.px, STEAM)))
    if room.width < width or room.height < height * (1 - COFFEE[1]) + steam.height:
        return
    place = pygame.Rect(room.centerx - width // 2, 0, width, height)
    place.bottom = room.bottom - (room.height - height - steam.height + round(height * COFFEE[1])) // 2
    stage.blit(canvas, stage.drawing("table-cup", place.size), place.topleft)
    if stage.look.reduced_motion:
        return
    step = int(stage.time * STEPS_PER_SECOND) % STEPS
    steam.midbottom = place.left + round(width * COFFEE[0]), place.top + round(height * COFFEE[1])
    sprite = stage.paint.cached(("steam", steam.size, step), lambda: Sprite(_steam(steam.size, step)))
    stage.blit(canvas, sprite, steam.topleft)


def _steam(size: tuple[int, int], step: int) -> pygame.Surface:
    """Draw blurred wisps that sway more and fade as they rise. The pictures repeat after STEPS steps."""
    small = max(1, size[0] // SMALL), max(1, size[1] // SMALL)
    body = "".join(_thread(x, phase + math.tau * step / STEPS) for x, phase in WISPS)
    soft = pygame.transform.gaussian_blur(svg.render(body, *small, STEAM), max(1, small[0] // 24))
    return pygame.transform.smoothscale(soft, size)


def _thread(x: float, phase: float) -> str:
    """Return a wisp as SVG, from the coffee upwards."""
    points = 14
    parts = []
    for i in range(points):
        ends = []
        for share in (i / points, (i + 1) / points):
            sway = 13 * share**1.2 * math.sin(phase + 5.2 * share) + 4 * share * math.sin(2 * phase + 9 * share)
            ends.append(f"{x + sway:.1f} {STEAM[1] - 4 - 108 * share:.1f}")
        middle = (i + 0.5) / points
        fog = 0.4 * min(1.0, 4 * middle) * (1 - middle) ** 1.2
        parts.append(
            f'<path d="M{ends[0]}L{ends[1]}" stroke="#F3EBDD" stroke-width="{5 + 9 * middle:.1f}" '
            f'stroke-linecap="butt" stroke-opacity="{fog:.3f}"/>'
        )
    return "".join(parts)
