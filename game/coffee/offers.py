"""The cells that the stick offers, or would offer from a new stone: barred axes, wins and dangers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.coffee.board import Axis, Cell, board
from game.coffee.rows import completing_cells
from game.coffee.state import State, other

BarReason: TypeAlias = Literal["row", "full"]
"""No stick is laid since the stone completes a row; or the line has no empty cell left."""


def offered(state: State) -> tuple[Cell, ...]:
    """The empty cells of the stick's line; all cells before the first stone, none after a row is complete."""
    table = board(state.board)
    if state.reason == "row":
        return ()
    if state.stick is None:
        return table.cells
    return table.members(table.line_mask(*state.stick) & ~state.stones)


def open_axes(state: State, cell: Cell) -> tuple[Axis, ...]:
    """The axes along which a stick on a new stone on `cell` would offer an empty cell."""
    table = board(state.board)
    taken = state.stones | 1 << cell
    return tuple([axis for axis in table.axes if table.line_mask(cell, axis) & ~taken])


def offer_of(state: State, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    """The cells that a stick along `axis` on the mover's new stone on `cell` would offer the opponent."""
    table = board(state.board)
    return table.members(table.line_mask(cell, axis) & ~(state.stones | 1 << cell))


def winning_cells(state: State) -> tuple[Cell, ...]:
    """The offered cells that complete the mover's row."""
    completing = completing_cells(state, state.to_move)
    return tuple(cell for cell in offered(state) if completing >> cell & 1)


def barred_axes(state: State, cell: Cell) -> dict[Axis, BarReason]:
    """The axes along which the mover may not lay the stick on a new stone on `cell`, and why."""
    axes = board(state.board).axes
    if cell in winning_cells(state):
        return dict.fromkeys(axes, "row")
    allowed = open_axes(state, cell)
    return {axis: "full" for axis in axes if axis not in allowed}


def dangers(state: State, cell: Cell) -> dict[Axis, tuple[Cell, ...]]:
    """The axes that may be chosen after a stone on `cell` but hand over the game.

    For each the cells of its line on which the opponent would complete a row.
    """
    if cell in winning_cells(state):
        return {}
    threats = completing_cells(state, other(state.to_move))
    found = {axis: tuple(c for c in offer_of(state, cell, axis) if threats >> c & 1) for axis in open_axes(state, cell)}
    return {axis: cells for axis, cells in found.items() if cells}
