"""A grid of square cells on the screen, with its gutters, coordinates and orientation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

import pygame

# Side of the board in the units of its picture.
FRAME = 880


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `side` by `side` cells in the frame `rect` (pixels).

    `art` describes the board's picture in units of 1/880 of its side: `cell_origin` is the corner of the top left cell,
    `cell_pitch` is the distance of cells, and `cell_size` is the side of a cell if there are gutters. `turn` counts
    quarter turns of the board counterclockwise. Cells are numbered row by row from the left, beginning with the top
    row, or with the bottom row if `from_below`.

    Columns and rows count from the top left corner of the board as it is seen. They may be fractions: a whole number is
    the middle of a cell.
    """

    rect: pygame.Rect
    art: Mapping[str, Any]
    turn: int = 0
    side: int = 8
    from_below: bool = False

    @property
    def unit(self) -> float:
        """Pixels per unit of the board's picture."""
        return self.rect.width / FRAME

    @property
    def pitch(self) -> float:
        """Pixels between the middles of neighbouring cells."""
        return float(self.art["cell_pitch"]) * self.unit

    @property
    def _size(self) -> float:
        """The side of a cell in units of the picture."""
        return float(self.art.get("cell_size", self.art["cell_pitch"]))

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Return the middle of a column and row, in pixels."""
        left, top = self.art["cell_origin"]
        pitch, half = self.art["cell_pitch"], self._size / 2
        return (
            self.rect.x + (left + column * pitch + half) * self.unit,
            self.rect.y + (top + row * pitch + half) * self.unit,
        )

    def view_at(self, point: tuple[int, int]) -> tuple[float, float]:
        """Return the column and row of a point in pixels, as fractions."""
        left, top = self.center(0, 0)
        return (point[0] - left) / self.pitch, (point[1] - top) / self.pitch

    def cell_view(self, cell: int) -> tuple[int, int]:
        """Return the column and row of a cell as it is seen."""
        return seen_at(cell, self.side, self.turn, self.from_below)

    def cell_at_view(self, column: int, row: int) -> int:
        """Return the cell that is seen at a column and row."""
        return number_at(column, row, self.side, self.turn, self.from_below)

    def middle(self, cell: int) -> tuple[float, float]:
        """Return a cell's middle, in pixels."""
        return self.center(*self.cell_view(cell))

    def cell_rect(self, cell: int) -> pygame.Rect:
        """Return a cell's rectangle in pixels. Without gutters, neighbours touch."""
        (x, y), side = self.middle(cell), self._size * self.unit
        left, top = round(x - side / 2), round(y - side / 2)
        return pygame.Rect(left, top, round(x + side / 2) - left, round(y + side / 2) - top)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the cell under a point. A gutter belongs to the nearest cell; on the frame the result is None."""
        column, row = (math.floor(at + 0.5) for at in self.view_at(point))
        inside = 0 <= column < self.side and 0 <= row < self.side
        return self.cell_at_view(column, row) if inside else None

    def cell_near(self, point: tuple[int, int]) -> int:
        """Return the cell nearest to any point."""
        column, row = (min(self.side - 1, max(0, round(at))) for at in self.view_at(point))
        return self.cell_at_view(column, row)

    def stepped(self, cell: int, step: tuple[int, int]) -> int:
        """Return the cell one `step` (columns, rows as seen) away; outside the board, the nearest cell on it."""
        column, row = (min(self.side - 1, max(0, at + by)) for at, by in zip(self.cell_view(cell), step, strict=True))
        return self.cell_at_view(column, row)

    def name(self, cell: int) -> str:
        """Return a cell's coordinates. "a1" is the lower left cell of a board that is not turned."""
        return self._named(cell, is_file=True) + self._named(cell, is_file=False)

    def art_rect(self, box: Sequence[float]) -> pygame.Rect:
        """Return `box` (left, top, width, height in units of the board's picture) as a rectangle in pixels."""
        x, y, width, height = (value * self.unit for value in box)
        left, top = round(self.rect.x + x), round(self.rect.y + y)
        return pygame.Rect(left, top, round(self.rect.x + x + width) - left, round(self.rect.y + y + height) - top)

    def labels(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the coordinates along the left and bottom edges, each with its middle in pixels."""
        lines = self.art["label_lines"]
        south, west = self.rect.y + lines["south_y"] * self.unit, self.rect.x + lines["west_x"] * self.unit
        for i in range(self.side):
            x, y = self.center(i, i)
            yield self._named(self.cell_at_view(i, self.side - 1), is_file=not self.turn % 2), (round(x), round(south))
            yield self._named(self.cell_at_view(0, i), is_file=bool(self.turn % 2)), (round(west), round(y))

    def _named(self, cell: int, is_file: bool) -> str:
        """Return the letter of a cell's file if `is_file`, otherwise the number of its rank."""
        row, column = divmod(cell, self.side)
        if is_file:
            return ascii_lowercase[column]
        return str(row + 1 if self.from_below else self.side - row)


def way(t: Callable[..., str], origin: tuple[int, int], target: tuple[int, int]) -> str:
    """Return the direction from `origin` to `target` (columns, rows) in words: "up", "down left"."""
    (x, y), (to_x, to_y) = origin, target
    parts = ("up" if to_y < y else "down" if to_y > y else "", "left" if to_x < x else "right" if to_x > x else "")
    return t(f"way.{'_'.join(filter(None, parts))}")


def seen_at(number: int, side: int, turn: int, from_below: bool) -> tuple[int, int]:
    """Return the column and row at which a place is seen on a board of `side` by `side` places.

    See `Grid` for the arguments.
    """
    y, x = divmod(number, side)
    y = side - 1 - y if from_below else y
    for _ in range(turn):
        x, y = y, side - 1 - x
    return x, y


def number_at(column: int, row: int, side: int, turn: int, from_below: bool) -> int:
    """Return the place that is seen at a column and row. This is the inverse of `seen_at`."""
    x, y = column, row
    for _ in range(turn):
        x, y = side - 1 - y, x
    return (side - 1 - y if from_below else y) * side + x
