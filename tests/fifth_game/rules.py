"""Seats drop a stone in turn; who first has a line of four (or five) in any direction wins, a full board is a draw."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.rules import IllegalActionError, NotationError, Options, Outcome, Seat, Timer

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1  # bits of a column: an empty one on top keeps lines from running on in the next column
FILES = "abcdefg"
DIRECTIONS = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)


@dataclass(frozen=True, slots=True)
class State:
    """The stones of each seat as bits (column times HEIGHT plus row), and how long a line wins."""

    stones: tuple[int, int] = (0, 0)
    line: int = 4
    ply: int = 0

    @property
    def mover(self) -> Seat:
        return self.ply % 2

    @property
    def full(self) -> int:
        return self.stones[0] | self.stones[1]


@dataclass(frozen=True, slots=True)
class Drop:
    """A stone into a column, 0 on the left."""

    column: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """A stone came to rest."""

    seat: Seat
    column: int
    row: int


def bit(column: int, row: int) -> int:
    """The bit of a cell."""
    return 1 << column * HEIGHT + row


def height(state: State, column: int) -> int:
    """How many stones lie in a column."""
    return (state.full >> column * HEIGHT & (1 << ROWS) - 1).bit_count()


def lined(stones: int, line: int) -> int:
    """The stones that lie in a line, as bits; 0 where there is none."""
    found = 0
    for step in DIRECTIONS:
        starts = stones
        for count in range(1, line):
            starts &= stones >> step * count
        for count in range(line):
            found |= starts << step * count
    return found


def start(options: Options, seed: int) -> State:
    return State(line=options["line"])


def actors(state: State) -> tuple[Seat, ...]:
    return () if outcome(state) else (state.mover,)


def legal(state: State, seat: Seat) -> Sequence[Drop]:
    if seat not in actors(state):
        return ()
    return tuple(Drop(column) for column in range(COLUMNS) if height(state, column) < ROWS)


def apply(state: State, seat: Seat, action: Drop) -> tuple[State, tuple[Dropped, ...]]:
    if seat not in actors(state):
        raise IllegalActionError(f"seat {seat} is not to move")
    row = height(state, action.column)
    if row == ROWS:
        raise IllegalActionError(f"column {FILES[action.column]} is full")
    stones = [*state.stones]
    stones[seat] |= bit(action.column, row)
    return State((stones[0], stones[1]), state.line, state.ply + 1), (Dropped(seat, action.column, row),)


def outcome(state: State) -> Outcome | None:
    for seat in (0, 1):
        if lined(state.stones[seat], state.line):
            return Outcome((seat,), "line")
    return Outcome((), "full") if state.ply == COLUMNS * ROWS else None


def timer(state: State) -> Timer | None:
    return None


def decision(state: State) -> Hashable:
    return state.ply


def text(action: Drop) -> str:
    return FILES[action.column]


def parse(text: str) -> Drop:
    if len(text) != 1 or text not in FILES:
        raise NotationError(f"{text!r} is not a column from a to g")
    return Drop(FILES.index(text))


def picture(state: State) -> str:
    def sign(column: int, row: int) -> str:
        return next((str(seat) for seat in (0, 1) if state.stones[seat] & bit(column, row)), ".")

    rows = (" ".join(sign(column, row) for column in range(COLUMNS)) for row in reversed(range(ROWS)))
    return "\n".join([*rows, " ".join(FILES)])


def details(state: State) -> dict[str, Any]:
    return {"stones": [*state.stones], "mover": state.mover}
