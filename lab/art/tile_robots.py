"""The menu's close-up of Hyper Robots: enamel tiles, walls, a target, a reflector and the red robot's trail."""

from __future__ import annotations

import numpy as np
import pygame

from . import light, tile
from .materials import WALNUT, wood
from .noise import Field, fbm, value
from .raster import Grid, Image, blend, box, cover, disc, from_surface, line, ramp, rgb, segment, to_surface, vector

PITCH = 121.0
# A point where seams cross.
ORIGIN = tile.place(91, 100)
RED, GREEN, BLUE = "#C8362B", "#2F8F4E", "#2C62B8"
WALL = 12.0
IVORY = "#FFF6E6"

_DEFS = """<linearGradient id="body" gradientUnits="userSpaceOnUse" x1="4" y1="0" x2="96" y2="0">
<stop offset="0" stop-color="{low}"/><stop offset=".12" stop-color="{base}"/><stop offset=".3" stop-color="{high}"/>
<stop offset=".5" stop-color="{base}"/><stop offset="1" stop-color="{low}"/></linearGradient>
<linearGradient id="fall" gradientUnits="userSpaceOnUse" x1="0" y1="20" x2="0" y2="124">
<stop offset="0" stop-color="#FFFFFF" stop-opacity=".20"/><stop offset=".4" stop-color="#FFFFFF" stop-opacity="0"/>
<stop offset="1" stop-color="#000000" stop-opacity=".26"/></linearGradient>
<radialGradient id="brass" gradientUnits="userSpaceOnUse" cx="{bx}" cy="{by}" r="{br}">
<stop offset="0" stop-color="#FBECC0"/><stop offset=".45" stop-color="#D2A64F"/><stop offset="1" stop-color="#7E5C26"/>
</radialGradient>
<radialGradient id="eye" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="7">
<stop offset="0" stop-color="#FFF8DC"/><stop offset="1" stop-color="#F3D793"/></radialGradient>"""
_EYES = """<rect x="19" y="{y}" width="62" height="20" rx="10" fill="{rim}"/>
<rect x="20.5" y="{y2}" width="59" height="17" rx="8.5" fill="#17110E"/>
<g transform="translate(36 {ye})"><circle cx="0" cy="0" r="5.6" fill="url(#eye)"/></g>
<g transform="translate(64 {ye})"><circle cx="0" cy="0" r="5.6" fill="url(#eye)"/></g>
<path d="M26 {yg}H50" stroke="#FFFFFF" stroke-width="1.4" stroke-linecap="round" opacity=".25"/>"""
_SHELL = "M6.4 119V67A43.6 43.6 0 0 1 93.6 67V119A2.8 2.8 0 0 1 90.8 121.8H9.2A2.8 2.8 0 0 1 6.4 119Z"
_DOME = """<path d="M47 24V14H53V24Z" fill="#8A6328" stroke="#3A2508" stroke-width="1.2"/>
<circle cx="50" cy="9.5" r="8.6" fill="url(#brass)" stroke="#3A2508" stroke-width="1.6"/>
<path d="M4 120V67A46 46 0 0 1 96 67V120A4 4 0 0 1 92 124H8A4 4 0 0 1 4 120Z" fill="{edge}"/>
<path d="{shell}" fill="url(#body)"/>
<path d="{shell}" fill="url(#fall)"/>
<path d="M12 66A38 38 0 0 1 34 32" fill="none" stroke="#FFFFFF" stroke-width="3.4"
stroke-linecap="round" opacity=".45"/>"""
_BOX = """<path d="M19.5 32V17H24.5V32ZM75.5 32V17H80.5V32Z" fill="#8A6328" stroke="#3A2508" stroke-width="1.2"/>
<rect x="13" y="5" width="18" height="13" rx="2.5" fill="url(#brass)" stroke="#3A2508" stroke-width="1.6"/>
<rect x="69" y="5" width="18" height="13" rx="2.5" fill="url(#brass)" stroke="#3A2508" stroke-width="1.6"/>
<rect x="3" y="30" width="94" height="94" rx="6" fill="{edge}"/>
<rect x="5.4" y="32.4" width="89.2" height="89.2" rx="4.4" fill="url(#body)"/>
<rect x="5.4" y="32.4" width="89.2" height="89.2" rx="4.4" fill="url(#fall)"/>
<path d="M9 36.4H91" stroke="#FFFFFF" stroke-width="2" stroke-linecap="round" opacity=".45"/>"""
_CUP = """<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">
<path d="M22 30H66V48A20 20 0 0 1 46 68H42A20 20 0 0 1 22 48Z" fill="#FFF6E6"/>
<path d="M67 35H71A9.5 9.5 0 0 1 71 54H64" fill="none" stroke="#FFF6E6" stroke-width="6.4"/>
<path d="M21 78H67" stroke="#FFF6E6" stroke-width="6" stroke-linecap="round"/></svg>"""


