"""Where Star's cells lie on the screen. The board is never turned: a3 is the top left cell for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from game.star.state import CELLS, SIZE, Cell

FRAME = 880  # the unit of the art's own coordinates


@dataclass(frozen=True, slots=True)
class Geometry:
    """`rect` is the board's frame in pixels; `art` the board picture's own description in units of 1/880 of it."""

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
        """Pixels of the middle of the (fractional) column and row, counted from the top left."""
        origin, size = self.art["cell_origin"], self.art["cell_size"]
        x = self.rect.x + (origin[0] + size / 2) * self.unit + column * self.pitch
        y = self.rect.y + (origin[1] + size / 2) * self.unit + row * self.pitch
        return x, y

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Pixels of a cell's middle."""
        return self.center(*place(cell))

    def between(self, first: Cell, second: Cell) -> tuple[float, float]:
        """Pixels of the middle of the bar between two neighbours."""
        (x0, y0), (x1, y1) = self.middle(first), self.middle(second)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's rectangle in pixels."""
        x, y = self.middle(cell)
        half = self.art["cell_size"] * self.unit / 2
        left, top = round(x - half), round(y - half)
        return pygame.Rect(left, top, round(x + half) - left, round(y + half) - top)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """The cell under a point; the bars belong to the nearer cell, the frame to none."""
        x, y = self.center(0, 0)
        column, row = round((point[0] - x) / self.pitch), round((point[1] - y) / self.pitch)
        reach = 0.5 * self.pitch
        if not (0 <= column < SIZE and 0 <= row < SIZE):
            return None
        middle = self.center(column, row)
        inside = max(abs(point[0] - middle[0]), abs(point[1] - middle[1])) <= reach
        return row * SIZE + column if inside else None


def place(cell: Cell) -> tuple[int, int]:
    """Column and row of a cell."""
    return cell % SIZE, cell // SIZE


def cell_of_digit(digit: int) -> Cell | None:
    """The cell that a key of the numpad stands for: 7 8 9 are the top row; 0 is none."""
    if not 1 <= digit <= CELLS:
        return None
    above, column = divmod(digit - 1, SIZE)
    return (SIZE - 1 - above) * SIZE + column
