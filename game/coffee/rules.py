"""Coffee's rules as pure functions; the module satisfies `game.core.rules.Rules`.

Notation: "c3h" is a stone on c3 with the stick along h, "c3*" a stone that completes a row, "swap" the swap.

Screens use the other functions to show what an action would do: offers, barred axes, dangers, rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from game.coffee.board import ROWS, Axis, Board, Cell, Mask, board, cell_name, cell_of_name, windows_of
from game.coffee.state import (
    Action,
    Colour,
    Drop,
    Event,
    RowCompleted,
    State,
    StickLaid,
    StonePlaced,
    Stuck,
    Swap,
    Swapped,
    other,
    with_stone,
)
from game.core.rules import IllegalActionError, NotationError, Options, Outcome, Seat, check_turn
from game.core.rules import decision as decision
from game.core.rules import timer as timer

_SWAP = Swap()


def start(options: Options, seed: int) -> State:
    """Return the empty board. Nothing in Coffee depends on the seed."""
    return State(options["board"], options["n"], options["pie"])


def actors(state: State) -> tuple[Seat, ...]:
    """Return the mover; () when the game is over."""
    return (state.mover,) if state.winner is None else ()


def outcome(state: State) -> Outcome | None:
    """Return the winner, who has completed a row or whose opponent is stuck. There are no draws."""
    if state.winner is None or state.reason is None:
        return None
    return Outcome((state.winner,), state.reason)


def may_swap(state: State) -> bool:
    """Whether the mover may swap colours: as the second player's first action, if the option is on."""
    return state.pie and state.ply == 1 and state.winner is None


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions by cell, then by axis in the board's order. A swap comes last."""
    if seat not in actors(state):
        return ()
    drops = tuple(_drops(state))
    return (*drops, _SWAP) if may_swap(state) else drops


def _drops(state: State) -> Iterator[Drop]:
    completing = completing_cells(state, state.to_move)
    for cell in offered(state):
        if completing >> cell & 1:
            yield Drop(cell, None)
        else:
            yield from [Drop(cell, axis) for axis in open_axes(state, cell)]


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the position after `action`, and what happened. Raises IllegalActionError with the reason."""
    check_turn(actors(state), seat)
    if isinstance(action, Swap):
        return _swap(state)
    problem = _why_not(state, action)
    if problem:
        raise IllegalActionError(f"{text(action)}: {problem}")
    return _drop(state, action)


def _swap(state: State) -> tuple[State, tuple[Event, ...]]:
    if not may_swap(state):
        raise IllegalActionError("swap: only the second player's first action, where the pie rule was agreed on")
    seat = state.mover
    after = replace(state, colours=state.colours[::-1], mover=1 - seat, ply=state.ply + 1)
    return after, (Swapped(seat),)


def _drop(state: State, action: Drop) -> tuple[State, tuple[Event, ...]]:
    seat, colour, cell = state.mover, state.to_move, action.cell
    placed = StonePlaced(seat, colour, cell)
    after = replace(with_stone(state, colour, cell), mover=1 - seat, ply=state.ply + 1)
    if action.axis is None:
        row = row_through(after, cell)
        return replace(after, winner=seat, reason="row"), (placed, RowCompleted(seat, colour, row))
    after = replace(after, stick=(cell, action.axis))
    laid = StickLaid(seat, cell, action.axis)
    if next(_drops(after), None) is None:
        return replace(after, winner=seat, reason="stuck"), (placed, laid, Stuck(after.mover))
    return after, (placed, laid)


def _why_not(state: State, action: Drop) -> str:
    """Return in words why `action` is illegal for the mover; "" if it is legal."""
    table, cell, axis = board(state.board), action.cell, action.axis
    if cell not in table.cells:
        return f"there is no cell {cell_name(cell)} on {state.board}"
    if state.stones >> cell & 1:
        return f"a stone is on {cell_name(cell)} already"
    if cell not in offered(state):
        return f"{cell_name(cell)} is not on the line that the stick shows"
    if completing_cells(state, state.to_move) >> cell & 1:
        return "" if axis is None else f"the stone completes a row, no stick is laid: write {cell_name(cell)}*"
    if axis is None:
        return f"the stone completes no row of {state.n}: the stick needs an axis"
    if axis not in table.axes:
        return f"{state.board} has no axis {axis}"
    if not offer_of(state, cell, axis):
        return f"no empty cell would be left on the line along {axis}"
    return ""


def details(state: State) -> dict[str, object]:
    """Return the position as JSON values. `stones` has the cells with stones, by colour; `colours` is by seat."""
    table = board(state.board)
    stick = state.stick
    return {
        "offered": [cell_name(cell) for cell in offered(state)],
        "line": f"{cell_name(stick[0])}{stick[1]}" if stick else None,
        "colours": list(state.colours),
        "to_move_colour": state.to_move,
        "stones": {
            "black": [cell_name(cell) for cell in table.members(state.black)],
            "orange": [cell_name(cell) for cell in table.members(state.orange)],
        },
    }


# Rows on the board, complete ones and those that lack one stone


def completing_cells(state: State, colour: Colour) -> Mask:
    """Return the empty cells, offered or not, where a stone of `colour` would complete a row of n or more."""
    own, empty = state.stones_of(colour), ~state.stones
    found = 0
    for window in windows_of(state.board, state.n):
        missing = window & ~own
        if missing & missing - 1 == 0:  # at most one cell is missing
            found |= missing & empty
    return found


def row_through(state: State, cell: Cell) -> tuple[Cell, ...]:
    """Return the longest row of one colour through the stone on `cell`, in line order.

    If several rows are longest, return the one whose axis comes first.
    """
    return max((run for _, run in runs_through(state, cell)), key=len)


def runs_through(state: State, cell: Cell) -> list[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
    """Return for each line through the stone on `cell`: the line, and the unbroken row of the stone's colour on it."""
    own = state.stones_of("black" if state.black >> cell & 1 else "orange")
    table = board(state.board)
    lines = (table.line(cell, axis) for axis in table.axes)
    return [(line, run) for line in lines for run in _runs(line, own) if cell in run]


