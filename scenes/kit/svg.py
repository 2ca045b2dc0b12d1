"""Small SVG documents as surfaces: shapes are anti-aliased and crisp at any size."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pygame

Stops = Sequence[tuple[str, str]]


def render(body: str, width: int, height: int, view: tuple[float, float] | None = None) -> pygame.Surface:
    """The SVG elements in `body` on a transparent surface of `width` x `height` pixels, at least one each.

    `view` is the user space that is stretched over it (default: one unit per pixel).
    """
    width, height = max(1, width), max(1, height)
    view_width, view_height = view or (width, height)
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {view_width:g} {view_height:g}">{body}</svg>'
    )
    return pygame.image.load_sized_svg(io.BytesIO(document.encode()), (width, height)).convert_alpha()


def gradient(name: str, stops: Stops, start: tuple[float, float], end: tuple[float, float]) -> str:
    """A linear gradient from `start` to `end`; a stop is (offset, colour) or "colour/opacity"."""
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{start[0]:.2f}" y1="{start[1]:.2f}" '
        f'x2="{end[0]:.2f}" y2="{end[1]:.2f}">{_stops(stops)}</linearGradient>'
    )


def radial(name: str, stops: Stops, center: tuple[float, float], radius: float) -> str:
    """A radial gradient around `center`."""
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{center[0]:.2f}" cy="{center[1]:.2f}" '
        f'r="{radius:.2f}">{_stops(stops)}</radialGradient>'
    )


def _stops(stops: Stops) -> str:
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
    dash: str = "",
) -> str:
    """A rounded rectangle; a stroke lies inside the given edges."""
    inset = line / 2 if stroke != "none" else 0.0
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x + inset:.2f}" y="{y + inset:.2f}" width="{max(0.01, width - 2 * inset):.2f}" '
        f'height="{max(0.01, height - 2 * inset):.2f}" rx="{max(0.0, radius - inset):.2f}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{line:.2f}" opacity="{opacity:g}"{dashes}/>'
    )
