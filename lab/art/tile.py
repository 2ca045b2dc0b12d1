"""What the four menu close-ups share: size, tilt, standing pieces, slabs, light."""

from __future__ import annotations

import math
from collections.abc import Callable

import noto_cjk_sans_jp_bold
import numpy as np
import pygame

from . import light
from .noise import Field
from .raster import Grid, Image, blend, cover, from_surface, grid, turned, vector

WIDTH, HEIGHT = 420.0, 492.0
# Turn of the close-ups in degrees.
TILT = -14.0
# Left and top of the wide tile's window in the picture.
OFFSET = (28.0, 6.0)

Point = tuple[float, float]


def place(x: float, y: float) -> Point:
    """Return where a point of the wide tile's window lies in the picture."""
    return x + OFFSET[0], y + OFFSET[1]


def frames(scale: float, center: Point) -> tuple[Grid, Grid]:
    """Return the picture's upright grid, and the tilted one whose origin lies at `center`."""
    g = grid(WIDTH, HEIGHT, scale)
    return g, turned(g, TILT, center, (0.0, 0.0))


def tilted(u: float, v: float, center: Point) -> Point:
    """Return where a point of the tilted frame lies in the picture."""
    c, s = math.cos(math.radians(TILT)), math.sin(math.radians(TILT))
    return center[0] + c * u - s * v, center[1] + s * u + c * v


def lowered(g: Grid, dy: float, tilt: float = TILT) -> Grid:
    """Return the tilted grid for something `dy` units further down the picture."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    return Grid(g.x - np.float32(s * dy), g.y - np.float32(c * dy), g.scale)


def slab(
    image: Image, g: Grid, shape: Callable[[Grid], Field], height: float, side: tuple[Image | tuple[float, ...], float]
) -> Field:
    """Draw the shadow and side of a bar `height` units high; return the distance field of its top face.

    `shape` returns the distance in the tilted frame; `side` is the side's colour and how much it darkens downwards.
    """
    steps = max(2, round(height * g.scale / 2))
    foot = cover(shape(g), g.scale)
    light.drop(image, foot, g, 0.9 * height, 1.3 * height, 0.9 * height, 0.50)
    light.drop(image, foot, g, 0.3 * height, 0.5 * height, 0.3 * height, 0.55)
    color, fade = side
    for i in range(steps + 1):
        # 1 at the foot, 0 at the face.
        level = 1 - i / steps
        mask = cover(shape(lowered(g, height * (level - 1))), g.scale)
        blend(image, np.asarray(color, np.float32) * np.float32(1 - fade * level), mask)
    return shape(lowered(g, -height))


def paste(image: Image, sprite: Image, left: float, top: float) -> None:
    """Paste an image with alpha over `image`, its corner at pixels `left`, `top`; what sticks out is cut off."""
    x, y = round(left), round(top)
    rows = slice(max(0, y), min(image.shape[0], y + sprite.shape[0]))
    columns = slice(max(0, x), min(image.shape[1], x + sprite.shape[1]))
    part = sprite[rows.start - y : rows.stop - y, columns.start - x : columns.stop - x]
    blend(image[rows, columns], part[..., :3], part[..., 3])


def stand(image: Image, g: Grid, svg: str, size: tuple[float, float], foot: Point, foot_at: Point) -> None:
    """Draw an upright piece of `size` units with its shadows; its point `foot_at` stands on `foot` in the picture."""
    width, height = size
    sprite = vector(svg, round(width * g.scale), round(height * g.scale))
    left, top = (foot[0] - foot_at[0]) * g.scale, (foot[1] - foot_at[1]) * g.scale
    alone = np.zeros((*g.shape, 3), np.float32)
    paste(alone, np.dstack([np.ones_like(sprite[..., :3]), sprite[..., 3]]), left, top)
    flat = _lying(alone[..., 0], g, foot[1], height)
    light.drop(image, flat, g, 3, 4, 3, 0.65)
    light.drop(image, flat, g, 14, 13, 9, 0.62)
    paste(image, sprite, left, top)


def _lying(mask: Field, g: Grid, foot: float, height: float) -> Field:
    """Return the lower part of a standing piece's silhouette, which casts the shadow on the board."""
    near = np.clip(1 - (np.float32(foot) - g.y) / np.float32(0.34 * height), 0, 1)
    return mask * near


def letter(text: str, size: float, color: str, scale: float, turn: float = 0.0) -> Image:
    """Return a bold letter, trimmed to its ink."""
    pygame.font.init()
    font = pygame.font.Font(noto_cjk_sans_jp_bold.FONT_PATH, round(size * scale))
    surface = font.render(text, True, color)
    if turn:
        surface = pygame.transform.rotozoom(surface, turn, 1.0)
    surface = surface.subsurface(surface.get_bounding_rect())
    return from_surface(surface)


def centred(image: Image, sprite: Image, g: Grid, at: Point) -> None:
    """Paste a sprite with its middle at a point of the picture."""
    paste(image, sprite, at[0] * g.scale - sprite.shape[1] / 2, at[1] * g.scale - sprite.shape[0] / 2)


def finish(image: Image, g: Grid, warm: float = 0.16, dark: float = 0.34) -> Image:
    """Light the whole close-up."""
    light.lamp(image, g, WIDTH, HEIGHT, warm, dark)
    return np.clip(image, 0, 1)
