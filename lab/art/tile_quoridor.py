"""The menu's close-up of Quoridor: cells, three walls, two pawns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from . import light, pawn, tile
from .materials import INLAY, wood
from .noise import Field, fbm
from .raster import Grid, Image, blend, box, cover, disc, line, ramp, rgb

# How much larger a unit of the board is on the tile.
ZOOM = 1.77
CELL, GROOVE = 70.67 * ZOOM, 18 * ZOOM
PITCH = CELL + GROOVE
# Corner of the cell of the left pawn.
CORNER = tile.place(14, 219)
WALL = (160 * ZOOM, 15 * ZOOM)
RAISED = 5.5 * ZOOM
PAWN_ZOOM = 2.25
IDENTITIES = Path(__file__).resolve().parents[2] / "assets" / "sprites" / "identities.json"


def render(scale: float) -> Image:
    """Render the picture, without its frame."""
    g, b = tile.frames(scale, CORNER)
    image = _board(b)
    _wall(image, b, (0.0, -GROOVE), lying=True)
    _wall(image, b, (2 * CELL + GROOVE, 0.0), lying=False)
    _wall(image, b, (0.0, 2 * PITCH - GROOVE), lying=True)
    tile_pawn(image, g, "circle", tile.place(237, 284))
    tile_pawn(image, g, "square", tile.place(81, 322))
    return tile.finish(image, g, dark=0.26)


def _board(b: Grid) -> Image:
    """Draw cells over their bed, in the tilted frame."""
    column, row = np.floor(b.x / np.float32(PITCH)), np.floor(b.y / np.float32(PITCH))
    local = Grid(b.x - column * np.float32(PITCH), b.y - row * np.float32(PITCH), b.scale)
    distance = box(local, 0, 0, CELL, CELL, 5 * ZOOM)
    faces = cover(distance, b.scale)
    image = np.empty((*b.shape, 3), np.float32)
    image[:] = rgb("#1C1009")
    image += (0.02 * (fbm(b.x, b.y, (60, 60), 3, 3) - 0.5))[..., None]
    light.drop(image, faces, b, 5, 8, 4.5, 0.65)
    own = (column * 5 + row * 3) % 7
    veneer = wood(INLAY, b.x + own * np.float32(211), b.y + own * np.float32(97) + row * np.float32(60), 83)
    veneer *= (0.94 + 0.02 * own)[..., None]
    facing = light.relief(distance, 4.2, b.scale)
    blend(veneer, rgb("#FFE3B0"), np.clip(facing, 0, 1) * 0.62)
    blend(veneer, rgb("#2A1408"), np.clip(-facing, 0, 1) * 0.72)
    blend(image, veneer, faces)
    return image


def _wall(image: Image, b: Grid, corner: tuple[float, float], lying: bool) -> None:
    """Draw an ivory wall from `corner` of the tilted frame, with its two pins."""
    width, height = WALL if lying else WALL[::-1]
    slack = (GROOVE - WALL[1]) / 2
    x, y = (corner[0], corner[1] + slack) if lying else (corner[0] + slack, corner[1])

    def shape(g: Grid) -> Field:
        return box(g, x, y, width, height, 4 * ZOOM)

    face = tile.slab(image, b, shape, RAISED, (rgb("#B5A07B"), 0.42))
    raised = tile.lowered(b, -RAISED)
    t = ((raised.x - np.float32(x)) * 0.25 + (raised.y - np.float32(y))) / np.float32(WALL[0] * 0.9)
    ivory = ramp(np.clip(t, 0, 1), ((0.0, "#FFFDF6"), (0.4, "#F6EEDD"), (1.0, "#E6DAC0")))
    ivory += (0.018 * (fbm(raised.x, raised.y, (90, 14), 3, 19) - 0.5))[..., None]
    blend(image, ivory, cover(face, b.scale))
    blend(image, (1.0, 1.0, 1.0), line(face + np.float32(0.8), 2.2, b.scale) * 0.75)
    inset = 7.5 * ZOOM
    ends = (
        [(inset, height / 2), (width - inset, height / 2)]
        if lying
        else [(width / 2, inset), (width / 2, height - inset)]
    )
    for dx, dy in ends:
        _pin(image, raised, x + dx, y + dy)


def _pin(image: Image, g: Grid, x: float, y: float) -> None:
    """Draw a brass pin's round head."""
    r = 3.6 * ZOOM
    blend(image, rgb("#4A3414"), cover(disc(g, x + 0.8, y + 1.2, r + 1.2), g.scale) * 0.55)
    away = np.hypot(g.x - np.float32(x - 0.3 * r), g.y - np.float32(y - 0.4 * r)) / np.float32(1.5 * r)
    brass = ramp(np.clip(away, 0, 1), ((0.0, "#FFF0BE"), (0.4, "#D2A64F"), (1.0, "#7E5C26")))
    blend(image, brass, cover(disc(g, x, y, r), g.scale))


def tile_pawn(image: Image, g: Grid, identity: str, foot: tuple[float, float]) -> None:
    """Draw a pawn of one identity that stands on `foot`."""
    svg = pawn.template()
    for key, value in json.loads(IDENTITIES.read_text(encoding="utf-8"))["identities"][identity].items():
        svg = svg.replace("{" + key + "}", value)
    size = (pawn.WIDTH * PAWN_ZOOM, pawn.HEIGHT * PAWN_ZOOM)
    tile.stand(image, g, svg, size, foot, (pawn.FOOT[0] * PAWN_ZOOM, pawn.FOOT[1] * PAWN_ZOOM))