def render(scale: float) -> Image:
    """Render the picture, without its frame."""
    g, b = tile.frames(scale, ORIGIN)
    image = _tiles(b)
    _target(image, g, b)
    _way(image, b)
    for start, end in (((1, 0), (2, 0)), ((2, 0), (2, 1)), ((-1, 1), (-1, 2))):
        _wall(image, b, (start[0] * PITCH, start[1] * PITCH), (end[0] * PITCH, end[1] * PITCH))
    _reflector(image, g)
    robot(image, g, _BOX, GREEN, "G", 112, _below(0, 0, 50), bottom=46)
    robot(image, g, _DOME, RED, "R", 140, _below(-1, 2, 62), bottom=36)
    return tile.finish(image, g, 0.14, 0.22)


def _middle(column: int, row: int) -> tuple[float, float]:
    """Return the middle of a cell in the tilted frame."""
    return (column + 0.5) * PITCH, (row + 0.5) * PITCH


def _below(column: int, row: int, drop: float) -> tuple[float, float]:
    """Return the point of the picture `drop` units below a cell's middle."""
    x, y = tile.tilted(*_middle(column, row), ORIGIN)
    return x, y + drop


def _tiles(b: Grid) -> Image:
    """Draw fired tiles: each with its own shade, soft edges, sunk seams."""
    column, row = np.floor(b.x / np.float32(PITCH)), np.floor(b.y / np.float32(PITCH))
    local = Grid(b.x - column * np.float32(PITCH), b.y - row * np.float32(PITCH), b.scale)
    distance = box(local, 3, 3, PITCH - 6, PITCH - 6, 7)
    own = ((column * 3 + row * 5) % 7) / 6 - 0.5
    face = np.empty((*b.shape, 3), np.float32)
    face[:] = rgb("#F1E8D6")
    face += (0.036 * own + 0.030 * (fbm(b.x, b.y, (80, 80), 3, 5) - 0.5))[..., None]
    face += (0.012 * (value(b.x / np.float32(1.6), b.y / np.float32(1.6), 9) - 0.5))[..., None]
    facing = light.relief(distance, 4.5, b.scale)
    blend(face, (1.0, 1.0, 0.98), np.clip(facing, 0, 1) * 0.85)
    blend(face, rgb("#8F7B55"), np.clip(-facing, 0, 1) * 0.48)
    image = np.empty_like(face)
    image[:] = rgb("#C9B78F")
    image += (0.05 * (fbm(b.x, b.y, (9, 9), 2, 6) - 0.5))[..., None]
    faces = cover(distance, b.scale)
    light.drop(image, faces, b, 1.2, 2.2, 1.2, 0.25)
    blend(image, face, faces)
    return image


def _target(image: Image, g: Grid, b: Grid) -> None:
    """Draw the red square with the cup, let into its tile."""
    x, y = _middle(1, 0)
    distance = box(b, x - 49, y - 49, 98, 98, 12)
    blend(image, rgb("#5A120C"), cover(distance - np.float32(1.6), b.scale) * 0.75)
    t = ((b.x - np.float32(x)) + (b.y - np.float32(y))) / np.float32(200) + np.float32(0.5)
    red = ramp(np.clip(t, 0, 1), ((0.0, "#DC4A3C"), (0.5, RED), (1.0, "#9A2219")))
    blend(image, red, cover(distance, b.scale))
    facing = light.relief(distance, 4, b.scale)
    blend(image, (1.0, 0.85, 0.78), np.clip(facing, 0, 1) * 0.5)
    blend(image, (0.2, 0.0, 0.0), np.clip(-facing, 0, 1) * 0.4)
    cup = vector(_CUP, round(92 * g.scale), round(92 * g.scale))
    tile.centred(image, _turned(cup), g, tile.tilted(x + 3, y, ORIGIN))


def _way(image: Image, b: Grid) -> None:
    """Draw the red robot's glowing trail, turned by the reflector."""
    corner = _middle(1, 2)
    ends = ((corner[0], PITCH + 6), (corner[0] - PITCH * 1.2, corner[1]))
    distance = np.minimum(segment(b, ends[0], corner, 0), segment(b, corner, ends[1], 0))
    for width, opacity in ((24, 0.26), (12, 0.55)):
        blend(image, rgb("#D2382C"), cover(distance - np.float32(width), b.scale) * opacity)
    blend(image, (1.0, 0.97, 0.92), cover(distance - np.float32(3.6), b.scale) * 0.92)


