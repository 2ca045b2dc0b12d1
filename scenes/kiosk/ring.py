"""A ring of brass whose segments run out as seconds pass."""

from __future__ import annotations

import math

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

RADIUS = 218  # design pixels for which the figure's size is meant
SEGMENTS = 15
STEPS = 8  # pictures a second
FIGURE = Style(168, theme.INK, bold=True)
LEFT, SPENT, DRAINING, LATE = "#E9C274", "#37291C", "#FFF3CC", "#FF9A6B"
ENAMEL, DARK = "#F6EFDD", "#15110F"  # the face on a dialog, and on a dark screen


def draw(
    stage: Stage,
    canvas: Canvas,
    middle: tuple[int, int],
    radius: int,
    left: float,
    seconds: float,
    *,
    late: float = 0,
    dark: bool = False,
) -> None:
    """The ring around `middle` (both in pixels) with `left` of its `seconds`; the last `late` ones glow.

    `dark`: it lies on a dark screen, and shines less.
    """
    steps = seconds * STEPS
    step = math.ceil(max(0.0, left / seconds) * steps)
    glows, face = left <= late, DARK if dark else ENAMEL
    key = (radius, step, seconds, glows, face)
    sprite = stage.paint.cached_one("ring", key, lambda: Sprite(_ring(2 * radius, step / steps, glows, face)))
    place = pygame.Rect(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)
    stage.blit(canvas, sprite, place.topleft)
    size = FIGURE.size * radius / stage.metrics.px(RADIUS)
    figure = stage.limit_scale(FIGURE._replace(size=size, color=theme.MUTED if dark else FIGURE.color), 1.0)
    stage.centred(canvas, str(max(1, math.ceil(left))), place, figure)


def _ring(side: int, share: float, glows: bool, face: str) -> pygame.Surface:
    """The ring, `side` pixels wide, with `share` of its segments left, clockwise from the top."""
    parts = ['<circle cx="218" cy="218" r="218" fill="#B98F45"/>', '<circle cx="218" cy="218" r="211" fill="#1B1512"/>']
    left = share * SEGMENTS
    for index in range(SEGMENTS):
        begin = 360 / SEGMENTS * index + 1.6
        end = 360 / SEGMENTS * (index + 1) - 1.6
        gone = min(1.0, max(0.0, SEGMENTS - left - index))  # the first ones go first
        parts.append(_segment(begin, end, SPENT))
        if gone < 1:
            color = LATE if glows else DRAINING if gone > 0 else LEFT
            parts.append(_segment(begin + (end - begin) * gone, end, color))
    parts.append('<circle cx="218" cy="218" r="157" fill="#B98F45"/>')
    parts.append(f'<circle cx="218" cy="218" r="152" fill="{face}"/>')
    return svg.render("".join(parts), side, side, (436, 436))


def _segment(begin: float, end: float, color: str) -> str:
    """A part of the ring between two angles, in degrees clockwise from the top."""

    def at(radius: float, angle: float) -> str:
        turn = math.radians(angle)
        return f"{218 + radius * math.sin(turn):.2f} {218 - radius * math.cos(turn):.2f}"

    outer, inner = (at(204, begin), at(204, end)), (at(164, end), at(164, begin))
    path = f"M{outer[0]}A204 204 0 0 1 {outer[1]}L{inner[0]}A164 164 0 0 0 {inner[1]}Z"
    return f'<path d="{path}" fill="{color}"/>'
