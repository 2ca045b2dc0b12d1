"""The board of Hyper Robots without walls: fired ivory tiles in sunk seams, a thin dark frame with a brass lip.

Walls, marks and reflectors differ from game to game; the screen draws them on top.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import frame, light
from .materials import tone
from .noise import Field, fbm, value
from .raster import Grid, Image, blend, box, cover, grid, line, rgb, smooth

SIZE = 880.0
CORNER = 16.0
# Distance from the outer edge to the field of tiles.
EDGE = 24.0
# Width of the brass lip between wood and tiles.
LIP = 3.0
CELLS = 16
PITCH = (SIZE - 2 * EDGE) / CELLS
# Distance from a cell's edge to the edge of its tile.
SEAM = 1.5
TILE_RADIUS = 3.0
# How much darker the frame's walnut is, so that walls of the same wood are visible on it.
DARKENED = -0.46


def geometry() -> dict[str, Any]:
    """Return where things lie, in units of the 880-unit board: [left, top, width, height] or lengths."""
    return {
        "size": SIZE,
        "corner_radius": CORNER,
        "field": [EDGE, EDGE, SIZE - 2 * EDGE, SIZE - 2 * EDGE],
        "cells": CELLS,
        "cell_pitch": PITCH,
    }


def render_frame(scale: float) -> Image:
    """Render the frame with alpha: rounded outer corners, nothing where the tiles lie, no outer shadow."""
    g = grid(SIZE, SIZE, scale)
    image = frame.mitred(g, SIZE, SIZE, EDGE, CORNER, 61)
    tone(image, DARKENED)
    frame.round_over(image, g, SIZE, SIZE, CORNER, shoulder=7, rim=2.4)
    lip = box(g, EDGE - LIP, EDGE - LIP, SIZE - 2 * (EDGE - LIP), SIZE - 2 * (EDGE - LIP), 3)
    diagonal = (g.x + g.y) / np.float32(2 * SIZE)
    brass = np.empty_like(image)
    brass[:] = rgb("#C79A4E")
    blend(brass, rgb("#F6E0A4"), 0.75 * (1 - smooth(0.02, 0.45, diagonal)))
    blend(brass, rgb("#6E4A1C"), 0.75 * smooth(0.5, 0.98, diagonal))
    blend(image, (0.02, 0.01, 0.0), 0.7 * line(lip - np.float32(1.4), 1.4, g.scale))
    blend(image, brass, line(lip, LIP, g.scale))
    light.lamp(image, g, SIZE, SIZE, 0.12, 0.34)
    hole = cover(box(g, EDGE, EDGE, SIZE - 2 * EDGE, SIZE - 2 * EDGE), scale)
    alpha = cover(box(g, 0, 0, SIZE, SIZE, CORNER), scale) * (1 - hole)
    image *= (1 - hole)[..., None]
    return np.dstack([image, alpha]).astype(np.float32)


def render_tiles(scale: float) -> Image:
    """Render the field of 16 x 16 tiles, opaque, lit, and shaded by the frame's upper and left boards."""
    field = SIZE - 2 * EDGE
    g = grid(field, field, scale)
    image = _tiles(g)
    fall = np.minimum(g.x, g.y * np.float32(0.8))
    blend(image, rgb("#3A2208"), 0.34 * (1 - smooth(0, 11, fall)))
    whole = Grid(g.x + np.float32(EDGE), g.y + np.float32(EDGE), g.scale)
    light.lamp(image, whole, SIZE, SIZE, 0.10, 0.25)
    return np.clip(image, 0, 1)


def _tiles(g: Grid) -> Image:
    """Draw each tile with its own shade and a soft glazed edge, and the grout a little below."""
    column, row = np.floor(g.x / np.float32(PITCH)), np.floor(g.y / np.float32(PITCH))
    local = Grid(g.x - column * np.float32(PITCH), g.y - row * np.float32(PITCH), g.scale)
    side = PITCH - 2 * SEAM
    distance = box(local, SEAM, SEAM, side, side, TILE_RADIUS)
    image = np.empty((*g.shape, 3), np.float32)
    image[:] = rgb("#D3C4A2")
    image += (0.05 * (fbm(g.x, g.y, (7, 7), 2, 71) - 0.5))[..., None]
    faces = cover(distance, g.scale)
    light.drop(image, faces, g, 0.8, 1.4, 0.8, 0.22)
    blend(image, _glaze(g, column, row, distance), faces)
    return image


def _glaze(g: Grid, column: Field, row: Field, distance: Field) -> Image:
    face = np.empty((*g.shape, 3), np.float32)
    face[:] = rgb("#F3EAD7")
    own = ((column * 37 + row * 61 + (column * row) % 5 * 11) % 17) / 16 - 0.5
    face += (0.034 * own + 0.020 * (fbm(g.x, g.y, (60, 60), 3, 72) - 0.5))[..., None]
    face += (0.008 * (value(g.x / np.float32(1.7), g.y / np.float32(1.7), 73) - 0.5))[..., None]
    facing = light.relief(distance, 2.4, g.scale)
    blend(face, (1.0, 1.0, 0.985), np.clip(facing, 0, 1) * 0.80)
    blend(face, rgb("#8F7B55"), np.clip(-facing, 0, 1) * 0.30)
    return face
