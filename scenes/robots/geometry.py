"""The places of the robots' cells on the screen. The board is never turned: north is up for everybody."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.robots.board import SIZE, cell_at
from scenes.table.cells.grid import Grid

ART = "textures/robots-frame.json"


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """A field of tiles without gaps."""

    side: int = SIZE

    @property
    def field(self) -> pygame.Rect:
        """The tiles, in pixels."""
        return self.art_rect(self.art["field"])

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Pixels of the middle of a cell, counted from the field."""
        left, top = self.art["field"][:2]
        return (
            self.rect.x + left * self.unit + (column + 0.5) * self.pitch,
            self.rect.y + top * self.unit + (row + 0.5) * self.pitch,
        )

    def centre_rect(self) -> pygame.Rect:
        """The closed middle, two by two cells."""
        first = self.cell_rect(cell_at(SIZE // 2 - 1, SIZE // 2 - 1))
        return first.union(self.cell_rect(cell_at(SIZE // 2, SIZE // 2)))
