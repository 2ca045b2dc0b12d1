"""Star's pieces without their shadows: a turned ivory ring and a black lacquered disc."""

from __future__ import annotations

import numpy as np

from . import light
from .raster import Image, blend, cover, disc, grid, rgb
from .tile_star import ivory, jet

# Side of the picture, in units of a board that is 880 units wide.
SIDE = 176
RADIUS = 82.0
CENTRE = (88.0, 85.0)
# Radius of the ring's hole, as a share of the ring's radius.
HOLE = 0.515
# Height of the side that is visible below the face.
THICK = 5.0


def ring(scale: float) -> Image:
    """Render the first player's piece, with alpha."""
    return _piece(scale, ring=True)


def plain_disc(scale: float) -> Image:
    """Render the second player's piece, with alpha."""
    return _piece(scale, ring=False)


def _piece(scale: float, ring: bool) -> Image:
    g = grid(SIDE, SIDE, scale)
    x, y = CENTRE
    face = disc(g, x, y, RADIUS)
    side = disc(g, x + 1.2, y + THICK, RADIUS)
    if ring:
        face = np.maximum(face, -disc(g, x, y, RADIUS * HOLE))
        side = np.maximum(side, -disc(g, x, y + 1, RADIUS * HOLE))
    image = np.zeros((*g.shape, 3), np.float32)
    image[:] = rgb("#8E8266" if ring else "#050505")
    r = np.hypot(g.x - np.float32(x), g.y - np.float32(y)) / np.float32(RADIUS)
    length = np.maximum(r * np.float32(RADIUS), np.float32(1e-3))
    across, down = (g.x - np.float32(x)) / length, (g.y - np.float32(y)) / length
    toward = across * np.float32(light.TO_LIGHT[0]) + down * np.float32(light.TO_LIGHT[1])
    blend(image, ivory(r, toward) if ring else jet(r, toward), cover(face, g.scale))
    alpha = np.maximum(cover(face, g.scale), cover(side, g.scale))
    return np.dstack([image, alpha]).astype(np.float32)
