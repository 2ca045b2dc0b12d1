"""Where the robots' cells lie on the screen. The board is never turned: north is up for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from game.robots.board import SIZE, Cell, cell_at, xy

ART = "textures/robots-frame.json"
FRAME = 880  # the unit of the art's own coordinates


@dataclass(frozen=True, slots=True)
class Geometry:
    """`rect` is the board's frame in pixels; `art` its description in units of 1/880 of its side.

    Columns and rows may be fractions; whole numbers are the middles of cells.
    """

    rect: pygame.Rect
    art: dict[str, Any]

    @property
    def unit(self) -> float:
        """Pixels per unit of the art."""
        return self.rect.width / FRAME

    @property
    def pitch(self) -> float:
        """A cell's side in pixels."""
        return float(self.art["cell_pitch"]) * self.unit

    @property
    def field(self) -> pygame.Rect:
        """The tiles, in pixels."""
        left, top, width, height = self.art["field"]
        x, y = round(self.rect.x + left * self.unit), round(self.rect.y + top * self.unit)
        right, bottom = self.rect.x + (left + width) * self.unit, self.rect.y + (top + height) * self.unit
        return pygame.Rect(x, y, round(right) - x, round(bottom) - y)

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Pixels of the middle of a cell."""
        left, top = self.art["field"][:2]
        return (
            self.rect.x + left * self.unit + (column + 0.5) * self.pitch,
            self.rect.y + top * self.unit + (row + 0.5) * self.pitch,
        )

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """A cell's square in pixels."""
        x, y = self.center(*xy(cell))
        left, top = round(x - self.pitch / 2), round(y - self.pitch / 2)
        return pygame.Rect(left, top, round(x + self.pitch / 2) - left, round(y + self.pitch / 2) - top)

    def centre_rect(self) -> pygame.Rect:
        """The closed middle, two by two cells."""
        first = self.cell_rect(cell_at(SIZE // 2 - 1, SIZE // 2 - 1))
        return first.union(self.cell_rect(cell_at(SIZE // 2, SIZE // 2)))

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """The cell under a pointer."""
        field = self.field
        if not field.collidepoint(point):
            return None
        column = min(SIZE - 1, int((point[0] - field.x) / self.pitch))
        row = min(SIZE - 1, int((point[1] - field.y) / self.pitch))
        return cell_at(column, row)
