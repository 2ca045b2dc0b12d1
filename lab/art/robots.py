"""The five robots as SVG: one silhouette each in a light rim, a dark visor with two warm eyes, a large letter below it.

A picture is 80 x 80 units; the robot stands on FOOT. The screen writes the letter at LETTERS, and fills in {rim}, the
rim's colour, and {gaze}, where the eyes are moved to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

WIDTH, HEIGHT = 80, 80
FOOT = (40, 76)
COLORS = {"red": "#C8362B", "yellow": "#EDB422", "green": "#2F8F4E", "blue": "#2C62B8", "silver": "#AEB6BF"}
# The letter's middle and its type size.
LETTERS = {
    "red": (40.0, 58.0, 42.0),
    "yellow": (40.0, 60.0, 38.0),
    "green": (40.0, 58.0, 42.0),
    "blue": (40.0, 51.5, 38.0),
    "silver": (40.0, 56.5, 41.0),
}
_HULLS = {
    "red": "M11 74V45A29 29 0 0 1 69 45V74A2 2 0 0 1 67 76H13A2 2 0 0 1 11 74Z",
    "yellow": "M32.4 15A8.1 8.1 0 0 1 47.6 15L72 73A2.2 2.2 0 0 1 70 76H10A2.2 2.2 0 0 1 8 73Z",
    "green": "M14 21H66A3 3 0 0 1 69 24V73A3 3 0 0 1 66 76H14A3 3 0 0 1 11 73V24A3 3 0 0 1 14 21Z",
    "blue": (
        "M17 65V32.8A23 23 0 0 1 63 32.8V65H69A3 3 0 0 1 72 68V74A2 2 0 0 1 70 76H10A2 2 0 0 1 8 74V68A3 3 0 0 1 11 65Z"
    ),
    "silver": "M40 10L69 25.5V59L54 76H26L11 59V25.5Z",
}
_VISORS = {"red": (19, 25, 42), "yellow": (24, 28, 32), "green": (17, 25.5, 46), "blue": (21, 20.5, 38)}
_VISORS["silver"] = (18, 25, 44)
_SHINES = {
    "red": "M16 46V44A24 24 0 0 1 30 22.6",
    "yellow": "M31 25L14 66",
    "green": "M15.5 24.6H62",
    "blue": "M21 46V33A19 19 0 0 1 30 16.6",
    "silver": "M15.4 57V28L38 16",
}
_POLES = {"red": '<path d="M38.8 20V13H41.2V20Z"/>', "green": '<path d="M20 22V13H24V22ZM56 22V13H60V22Z"/>'}
_BRASS = {
    "red": '<circle cx="40" cy="11.2" r="4.4"/>',
    "green": (
        '<rect x="19.8" y="8.2" width="4.4" height="7" rx="2"/><rect x="55.8" y="8.2" width="4.4" height="7" rx="2"/>'
    ),
    "silver": (
        '<rect x="5" y="34" width="9" height="16" rx="2.4"/><rect x="66" y="34" width="9" height="16" rx="2.4"/>'
    ),
}
_OVER = {"blue": '<path d="M11 66H69" stroke="#0B1C3B" stroke-width="1.8" opacity=".65"/>'}
# A dark line around a light one, both drawn below the robot.
_RIMS = (("#1E0F04", 9, 0.85), ("{rim}", 6, 1))


def document(robot: str) -> str:
    """Return the SVG of a robot."""
    color, hull = COLORS[robot], f'<path d="{_HULLS[robot]}"'
    x, y, width = _VISORS[robot]
    edge, rim = toward(color, 0.0, 0.76), toward(color, 0.0, 0.55)
    eye = width * 0.23
    poles, brass = _POLES.get(robot, ""), _BRASS.get(robot, "")
    rims = "".join(
        f'<g fill="{paint}" stroke="{paint}" stroke-linejoin="round" opacity="{opacity:g}">'
        f'<g stroke-width="{line * 0.6:g}">{poles}{brass}</g>{hull} stroke-width="{line:g}"/></g>'
        for paint, line, opacity in _RIMS
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<defs>{_gradients(color)}</defs>{rims}<g fill="#8A6328" stroke="#3A2508" stroke-width="1">{poles}</g>'
        f'<g fill="url(#brass)" stroke="#3A2508" stroke-width="1.2">{brass}</g>'
        f'{hull} fill="url(#body)" stroke="{edge}" stroke-width="2" stroke-linejoin="round"/>'
        f'{hull} fill="url(#fall)"/>'
        f'<path d="{_SHINES[robot]}" fill="none" stroke="#FFFFFF" stroke-width="2.6" stroke-linecap="round"'
        ' stroke-linejoin="round" opacity=".5"/>'
        f"{_OVER.get(robot, '')}"
        f'<rect x="{x - 1}" y="{y - 1}" width="{width + 2}" height="15" rx="7.5" fill="{rim}"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="13" rx="6.5" fill="#17110E"/>'
        f'<g transform="translate({{gaze}})">{_eye(40 - eye, y + 6.5)}{_eye(40 + eye, y + 6.5)}</g>'
        f'<path d="M{x + 5} {y + 2}H{x + width * 0.5:g}" stroke="#FFFFFF" stroke-width="1" stroke-linecap="round"'
        ' opacity=".28"/></svg>\n'
    )


def _eye(x: float, y: float) -> str:
    return (
        f'<circle cx="{x:.2f}" cy="{y:g}" r="6" fill="#FFB84D" opacity=".22"/>'
        f'<circle cx="{x:.2f}" cy="{y:g}" r="4.1" fill="#F7DFA4"/>'
        f'<circle cx="{x - 0.6:.2f}" cy="{y - 0.6:g}" r="2.3" fill="#FFFBEA"/>'
    )


def _gradients(color: str) -> str:
    stops = (
        (0, toward(color, 0.0, 0.22)),
        (0.14, toward(color, 1.0, 0.06)),
        (0.32, toward(color, 1.0, 0.22)),
        (0.55, color),
        (1, toward(color, 0.0, 0.28)),
    )
    body = "".join(f'<stop offset="{at}" stop-color="{shade}"/>' for at, shade in stops)
    return (
        f'<linearGradient id="body" gradientUnits="userSpaceOnUse" x1="8" y1="20" x2="72" y2="36">{body}'
        '</linearGradient><linearGradient id="fall" gradientUnits="userSpaceOnUse" x1="0" y1="12" x2="0" y2="76">'
        '<stop offset="0" stop-color="#FFFFFF" stop-opacity=".16"/>'
        '<stop offset=".4" stop-color="#FFFFFF" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#000000" stop-opacity=".14"/></linearGradient>'
        '<linearGradient id="brass" gradientUnits="userSpaceOnUse" x1="12" y1="4" x2="66" y2="48">'
        '<stop offset="0" stop-color="#FBECC0"/><stop offset=".4" stop-color="#D2A64F"/>'
        '<stop offset="1" stop-color="#8A6328"/></linearGradient>'
    )


def toward(color: str, target: float, share: float) -> str:
    """Return a hex colour mixed towards black (0) or white (1)."""
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 * (part + (target - part) * share)):02X}" for part in parts)


def documents() -> list[tuple[str, Callable[[], str]]]:
    """Return the SVG of every robot by its file name below sprites/."""
    return [(f"robot-{robot}.svg", partial(document, robot)) for robot in COLORS]
