"""Mitred walnut frames: four boards, the grain along each, lit from the top left."""

from __future__ import annotations

import numpy as np

from . import light
from .materials import WALNUT, tone, wood
from .noise import Field
from .raster import Grid, Image, blend, box, cover, line, rgb, smooth

# How much each side is mixed with cream (above 0) or with a dark colour (below 0).
SIDES = {"top": 0.16, "left": 0.08, "right": -0.22, "bottom": -0.32}
RIM = 3.0


def mitred(g: Grid, width: float, height: float, thickness: float, corner: float, seed: int) -> Image:
    """Return walnut over all of `g`, as four boards `thickness` units wide that meet in mitres."""
    image = np.zeros((*g.shape, 3), np.float32)
    near = _nearest_side(g, width, height)
    for i, (side, share) in enumerate(SIDES.items()):
        along, across = (g.x, g.y) if side in ("top", "bottom") else (g.y, g.x)
        board = wood(WALNUT, along + np.float32(900 * i), across + np.float32(137 * i), seed + i)
        tone(board, share)
        image[near == i] = board[near == i]
    inner = box(g, thickness, thickness, width - 2 * thickness, height - 2 * thickness)
    _mitres(image, g, width, height, cover(-inner, g.scale))
    return image


def _nearest_side(g: Grid, width: float, height: float) -> Field:
    """Return for each pixel the index in SIDES of its board."""
    top, left = np.broadcast_to(g.y, g.shape), np.broadcast_to(g.x, g.shape)
    return np.argmin(np.stack([top, left, np.float32(width) - left, np.float32(height) - top]), axis=0)


def _mitres(image: Image, g: Grid, width: float, height: float, where: Field) -> None:
    """Draw the joints: a dark line with a fine lit edge beside it."""
    x, y = np.minimum(g.x, np.float32(width) - g.x), np.minimum(g.y, np.float32(height) - g.y)
    across = (x - y) / np.float32(np.sqrt(2))
    blend(image, (0.06, 0.03, 0.015), 0.55 * cover(np.abs(across) - np.float32(0.75), g.scale) * where)
    blend(image, (1.0, 0.88, 0.68), 0.10 * cover(np.abs(across + np.float32(1.3)) - np.float32(0.6), g.scale) * where)


def round_over(
    image: Image, g: Grid, width: float, height: float, corner: float, shoulder: float = 9.0, rim: float = RIM
) -> None:
    """Draw the outer edge: a rounded shoulder, and a rim that goes from cream to black along the diagonal."""
    outer = box(g, 0, 0, width, height, corner)
    facing = light.relief(outer, shoulder, g.scale)
    blend(image, (1.0, 0.90, 0.72), np.clip(facing, 0, 1) * 0.20)
    blend(image, (0.04, 0.02, 0.01), np.clip(-facing, 0, 1) * 0.38)
    diagonal = (g.x / np.float32(width) + g.y / np.float32(height)) / 2
    edge = line(outer, rim, g.scale)
    blend(image, rgb("#F4D9AC"), edge * 0.62 * (1 - smooth(0.10, 0.55, diagonal)))
    blend(image, (0.0, 0.0, 0.0), edge * 0.45 * smooth(0.45, 0.90, diagonal))