def _wall(image: Image, b: Grid, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a walnut bar along a seam."""

    def shape(g: Grid) -> Field:
        return segment(g, start, end, WALL / 2)

    face = tile.slab(image, b, shape, 9, (rgb("#3A2010"), 0.5))
    raised = tile.lowered(b, -9)
    upright = start[0] == end[0]
    along, across = (raised.y, raised.x) if upright else (raised.x, raised.y)
    bar = wood(WALNUT, along + np.float32(900), across * np.float32(0.8), 17)
    facing = light.relief(face, WALL * 0.42, b.scale)
    blend(bar, rgb("#FFDDA8"), np.clip(facing, 0, 1) * 0.36)
    blend(bar, rgb("#1A0C04"), np.clip(-facing, 0, 1) * 0.55)
    blend(image, bar, cover(face, b.scale))


def _reflector(image: Image, g: Grid) -> None:
    """Draw the blue reflector: an enamelled brass bar with a lettered boss."""
    x, y = tile.tilted(*_middle(1, 2), ORIGIN)
    dx, dy = 36.0, -62.0

    def shape(s: Grid) -> Field:
        return np.minimum(segment(s, (x - dx, y - dy), (x + dx, y + dy), 11), disc(s, x, y, 35))

    face = shape(g)
    light.drop(image, cover(face, g.scale), g, 6, 9, 5, 0.48)
    light.drop(image, cover(face, g.scale), g, 2, 3, 1.6, 0.5)
    blend(image, rgb("#4A3108"), cover(face - np.float32(1.2), g.scale))
    t = ((g.x - np.float32(x)) + (g.y - np.float32(y))) / np.float32(150) + np.float32(0.5)
    brass = ramp(np.clip(t, 0, 1), ((0.0, "#FBECC0"), (0.3, "#DDB968"), (0.65, "#A27836"), (1.0, "#C79D4C")))
    blend(image, brass, cover(face, g.scale))
    core = segment(g, (x - dx, y - dy), (x + dx, y + dy), 6.4)
    blend(image, rgb("#173A75"), cover(core - np.float32(0.9), g.scale))
    blend(image, rgb(BLUE), cover(core, g.scale))
    shine = segment(g, (x - dx - 2, y - dy - 1.5), (x + dx - 2, y + dy - 1.5), 1.6)
    blend(image, (1.0, 1.0, 1.0), cover(shine, g.scale) * 0.5)
    boss = disc(g, x, y, 35)
    blend(image, brass, cover(boss, g.scale))
    blend(image, rgb("#4A3108"), line(boss, 1.2, g.scale) * 0.8)
    well = disc(g, x, y, 30)
    away = np.hypot(g.x - np.float32(x - 10), g.y - np.float32(y - 12)) / np.float32(48)
    blend(image, ramp(np.clip(away, 0, 1), ((0.0, "#4A86E0"), (0.5, BLUE), (1.0, "#183F82"))), cover(well, g.scale))
    blend(image, rgb("#12306A"), line(well, 1.6, g.scale) * 0.8)
    tile.centred(image, tile.letter("B", 46, IVORY, g.scale, -tile.TILT), g, (x, y))


def _turned(sprite: Image) -> Image:
    """Return a sprite turned with the board."""
    surface = to_surface(np.clip(sprite * 255 + 0.5, 0, 255).astype(np.uint8))
    return from_surface(pygame.transform.rotozoom(surface, -tile.TILT, 1.0))


def robot(
    image: Image, g: Grid, body: str, color: str, sign: str, width: float, foot: tuple[float, float], bottom: float
) -> None:
    """Draw a robot, `width` units wide, that stands on `foot`. `bottom` is the top of the visor, in the SVG's units."""
    zoom = width / 94
    shades = {"base": color, "high": _toward(color, 1.0, 0.42), "low": _toward(color, 0.0, 0.40)}
    brass = {"bx": "47", "by": "6", "br": "14"} if body is _DOME else {"bx": "50", "by": "0", "br": "52"}
    eyes = _EYES.format(y=bottom, y2=bottom + 1.5, ye=bottom + 10, yg=bottom + 4.4, rim=_toward(color, 0.0, 0.55))
    defs = _DEFS.format(**shades, **brass)
    parts = body.format(edge=_toward(color, 0.0, 0.74), shell=_SHELL)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="128" viewBox="0 0 100 128">'
        f"<defs>{defs}</defs>{parts}{eyes}</svg>"
    )
    tile.stand(image, g, svg, (100 * zoom, 128 * zoom), foot, (50 * zoom, 123 * zoom))
    middle = (foot[0], foot[1] - (123 - (bottom + 20 + 120) / 2) * zoom)
    mark = tile.letter(sign, 58 * zoom, IVORY, g.scale)
    shadow = mark.copy()
    shadow[..., :3] = 0
    shadow[..., 3] *= 0.45
    tile.centred(image, shadow, g, (middle[0] + 1.2, middle[1] + 1.8))
    tile.centred(image, mark, g, middle)


def _toward(color: str, target: float, share: float) -> str:
    """Return a hex colour mixed towards black (0) or white (1)."""
    return "#" + "".join(f"{round(255 * (c + (target - c) * share)):02X}" for c in rgb(color))
