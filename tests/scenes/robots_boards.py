"""Small boards for tests of the screens of Hyper Robots."""

from __future__ import annotations

from collections.abc import Mapping

from game.robots.board import CENTRE, EAST, NORTH, SIZE, SOUTH, WEST, Board, Cell, Reflector, TargetMark, xy


def open_board(
    reflectors: Mapping[Cell, Reflector] | None = None, marks: Mapping[Cell, TargetMark] | None = None
) -> Board:
    """Return a board whose only walls are the border and the closed middle."""
    walls = bytearray(SIZE * SIZE)
    for cell in range(SIZE * SIZE):
        x, y = xy(cell)
        walls[cell] = NORTH * (y == 0) | SOUTH * (y == SIZE - 1) | WEST * (x == 0) | EAST * (x == SIZE - 1)
    for cell in CENTRE:
        walls[cell] = NORTH | EAST | SOUTH | WEST
        for beyond, bit in ((cell - SIZE, SOUTH), (cell + SIZE, NORTH), (cell - 1, EAST), (cell + 1, WEST)):
            if beyond not in CENTRE:
                walls[beyond] |= bit
    return Board(bytes(walls), reflectors or {}, marks or {})
