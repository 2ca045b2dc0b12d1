"""The paper of the move list."""

from __future__ import annotations

import numpy as np

from .materials import paper
from .raster import Image, blend, grid, smooth

WIDTH, HEIGHT = 392, 800


def render(scale: float, seed: int = 61) -> Image:
    """Render plain paper; screens draw the lines, the text and the torn foot."""
    g = grid(WIDTH, HEIGHT, scale)
    image = paper(g, seed)
    fall = (g.x / np.float32(WIDTH) + g.y / np.float32(HEIGHT)) / 2
    blend(image, (1.0, 0.99, 0.94), 0.22 * (1 - smooth(0.0, 0.6, fall)))
    blend(image, (0.45, 0.33, 0.18), 0.07 * smooth(0.35, 1.0, fall))
    edge = np.minimum(np.minimum(g.x, WIDTH - g.x), g.y)
    blend(image, (0.45, 0.33, 0.18), 0.05 * (1 - smooth(0, 14, edge)))
    return np.clip(image, 0, 1)
