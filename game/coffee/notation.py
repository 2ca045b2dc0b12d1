"""Write and read Coffee's actions, in a module of its own as in each game.

"c3h" is a stone on c3 with the stick along h, "c3*" a stone that completes a row, and then there is "swap".
"""

from __future__ import annotations

from game.coffee.board import ROWS, Axis, Board, Cell, board, cell_name, cell_of_name
from game.coffee.state import Action, Drop, State, Swap
from game.core.rules import NotationError

_AXES: dict[str, Axis | None] = {"h": "h", "d": "d", "u": "u", "v": "v", "*": None}


def text(action: Action) -> str:
    """The action in notation."""
    if isinstance(action, Swap):
        return "swap"
    return f"{cell_name(action.cell)}{action.axis or '*'}"


def parse(text: str) -> Action:
    """The action that `text` stands for. Raises NotationError."""
    if text == "swap":
        return Swap()
    cell = cell_of_name(text[:-1])
    if cell is None or text[-1] not in _AXES:
        raise NotationError(
            f"{text!r} is no Coffee action: write a cell and the stick's axis h, d, u or v (c3h), a cell and * where"
            " the stone completes a row (c3*), or swap"
        )
    return Drop(cell, _AXES[text[-1]])


def picture(state: State, offered: tuple[Cell, ...]) -> str:
    """The board in ASCII and a line on the players.

    `x` is black, `o` orange, the capital letter has the stick on it, `+` is an empty cell that is offered.
    """
    table = board(state.board)
    lines = [_row(table, state, row, offered) for row in range(len(table.rows))]
    return "\n".join([*lines, _players(state)])


def _row(table: Board, state: State, row: int, offered: tuple[Cell, ...]) -> str:
    cells = [cell for cell in table.cells if ROWS[row] == cell_name(cell)[0]]
    indent = max(table.rows) - table.rows[row]  # half a place for each cell that the row is shorter
    return f"{ROWS[row]} {' ' * indent}{' '.join(_mark(state, cell, offered) for cell in cells)}"


def _mark(state: State, cell: Cell, offered: tuple[Cell, ...]) -> str:
    if not state.stones >> cell & 1:
        return "+" if state.stick and cell in offered else "."
    mark = "x" if state.black >> cell & 1 else "o"
    return mark.upper() if state.stick and state.stick[0] == cell else mark


def _players(state: State) -> str:
    words = [f"{colour} is seat {seat}" for seat, colour in enumerate(state.colours)]
    line = f"{state.n} in a row; {', '.join(words)}"
    if state.stick:
        line += f"; stick {cell_name(state.stick[0])}{state.stick[1]}"
    if state.winner is None:
        return f"{line}; {state.to_move} to move"
    return f"{line}; {state.colours[state.winner]} has won ({state.reason})"
