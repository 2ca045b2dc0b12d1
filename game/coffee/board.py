"""Coffee's boards: cells, their positions, lines and windows.

A cell is the int row * 9 + place on every board. Rows count from 0 at the top, places from 0 at the left end of the
row: "a1" is 0, "c3" is 20, "i5" is 76. So a name means the same cell on all boards. `Board.cells` has the cells of one
board, row by row.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.core.rules import GameError

Cell: TypeAlias = int
Mask: TypeAlias = int
"""A set of cells: the bit with the number of each cell is set."""
Axis: TypeAlias = Literal["h", "d", "u", "v"]
"""Horizontal, down to the right, up to the right, and vertical (on square boards only)."""

STRIDE = 9
ROWS = "abcdefghi"
SIDES: dict[str, int] = {
    **{f"sq{side}": side for side in range(2, 8)},
    **{f"hex{side}": side for side in range(2, 6)},
}
"""The side of each board, by id."""

HEX_ROW_HEIGHT = 3**0.5 / 2
_NEAR = 6  # decimals to which coordinates are rounded before they are compared
_CELL = re.compile(r"([a-i])([1-9])", re.ASCII)

# The step along each axis, in rows and in half places. It leads to the right, or down on the vertical axis.
_HEX_STEPS: dict[Axis, tuple[int, int]] = {"h": (0, 2), "d": (1, 1), "u": (-1, 1)}
_SQUARE_STEPS: dict[Axis, tuple[int, int]] = {"h": (0, 2), "d": (1, 2), "u": (-1, 2), "v": (1, 0)}


class UnknownBoardError(GameError):
    """An unknown board id."""


def cell_name(cell: Cell) -> str:
    """Return the cell in notation: 20 -> "c3"."""
    return f"{ROWS[cell // STRIDE]}{cell % STRIDE + 1}"


def cell_of_name(name: str) -> Cell | None:
    """Return the cell with this name, on any board; None for other texts."""
    match = _CELL.fullmatch(name)
    return ROWS.index(match[1]) * STRIDE + int(match[2]) - 1 if match else None


def mask_of(cells: tuple[Cell, ...] | list[Cell]) -> Mask:
    """Return the set of `cells` as a mask."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


@dataclass(frozen=True, slots=True)
class Board:
    """One board. `rows` has the lengths of its rows, from the top.

    `lines` are all lines from edge to edge, each with its cells from left to right (a vertical one from the top).
    `line_masks` has a mask for each of `lines`. `line_ids[cell, axis]` is the index of the line through a cell.
    """

    id: str
    side: int
    hexagonal: bool
    axes: tuple[Axis, ...]
    rows: tuple[int, ...]
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Cell, ...], ...]
    line_masks: tuple[Mask, ...]
    line_ids: dict[tuple[Cell, Axis], int]

    def line(self, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
        """Return all cells of the line through `cell` along `axis`, in order."""
        return self.lines[self.line_ids[cell, axis]]

    def line_mask(self, cell: Cell, axis: Axis) -> Mask:
        """Return the line through `cell` along `axis` as a mask."""
        return self.line_masks[self.line_ids[cell, axis]]

    def members(self, mask: Mask) -> tuple[Cell, ...]:
        """Return the cells of `mask`, in order."""
        return tuple([cell for cell in self.cells if mask >> cell & 1])

    def center(self, cell: Cell) -> tuple[float, float]:
        """Return a cell's centre: x to the right, y down, (0, 0) in the middle of the board.

        Neighbours in a row are 1 apart. Rows are 1 apart on a square board, sqrt(3) / 2 on a hexagonal one.
        """
        row, place = divmod(cell, STRIDE)
        height = HEX_ROW_HEIGHT if self.hexagonal else 1.0
        return place - (self.rows[row] - 1) / 2, (row - (len(self.rows) - 1) / 2) * height


@functools.cache
def board(board_id: str) -> Board:
    """Return the board with this id ("sq2".."sq7", "hex2".."hex5"). Raises UnknownBoardError."""
    if board_id not in SIDES:
        raise UnknownBoardError(f"unknown board {board_id!r} (known: {', '.join(SIDES)})")
    side = SIDES[board_id]
    hexagonal = board_id.startswith("hex")
    rows = tuple(2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)) if hexagonal else (side,) * side
    cells = tuple(row * STRIDE + place for row, length in enumerate(rows) for place in range(length))
    steps = _HEX_STEPS if hexagonal else _SQUARE_STEPS
    lines, line_ids = _lines(rows, steps)
    masks = tuple(mask_of(line) for line in lines)
    return Board(board_id, side, hexagonal, tuple(steps), rows, cells, lines, masks, line_ids)


def _lines(
    rows: tuple[int, ...], steps: dict[Axis, tuple[int, int]]
) -> tuple[tuple[tuple[Cell, ...], ...], dict[tuple[Cell, Axis], int]]:
    """Return all lines, axis by axis, and the index of the line for each cell and axis."""
    cell_at = {
        (row, 2 * place - length): row * STRIDE + place for row, length in enumerate(rows) for place in range(length)
    }
    lines: list[tuple[Cell, ...]] = []
    line_ids: dict[tuple[Cell, Axis], int] = {}
    for axis, (down, right) in steps.items():
        for row, half in cell_at:
            if (row - down, half - right) in cell_at:
                continue  # this is not the first cell of its line
            line = []
            while (row, half) in cell_at:
                line.append(cell_at[row, half])
                row, half = row + down, half + right
            line_ids.update({(cell, axis): len(lines) for cell in line})
            lines.append(tuple(line))
    return tuple(lines), line_ids


@functools.cache
def windows_of(board_id: str, n: int) -> tuple[Mask, ...]:
    """Return all sets of `n` neighbouring cells of a line, each once."""
    found = [mask_of(line[i : i + n]) for line in board(board_id).lines for i in range(len(line) - n + 1)]
    return tuple(dict.fromkeys(found))


# First moves that are equal by symmetry


@functools.cache
def first_moves(board_id: str) -> dict[tuple[Cell, Axis], tuple[Cell, Axis]]:
    """Map each opening (cell and axis) to the lowest one of those that are equal to it by symmetry."""
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
    """Return the image of each cell for each rotation and reflection of the board. The identity comes first."""
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
    return round(x, _NEAR) + 0.0, round(y, _NEAR) + 0.0  # adding 0.0 turns -0.0 into 0.0
