"""Quoridor's pawn as an SVG template: a turned body in even lathe shading, a brass collar, a ball with the sign.

Straight SVG gradients would cut across the flare. So shade and light are nested shapes that follow the profile; each
adds a little, which leaves no seams.
"""

from __future__ import annotations

import math
from collections.abc import Callable

WIDTH, HEIGHT = 60, 96
# The point of the SVG's view box on which the pawn stands.
FOOT = (30, 90)
CENTER = 30.0
BALL_Y, BALL_R = 20.6, 16.4
NECK_Y, SHOULDER_Y, BASE_Y, END_Y = 37.0, 75.5, 76.5, 86.0
# Nested steps from the middle to the shaded edge. With fewer steps, bands are visible at 4K.
SHADES = 20
# How much lower the foot's front edge is than its sides.
DROP = 5.2

Profile = Callable[[float], float]


def body_profile(y: float) -> float:
    """Return half the body's width at height `y`: a straight taper that flares at the foot."""
    t = (y - NECK_Y) / (SHOULDER_Y - NECK_Y)
    return 8.6 + 7.4 * t + 6.6 * t**4.2


def base_profile(y: float) -> float:
    """Return half the base's width: a rounded rim, upright where the foot begins."""
    t = (y - BASE_Y) / (END_Y - BASE_Y)
    return 22.6 + 1.9 * math.sin(math.pi / 2 * t)


def _arc(u: float) -> float:
    return math.sqrt(max(0.0, 1 - u * u))


def lens(profile: Profile, top: float, bottom: float, left: float, right: float, sag: tuple[float, float]) -> str:
    """Return the path of the surface between shares `left` and `right` (-1..1) of the width; `sag` bends its ends."""
    steps = 12
    points = []
    for i in range(steps + 1):
        y = top + (bottom - top) * i / steps
        points.append((CENTER + left * profile(y), y + _lag(i / steps, left, sag)))
    for i in range(1, steps):
        u = left + (right - left) * i / steps
        points.append((CENTER + u * profile(bottom), bottom + sag[1] * _arc(u)))
    for i in range(steps, -1, -1):
        y = top + (bottom - top) * i / steps
        points.append((CENTER + right * profile(y), y + _lag(i / steps, right, sag)))
    for i in range(steps - 1, 0, -1):
        u = left + (right - left) * i / steps
        points.append((CENTER + u * profile(top), top + sag[0] * _arc(u)))
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


def _lag(t: float, u: float, sag: tuple[float, float]) -> float:
    return (sag[0] + (sag[1] - sag[0]) * t) * _arc(u)


