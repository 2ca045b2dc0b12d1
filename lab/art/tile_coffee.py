"""The menu's close-up of Coffee: stoneware saucers, glossy beans, a lit line and the stick that points along it."""

from __future__ import annotations

import math

import numpy as np

from . import light, tile
from .coffee_pieces import RADIUS, about, bean_face, saucer_distance, saucer_face
from .materials import TABLE, wood
from .noise import Field
from .raster import Grid, Image, blend, cover, line, ramp, rgb, segment, smooth

PITCH = 149.0
# The middle of one saucer.
ORIGIN = tile.place(81, 144)
BEANS = {(1, 0): "orange", (0, 2): "orange", (-1, 2): "orange", (0, -1): "orange", (0, 1): "black", (-1, 0): "black"}
OFFERED = ((-1, 1), (1, 1))
SPOKES = [(i, j) for j in range(-2, 5) for i in range(-4, 5)]


def render(scale: float) -> Image:
    """Render the picture, without its frame."""
    g, b = tile.frames(scale, ORIGIN)
    image = wood(TABLE, b.x + np.float32(800), b.y + np.float32(900), 9) * np.float32(1.25)
    _band(image, b)
    for cell in SPOKES:
        x, y = middle(cell)
        if -RADIUS < x < tile.WIDTH + RADIUS and -RADIUS < y < tile.HEIGHT + RADIUS:
            saucer(image, about(g, x, y), cell in OFFERED, seed=cell[0] * 31 + cell[1] * 17 + 500)
            if cell in BEANS:
                bean(image, about(g, x, y), BEANS[cell])
    _stick(image, b)
    return tile.finish(image, g, 0.15, 0.36)


def middle(cell: tuple[int, int]) -> tuple[float, float]:
    """Return where a saucer's middle lies in the picture; `cell` has axial coordinates."""
    i, j = cell
    return tile.tilted(PITCH * (i + j / 2), PITCH * j * math.sqrt(3) / 2, ORIGIN)


def _band(image: Image, b: Grid) -> None:
    """Draw a warm band behind the saucers of the stick's line."""
    y = PITCH * math.sqrt(3) / 2
    away = np.abs(b.y - np.float32(y))
    blend(image, rgb("#E0B050"), 0.58 * (1 - smooth(66, 74, away)))
    blend(image, rgb("#FFC95E"), 0.20 * np.exp(-((away / 95) ** 2)))


def saucer(image: Image, c: Grid, lit: bool, seed: int) -> None:
    """Draw a saucer around the origin of `c`, with its shadow."""
    distance = saucer_distance(c)
    inside = cover(distance, c.scale)
    if lit:
        blend(image, rgb("#FFC95E"), 0.62 * np.exp(-((np.maximum(distance, 0) / 13) ** 2)))
    light.drop(image, inside, c, 7, 11, 7, 0.45)
    light.drop(image, inside, c, 2.5, 4, 2.5, 0.55)
    blend(image, saucer_face(c, lit, seed), inside)


def bean(image: Image, c: Grid, roast: str) -> None:
    """Draw a bean around the origin of `c`, with its shadow."""
    body, inside = bean_face(c, roast)
    light.drop(image, inside, c, 8, 13, 7, 0.5)
    light.drop(image, inside, c, 3, 5, 3, 0.6)
    blend(image, body, inside)


def _stick(image: Image, b: Grid) -> None:
    """Draw the white stick over the black bean."""
    x, y = PITCH / 2, PITCH * math.sqrt(3) / 2

    def shape(g: Grid) -> Field:
        return segment(g, (x - 88, y), (x + 88, y), 9.2)

    face = tile.slab(image, b, shape, 7, (rgb("#8E8672"), 0.5))
    raised = tile.lowered(b, -7)
    blend(image, rgb("#2A2018"), cover(face - np.float32(1.0), b.scale))
    across = (raised.y - np.float32(y)) / np.float32(9.2)
    white = ramp(
        np.clip(across * 0.5 + 0.5, 0, 1), ((0.0, "#E9E6DE"), (0.28, "#FFFFFF"), (0.62, "#F0ECE2"), (1.0, "#B9B2A0"))
    )
    blend(image, white, cover(face, b.scale))
    blend(image, rgb("#6A6252"), line(face, 1.0, b.scale) * 0.35)
