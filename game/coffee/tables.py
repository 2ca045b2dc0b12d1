"""Boards for kernels: cells and lines are numbered without gaps, and sets of cells are unsigned 64-bit words."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.agents.kernels import Numbers, Words, array
from game.coffee.board import Cell, Mask, board, windows_of
from game.coffee.rules import completing_cells
from game.coffee.state import Drop, State, other

AXES = 4
"""The number of axes in tables and moves. A hexagonal board does not use the last one."""

LONGEST_LINE = 9
NO_LINE = -1
"""Stands for the offered line before the first stone, when every cell is offered."""

_MODULUS = 67  # powers of two up to 2**65 have different remainders


class Tables(NamedTuple):
    """The kernels' data for a board and n. Arrays are flat. A cell's entries begin at cell * AXES.

    `line_of` has the line through a cell along an axis. `line_cells` has LONGEST_LINE cells for each line, filled up
    with -1; `line_sets` has each line as a word. The windows through a cell are those from `first_window[cell]` up to,
    but not including, `first_window[cell + 1]`. `stone_keys` (by colour, then by cell) and `line_keys` are the hash
    keys (Zobrist 1970). `cells_by_rest` has the cell of a word with one bit, by the word's remainder modulo 67.
    """

    cells: int
    axes: int
    n: int
    bits: Words
    line_of: Numbers
    line_cells: Numbers
    line_sets: Words
    first_window: Numbers
    windows: Words
    stone_keys: Words
    line_keys: Words
    cells_by_rest: Numbers


class Position(NamedTuple):
    """A position from the mover's view, as words: stones and completing cells of both sides.

    `line` is the offered line, or NO_LINE. `key` is the position's hash key.
    """

    own: int
    opposing: int
    own_rows: int
    opposing_rows: int
    line: int
    key: int


@functools.cache
def tables(board_id: str, n: int, compiled: bool) -> Tables:
    """Return the tables of a board for rows of `n`: arrays for compiled kernels, lists for plain ones."""
    table = board(board_id)
    cells = range(len(table.cells))
    number = numbers(board_id)
    line_of = [
        table.line_ids[cell, table.axes[axis]] if axis < len(table.axes) else NO_LINE
        for cell in table.cells
        for axis in range(AXES)
    ]
    line_cells = [
        number[line[place]] if place < len(line) else -1 for line in table.lines for place in range(LONGEST_LINE)
    ]
    windows = [compact(board_id, window) for window in windows_of(board_id, n)]
    through = [[window for window in windows if window >> cell & 1] for cell in cells]
    firsts = [sum(map(len, through[:cell])) for cell in range(len(table.cells) + 1)]
    random = Random(board_id)
    by_rest = [0] * _MODULUS
    for cell in cells:
        by_rest[2**cell % _MODULUS] = cell
    return Tables(
        cells=len(table.cells),
        axes=len(table.axes),
        n=n,
        bits=array((1 << cell for cell in cells), "uint64", compiled),
        line_of=array(line_of, "int64", compiled),
        line_cells=array(line_cells, "int64", compiled),
        line_sets=array((compact(board_id, line) for line in table.line_masks), "uint64", compiled),
        first_window=array(firsts, "int64", compiled),
        windows=array((window for group in through for window in group), "uint64", compiled),
        stone_keys=array((random.getrandbits(64) for _ in range(2 * len(table.cells))), "uint64", compiled),
        line_keys=array((random.getrandbits(64) for _ in table.lines), "uint64", compiled),
        cells_by_rest=array(by_rest, "int64", compiled),
    )


@functools.cache
def numbers(board_id: str) -> dict[Cell, int]:
    """Return the number of each cell in the tables."""
    return {cell: index for index, cell in enumerate(board(board_id).cells)}


def compact(board_id: str, mask: Mask) -> int:
    """Return a set of cells as a word of the tables."""
    return sum(1 << index for cell, index in numbers(board_id).items() if mask >> cell & 1)


def position_of(state: State, at: Tables) -> Position:
    """Convert `state` to the kernels' form."""
    own, opposing = state.to_move, other(state.to_move)
    sets = [compact(state.board, state.stones_of(colour)) for colour in (own, opposing)]
    rows = [compact(state.board, completing_cells(state, colour)) for colour in (own, opposing)]
    line = NO_LINE if state.stick is None else board(state.board).line_ids[state.stick]
    key = 0 if line == NO_LINE else int(at.line_keys[line])
    for colour, stones in enumerate((state.black, state.orange)):
        for cell, index in numbers(state.board).items():
            if stones >> cell & 1:
                key ^= int(at.stone_keys[colour * at.cells + index])
    return Position(sets[0], sets[1], rows[0], rows[1], line, key)


def worth_of(state: State, worth: Sequence[int]) -> int:
    """Return the value of the mover's open windows minus the value of the other's.

    `worth` has the value of a window by its number of stones.
    """
    own, opposing = state.stones_of(state.to_move), state.stones_of(other(state.to_move))
    total = 0
    for window in windows_of(state.board, state.n):
        if not window & opposing:
            total += worth[(window & own).bit_count()]
        elif not window & own:
            total -= worth[(window & opposing).bit_count()]
    return total


def action_of(board_id: str, move: int) -> Drop:
    """Return the rules' action for a move of the kernels."""
    table = board(board_id)
    return Drop(table.cells[move // AXES], table.axes[move % AXES])