def longest(state: State, colour: Colour) -> tuple[Cell, ...]:
    """Return the longest row of `colour`, in line order; () if it has no stone."""
    own = state.stones_of(colour)
    runs = [run for line in board(state.board).lines for run in _runs(line, own)]
    return max(runs, key=len, default=())


def _runs(line: tuple[Cell, ...], own: Mask) -> list[tuple[Cell, ...]]:
    """Return the unbroken rows of `own` along `line`."""
    runs: list[tuple[Cell, ...]] = []
    run: list[Cell] = []
    for cell in line:
        if own >> cell & 1:
            run.append(cell)
        elif run:
            runs.append(tuple(run))
            run = []
    return [*runs, tuple(run)] if run else runs


# The cells that the stick offers, or would offer on a new stone: barred axes, wins and dangers

BarReason: TypeAlias = Literal["row", "full"]
"""Why no stick may lie along an axis: the stone completes a row, or the line has no empty cell."""


def offered(state: State) -> tuple[Cell, ...]:
    """Return the empty cells of the stick's line. Before the first stone, all cells are offered; after a row, none."""
    table = board(state.board)
    if state.reason == "row":
        return ()
    if state.stick is None:
        return table.cells
    return table.members(table.line_mask(*state.stick) & ~state.stones)


def open_axes(state: State, cell: Cell) -> tuple[Axis, ...]:
    """Return the axes along which a stick on a new stone on `cell` would offer an empty cell."""
    table = board(state.board)
    taken = state.stones | 1 << cell
    return tuple([axis for axis in table.axes if table.line_mask(cell, axis) & ~taken])


