"""Coffee's boards and pieces: a hexagonal and a square walnut frame around a dark field, saucers, beans.

All boards of one shape share a frame, whatever their size. The game lays the saucers on the frame's field.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import coffee_pieces, frame, light
from .coffee_pieces import RADIUS, about, bean_face, saucer_face
from .materials import TABLE, WALNUT, tone, wood
from .noise import Field
from .raster import Grid, Image, blend, box, cover, grid, line, rgb, smooth

SIZE = 880.0
# Radius of the frame's outer corners, in units.
CORNER = {"hex": 14.0, "square": 22.0}
# Distance from the middle to the frame's outer edge.
OUTER = {"hex": 440 * math.sqrt(3) / 2, "square": 440.0}
# Distance from the middle to the field's edge.
FIELD = {"hex": OUTER["hex"] - 36, "square": 400.0}
# Distance from the board's middle to the middle of a coordinate's label: the middle of the rim that shows the turn.
LABELS = {shape: length - 16.5 for shape, length in OUTER.items()}
# Distance from the field's edge to the brass line in the frame.
INLAY = 4.0
# Side of a saucer's cell in the sheet.
CUP = 136.0
# The number of saucers in the sheet: first plain ones, then lit ones.
PLAIN, LIT = 4, 2
BEAN_CUP = 112.0
ROAST_ORDER = ("black", "orange")
# The sizes of the sheets.
SAUCERS = (round(CUP * (PLAIN + LIT)), round(CUP))
BEANS = (round(BEAN_CUP * len(ROAST_ORDER)), round(BEAN_CUP))


def geometry() -> dict[str, Any]:
    """Return the distances of a board's parts from its middle, and the sizes in the sheets, all in units.

    The side of a board is 880 units. SAUCERS and BEANS are the sizes of the sheets in units.
    """
    return {
        "size": SIZE,
        "corner_radius": CORNER,
        "outer": {shape: round(length, 4) for shape, length in OUTER.items()},
        "field": {shape: round(length, 4) for shape, length in FIELD.items()},
        "labels": {shape: round(length, 4) for shape, length in LABELS.items()},
        "saucers": {"place": CUP, "radius": RADIUS, "plain": PLAIN, "lit": LIT},
        "beans": {"place": BEAN_CUP, "half": list(coffee_pieces.BEAN), "order": list(ROAST_ORDER)},
    }


def render_hex(scale: float, seed: int = 41) -> Image:
    """Render the hexagonal board with level upper and lower edges. The game cuts off what lies outside the frame."""
    g = grid(SIZE, SIZE, scale)
    c = about(g, SIZE / 2, SIZE / 2)
    image = _six_boards(c, seed)
    outer = hexagon(c, OUTER["hex"], CORNER["hex"])
    _round_over(image, g, outer)
    _field(image, g, hexagon(c, FIELD["hex"], 6), seed)
    light.lamp(image, g, SIZE, SIZE)
    return image


def render_square(scale: float, seed: int = 47) -> Image:
    """Render the square board."""
    g = grid(SIZE, SIZE, scale)
    edge = SIZE / 2 - FIELD["square"]
    side = 2 * FIELD["square"]
    image = frame.mitred(g, SIZE, SIZE, edge, CORNER["square"], seed)
    frame.round_over(image, g, SIZE, SIZE, CORNER["square"])
    _field(image, g, box(g, edge, edge, side, side, 7), seed)
    light.lamp(image, g, SIZE, SIZE)
    return image


def hexagon(c: Grid, apothem: float, corner: float) -> Field:
    """Return the signed distance to a hexagon around the origin with level upper and lower edges."""
    inner = np.float32(apothem - corner)
    x, y = np.abs(c.x) + np.float32(0) * c.y, np.abs(c.y) + np.float32(0) * c.x
    lean = 2 * np.minimum(np.float32(-math.sqrt(3) / 2) * x + np.float32(0.5) * y, 0)
    x, y = x + lean * np.float32(math.sqrt(3) / 2), y - lean * np.float32(0.5)
    half = inner / np.float32(math.sqrt(3))
    x, y = x - np.clip(x, -half, half), y - inner
    return np.hypot(x, y) * np.sign(y) - np.float32(corner)


def _six_boards(c: Grid, seed: int) -> Image:
    """Return walnut everywhere, as six boards that meet in mitres, each with its grain along its edge."""
    normals = [(math.sin(math.radians(60 * i)), -math.cos(math.radians(60 * i))) for i in range(6)]
    reach = [c.x * np.float32(nx) + c.y * np.float32(ny) for nx, ny in normals]
    nearest = np.argmax(np.stack(reach), axis=0)
    image = np.zeros((*c.shape, 3), np.float32)
    for i, (nx, ny) in enumerate(normals):
        along = c.x * np.float32(-ny) + c.y * np.float32(nx)
        board = wood(WALNUT, along + np.float32(900 * i), reach[i] + np.float32(137 * i), seed + i)
        facing = nx * light.TO_LIGHT[0] + ny * light.TO_LIGHT[1]
        tone(board, 0.17 * facing if facing > 0 else 0.36 * facing)
        image[nearest == i] = board[nearest == i]
    ordered = np.sort(np.stack(reach), axis=0)
    # 0 on the mitres.
    joint = ordered[-1] - ordered[-2]
    blend(image, (0.06, 0.03, 0.015), 0.6 * (1 - smooth(0.5, 1.6, joint)))
    return image


def _round_over(image: Image, g: Grid, outer: Field) -> None:
    """Draw the outer edge: a rounded shoulder, and a rim that goes from cream to black along the diagonal."""
    facing = light.relief(outer, 9.0, g.scale)
    blend(image, (1.0, 0.90, 0.72), np.clip(facing, 0, 1) * 0.20)
    blend(image, (0.04, 0.02, 0.01), np.clip(-facing, 0, 1) * 0.38)
    diagonal = (g.x + g.y) / np.float32(2 * SIZE)
    edge = line(outer, frame.RIM, g.scale)
    blend(image, rgb("#F4D9AC"), edge * 0.62 * (1 - smooth(0.10, 0.55, diagonal)))
    blend(image, (0.0, 0.0, 0.0), edge * 0.45 * smooth(0.45, 0.90, diagonal))


def _field(image: Image, g: Grid, hole: Field, seed: int) -> None:
    """Draw the sunk field of dark walnut, shaded by the frame, with a lip around it and a brass line in the frame."""
    inlay = cover(np.abs(hole - np.float32(INLAY)) - np.float32(1.0), g.scale)
    diagonal = np.broadcast_to((g.x + g.y) / np.float32(2 * SIZE), g.shape)
    brass = np.array(rgb("#F0D596"), np.float32) * (1 - 0.55 * smooth(0.15, 0.9, diagonal))[..., None]
    blend(image, (0.05, 0.025, 0.01), 0.5 * cover(np.abs(hole - np.float32(INLAY)) - np.float32(2.2), g.scale))
    blend(image, brass.astype(np.float32), inlay * 0.92)
    facing = light.relief(hole - np.float32(2), 2.4, g.scale)
    around = cover(hole - np.float32(2), g.scale) * (1 - cover(hole, g.scale))
    blend(image, rgb("#0C0603"), around * np.clip(facing, 0, 1) * 0.75)
    blend(image, rgb("#E8BE86"), around * np.clip(-facing, 0, 1) * 0.40)
    inside = cover(hole, g.scale)
    floor = wood(TABLE, g.x + np.float32(300), g.y + np.float32(500), seed + 20) * np.float32(0.86)
    blend(image, floor, inside)
    # The frame's shadow falls to the right and down.
    shifted = np.roll(hole, (round(9 * g.scale), round(6 * g.scale)), (0, 1))
    blend(image, (0.0, 0.0, 0.0), inside * 0.62 * (1 - smooth(0, 17, -shifted)))
    blend(image, (0.0, 0.0, 0.0), inside * 0.30 * (1 - smooth(0, 8, -hole)))


def render_saucers(scale: float) -> Image:
    """Render the saucers side by side, each filling its cell; the game cuts out the discs."""
    parts = []
    for i in range(PLAIN + LIT):
        place = about(grid(CUP, CUP, scale), CUP / 2, CUP / 2)
        parts.append(saucer_face(place, i >= PLAIN, 500 + 37 * i))
    return np.concatenate(parts, axis=1)


def render_beans(scale: float) -> Image:
    """Render a bean of each roast, side by side, with alpha and without shadows."""
    parts = []
    for roast in ROAST_ORDER:
        place = about(grid(BEAN_CUP, BEAN_CUP, scale), BEAN_CUP / 2, BEAN_CUP / 2)
        body, inside = bean_face(place, roast)
        parts.append(np.dstack([np.clip(body, 0, 1), inside]))
    return np.concatenate(parts, axis=1).astype(np.float32)
