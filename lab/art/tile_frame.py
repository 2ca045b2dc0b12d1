"""The frame of a menu tile, stretched between its corners: walnut, a brass line, shade on the picture."""

from __future__ import annotations

import numpy as np

from . import frame, light
from .raster import Image, blend, box, cover, grid, ramp, rgb

WIDTH, HEIGHT = 398, 515
# Thickness of the walnut together with the brass line.
THICKNESS = 18.0
CORNER = 17.0
# Radius of the opening's corners.
OPENING = 8.0
BRASS_LINE = 2.2
# Side of the corners in units. The corners are not stretched.
MARGIN = 36
# How far the frame's shadow reaches into the picture.
SHADE = 15.0


def data() -> dict[str, object]:
    """Return the slice margin in pixels of the file, and the rest in units of a 1080-line screen."""
    return {
        "margin": 2 * MARGIN,
        "scale": 2,
        "thickness": THICKNESS,
        "corner_radius": CORNER,
        "opening_radius": OPENING,
    }


def render(scale: float) -> Image:
    """Render the frame with alpha; the opening has only the shade that falls on the picture."""
    g = grid(WIDTH, HEIGHT, scale)
    image = frame.mitred(g, WIDTH, HEIGHT, THICKNESS, CORNER, 47)
    frame.round_over(image, g, WIDTH, HEIGHT, CORNER, 6.5, 1.8)
    t = THICKNESS
    hole = box(g, t, t, WIDTH - 2 * t, HEIGHT - 2 * t, OPENING)
    bevel = -hole + np.float32(BRASS_LINE)
    # The inner edge slopes down to the picture.
    facing = light.relief(bevel, 4.5, scale)
    blend(image, (1.0, 0.90, 0.72), np.clip(facing, 0, 1) * 0.16)
    blend(image, (0.03, 0.015, 0.005), np.clip(-facing, 0, 1) * 0.42)
    diagonal = (g.x / np.float32(WIDTH) + g.y / np.float32(HEIGHT)) / 2
    brass = ramp(
        np.clip(diagonal, 0, 1),
        ((0.0, "#FBECC0"), (0.25, "#DDB968"), (0.6, "#A27836"), (0.8, "#C79D4C"), (1.0, "#A27836")),
    )
    ring = cover(hole - np.float32(BRASS_LINE), scale)
    blend(image, rgb("#1A0E06"), cover(hole - np.float32(BRASS_LINE + 0.9), scale) * 0.7)
    blend(image, brass, ring)
    opening = cover(hole, scale)
    outside = cover(box(g, 0, 0, WIDTH, HEIGHT, CORNER), scale)
    shade = _shade(g.x, g.y) * opening
    image *= (1 - opening)[..., None]
    alpha = outside * (1 - opening) + shade
    solid = (outside * (1 - opening) / np.maximum(alpha, 1e-6))[..., None]
    image = image / np.maximum(1 - opening, 1e-3)[..., None] * solid
    return np.dstack([np.clip(image, 0, 1), alpha]).astype(np.float32)


def _shade(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the opacity of the frame's shadow on the picture: long at the top and left, short at the other sides."""
    t = np.float32(THICKNESS)
    near = (x - t) / np.float32(SHADE * 0.75), (y - t) / np.float32(SHADE)
    far = (np.float32(WIDTH) - t - x) / np.float32(4), (np.float32(HEIGHT) - t - y) / np.float32(4)
    parts = [0.62 * np.clip(1 - d, 0, 1) ** 2 for d in near] + [0.45 * np.clip(1 - d, 0, 1) ** 2 for d in far]
    clear = np.ones(np.broadcast_shapes(x.shape, y.shape), np.float32)
    for part in parts:
        clear = clear * (1 - part)
    return 1 - clear
