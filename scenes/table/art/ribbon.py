"""A ribbon on the board: where an action would lead that is only weighed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

GOLD = theme.EYEBROW
"""The colour of the better action; what was played has its player's."""

FADED = 0.55
"""Opacity of what was played."""

KEYLINE = "#1B0D04"
Place = tuple[float, float]  # pixels


def draw_ribbon(
    stage: Stage, canvas: Drawable, places: Sequence[Place], width: float, color: str, alpha: float
) -> None:
    """A band along `places`, `width` pixels across, with corners between them; it ends in a point."""
    key = ("ribbon", tuple(places), width, color)
    stage.blit(canvas, stage.paint.cached(key, lambda: _ribbon(places, width, color)), (0, 0), alpha)


def _ribbon(places: Sequence[Place], width: float, color: str) -> Sprite:
    pad = math.ceil(1.6 * width)
    left, top = (math.floor(min(place[axis] for place in places)) - pad for axis in (0, 1))
    right, bottom = (math.ceil(max(place[axis] for place in places)) + pad for axis in (0, 1))
    body = _band(places[-2], places[-1], width, left, top, color)
    if len(places) > 2:
        way = "M" + "L".join(f"{x - left:.1f} {y - top:.1f}" for x, y in places[:-1])
        pen = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        rim = f'<path d="{way}" {pen} stroke="{KEYLINE}" stroke-width="{1.42 * width:.1f}" opacity=".8"/>'
        body = rim + body + f'<path d="{way}" {pen} stroke="{color}" stroke-width="{1.12 * width:.1f}"/>'
    return Sprite(svg.render(body, right - left, bottom - top), left, top)


def _band(start: Place, end: Place, width: float, left: float, top: float, color: str) -> str:
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    head = min(1.1 * width, 0.5 * length)

    def point(along: float, across: float) -> str:
        x = start[0] - left + along * math.cos(angle) - across * math.sin(angle)
        y = start[1] - top + along * math.sin(angle) + across * math.cos(angle)
        return f"{x:.1f} {y:.1f}"

    half, neck = width / 2, length - head
    corners = [(0, -half), (neck, -half), (neck, -1.05 * width), (length, 0), (neck, 1.05 * width), (neck, half)]
    way = "M" + "L".join(point(*corner) for corner in (*corners, (0, half))) + "Z"
    light = "M" + point(0, -0.24 * width) + "L" + point(neck, -0.24 * width)
    pen = 'stroke-linejoin="round" stroke-linecap="round"'
    rim = f'<path d="{way}" fill="{KEYLINE}" stroke="{KEYLINE}" stroke-width="{0.42 * width:.1f}" {pen} opacity=".8"/>'
    face = f'<path d="{way}" fill="{color}" stroke="{color}" stroke-width="{0.12 * width:.1f}" {pen}/>'
    glint = f'stroke="#FFFFFF" stroke-width="{0.1 * width:.1f}" opacity=".45"'
    return rim + face + f'<path d="{light}" fill="none" {glint} {pen}/>'
