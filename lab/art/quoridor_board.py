"""Quoridor's board: a mitred walnut frame around 81 inlaid cells over a dark groove bed."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import frame, light
from .materials import INLAY, wood
from .noise import Field
from .raster import Grid, Image, blend, box, cover, grid, rgb, smooth

SIZE = 880.0
CORNER = 22.0
# Distance from the outer edge to the bed of the grooves.
BED = 44.0
# Distance from the outer edge to the first cell.
FIRST = 50.0
GROOVE = 18.0
CELL = (SIZE - 2 * FIRST - 8 * GROOVE) / 9
PITCH = CELL + GROOVE
CELL_RADIUS = 5.0
STRIP = 9.0
# Distance from the outer edge to a goal strip.
STRIP_AT = 31.0
# Distance from the outer edge to the middle of a coordinate's label.
LABEL_AT = 16.0


def geometry() -> dict[str, Any]:
    """Return where things lie, in units of the 880-unit board: [left, top, width, height] or lengths."""
    length, far = SIZE - 2 * FIRST, SIZE - STRIP_AT - STRIP
    return {
        "size": SIZE,
        "frame": [0.0, 0.0, SIZE, SIZE],
        "corner_radius": CORNER,
        "bed": [BED, BED, SIZE - 2 * BED, SIZE - 2 * BED],
        "cell_origin": [FIRST, FIRST],
        "cell_size": round(CELL, 4),
        "cell_pitch": round(PITCH, 4),
        "cell_radius": CELL_RADIUS,
        "groove": GROOVE,
        "strips": {
            "north": [FIRST, STRIP_AT, length, STRIP],
            "east": [far, FIRST, STRIP, length],
            "south": [FIRST, far, length, STRIP],
            "west": [STRIP_AT, FIRST, STRIP, length],
        },
        "strip_radius": STRIP / 2,
        "label_lines": {"west_x": LABEL_AT, "east_x": SIZE - LABEL_AT, "north_y": LABEL_AT, "south_y": SIZE - LABEL_AT},
    }


def render(scale: float, seed: int = 21) -> Image:
    """Render the board with alpha: rounded outer corners, no labels, no outer shadow."""
    g = grid(SIZE, SIZE, scale)
    image = frame.mitred(g, SIZE, SIZE, BED, CORNER, seed)
    frame.round_over(image, g, SIZE, SIZE, CORNER)
    _bed(image, g)
    _cells(image, g, seed)
    for x, y, width, height in geometry()["strips"].values():
        _slot(image, g, x, y, width, height)
    light.lamp(image, g, SIZE, SIZE)
    alpha = cover(box(g, 0, 0, SIZE, SIZE, CORNER), scale)
    return np.dstack([image, alpha]).astype(np.float32)


def _bed(image: Image, g: Grid) -> None:
    """Draw the sunk ground of the grooves: shaded by the frame at the top and left, a lit lip at the far sides."""
    hole = box(g, BED, BED, SIZE - 2 * BED, SIZE - 2 * BED, 7)
    facing = light.relief(hole - np.float32(3), 3, g.scale)
    around = cover(hole - np.float32(2.5), g.scale) * (1 - cover(hole, g.scale))
    blend(image, rgb("#0C0603"), around * np.clip(facing, 0, 1) * 0.75)
    blend(image, rgb("#E8BE86"), around * np.clip(-facing, 0, 1) * 0.50)
    inside = cover(hole, g.scale)
    blend(image, rgb("#1C1009"), inside)
    fall = np.minimum(g.x - np.float32(BED), (g.y - np.float32(BED)) * np.float32(0.8))
    blend(image, (0.0, 0.0, 0.0), inside * 0.55 * (1 - smooth(0, 16, fall)))


def _cells(image: Image, g: Grid, seed: int) -> None:
    """Draw 81 cells: first their shadows in the grooves, then their faces."""
    shade = np.zeros(g.shape, np.float32)
    for i in range(81):
        window, part = _window(g, i)
        shade[window] = np.maximum(shade[window], cover(_cell(part, i), g.scale))
    light.drop(image, shade, g, 2.5, 4, 2.5, 0.55)
    for i in range(81):
        window, part = _window(g, i)
        _face(image[window], part, i, seed)


def _corner(i: int) -> tuple[float, float]:
    """Return the top left corner of cell `i` in units; rows count from the top."""
    return FIRST + PITCH * (i % 9), FIRST + PITCH * (i // 9)


def _cell(g: Grid, i: int) -> Field:
    return box(g, *_corner(i), CELL, CELL, CELL_RADIUS)


def _window(g: Grid, i: int) -> tuple[tuple[slice, slice], Grid]:
    """Return the pixels of a cell and a little around them."""
    left, top = _corner(i)
    columns = slice(int((left - 4) * g.scale), int((left + CELL + 5) * g.scale))
    rows = slice(int((top - 4) * g.scale), int((top + CELL + 5) * g.scale))
    return (rows, columns), Grid(g.x[:, columns], g.y[rows], g.scale)


def _face(image: Image, g: Grid, i: int, seed: int) -> None:
    """Draw one cell: its own veneer, and an arris that is lit above and on the left, dark on the other sides."""
    own = np.float32(((i * 7919 + 13) % 81) / 80)
    veneer = wood(INLAY, g.x + np.float32(631 * (i * 37 % 83)), g.y + np.float32(353 * (i * 53 % 79)), seed + 50)
    veneer *= np.float32(0.93 + 0.14 * own)
    distance = _cell(g, i)
    facing = light.relief(distance, 2.6, g.scale)
    blend(veneer, rgb("#FFE3B0"), np.clip(facing, 0, 1) * 0.62)
    blend(veneer, rgb("#2A1408"), np.clip(-facing, 0, 1) * 0.72)
    left, top = _corner(i)
    sheen = 1 - smooth(0, CELL * 1.25, (g.x - np.float32(left)) + (g.y - np.float32(top)))
    blend(veneer, rgb("#FFE3B0"), 0.05 * sheen)
    blend(image, veneer, cover(distance, g.scale))


def _slot(image: Image, g: Grid, x: float, y: float, width: float, height: float) -> None:
    """Draw a dark slot for a goal strip: a lip around it, and shadow under its upper edge."""
    slot = box(g, x - 1.5, y - 1.5, width + 3, height + 3, (STRIP + 3) / 2)
    lip = slot - np.float32(1.2)
    facing = light.relief(lip, 2.4, g.scale)
    ring = cover(lip, g.scale) * (1 - cover(slot, g.scale))
    blend(image, rgb("#F0CFA0"), ring * np.clip(-facing, 0, 1) * 0.38)
    blend(image, (0.0, 0.0, 0.0), ring * np.clip(facing, 0, 1) * 0.45)
    inner = cover(slot, g.scale)
    blend(image, rgb("#120A06"), inner)
    floor = smooth(0, 9, (g.y - np.float32(y)) if width > height else (g.x - np.float32(x)))
    blend(image, rgb("#3A2618"), inner * 0.35 * floor)
