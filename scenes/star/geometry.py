"""Where Star's cells lie on the screen. The board is never turned: a3 is the top left cell for everybody."""

from __future__ import annotations

import pygame

from game.star.state import CELLS, SIZE, Cell
from scenes.table.art_geometry import ArtGeometry


class Geometry(ArtGeometry):
    """Adds what a cell's number means."""

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Pixels of a cell's middle."""
        return self.center(*place(cell))

    def between(self, first: Cell, second: Cell) -> tuple[float, float]:
        """Pixels of the middle of the bar between two neighbours."""
        (x0, y0), (x1, y1) = self.middle(first), self.middle(second)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's rectangle in pixels."""
        return self.square(*place(cell), self.art["cell_size"] * self.unit)

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
