"""The only lamp, at the top left: its pool of light on a board, and shadows that fall right and down."""

from __future__ import annotations

import numpy as np

from .noise import Field
from .raster import Grid, Image, blend, blur, rgb, shift, smooth

WARM = rgb("#FFE3A8")
DARK = rgb("#0A0603")
# A vector of length 1, with x to the right and y down.
TO_LIGHT = (-0.55, -0.83)


def lamp(image: Image, g: Grid, width: float, height: float, warm: float = 0.16, dark: float = 0.30) -> None:
    """Light a board of `width` x `height` units: warm near (22%, 10%), dark towards the far corner."""
    dx = (g.x - np.float32(0.22 * width)) / np.float32(width)
    dy = (g.y - np.float32(0.10 * height)) / np.float32(height)
    distance = np.hypot(dx, dy)
    glow = np.clip(1 - distance / 0.62, 0, 1) ** 1.5
    blend(image, WARM, np.float32(warm) * glow)
    blend(image, DARK, np.float32(dark) * smooth(0.42, 1.16, distance))


def drop(image: Image, mask: Field, g: Grid, dx: float, dy: float, sigma: float, opacity: float) -> None:
    """Darken `image` by the shadow of `mask`; offsets and `sigma` in units."""
    soft = blur(shift(mask, dx * g.scale, dy * g.scale), sigma * g.scale)
    blend(image, (0.0, 0.0, 0.0), soft * np.float32(opacity))


def relief(distance: Field, width: float, scale: float) -> Field:
    """Return how a rounded edge, `width` units inside a shape, faces the lamp: -1 away, 1 towards, 0 where flat."""
    gy, gx = np.gradient(distance)
    norm = np.maximum(np.hypot(gx, gy), 1e-6)
    facing = (gx * np.float32(TO_LIGHT[0]) + gy * np.float32(TO_LIGHT[1])) / norm
    edge = np.clip(1 + distance / np.float32(width), 0, 1) * (distance < 0.5 / scale)
    return facing * edge
