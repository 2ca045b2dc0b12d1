"""The brass star as SVG elements: ten flat facets, each as bright as its edge faces the lamp."""

from __future__ import annotations

import math
from itertools import pairwise

from scenes.kit import svg, theme

POINTS = 5
WAIST = 0.44  # radius of the inner corners, of the outer ones
BLUNT = 0.035  # how much of a tip is rounded off
THICK = 0.055  # the height of its side, of the radius
BLEED = 1.12  # half the picture's side, in radii
TO_LAMP = (-0.55, -0.83)
BRASS = ((0.0, "#5E4015"), (0.3, "#966A2B"), (0.55, "#C79A48"), (0.8, "#EBCF8E"), (1.0, "#FFF6D8"))

Point = tuple[float, float]


def drawing(middle: float, radius: float, degrees: float) -> str:
    """The star around (`middle`, `middle`), turned clockwise by `degrees`; the light stays where it is."""
    corners = [_corner(middle, radius, degrees, i) for i in range(2 * POINTS)]
    ring = [*corners, corners[0]]
    outline = _path(corners)
    thick = THICK * radius
    join = f'stroke-linejoin="round" stroke-width="{2 * BLUNT * radius:.2f}"'
    body = ""
    for share, color in ((1.0, "#4A3210"), (0.66, "#5E4115"), (0.33, "#7A5822")):
        shift = f"translate({0.35 * thick * share:.2f} {thick * share:.2f})"
        body += f'<path d="{outline}" transform="{shift}" fill="{color}" stroke="{color}" {join}/>'
    body += f'<path d="{outline}" fill="#F3DA9C" stroke="#F3DA9C" {join}/>'
    defs = ""
    for i, (first, second) in enumerate(pairwise(ring)):
        tone = 0.52 + 0.42 * _facing(first, second)
        far = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        stops = (("0", _brass(tone + 0.07)), ("1", _brass(tone - 0.08)))
        defs += svg.gradient(f"f{i}", stops, (middle, middle), far)
        body += f'<path d="{_path([(middle, middle), first, second])}" fill="url(#f{i})"/>'
    return f"<defs>{defs}</defs>{body}{_ridges(middle, radius, corners)}"


def _corner(middle: float, radius: float, degrees: float, i: int) -> Point:
    angle = math.radians(degrees - 90 + 180 / POINTS * i)
    away = radius * (1.0 if i % 2 == 0 else WAIST) - BLUNT * radius
    return middle + away * math.cos(angle), middle + away * math.sin(angle)


def _facing(first: Point, second: Point) -> float:
    """How an edge's facet faces the lamp: -1 away .. 1 towards."""
    normal = (second[1] - first[1], first[0] - second[0])
    return (normal[0] * TO_LAMP[0] + normal[1] * TO_LAMP[1]) / math.hypot(*normal)


def _brass(tone: float) -> str:
    """The colour of a tone (0 dark .. 1 bright)."""
    tone = min(1.0, max(0.0, tone))
    (low, dark), (high, light) = next(pair for pair in pairwise(BRASS) if tone <= pair[1][0])
    share = (tone - low) / (high - low)
    mixed = (round(a + (b - a) * share) for a, b in zip(theme.rgb(dark), theme.rgb(light), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def _ridges(middle: float, radius: float, corners: list[Point]) -> str:
    """The arrises from the middle: lit where they stand out, dark where they sink."""
    line = 0.014 * radius
    body = ""
    for i, (x, y) in enumerate(corners):
        color, opacity = ("#FFF9E6", 0.85) if i % 2 == 0 else ("#5A3E12", 0.5)
        body += f'<path d="M{middle:.2f} {middle:.2f}L{x:.2f} {y:.2f}" stroke="{color}" '
        body += f'stroke-opacity="{opacity}" stroke-width="{line:.2f}" stroke-linecap="round"/>'
    return body


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"
