"""Coffee's rules as pure functions; the module satisfies `game.core.rules.Rules`.

What a screen shows before an action (offers, barred axes, dangers, rows) is to be had here as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.coffee import notation
from game.coffee.board import board, cell_name
from game.coffee.notation import parse, text
from game.coffee.offers import barred_axes, dangers, offer_of, offered, open_axes, winning_cells
from game.coffee.rows import completing_cells, longest, row_through
from game.coffee.state import (
    Action,
    Drop,
    Event,
    RowCompleted,
    State,
    StickLaid,
    StonePlaced,
    Stuck,
    Swap,
    Swapped,
    with_stone,
)
from game.core.rules import IllegalActionError, Options, Outcome, Seat, check_turn, decision, timer

__all__ = [
    "actors",
    "apply",
    "barred_axes",
    "dangers",
    "decision",
    "details",
    "legal",
    "longest",
    "may_swap",
    "offer_of",
    "offered",
    "open_axes",
    "outcome",
    "parse",
    "picture",
    "start",
    "text",
    "timer",
    "winning_cells",
]

_SWAP = Swap()


def start(options: Options, seed: int) -> State:
    """The empty board; nothing in Coffee depends on the seed."""
    return State(options["board"], options["n"], options["pie"])


def actors(state: State) -> tuple[Seat, ...]:
    """The mover, or () when the game is over."""
    return (state.mover,) if state.winner is None else ()


def outcome(state: State) -> Outcome | None:
    """The winner, by a row or by the other being stuck; there are no draws."""
    if state.winner is None or state.reason is None:
        return None
    return Outcome((state.winner,), state.reason)


def may_swap(state: State) -> bool:
    """Whether the mover may take the other colour: the second player's first action, if that was agreed on."""
    return state.pie and state.ply == 1 and state.winner is None


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions by cell, then by axis in the board's order; a swap comes last."""
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
    """The position after `action` and what happened. Raises IllegalActionError saying why not."""
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
    """Why the mover may not carry out `action`, in words; "" where it may."""
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


def picture(state: State) -> str:
    """The position in ASCII, for people who read a terminal; see `game.coffee.notation.picture`."""
    return notation.picture(state, offered(state))


def details(state: State) -> dict[str, object]:
    """The position as JSON values; `stones` are the cells with stones by colour, `colours` goes by seat."""
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
