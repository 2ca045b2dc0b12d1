"""The five robots as SVG: one silhouette each, a dark visor with two warm eyes, room for a large letter below it.

A picture is 64 x 80 units; the robot stands on FOOT. The screen writes the letter at LETTERS.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

WIDTH, HEIGHT = 64, 80
FOOT = (32, 74)
COLORS = {"red": "#C8362B", "yellow": "#EDB422", "green": "#2F8F4E", "blue": "#2C62B8", "silver": "#AEB6BF"}
# The letter's middle and its type size.
LETTERS = {
    "red": (32.0, 55.5, 36.0),
    "yellow": (32.0, 56.0, 34.0),
    "green": (32.0, 57.5, 36.0),
    "blue": (32.0, 50.0, 34.0),
    "silver": (32.0, 53.0, 35.0),
}
_HULLS = {
    "red": "M8 72V38A24 24 0 0 1 56 38V72A2 2 0 0 1 54 74H10A2 2 0 0 1 8 72Z",
    "yellow": "M25.6 15A6.6 6.6 0 0 1 38.4 15L58.6 71.2A2.1 2.1 0 0 1 56.6 74H7.4A2.1 2.1 0 0 1 5.4 71.2Z",
    "green": "M11 27H53A3 3 0 0 1 56 30V71A3 3 0 0 1 53 74H11A3 3 0 0 1 8 71V30A3 3 0 0 1 11 27Z",
    "blue": "M13 64V31A19 19 0 0 1 51 31V64H57A3 3 0 0 1 60 67V72A2 2 0 0 1 58 74H6A2 2 0 0 1 4 72V67A3 3 0 0 1 7 64Z",
    "silver": "M32 12L56 25.6V58.6L43 74H21L8 58.6V25.6Z",
}
_VISORS = {"red": (15, 25, 34), "yellow": (19, 29, 26), "green": (14, 31.5, 36), "blue": (17, 23.5, 30)}
_VISORS["silver"] = (15, 26, 34)
_SHINES = {
    "red": "M12.6 42V38A19.6 19.6 0 0 1 24 20.2",
    "yellow": "M24.6 25L10.4 66",
    "green": "M12 30.6H50",
    "blue": "M17 44V31A15.2 15.2 0 0 1 25 17.8",
    "silver": "M12 56V28L31 17",
}
_BRASS = 'fill="url(#brass)" stroke="#3A2508" stroke-width="1.1"'
_EXTRAS = {
    "red": f'<path d="M31 15V9H33V15Z" fill="#8A6328"/><circle cx="32" cy="6.4" r="4.6" {_BRASS}/>',
    "yellow": "",
    "green": (
        '<path d="M17 28V17H20V28ZM44 28V17H47V28Z" fill="#8A6328" stroke="#3A2508" stroke-width=".8"/>'
        f'<rect x="13.6" y="10" width="9.8" height="8" rx="1.8" {_BRASS}/>'
        f'<rect x="40.6" y="10" width="9.8" height="8" rx="1.8" {_BRASS}/>'
    ),
    "blue": "",
    "silver": (
        f'<rect x="2.6" y="35" width="8" height="14" rx="2.2" {_BRASS}/>'
        f'<rect x="53.4" y="35" width="8" height="14" rx="2.2" {_BRASS}/>'
    ),
}
_OVER = {"blue": '<path d="M6 64.8H58" stroke="#0B1C3B" stroke-width="1.5" opacity=".65"/>'}


def document(robot: str) -> str:
    """Return the SVG of a robot."""
    color, hull = COLORS[robot], _HULLS[robot]
    x, y, width = _VISORS[robot]
    edge, rim = toward(color, 0.0, 0.76), toward(color, 0.0, 0.55)
    eye = width * 0.23
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<defs>{_gradients(color)}</defs>{_EXTRAS[robot]}"
        f'<path d="{hull}" fill="url(#body)" stroke="{edge}" stroke-width="1.9" stroke-linejoin="round"/>'
        f'<path d="{hull}" fill="url(#fall)"/>'
        f'<path d="{_SHINES[robot]}" fill="none" stroke="#FFFFFF" stroke-width="2.2" stroke-linecap="round"'
        ' stroke-linejoin="round" opacity=".5"/>'
        f"{_OVER.get(robot, '')}"
        f'<rect x="{x - 0.8}" y="{y - 0.8}" width="{width + 1.6}" height="11.6" rx="5.8" fill="{rim}"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="10" rx="5" fill="#17110E"/>'
        f"{_eye(32 - eye, y + 5)}{_eye(32 + eye, y + 5)}"
        f'<path d="M{x + 4} {y + 1.6}H{x + width * 0.5:g}" stroke="#FFFFFF" stroke-width=".9" stroke-linecap="round"'
        ' opacity=".28"/></svg>\n'
    )


def _eye(x: float, y: float) -> str:
    return (
        f'<circle cx="{x:.2f}" cy="{y:g}" r="4.6" fill="#FFB84D" opacity=".22"/>'
        f'<circle cx="{x:.2f}" cy="{y:g}" r="3.1" fill="#F7DFA4"/>'
        f'<circle cx="{x - 0.5:.2f}" cy="{y - 0.5:g}" r="1.7" fill="#FFFBEA"/>'
    )


def _gradients(color: str) -> str:
    stops = (
        (0, toward(color, 0.0, 0.22)),
        (0.14, toward(color, 1.0, 0.06)),
        (0.32, toward(color, 1.0, 0.34)),
        (0.55, color),
        (1, toward(color, 0.0, 0.42)),
    )
    body = "".join(f'<stop offset="{at}" stop-color="{shade}"/>' for at, shade in stops)
    return (
        f'<linearGradient id="body" gradientUnits="userSpaceOnUse" x1="6" y1="20" x2="58" y2="34">{body}'
        '</linearGradient><linearGradient id="fall" gradientUnits="userSpaceOnUse" x1="0" y1="12" x2="0" y2="74">'
        '<stop offset="0" stop-color="#FFFFFF" stop-opacity=".16"/>'
        '<stop offset=".4" stop-color="#FFFFFF" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#000000" stop-opacity=".26"/></linearGradient>'
        '<linearGradient id="brass" gradientUnits="userSpaceOnUse" x1="10" y1="2" x2="50" y2="44">'
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
