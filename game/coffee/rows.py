"""Rows on the board: which are there and which are one stone from being complete."""

from __future__ import annotations

import functools

from game.coffee.board import Cell, Mask, board
from game.coffee.state import Colour, State


@functools.cache
def windows_of(board_id: str, n: int) -> tuple[Mask, ...]:
    """Every set of `n` neighbouring cells of a line, once."""
    return board(board_id).windows(n)


def completing_cells(state: State, colour: Colour) -> Mask:
    """The empty cells, offered or not, on which a stone of `colour` would complete a row of n or more."""
    own, empty = state.stones_of(colour), ~state.stones
    found = 0
    for window in windows_of(state.board, state.n):
        missing = window & ~own
        if missing & missing - 1 == 0:  # at most one cell
            found |= missing & empty
    return found


def row_through(state: State, cell: Cell) -> tuple[Cell, ...]:
    """The longest row of one colour through the stone on `cell`, in line order; of equals the first axis's."""
    return max((run for _, run in runs_through(state, cell)), key=len)


def runs_through(state: State, cell: Cell) -> list[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
    """Each line through the stone on `cell`, axis by axis, with the unbroken row of the stone's colour on it."""
    own = state.stones_of("black" if state.black >> cell & 1 else "orange")
    table = board(state.board)
    lines = (table.line(cell, axis) for axis in table.axes)
    return [(line, run) for line in lines for run in _runs(line, own) if cell in run]


def longest(state: State, colour: Colour) -> tuple[Cell, ...]:
    """The longest row of `colour` on the board, in line order: the first of equals, () without a stone."""
    own = state.stones_of(colour)
    runs = [run for line in board(state.board).lines for run in _runs(line, own)]
    return max(runs, key=len, default=())


def _runs(line: tuple[Cell, ...], own: Mask) -> list[tuple[Cell, ...]]:
    """The unbroken rows of `own` along `line`."""
    runs: list[tuple[Cell, ...]] = []
    run: list[Cell] = []
    for cell in line:
        if own >> cell & 1:
            run.append(cell)
        elif run:
            runs.append(tuple(run))
            run = []
    return [*runs, tuple(run)] if run else runs
