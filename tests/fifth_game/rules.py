"""Who first stands on the far row wins, or leaves the other no step: a cell that a pawn has left sinks for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core.rules import IllegalActionError, NotationError, Options, Outcome, Seat, check_turn
from game.core.rules import decision as decision
from game.core.rules import timer as timer

SIDE = 5
CELLS = SIDE * SIDE
FILES = "abcde"
STARTS = (2, 22)  # c1 and c5: cells count from a1, row by row
STRAIGHT = ((0, 1), (-1, 0), (1, 0), (0, -1))
SLANTED = (*STRAIGHT, (-1, 1), (1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class State:
    """The pawns' cells by seat, the sunk cells as bits, whether pawns step slanting too, and the actions so far."""

    pawns: tuple[int, int] = STARTS
    sunk: int = 0
    slanted: bool = False
    ply: int = 0

    @property
    def mover(self) -> Seat:
        """The seat in turn."""
        return self.ply % 2


@dataclass(frozen=True, slots=True)
class Step:
    """The mover's pawn steps to a cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """A pawn went from `origin`, which sank, to `target`."""

    seat: Seat
    origin: int
    target: int


def left_to_go(state: State, seat: Seat) -> int:
    """How many rows a pawn is from the far one."""
    row = state.pawns[seat] // SIDE
    return row if seat else SIDE - 1 - row


def start(options: Options, seed: int) -> State:
    """Both pawns in the middle of their rows."""
    return State(slanted=options["race_slanted"])


def _steps(state: State) -> tuple[Step, ...]:
    """Where the mover's pawn can go, whether the game is over or not."""
    row, column = divmod(state.pawns[state.mover], SIDE)
    ways = SLANTED if state.slanted else STRAIGHT
    beside = [(column + x, row + y) for x, y in ways if 0 <= column + x < SIDE and 0 <= row + y < SIDE]
    cells = (x + SIDE * y for x, y in beside)
    return tuple(Step(cell) for cell in cells if cell not in state.pawns and not state.sunk >> cell & 1)


def outcome(state: State) -> Outcome | None:
    """Reason "arrived" or "stuck"; there are no draws."""
    other = 1 - state.mover
    if not left_to_go(state, other):
        return Outcome((other,), "arrived")
    return None if _steps(state) else Outcome((other,), "stuck")


def actors(state: State) -> tuple[Seat, ...]:
    """The mover, or () when the game is over."""
    return () if outcome(state) else (state.mover,)


def legal(state: State, seat: Seat) -> Sequence[Step]:
    """The steps of the mover, forward ones first for seat 0."""
    return _steps(state) if seat in actors(state) else ()


def apply(state: State, seat: Seat, action: Step) -> tuple[State, tuple[Stepped, ...]]:
    """The position after `action` and what happened. Raises IllegalActionError saying why not."""
    check_turn(actors(state), seat)
    if action not in _steps(state):
        raise IllegalActionError(f"{text(action)}: no step leads there, or it is taken or sunk")
    origin = state.pawns[seat]
    pawns = (action.cell, state.pawns[1]) if seat == 0 else (state.pawns[0], action.cell)
    after = State(pawns, state.sunk | 1 << origin, state.slanted, state.ply + 1)
    return after, (Stepped(seat, origin, action.cell),)


def plain(state: State, seat: int) -> Step:
    """The step that leads furthest ahead."""
    return min(legal(state, seat), key=lambda step: left_to_go(apply(state, seat, step)[0], seat))


def text(action: Step) -> str:
    """A step by its cell: "c2"."""
    return f"{FILES[action.cell % SIDE]}{action.cell // SIDE + 1}"


def parse(text: str) -> Step:
    """The step that a text names. Raises NotationError."""
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345":
        raise NotationError(f"{text!r} is not a cell from a1 to e5")
    return Step(FILES.index(text[0]) + SIDE * (int(text[1]) - 1))


def picture(state: State) -> str:
    """The board in ASCII: pawns by seat, "~" for what sank."""
    signs = ["~" if state.sunk >> cell & 1 else "." for cell in range(CELLS)]
    for seat, cell in enumerate(state.pawns):
        signs[cell] = str(seat)
    rows = [" ".join(signs[row * SIDE : row * SIDE + SIDE]) for row in reversed(range(SIDE))]
    return "\n".join([*rows, " ".join(FILES)])


def details(state: State) -> dict[str, Any]:
    """The position as JSON values."""
    return {"pawns": [text(Step(cell)) for cell in state.pawns], "mover": state.mover}
