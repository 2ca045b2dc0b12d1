"""The places of Coffee's cells, lines and coordinates on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pygame

from game.coffee.board import ROWS, STRIDE, Axis, Board, Cell

# Units of the board's picture across the frame.
FRAME = 880
# Radius of a saucer, in pitches.
SAUCER = 0.4425
# Units between the outermost saucers and the frame.
CLEARANCE = 11
# In units. Because of this limit, a board of side 2 has a smaller frame.
LARGEST_PITCH = 280
# Distance from a bean, in pitches, within which a pointer chooses the stick's direction.
NEAR = 1.6
# Distance from a bean, in pitches, within which the release of a drag lays the stick.
FLICK = 3.2
# Distance from a cell's middle, in pitches, within which a pointer touches the cell.
TOUCHED = 0.56
# A pointer within this distance, in pitches, is on the bean that has no stick yet. Further out, it chooses an axis.
ON_BEAN = SAUCER

ANGLES: dict[bool, dict[Axis, float]] = {
    True: {"h": 0.0, "d": 60.0, "u": -60.0},
    False: {"h": 0.0, "d": 45.0, "u": -45.0, "v": 90.0},
}
"""The axes in degrees, clockwise from "to the right", by shape of the board (whether it is hexagonal)."""

CLOCKWISE: tuple[Axis, ...] = ("v", "u", "h", "d")
"""The axes in the order of the wheel, clockwise from the top."""


def wheel_order(board: Board) -> tuple[Axis, ...]:
    """Return the board's axes clockwise from the top."""
    return tuple(axis for axis in CLOCKWISE if axis in board.axes)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The places of the board's parts.

    `place` is the square in pixels that the board may fill; `art` describes the picture in 1/880 of the frame.
    """

    place: pygame.Rect
    board: Board
    art: dict[str, Any]

    @property
    def shape(self) -> str:
        """The name that `art` has for the board's shape."""
        return "hex" if self.board.hexagonal else "square"

    @property
    def _reach(self) -> float:
        """Pitches from the board's middle to the middles of the outermost saucers, towards an edge."""
        return (self.board.side - 1) * (math.sqrt(3) / 2 if self.board.hexagonal else 0.5)

    @property
    def _full_pitch(self) -> float:
        """The pitch, in units, at which the saucers fill the field."""
        return float((self.art["field"][self.shape] - CLEARANCE) / (self._reach + SAUCER))

    @property
    def rect(self) -> pygame.Rect:
        """The frame's square in pixels, in the middle of `place`."""
        side = round(self.place.width * min(1.0, LARGEST_PITCH / self._full_pitch))
        rect = pygame.Rect(0, 0, side, side)
        rect.center = self.place.center
        return rect

    @property
    def unit(self) -> float:
        """Pixels per unit of the board's picture."""
        return self.rect.width / FRAME

    @property
    def pitch(self) -> float:
        """Pixels between the middles of neighbouring cells in a row."""
        return self._full_pitch * self.unit

    @property
    def radius(self) -> int:
        """A saucer's radius in whole pixels."""
        return max(2, round(SAUCER * self.pitch))

    def center(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a point given in pitches from the board's middle."""
        return self.rect.centerx + x * self.pitch, self.rect.centery + y * self.pitch

    def cell_center(self, cell: Cell) -> tuple[float, float]:
        """Return the pixel of a cell's middle."""
        return self.center(*self.board.center(cell))

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """Return the square around a cell's saucer, in pixels."""
        x, y = self.cell_center(cell)
        rect = pygame.Rect(0, 0, 2 * self.radius, 2 * self.radius)
        rect.center = (round(x), round(y))
        return rect

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell nearest to a pointer; None if no cell is within reach."""
        nearest = min(self.board.cells, key=lambda cell: math.dist(point, self.cell_center(cell)))
        return nearest if math.dist(point, self.cell_center(nearest)) <= TOUCHED * self.pitch else None

    def angle(self, axis: Axis) -> float:
        """Return an axis in degrees, clockwise from "to the right"."""
        return ANGLES[self.board.hexagonal][axis]

    def axis_pointed(self, step: tuple[int, int], present: Axis | None) -> Axis:
        """Return the axis nearest to the direction of an arrow key.

        Of two equally near axes, return the one that is not `present`.
        """
        seen = math.degrees(math.atan2(step[1], step[0]))
        apart = {axis: round(abs((seen - self.angle(axis) + 90) % 180 - 90)) for axis in wheel_order(self.board)}
        near = [axis for axis, degrees in apart.items() if degrees == min(apart.values())]
        if step[1] > 0:
            # Of equally near axes, the Down key prefers the one that descends to the right.
            near.reverse()
        return near[(near.index(present) + 1) % len(near)] if present in near else near[0]

    def axis_towards(self, origin: tuple[float, float], point: tuple[int, int]) -> Axis:
        """Return the axis nearest to the direction from `origin` to `point`."""
        seen = math.degrees(math.atan2(point[1] - origin[1], point[0] - origin[0]))

        def apart(axis: Axis) -> float:
            return abs((seen - self.angle(axis) + 90) % 180 - 90)

        return min(self.board.axes, key=apart)

    def labels(self) -> list[tuple[str, int, int]]:
        """Return text, x and y of the coordinates: letters of the rows at the left, numbers along the lower edges."""
        line = self.art["labels"][self.shape] * self.unit
        found = []
        for row, length in enumerate(self.board.rows):
            first, last = row * STRIDE, row * STRIDE + length - 1
            x, y = self._from_middle(first)
            letter = (-(line - abs(y) / 2) * 2 / math.sqrt(3), y) if self.board.hexagonal else (-line, y)
            found.append((ROWS[row], *self._absolute(*letter)))
            if self.board.hexagonal and row >= self.board.side - 1:
                x, y = self._from_middle(last)
                lean = math.sqrt(3) / 2
                away = line - lean * x - y / 2
                if row < len(self.board.rows) - 1:
                    found.append((str(length), *self._absolute(x + lean * away, y + away / 2)))
        bottom = (len(self.board.rows) - 1) * STRIDE
        for place in range(self.board.rows[-1]):
            x, _ = self._from_middle(bottom + place)
            found.append((str(place + 1), *self._absolute(x, line)))
        return found

    def _from_middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self.board.center(cell)
        return x * self.pitch, y * self.pitch

    def _absolute(self, x: float, y: float) -> tuple[int, int]:
        return round(self.rect.centerx + x), round(self.rect.centery + y)
