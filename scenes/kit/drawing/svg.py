"""Small SVG documents as surfaces: anti-aliased, crisp at any size."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence

import pygame

from scenes.kit.drawing.surfaces import native

Stops = Sequence[tuple[str, str]]


def render(body: str, width: int, height: int, view: tuple[float, float] | None = None) -> pygame.Surface:
    """The SVG elements in `body` on a transparent surface of `width` x `height` pixels, at least 1 each.

    `view` is the width and height in SVG units that fill the surface (default: one unit per pixel).
    """
    width, height = max(1, width), max(1, height)
    view_width, view_height = view or (width, height)
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {view_width:g} {view_height:g}">{body}</svg>'
    )
    return native(pygame.image.load_sized_svg(io.BytesIO(document.encode()), (width, height)))


def gradient(name: str, stops: Stops, start: tuple[float, float], end: tuple[float, float]) -> str:
    """A linear gradient from `start` to `end`; a stop is (offset, "colour") or (offset, "colour/opacity")."""
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{start[0]:.2f}" y1="{start[1]:.2f}" '
        f'x2="{end[0]:.2f}" y2="{end[1]:.2f}">{elements(stops)}</linearGradient>'
    )


def radial(name: str, stops: Stops, center: tuple[float, float], radius: float) -> str:
    """A radial gradient around `center`."""
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{center[0]:.2f}" cy="{center[1]:.2f}" '
        f'r="{radius:.2f}">{elements(stops)}</radialGradient>'
    )


def elements(stops: Stops) -> str:
    """The stop elements of a gradient."""
    parts = []
    for offset, paint in stops:
        color, _, opacity = paint.partition("/")
        parts.append(f'<stop offset="{offset}" stop-color="{color}" stop-opacity="{opacity or 1}"/>')
    return "".join(parts)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    *,
    fill: str = "none",
    stroke: str = "none",
    line: float = 0.0,
    opacity: float = 1.0,
) -> str:
    """A rounded rectangle; its stroke lies inside the edges."""
    inset = line / 2 if stroke != "none" else 0.0
    return (
        f'<rect x="{x + inset:.2f}" y="{y + inset:.2f}" width="{max(0.01, width - 2 * inset):.2f}" '
        f'height="{max(0.01, height - 2 * inset):.2f}" rx="{max(0.0, radius - inset):.2f}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{line:.2f}" opacity="{opacity:g}"/>'
    )


def dash_path(points: Sequence[tuple[float, float]], dash: float, gap: float) -> str:
    """Path data for a dashed line along `points`.

    Each dash is a line of its own, since SDL's SVG renderer leaves streaks with `stroke-dasharray`.
    """
    parts = []
    rest, drawing = dash, True
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > 1e-6:
            step = min(rest, length - done)
            if drawing:
                (ax, ay), (bx, by) = (
                    (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
                    for share in (done / length, (done + step) / length)
                )
                parts.append(f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}")
            done += step
            rest -= step
            if rest <= 1e-6:
                drawing = not drawing
                rest = dash if drawing else gap
    return "".join(parts)


def outline(width: float, height: float, radius: float, inset: float = 0.0) -> list[tuple[float, float]]:
    """The points of a rounded rectangle's closed outline, moved inwards by `inset`."""
    left, top, right, bottom = inset, inset, width - inset, height - inset
    r = max(0.0, min(radius - inset, (right - left) / 2, (bottom - top) / 2))
    corners = (
        (right - r, top + r, -90),
        (right - r, bottom - r, 0),
        (left + r, bottom - r, 90),
        (left + r, top + r, 180),
    )
    points = []
    for x, y, start in corners:
        for step in range(7):
            angle = math.radians(start + 15 * step)
            points.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    return [*points, points[0]]
