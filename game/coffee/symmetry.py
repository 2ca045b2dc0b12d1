"""Find first moves that a turn or a reflection makes the same. This is geometry alone, without any search."""

from __future__ import annotations

import functools
import math

from game.coffee.board import Axis, Cell, board

_NEAR = 6  # decimals to which coordinates agree


@functools.cache
def first_moves(board_id: str) -> dict[tuple[Cell, Axis], tuple[Cell, Axis]]:
    """Return, for each first stone and stick, the one that stands for all its images: the first of them by cell and
    axis.
    """
    table = board(board_id)
    turns = images(board_id)
    found: dict[tuple[Cell, Axis], tuple[Cell, Axis]] = {}
    for cell in table.cells:
        for axis in table.axes:
            line = table.line(cell, axis)
            for image in turns:
                there = image[cell]
                mapped = {image[c] for c in line}
                for other in table.axes:
                    if len(line) > 1 and mapped == set(table.line(there, other)):
                        found.setdefault((there, other), found.get((cell, axis), (cell, axis)))
    return found


@functools.cache
def images(board_id: str) -> list[dict[Cell, Cell]]:
    """Return, for each turn and reflection of the board, the image of each cell; the identity comes first."""
    table = board(board_id)
    at = {_rounded(*table.center(cell)): cell for cell in table.cells}
    turns = 6 if table.hexagonal else 4
    found = []
    for mirror in (1, -1):
        for turn in range(turns):
            cos, sin = math.cos(math.tau * turn / turns), math.sin(math.tau * turn / turns)
            image = {}
            for cell in table.cells:
                x, y = table.center(cell)
                y *= mirror
                image[cell] = at[_rounded(cos * x - sin * y, sin * x + cos * y)]
            found.append(image)
    return found


def _rounded(x: float, y: float) -> tuple[float, float]:
    return round(x, _NEAR) + 0.0, round(y, _NEAR) + 0.0  # + 0.0 makes -0.0 plain
