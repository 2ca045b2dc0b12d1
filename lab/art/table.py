"""The dark walnut table in lamplight, fading into the room."""

from __future__ import annotations

import numpy as np

from .materials import TABLE, wood
from .noise import fbm, value
from .raster import Image, grid, rgb, smooth

ROOM = np.array(rgb("#14171C"), np.float32)
# Brightness in the middle of the lamp's light.
EXPOSURE = 1.46
SPECK = 3.2 / 255
GAIN = np.array((0.97, 1.02, 1.04), np.float32)


def render(width: int, height: int, scale: float, seed: int = 5) -> Image:
    """Render a table of `width` x `height` units."""
    g = grid(width, height, scale)
    side = np.float32(max(width, height))
    image = wood(TABLE, g.x, g.y, seed)
    dx, dy = g.x - np.float32(0.34 * width), g.y - np.float32(0.20 * height)
    # A perfect circle would look artificial.
    ragged = 1 + 0.10 * (fbm(g.x, g.y, (700, 500), 2, seed + 90) - 0.5)
    pool = 0.06 + 0.94 * np.exp(-(dx * dx + dy * dy) * ragged / (0.5 * side) ** 2)
    # Distance to the nearest edge, softened so that the corners round off.
    margin = np.float32(0.30 * min(width, height))
    ex = smooth(-0.3, 1, np.minimum(g.x, width - g.x) / margin)
    ey = smooth(-0.3, 1, np.minimum(g.y, height - g.y) / margin)
    pool = pool * (0.42 + 0.58 * ex * ey)
    lit = image * GAIN * np.float32(EXPOSURE)
    table = ROOM + pool[..., None] * (lit - ROOM)
    # The dither is coarse, because JPEG would smooth a finer one into bands.
    for channel, cell in enumerate((2.3, 2.7, 3.1)):
        speck = value(g.x / np.float32(cell), g.y / np.float32(cell), seed + 70 + channel) - 0.5
        table[..., channel] += np.float32(SPECK) * speck
    return table
