"""The winner's laurel as SVG: two brass branches, open at the top, tied at the foot."""

from __future__ import annotations

import math
from itertools import pairwise

SIZE = 320
# Radius of the arc on which the branches' stems lie.
RADIUS = 113.0
# Pairs of leaves on each branch.
LEAVES = 12
LIGHT = (-0.55, -0.83)
TONES = ((0.0, "#6E4C1C"), (0.28, "#A27836"), (0.55, "#C79D4C"), (0.8, "#E9CB82"), (1.0, "#FBECC0"))

Point = tuple[float, float]


def _mix(t: float) -> str:
    """Return the brass colour of a surface that faces the lamp by `t` (0..1)."""
    for (a, low), (b, high) in pairwise(TONES):
        if t <= b:
            share = (t - a) / (b - a)
            parts = [round(int(low[i : i + 2], 16) * (1 - share) + int(high[i : i + 2], 16) * share) for i in (1, 3, 5)]
            return "#" + "".join(f"{part:02X}" for part in parts)
    return TONES[-1][1]


def _stem(t: float, side: int) -> tuple[Point, float]:
    """Return the point at share `t` of a branch and its direction in radians; `side` is -1 (left) or 1."""
    # The angle goes from below upwards along the side.
    angle = math.radians(90 + side * -6 - side * 148 * t)
    radius = RADIUS * (1 + 0.03 * math.sin(math.pi * t))
    point = (SIZE / 2 + radius * math.cos(angle), SIZE / 2 + 4 + radius * math.sin(angle))
    return point, angle - side * math.pi / 2


def _leaf(root: Point, heading: float, length: float, width: float) -> str:
    """Return a pointed leaf of two facets along its rib; a facet's tone follows how it faces the lamp."""
    c, s = math.cos(heading), math.sin(heading)

    def at(along: float, across: float) -> str:
        x, y = along * length, across * width
        return f"{root[0] + x * c - y * s:.2f} {root[1] + x * s + y * c:.2f}"

    parts = []
    whole = f"M{at(0, 0)}C{at(0.22, -0.62)} {at(0.66, -0.60)} {at(1, 0)}C{at(0.66, 0.60)} {at(0.22, 0.62)} {at(0, 0)}Z"
    parts.append(f'<path d="{whole}" fill="none" stroke="#3A2508" stroke-width="2.2" stroke-linejoin="round"/>')
    for turn in (-1, 1):
        # The facet faces outwards from the rib.
        normal = (-s * turn, c * turn)
        facing = 0.5 + 0.5 * (normal[0] * LIGHT[0] + normal[1] * LIGHT[1])
        half = (
            f"M{at(0, 0)}C{at(0.22, 0.62 * turn)} {at(0.66, 0.60 * turn)} {at(1, 0)}Q{at(0.5, 0.05 * turn)} {at(0, 0)}Z"
        )
        parts.append(f'<path d="{half}" fill="{_mix(0.10 + 0.88 * facing)}"/>')
    parts.append(f'<path d="M{at(0.04, 0)}L{at(0.94, 0)}" stroke="#FFF3CC" stroke-width=".8" opacity=".55"/>')
    return "".join(parts)


def _branch(side: int) -> str:
    parts = []
    curve = [_stem(i / 24, side)[0] for i in range(25)]
    line = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in curve)
    parts.append(f'<path d="{line}" fill="none" stroke="#3A2508" stroke-width="6" stroke-linecap="round"/>')
    parts.append(f'<path d="{line}" fill="none" stroke="#C79D4C" stroke-width="3.4" stroke-linecap="round"/>')
    for i in range(LEAVES):
        t = 0.07 + 0.90 * i / (LEAVES - 1)
        root, heading = _stem(t, side)
        size = 1 - 0.34 * t
        for outward in (1, -1):
            spread = math.radians(31 if outward == 1 else 27)
            parts.append(_leaf(root, heading + side * outward * spread, 52 * size, 21 * size))
    tip, heading = _stem(1.0, side)
    parts.append(_leaf(tip, heading, 36, 15))
    return "".join(parts)


def _knot() -> str:
    """Return a brass boss over the crossing of the stems."""
    x, y = SIZE / 2, SIZE / 2 + 4 + RADIUS
    return (
        f'<circle cx="{x}" cy="{y}" r="12.4" fill="#3A2508"/><circle cx="{x}" cy="{y}" r="11" fill="url(#boss)"/>'
        f'<circle cx="{x}" cy="{y}" r="6.4" fill="none" stroke="#6E4C1C" stroke-width="1.2" opacity=".7"/>'
    )


def document() -> str:
    """Return the SVG text."""
    x, y = SIZE / 2 - 4, SIZE / 2 + RADIUS
    boss = (
        f'<radialGradient id="boss" gradientUnits="userSpaceOnUse" cx="{x}" cy="{y}" r="17">'
        '<stop offset="0" stop-color="#FFF3CC"/><stop offset=".45" stop-color="#D9B465"/>'
        '<stop offset="1" stop-color="#7E5C26"/></radialGradient>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">'
        f"<defs>{boss}</defs>\n{_branch(-1)}\n{_branch(1)}\n{_knot()}</svg>\n"
    )
