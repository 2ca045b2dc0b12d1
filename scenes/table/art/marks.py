"""Marks on a board or diagram as SVG elements, and the ribbon along a previewed action.

The marks are arrows of brass, the barred sign, and a misfit: a piece halfway between two places, where none may lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

KEYLINE = "#2A1B0A"
BRASS = "#F0CB73"
# Measures of an arrow in board units. KEY is the width of its dark outline.
SHAFT, HEAD_LENGTH, HEAD_WIDTH, KEY = 9.0, 27.0, 36.0, 3.6
# An arrow's start is this many board units from the middle of the first place. Its tip is 0.4 times as far from the
# middle of the last place.
CLEAR = 24.0
SIGN = 64.0
GOLD = theme.EYEBROW
"""The colour of the better action in a review. The played action has the colour of its player."""
FADED = 0.55
"""Opacity of the played action."""
DARK_LINE = "#1B0D04"
# A point in pixels.
Place = tuple[float, float]


def arrow(begin: pygame.Rect, end: pygame.Rect, bend: float, barred: bool, unit: float) -> str:
    """Return an arrow between the middles of two places as SVG.

    `bend` bows the arrow to the left, by this share of its length. A `barred` arrow is dotted and ends in the barred
    sign. `unit` is a board unit in pixels.
    """
    (x0, y0), (x1, y1) = begin.center, end.center
    dx, dy = x1 - x0, y1 - y0
    bow = (x0 + x1) / 2 + dy * bend * 2, (y0 + y1) / 2 - dx * bend * 2
    start = _towards((x0, y0), bow, CLEAR * unit)
    if barred:
        dots = _dots(start, bow, (x1, y1), 16 * unit)
        body = ""
        for radius, color in ((4.5 + 2.4, KEYLINE), (4.5, "#FFF6E8")):
            body += "".join(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * unit:.1f}" fill="{color}"/>' for x, y in dots
            )
        return body + sign((x1, y1), unit)
    tip = _towards((x1, y1), bow, CLEAR * 0.4 * unit)
    neck = _towards(tip, bow, HEAD_LENGTH * 0.8 * unit)
    shaft = _path(start, bow, neck)
    head = _head(tip, bow, unit)
    dark = f'stroke="{KEYLINE}" stroke-linejoin="round" stroke-linecap="round"'
    shade = f'<g transform="translate({2 * unit:.1f} {4 * unit:.1f})" opacity=".35">'
    shade += f'<path d="{shaft}" fill="none" stroke="#000000" stroke-width="{(SHAFT + KEY * 2) * unit:.1f}"/></g>'
    body = f'<path d="{shaft}" fill="none" {dark} stroke-width="{(SHAFT + 2 * KEY) * unit:.1f}"/>'
    body += f'<path d="{head}" fill="{KEYLINE}" {dark} stroke-width="{2 * KEY * unit:.1f}"/>'
    defs = svg.gradient("brass", theme.RING, (min(x0, x1), min(y0, y1)), (max(x0, x1) + 40, max(y0, y1) + 40))
    body += f'<path d="{shaft}" fill="none" stroke="{BRASS}" stroke-width="{SHAFT * unit:.1f}"/>'
    return f'<defs>{defs}</defs>{shade}{body}<path d="{head}" fill="url(#brass)"/>'


def sign(center: tuple[float, float], unit: float) -> str:
    """Return the barred sign around a point as SVG. `unit` is a board unit in pixels."""
    scale = SIGN * unit / 68
    place = f"translate({center[0] - 34 * scale:.1f} {center[1] - 34 * scale:.1f}) scale({scale:.3f})"
    body = f'<circle cx="34" cy="34" r="28" fill="#FFF6E8" stroke="{theme.SIGN}" stroke-width="8"/>'
    return f'<g transform="{place}">{body}<path d="M15 15L53 53" stroke="{theme.SIGN}" stroke-width="8"/></g>'


def misfit(first: pygame.Rect, second: pygame.Rect, unit: float) -> str:
    """Return a piece as SVG that is as large as `first` and lies halfway between two places, with the barred sign."""
    x, y = (first.x + second.x) / 2, (first.y + second.y) / 2
    body = svg.box(x, y, *first.size, 4 * unit, fill="#E98A63", opacity=0.62)
    body += svg.box(x, y, *first.size, 4 * unit, stroke=theme.SIGN, line=3 * unit)
    return body + sign((x + first.width / 2, y + first.height / 2), unit)


def _path(start: tuple[float, float], bow: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{start[0]:.1f} {start[1]:.1f}Q{bow[0]:.1f} {bow[1]:.1f} {end[0]:.1f} {end[1]:.1f}"


def _dots(
    start: tuple[float, float], bow: tuple[float, float], end: tuple[float, float], spacing: float
) -> list[tuple[float, float]]:
    """Return points on a quadratic curve, about `spacing` apart."""
    samples = []
    for i in range(101):
        t = i / 100
        weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
        samples.append(
            (
                sum(w * p[0] for w, p in zip(weights, (start, bow, end), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (start, bow, end), strict=True)),
            )
        )
    dots = [samples[0]]
    for point in samples[1:]:
        if math.hypot(point[0] - dots[-1][0], point[1] - dots[-1][1]) >= spacing:
            dots.append(point)
    return dots


def _towards(point: tuple[float, float], goal: tuple[float, float], far: float) -> tuple[float, float]:
    """Return the point that is `far` pixels from `point` towards `goal`."""
    length = math.hypot(goal[0] - point[0], goal[1] - point[1])
    share = far / length
    return point[0] + (goal[0] - point[0]) * share, point[1] + (goal[1] - point[1]) * share


def _head(tip: tuple[float, float], tail: tuple[float, float], unit: float) -> str:
    back = _towards(tip, tail, HEAD_LENGTH * unit)
    across = HEAD_WIDTH / 2 / HEAD_LENGTH
    dx, dy = (tip[1] - back[1]) * across, (back[0] - tip[0]) * across
    return f"M{tip[0]:.1f} {tip[1]:.1f}L{back[0] + dx:.1f} {back[1] + dy:.1f}L{back[0] - dx:.1f} {back[1] - dy:.1f}Z"


def draw_ribbon(
    stage: Stage, canvas: Drawable, places: Sequence[Place], width: float, color: str, alpha: float
) -> None:
    """Draw a band along `places`, `width` pixels wide. It ends in an arrowhead."""
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
        rim = f'<path d="{way}" {pen} stroke="{DARK_LINE}" stroke-width="{1.42 * width:.1f}" opacity=".8"/>'
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
    dark = f'fill="{DARK_LINE}" stroke="{DARK_LINE}"'
    rim = f'<path d="{way}" {dark} stroke-width="{0.42 * width:.1f}" {pen} opacity=".8"/>'
    face = f'<path d="{way}" fill="{color}" stroke="{color}" stroke-width="{0.12 * width:.1f}" {pen}/>'
    glint = f'stroke="#FFFFFF" stroke-width="{0.1 * width:.1f}" opacity=".45"'
    return rim + face + f'<path d="{light}" fill="none" {glint} {pen}/>'
