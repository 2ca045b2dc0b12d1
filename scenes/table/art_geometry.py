"""Where the square cells of a board lie that is a picture with a description of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

FRAME = 880  # the unit of the art's own coordinates


@dataclass(frozen=True, slots=True)
class ArtGeometry:
    """`rect` is the board's frame in pixels; `art` the picture's own description in units of 1/880 of its side.

    Columns and rows count from the top left as seen, and may be fractions; whole numbers are the middles of cells.
    """

    rect: pygame.Rect
    art: dict[str, Any]

    @property
    def unit(self) -> float:
        """Pixels per unit of the art."""
        return self.rect.width / FRAME

    @property
    def pitch(self) -> float:
        """Pixels from one cell's middle to the next one's."""
        return float(self.art["cell_pitch"]) * self.unit

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Pixels of the middle of a column and row."""
        origin, pitch, size = self.art["cell_origin"], self.art["cell_pitch"], self.art["cell_size"]
        x = self.rect.x + (origin[0] + column * pitch + size / 2) * self.unit
        y = self.rect.y + (origin[1] + row * pitch + size / 2) * self.unit
        return x, y

    def square(self, column: float, row: float, side: float) -> pygame.Rect:
        """A square around the middle of a column and row, `side` pixels wide; the edges of neighbours meet."""
        x, y = self.center(column, row)
        left, top = round(x - side / 2), round(y - side / 2)
        return pygame.Rect(left, top, round(x + side / 2) - left, round(y + side / 2) - top)
