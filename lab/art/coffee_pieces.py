"""Coffee's saucers and beans, lit from the top left, for the board and the menu's close-up."""

from __future__ import annotations

import math

import numpy as np

from .noise import Field, fbm, value
from .raster import Grid, Image, blend, cover, ramp, rgb, smooth

# Radius of a saucer.
RADIUS = 64.0
# Half of a bean's length and width.
BEAN = (49.0, 37.0)
GLAZE = ((0.0, "#E2CFAC"), (0.45, "#C9AC80"), (1.0, "#94744F"))
GLAZE_LIT = ((0.0, "#FFF0CF"), (0.45, "#F0D7A3"), (1.0, "#CDA562"))
ROASTS = {
    "orange": ((0.0, "#FFC27A"), (0.25, "#F09A45"), (0.55, "#D9761F"), (0.85, "#A14F0E"), (1.0, "#6E3206")),
    "black": ((0.0, "#7A6254"), (0.25, "#4A382E"), (0.55, "#2F221B"), (0.85, "#1A110D"), (1.0, "#0C0705")),
}
LAMP = np.array((-0.48, -0.66, 0.58), np.float32)


def about(g: Grid, x: float, y: float) -> Grid:
    """Return the grid with its origin moved to a point."""
    return Grid(g.x - np.float32(x), g.y - np.float32(y), g.scale)


def saucer_distance(c: Grid) -> Field:
    """Return the signed distance (units) to a saucer around the origin of `c`."""
    return np.hypot(c.x, c.y) - np.float32(RADIUS)


def saucer_face(c: Grid, lit: bool, seed: int) -> Image:
    """Return a saucer around the origin of `c`: thrown rim, iron ring, sunk well, speckled glaze; opaque everywhere."""
    r = np.hypot(c.x, c.y) / np.float32(RADIUS)
    slope = _profile_slope(r)
    nx, ny = slope * c.x / np.maximum(r * RADIUS, 1e-3), slope * c.y / np.maximum(r * RADIUS, 1e-3)
    wobble = 0.10 * (fbm(c.x, c.y, (26, 26), 3, seed) - 0.5)
    shade = (LAMP[0] * (nx + wobble) + LAMP[1] * (ny + wobble) + LAMP[2]) / np.sqrt(nx * nx + ny * ny + 1)
    pooled = fbm(c.x, c.y, (44, 38), 3, seed + 5) - 0.5
    t = 0.50 + (0.58 - shade) * 0.85 + pooled * 0.22 + 0.10 * smooth(0.6, 0.2, r)
    glaze = ramp(np.clip(t, 0, 1), GLAZE_LIT if lit else GLAZE)
    _speckle(glaze, c, seed, 0.30 if lit else 0.46)
    ring = cover(np.abs(r - 0.86) * RADIUS - np.float32(1.9), c.scale)
    uneven = 0.72 + 0.5 * (fbm(c.x, c.y, (18, 18), 2, seed + 8) - 0.5)
    blend(glaze, rgb("#C46A1C" if lit else "#7A4F2E"), ring * uneven * 0.9)
    # At the lip the glaze is thin and shows the clay.
    foot = smooth(0.965, 1.0, r)
    blend(glaze, rgb("#A9855A" if lit else "#7E5F3F"), foot * 0.55)
    gleam = np.clip(shade, 0, 1) ** 14 * smooth(0.55, 0.8, r)
    blend(glaze, (1.0, 0.98, 0.92), np.clip(gleam * 1.1, 0, 0.75))
    return glaze


def _profile_slope(r: Field) -> Field:
    """Return the slope of the surface along a saucer's radius, positive where the surface falls outwards."""
    lip = 1.5 * smooth(0.93, 1.0, r) - 0.55 * smooth(0.87, 0.925, r) * (1 - smooth(0.925, 0.96, r))
    shoulder = -1.15 * np.exp(-(((r - 0.70) / 0.05) ** 2))
    bowl = -0.16 * np.clip(r / 0.68, 0, 1) * (r < 0.70)
    return lip + shoulder + bowl


def _speckle(glaze: Image, c: Grid, seed: int, depth: float) -> None:
    """Add iron spots of two sizes, shifted so that the noise's lattice does not show."""
    bend_x = 3 * value(c.x / np.float32(4), c.y / np.float32(4), seed + 61)
    bend_y = 3 * value(c.x / np.float32(4), c.y / np.float32(4), seed + 62)
    x, y = 0.83 * c.x + 0.56 * c.y + bend_x, 0.83 * c.y - 0.56 * c.x + bend_y
    for cell, threshold, share in ((3.6, 0.88, depth), (1.9, 0.86, depth * 0.6)):
        spots = smooth(threshold, threshold + 0.09, value(x / np.float32(cell), y / np.float32(cell), seed + 3))
        blend(glaze, rgb("#6B4A2C"), spots * share)


def bean_face(c: Grid, roast: str) -> tuple[Image, Field]:
    """Return a creased bean around the origin of `c`, opaque everywhere, and the bean's share of each pixel."""
    angle = math.radians(32 if roast == "orange" else -32)
    u = (c.x * math.cos(angle) + c.y * math.sin(angle)) / np.float32(BEAN[0])
    v = (c.y * math.cos(angle) - c.x * math.sin(angle)) / np.float32(BEAN[1])
    r2 = u * u + v * v
    inside = np.clip((1 - np.sqrt(r2)) * np.float32(40) * c.scale + np.float32(0.5), 0, 1)
    z = np.sqrt(np.clip(1 - r2, 0.0, 1))
    shade, gleam = _lit(u, v, z, angle)
    t = 0.80 - 0.98 * shade + 0.34 * (1 - z)
    edge = smooth(0.90, 1.0, np.sqrt(r2))
    body = ramp(np.clip(t + 0.05 * (fbm(c.x, c.y, (11, 7), 3, 77) - 0.5), 0, 1), ROASTS[roast])
    crease = v - np.float32(0.20) * np.sin(np.float32(math.pi) * u * 0.95)
    width = np.float32(0.082) * (1 - np.float32(0.55) * np.abs(u))
    blend(body, rgb("#3A1A05" if roast == "orange" else "#000000"), smooth(1.0, 0.5, np.abs(crease) / width) * 0.95)
    twin = smooth(1.0, 0.3, np.abs(crease - np.float32(0.10)) / (width * np.float32(0.62)))
    blend(body, rgb("#FFC58A" if roast == "orange" else "#8A7466"), twin * (0.75 if roast == "orange" else 0.5))
    blend(body, (1.0, 0.97, 0.90), gleam * (0.85 if roast == "orange" else 0.55))
    blend(body, rgb("#2A1005"), edge * 0.55)
    return body, inside


def _lit(u: Field, v: Field, z: Field, angle: float) -> tuple[Field, Field]:
    """Return the diffuse share and the gloss of the bean's ellipsoid."""
    nu, nv, nz = u / np.float32(1.25), v, z
    norm = np.sqrt(nu * nu + nv * nv + nz * nz + 1e-6)
    x = (nu * math.cos(angle) - nv * math.sin(angle)) / norm
    y = (nu * math.sin(angle) + nv * math.cos(angle)) / norm
    shade = np.clip(x * LAMP[0] + y * LAMP[1] + nz / norm * LAMP[2], 0, 1)
    half = np.array((LAMP[0], LAMP[1], LAMP[2] + 1))
    half /= np.linalg.norm(half)
    gleam = np.clip(x * half[0] + y * half[1] + nz / norm * half[2], 0, 1) ** 46
    return shade, gleam
