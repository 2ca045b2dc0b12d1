"""Reads positions drawn as `game.coffee.rules.picture` draws them.

`x` is black, `o` orange, the capital letter has the stick on it, `.` and `+` are empty. The shape of the drawing
tells the board. Whose stick it is not is to move; without a stick black is.
"""

from __future__ import annotations

from game.coffee import rules
from game.coffee.board import SIDES, STRIDE, Axis, board, cell_name
from game.coffee.state import State
from tests.make import go_on


def read(drawing: str, n: int, axis: Axis = "h", *, pie: bool = False) -> State:
    """The drawn position; the stick, where there is one, lies along `axis`."""
    rows = [line.split()[1:] for line in drawing.splitlines() if line.strip()]
    lengths = tuple(map(len, rows))
    (board_id,) = [name for name in SIDES if board(name).rows == lengths]
    masks = {"x": 0, "o": 0}
    stick = None
    for row, marks in enumerate(rows):
        for place, mark in enumerate(marks):
            cell = row * STRIDE + place
            if mark.lower() in masks:
                masks[mark.lower()] |= 1 << cell
            if mark in "XO":
                assert stick is None, "two sticks"
                stick = (cell, axis)
    mover = 1 if stick and masks["x"] >> stick[0] & 1 else 0
    ply = sum(mask.bit_count() for mask in masks.values())
    state = State(board_id, n, pie, masks["x"], masks["o"], stick, mover=mover, ply=ply)
    _check_redrawn(state, drawing)
    return state


def _check_redrawn(state: State, drawing: str) -> None:
    """Fail on a slip in a drawing: drawing the position must give its lines again, but for what is offered."""
    drawn = [line.strip().replace("+", ".") for line in drawing.splitlines() if line.strip()]
    again = [line.strip().replace("+", ".") for line in rules.picture(state).splitlines()[:-1]]
    assert drawn == again, "\n".join(again)
    if "+" in drawing:
        offered = {cell_name(cell) for cell in rules.offered(state)}
        marked = {
            f"{line.split()[0]}{place}"
            for line in drawing.splitlines()
            if line.strip()
            for place, mark in enumerate(line.split()[1:], start=1)
            if mark == "+"
        }
        assert marked == offered


def play(state: State, *actions: str) -> State:
    """The position after `actions`."""
    found: State = go_on("coffee", state, actions)
    return found


def names(cells: tuple[int, ...]) -> list[str]:
    """The cells in notation."""
    return [cell_name(cell) for cell in cells]