def offer_of(state: State, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    """Return the cells that the mover's stick along `axis`, on a new stone on `cell`, would offer the opponent."""
    table = board(state.board)
    return table.members(table.line_mask(cell, axis) & ~(state.stones | 1 << cell))


def winning_cells(state: State) -> tuple[Cell, ...]:
    """Return the offered cells where a stone completes a row of the mover."""
    completing = completing_cells(state, state.to_move)
    return tuple(cell for cell in offered(state) if completing >> cell & 1)


def barred_axes(state: State, cell: Cell) -> dict[Axis, BarReason]:
    """Return the axes along which the mover may not lay the stick on a new stone on `cell`, and why."""
    axes = board(state.board).axes
    if cell in winning_cells(state):
        return dict.fromkeys(axes, "row")
    allowed = open_axes(state, cell)
    return {axis: "full" for axis in axes if axis not in allowed}


def dangers(state: State, cell: Cell) -> dict[Axis, tuple[Cell, ...]]:
    """Return the legal axes for a stone on `cell` that let the opponent win.

    The value of an axis has the cells of its line where the opponent would complete a row.
    """
    if cell in winning_cells(state):
        return {}
    threats = completing_cells(state, other(state.to_move))
    found = {axis: tuple(c for c in offer_of(state, cell, axis) if threats >> c & 1) for axis in open_axes(state, cell)}
    return {axis: cells for axis, cells in found.items() if cells}


# Simple play without search


def winning_actions(state: State, seat: Seat) -> list[Action]:
    """Return the legal actions of the mover `seat` that win at once, by a row or by leaving the other stuck."""
    return [action for action in legal(state, seat) if apply(state, seat, action)[0].winner == seat]


def sensible_actions(state: State, seat: Seat) -> list[Action]:
    """Return the actions that win at once. If there are none, return those after which the other cannot win at once.

    If there are none of these either, return all legal actions.
    """
    if wins := winning_actions(state, seat):
        return wins
    actions = list(legal(state, seat))
    risky = {cell: dangers(state, cell) for cell in offered(state)}
    safe = [action for action in actions if not isinstance(action, Drop) or action.axis not in risky[action.cell]]
    return safe or actions


def fallback_action(state: State, seat: Seat) -> Action:
    """Return the sensible action of the mover `seat` that offers the fewest cells. It is played if the AI process has
    failed.
    """
    return min(sensible_actions(state, seat), key=lambda action: count_offers(state, action))


def count_offers(state: State, action: Action) -> int:
    """Return the number of cells that the mover's `action` offers the other."""
    if not isinstance(action, Drop):
        return len(offered(state))
    return 0 if action.axis is None else len(offer_of(state, action.cell, action.axis))


# Notation

_AXES: dict[str, Axis | None] = {"h": "h", "d": "d", "u": "u", "v": "v", "*": None}


def text(action: Action) -> str:
    """Return the action in notation."""
    if isinstance(action, Swap):
        return "swap"
    return f"{cell_name(action.cell)}{action.axis or '*'}"


def parse(text: str) -> Action:
    """Read an action from its notation. Raises NotationError."""
    if text == "swap":
        return Swap()
    cell = cell_of_name(text[:-1])
    if cell is None or text[-1] not in _AXES:
        raise NotationError(
            f"{text!r} is no Coffee action: write a cell and the stick's axis h, d, u or v (c3h), a cell and * where"
            " the stone completes a row (c3*), or swap"
        )
    return Drop(cell, _AXES[text[-1]])


def picture(state: State) -> str:
    """Return the board in ASCII, and a line about the players.

    `x` is black, `o` orange, `+` an empty cell that is offered. The stone under the stick is a capital letter.
    """
    table = board(state.board)
    lines = [_row(table, state, row) for row in range(len(table.rows))]
    return "\n".join([*lines, _players(state)])


def _row(table: Board, state: State, row: int) -> str:
    cells = [cell for cell in table.cells if ROWS[row] == cell_name(cell)[0]]
    indent = max(table.rows) - table.rows[row]  # half a place for each cell fewer than in the longest row
    return f"{ROWS[row]} {' ' * indent}{' '.join(_mark(state, cell) for cell in cells)}"


def _mark(state: State, cell: Cell) -> str:
    if not state.stones >> cell & 1:
        return "+" if state.stick and cell in offered(state) else "."
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