def _shaded(profile: Profile, top: float, bottom: float, sag: tuple[float, float]) -> str:
    """Return a turned part: colour, shade growing to the right edge, light around 30% of the width, reflected light."""
    parts = [f'<path d="{lens(profile, top, bottom, -1, 1, sag)}" fill="{{color}}"/>']
    for i in range(SHADES):
        u = 0.98 * i / SHADES
        parts.append(f'<path d="{lens(profile, top, bottom, u, 1, sag)}" fill="{{dark}}" opacity=".058"/>')
    for i in range(SHADES // 3):
        u = -0.66 - 0.32 * 3 * i / SHADES
        parts.append(f'<path d="{lens(profile, top, bottom, -1, u, sag)}" fill="{{dark}}" opacity=".075"/>')
    for i in range(SHADES // 2):
        half = 0.38 - 0.37 * 2 * i / SHADES
        path = lens(profile, top, bottom, -0.42 - half, -0.42 + half, sag)
        parts.append(f'<path d="{path}" fill="{{light}}" opacity=".10"/>')
    parts.append(f'<path d="{lens(profile, top, bottom, 0.86, 0.95, sag)}" fill="{{light}}" opacity=".16"/>')
    return "".join(parts)


def _outline() -> str:
    """Return body and base in one silhouette."""
    steps = 14
    left = []
    for i in range(steps + 1):
        y = NECK_Y - 3 + (SHOULDER_Y - NECK_Y + 3) * i / steps
        left.append((-body_profile(max(y, NECK_Y)), y))
    for i in range(9):
        y = BASE_Y + (END_Y - BASE_Y) * i / 8
        left.append((-base_profile(y), y))
    foot = base_profile(END_Y)
    bottom = [(-foot * math.cos(math.pi * i / 40), END_Y + DROP * math.sin(math.pi * i / 40)) for i in range(1, 40)]
    points = left + bottom + [(-x, y) for x, y in reversed(left)]
    return "M" + "L".join(f"{CENTER + x:.2f} {y:.2f}" for x, y in points) + "Z"


def _gradients() -> str:
    x, y, r = CENTER, BALL_Y, BALL_R
    return (
        f'<radialGradient id="ball" gradientUnits="userSpaceOnUse" cx="{x - 5.2}" cy="{y - 6.2}" r="{r * 1.5:.2f}">'
        '<stop offset="0" stop-color="{light}"/><stop offset=".38" stop-color="{color}"/>'
        '<stop offset=".55" stop-color="{color}"/><stop offset="1" stop-color="{dark}"/></radialGradient>'
        f'<radialGradient id="shine" gradientUnits="userSpaceOnUse" cx="{x - 6.2}" cy="{y - 8.2}" r="6.4">'
        '<stop offset="0" stop-color="#FFFFFF" stop-opacity=".85"/>'
        '<stop offset=".5" stop-color="#FFFFFF" stop-opacity=".30"/>'
        '<stop offset="1" stop-color="#FFFFFF" stop-opacity="0"/></radialGradient>'
        f'<linearGradient id="collar" gradientUnits="userSpaceOnUse" x1="{x - 11.5}" y1="0" x2="{x + 11.5}" y2="0">'
        '<stop offset="0" stop-color="#A9792F"/><stop offset=".3" stop-color="#FBECC0"/>'
        '<stop offset=".62" stop-color="#CFA04E"/><stop offset="1" stop-color="#7A5420"/></linearGradient>'
        '<linearGradient id="under" gradientUnits="userSpaceOnUse" x1="0" y1="40" x2="0" y2="50">'
        '<stop offset="0" stop-color="#1A0E06" stop-opacity=".42"/>'
        '<stop offset="1" stop-color="#1A0E06" stop-opacity="0"/></linearGradient>'
    )


def template() -> str:
    """Return the SVG text with the placeholders {color} {light} {dark} {outline} {ink} {path}."""
    x, y, r = CENTER, BALL_Y, BALL_R
    hull = _outline()
    groove = lens(body_profile, SHOULDER_Y - 0.6, SHOULDER_Y + 0.4, -0.99, 0.99, (4.2, 4.2))
    glint = lens(base_profile, BASE_Y + 2.6, BASE_Y + 3.7, -0.80, 0.30, (4.4, 4.4))
    body = [
        f'<path d="{hull}" fill="{{outline}}" stroke="{{outline}}" stroke-width="2.6" stroke-linejoin="round"/>',
        f'<circle cx="{x}" cy="{y}" r="{r + 1.3:.2f}" fill="{{outline}}"/>',
        _shaded(base_profile, BASE_Y - 1.5, END_Y, (0.0, DROP)),
        _shaded(body_profile, NECK_Y, SHOULDER_Y, (0.0, 4.2)),
        f'<path d="{lens(body_profile, 40, 50, -1, 1, (0, 0))}" fill="url(#under)"/>',
        f'<path d="{groove}" fill="{{dark}}" opacity=".75"/>',
        f'<path d="{glint}" fill="#FFFFFF" opacity=".62"/>',
        f'<rect x="{x - 12.1}" y="34.2" width="24.2" height="8.2" rx="4.1" fill="#4A2F12"/>',
        f'<rect x="{x - 11.2}" y="35" width="22.4" height="6.6" rx="3.3" fill="url(#collar)"/>',
        f'<path d="M{x - 9} 36.3H{x + 3}" stroke="#FFFFFF" stroke-width="1" stroke-linecap="round" opacity=".55"/>',
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="url(#ball)"/>',
        f'<g transform="translate({x} {y + 0.4}) scale(8.4)"><path d="{{path}}" fill="{{ink}}"/></g>',
        f'<ellipse cx="{x - 6.2}" cy="{y - 8.2}" rx="6.2" ry="5.2" fill="url(#shine)"/>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{_gradients()}</defs>' + "\n".join(body) + "</svg>\n"
    )
