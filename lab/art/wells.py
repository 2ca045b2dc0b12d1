"""A board of sunk wells, such as Star's: a mitred walnut frame, a brass line, and felt between walnut bars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from . import frame, light
from .materials import WALNUT, felt, wood
from .raster import Grid, Image, blend, blur, box, cover, grid, line, ramp, rgb, shift, smooth

SIZE = 880.0
CORNER = 22.0
# Distance from the outer edge to the brass line.
BED = 44.0
BRASS = 4.0
CELL_RADIUS = 12.0
# Distance from the outer edge to the middle of a coordinate's label.
LABEL_AT = 16.0
GOLD = ((0.0, "#FBECC0"), (0.3, "#DDB968"), (0.65, "#A27836"), (1.0, "#C79D4C"))


@dataclass(frozen=True, slots=True)
class Wells:
    """The look of a board: `side` by `side` wells, with bars of the width `bar` between them.

    `first` is the distance of the first well from the outer edge, in units of the 880-unit board; `seed` varies grain
    and felt.
    """

    side: int
    bar: float = 16.0
    first: float = 52.0
    seed: int = 61

    @property
    def cell(self) -> float:
        """Return the side of a well in units."""
        return (SIZE - 2 * self.first - (self.side - 1) * self.bar) / self.side

    @property
    def pitch(self) -> float:
        """Return the distance from one well to the next in units."""
        return self.cell + self.bar

    def geometry(self) -> dict[str, Any]:
        """Return where things lie, in units of the 880-unit board."""
        return {
            "size": SIZE,
            "corner_radius": CORNER,
            "cell_origin": [self.first, self.first],
            "cell_size": self.cell,
            "cell_pitch": self.pitch,
            "cell_radius": CELL_RADIUS,
            "bar": self.bar,
            "label_lines": {"west_x": LABEL_AT, "south_y": SIZE - LABEL_AT},
        }

    def render(self, scale: float) -> Image:
        """Render the board as a full square, whose corners the screen cuts; no labels, no outer shadow."""
        g = grid(SIZE, SIZE, scale)
        image = frame.mitred(g, SIZE, SIZE, BED, CORNER, self.seed)
        frame.round_over(image, g, SIZE, SIZE, CORNER)
        _field(image, g, self)
        for cell in range(self.side * self.side):
            _well(image, g, cell, self)
        light.lamp(image, g, SIZE, SIZE, 0.18, 0.34)
        return np.clip(image, 0, 1)


def _field(image: Image, g: Grid, look: Wells) -> None:
    """Draw the dark bars between the wells, lower than the frame, and the brass line around them."""
    inner = SIZE - 2 * BED
    field = box(g, BED, BED, inner, inner, 8)
    facing = light.relief(field - np.float32(3), 3, g.scale)
    around = cover(field - np.float32(2.5), g.scale) * (1 - cover(field, g.scale))
    blend(image, rgb("#0C0603"), around * np.clip(facing, 0, 1) * 0.75)
    blend(image, rgb("#E8BE86"), around * np.clip(-facing, 0, 1) * 0.45)
    inside = cover(field, g.scale)
    lying = wood(WALNUT, g.x + np.float32(2100), g.y + np.float32(700), look.seed + 9) * np.float32(0.86)
    standing = wood(WALNUT, g.y + np.float32(3300), g.x + np.float32(900), look.seed + 10) * np.float32(0.80)
    is_bar = partial(_is_bar, look)
    upright = np.broadcast_to(is_bar(g.x) & ~is_bar(g.y), g.shape)
    blend(image, np.where(upright[..., None], standing, lying).astype(np.float32), inside)
    wall = 1 - inside
    shade = blur(shift(wall, 4 * g.scale, 7 * g.scale), 4 * g.scale)
    blend(image, (0.03, 0.015, 0.0), inside * np.clip(shade, 0, 1) * 0.60)
    t = np.clip((g.x * np.float32(0.7) + g.y) / np.float32(1.7 * SIZE), 0, 1)
    blend(image, ramp(t, GOLD), line(field, BRASS, g.scale))
    edge = box(g, BED + BRASS, BED + BRASS, inner - 2 * BRASS, inner - 2 * BRASS, 6)
    blend(image, rgb("#1A0D05"), line(edge, 1.6, g.scale) * 0.8)


def _is_bar(look: Wells, along: Any) -> Any:
    """Return whether a coordinate lies beside the wells or between two of them."""
    place = along - np.float32(look.first)
    return (
        (place < 0) | (place > look.side * look.pitch - look.bar) | (np.mod(place, np.float32(look.pitch)) > look.cell)
    )


def _well(image: Image, g: Grid, number: int, look: Wells) -> None:
    """Draw a sunk well: the brass lip is lit where it faces the lamp, and the upper walls shade the felt."""
    row, column = divmod(number, look.side)
    left, top, cell = look.first + look.pitch * column, look.first + look.pitch * row, look.cell
    margin = 10.0
    rows = slice(round((top - margin) * g.scale), round((top + cell + margin) * g.scale))
    columns = slice(round((left - margin) * g.scale), round((left + cell + margin) * g.scale))
    part = Grid(g.x[:, columns], g.y[rows], g.scale)
    window = image[rows, columns]
    shape = box(part, left, top, cell, cell, CELL_RADIUS)
    lip = shape - np.float32(2.6)
    ring = cover(lip, g.scale) * (1 - cover(shape, g.scale))
    facing = light.relief(lip, 2.6, g.scale)
    blend(window, rgb("#2A1608"), ring * 0.7)
    blend(window, rgb("#F2CE86"), ring * np.clip(-facing, 0, 1) * 0.95)
    blend(window, rgb("#B98D45"), ring * np.clip(facing, 0, 1) * 0.42)
    inside = cover(shape, g.scale)
    lining = felt(part, look.seed + 31) * np.float32(0.94)
    wall = 1 - inside
    deep = blur(shift(wall, 7 * g.scale, 12 * g.scale), 7 * g.scale)
    blend(lining, (0.07, 0.01, 0.02), np.clip(deep, 0, 1) * 0.62)
    near = blur(wall, 3 * g.scale)
    blend(lining, (0.07, 0.01, 0.02), np.clip(near, 0, 1) * 0.55)
    sheen = smooth(1.35, 0.25, ((part.x - np.float32(left)) + (part.y - np.float32(top))) / np.float32(cell))
    blend(lining, rgb("#FFD9C8"), 0.05 * sheen)
    blend(window, lining, inside)
