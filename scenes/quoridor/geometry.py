"""The places of Quoridor's cells and walls on the screen. The board is turned for the person who sits below it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.rules import Seat
from game.quoridor.state import SIZE, SLOTS, Cell, Orientation, WallPlacement
from scenes.table.cells.grid import Grid, number_at, seen_at

WALL_LENGTH, WALL_WIDTH = 160, 15
WALL_FREE_CORE = 0.22  # of the pitch, from a cell's middle to each side
DESTINATION_CORE = 0.86  # share of a cell's side within which a pointer means the cell and not a wall


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """Adds walls, which lie on the crossings of the gutters."""

    side: int = SIZE
    from_below: bool = True

    def anchor_view(self, anchor: int) -> tuple[int, int]:
        """Column and row (0..7 each) of the crossing at which a wall's middle is seen."""
        return seen_at(anchor, SLOTS, self.turn, self.from_below)

    def anchor_at_view(self, column: int, row: int) -> int:
        """The anchor whose crossing is seen at a column and row."""
        return number_at(column, row, SLOTS, self.turn, self.from_below)

    def seen(self, orientation: Orientation) -> Orientation:
        """Return the orientation of a wall as it is seen (the same function leads back)."""
        if self.turn % 2 == 0:
            return orientation
        return "v" if orientation == "h" else "h"

    def goal_side(self, seat: Seat, players: int) -> int:
        """The side, as seen, that a seat of `players` is bound for: 0 top, 1 right, 2 bottom, 3 left."""
        return (4 // players * seat - self.turn) % 4

    def core_rect(self, cell: Cell) -> pygame.Rect:
        """The part of a cell within which a pointer means the cell and not a wall beside it."""
        rect = self.cell_rect(cell)
        spare = round(rect.width * (1 - DESTINATION_CORE))
        return rect.inflate(-spare, -spare)

    def wall_center(self, wall: WallPlacement) -> tuple[float, float]:
        """View column and row (fractional) of a wall's middle."""
        column, row = self.anchor_view(wall.anchor)
        return column + 0.5, row + 0.5

    def wall_rect(self, wall: WallPlacement) -> pygame.Rect:
        """A wall's rectangle in pixels, as seen."""
        x, y = self.center(*self.wall_center(wall))
        length, width = WALL_LENGTH * self.unit, WALL_WIDTH * self.unit
        size = (length, width) if self.seen(wall.orientation) == "h" else (width, length)
        return pygame.Rect(round(x - size[0] / 2), round(y - size[1] / 2), round(size[0]), round(size[1]))

    def on_gutter(self, wall: WallPlacement) -> tuple[int, int]:
        """A point that means a wall: beside its crossing, in the gutter along which it lies."""
        rect = self.wall_rect(wall)
        if rect.width > rect.height:
            return rect.centerx + rect.width // 8, rect.centery
        return rect.centerx, rect.centery + rect.height // 8

    def slot_at(self, point: tuple[int, int]) -> WallPlacement | None:
        """The wall that a pointer means: the nearest crossing, lying along the nearest gutter.

        Gutters reach well into the cells beside them, but not to their middles.
        """
        column, row = self.view_at(point)
        if not (-0.6 < column < SIZE - 0.4 and -0.6 < row < SIZE - 0.4):
            return None
        if max(abs(column - round(column)), abs(row - round(row))) < WALL_FREE_CORE:
            return None  # the middle of a cell means the cell
        return self.wall_near(point)

    def wall_near(self, point: tuple[int, int]) -> WallPlacement:
        """The wall at the nearest crossing, lying along the nearest gutter, however far a point is from them."""
        column, row = self.view_at(point)
        crossing = _clamp(column - 0.5), _clamp(row - 0.5)
        gutter_x = abs(column - 0.5 - round(column - 0.5))  # to the nearest vertical gutter
        gutter_y = abs(row - 0.5 - round(row - 0.5))
        seen: Orientation = "v" if gutter_x < gutter_y else "h"
        return WallPlacement(self.anchor_at_view(*crossing), self.seen(seen))


def _clamp(value: float) -> int:
    return min(SLOTS - 1, max(0, round(value)))
