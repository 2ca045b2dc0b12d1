"""Arrows on Star's board: along a slide, and in a bow over the piece that the star jumps."""

from __future__ import annotations

import math

from scenes.kit import svg
from scenes.kit.paint import Painter, Sprite

KEYLINE = "#1A0B06"
LINE, KEY, HEAD = 11.0, 5.0, 24.0  # board units: stroke, dark line around, length of the head's sides
DOTS = 24.0  # from dot to dot

Point = tuple[float, float]


def arrow(paint: Painter, unit: float, points: tuple[Point, Point, Point], color: str, dotted: bool = False) -> Sprite:
    """An arrow along a curve (start, control point, end; pixels), to be put at (0, 0)."""
    spread = (LINE + 2 * KEY + HEAD) * unit
    left, top = (min(p[axis] for p in points) - spread for axis in (0, 1))
    right, bottom = (max(p[axis] for p in points) + spread for axis in (0, 1))
    left, top = math.floor(left), math.floor(top)

    def make() -> Sprite:
        near = [(x - left, y - top) for x, y in points]
        body = _body((near[0], near[1], near[2]), unit, color, dotted)
        return Sprite(svg.render(body, math.ceil(right - left), math.ceil(bottom - top)), left, top)

    return paint.once(("star arrow", unit, points, color, dotted), make)


def straight(start: Point, end: Point) -> tuple[Point, Point, Point]:
    """A curve that is a straight line."""
    return start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end


def _body(points: tuple[Point, Point, Point], unit: float, color: str, dotted: bool) -> str:
    start, control, end = points
    way = f"M{start[0]:.1f} {start[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    angle = math.atan2(end[1] - control[1], end[0] - control[0])
    wings = [
        (end[0] - HEAD * unit * math.cos(angle + turn), end[1] - HEAD * unit * math.sin(angle + turn))
        for turn in (0.72, -0.72)
    ]
    head = f"M{wings[0][0]:.1f} {wings[0][1]:.1f}L{end[0]:.1f} {end[1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}"
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    dark = f'{pen} stroke="{KEYLINE}" stroke-width="{(LINE + 2 * KEY) * unit:.1f}"'
    light = f'{pen} stroke="{color}" stroke-width="{LINE * unit:.1f}"'
    body = f'<path d="{way}" {dark}/><path d="{head}" {dark}/>'
    if not dotted:
        return body + f'<path d="{way}" {light}/><path d="{head}" {light}/>'
    for x, y in _dots(points, DOTS * unit):
        body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.55 * LINE * unit:.1f}" fill="{color}"/>'
    return body + f'<path d="{head}" {light}/>'


def _dots(points: tuple[Point, Point, Point], spacing: float) -> list[Point]:
    """Points along the curve, about `spacing` apart, from its start to where the head begins."""
    start, control, end = points
    found = [start]
    for i in range(1, 81):
        t = i / 100
        u = 1 - t
        x, y = (u * u * a + 2 * u * t * b + t * t * c for a, b, c in zip(start, control, end, strict=True))
        if math.hypot(x - found[-1][0], y - found[-1][1]) >= spacing:
            found.append((x, y))
    return found
