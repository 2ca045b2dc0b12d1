"""Where the robots' cells lie on the screen. The board is never turned: north is up for everybody."""

from __future__ import annotations

import pygame

from game.robots.board import SIZE, Cell, cell_at, xy
from scenes.table.art_geometry import ArtGeometry

ART = "textures/robots-frame.json"


class Geometry(ArtGeometry):
    """Adds the field of tiles without gaps, and what a cell's number means."""

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
        return self.square(*xy(cell), self.pitch)

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
