"""Quoridor's position, actions and events.

A cell is an int 0..80, (rank - 1) * 9 + file: a1 = 0, i1 = 8, e1 = 4, i9 = 80. A wall crosses the centre of a block of
2x2 cells. Its anchor is an int 0..63, (rank - 1) * 8 + file of the block's lower left cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.core.rules import Seat

SIZE = 9
CELLS = SIZE * SIZE
SLOTS = SIZE - 1
ANCHORS = SLOTS * SLOTS
FILES = "abcdefghi"

Cell: TypeAlias = int
Orientation: TypeAlias = Literal["h", "v"]

SOUTH_ROW = frozenset(range(SIZE))
NORTH_ROW = frozenset(range(CELLS - SIZE, CELLS))
WEST_COLUMN = frozenset(range(0, CELLS, SIZE))
EAST_COLUMN = frozenset(range(SIZE - 1, CELLS, SIZE))

STARTS: dict[int, tuple[Cell, ...]] = {2: (4, 76), 4: (4, 36, 76, 44)}
GOALS: dict[int, tuple[frozenset[Cell], ...]] = {
    2: (NORTH_ROW, SOUTH_ROW),
    4: (NORTH_ROW, EAST_COLUMN, SOUTH_ROW, WEST_COLUMN),
}
WALLS_EACH = {2: 10, 4: 5}
LEAST_WALLS = {2: 5, 4: 2}
"""The fewest walls with which a seat may begin, by the number of players."""


@dataclass(frozen=True, slots=True)
class PawnMove:
    """The mover's pawn goes to `cell`, by a step or a jump."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class WallPlacement:
    """A wall. "h" lies between two ranks and stops steps up and down; "v" lies between two files."""

    anchor: int
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Pass:
    """The action of a mover that can neither move nor place a wall."""


Action: TypeAlias = PawnMove | WallPlacement | Pass


@dataclass(frozen=True, slots=True)
class PawnStepped:
    """A pawn went from `origin` to `target`. `jumped` is the seat whose pawn it jumped over, if any."""

    seat: Seat
    origin: Cell
    target: Cell
    jumped: Seat | None


@dataclass(frozen=True, slots=True)
class WallPlaced:
    """`seat` placed `wall` and has `left` walls left."""

    seat: Seat
    wall: WallPlacement
    left: int


@dataclass(frozen=True, slots=True)
class Passed:
    """`seat` could do nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoalReached:
    """`seat` stands on `cell` of its goal line and has won."""

    seat: Seat
    cell: Cell


Event: TypeAlias = PawnStepped | WallPlaced | Passed | GoalReached


@dataclass(frozen=True, slots=True)
class State:
    """A position. `horizontal` and `vertical` are 64-bit masks of wall anchors. Tuples are by seat.

    `mover` is the seat to act; after the end, the seat that would be next. `ply` is the number of actions so far.
    """

    players: int
    jump_pairs: bool
    pawns: tuple[Cell, ...]
    horizontal: int
    vertical: int
    walls_left: tuple[int, ...]
    mover: Seat
    winner: Seat | None = None
    ply: int = 0


def start_state(players: int, jump_pairs: bool, walls: Sequence[int] | None = None) -> State:
    """Return the position before the first action. `players` is 2 or 4; `walls` is as in `stocks`."""
    return State(players, jump_pairs, STARTS[players], 0, 0, stocks(players, walls), 0)


def stocks(players: int, walls: Sequence[int] | None) -> tuple[int, ...]:
    """Return the number of walls with which each seat begins: `walls`, or the usual numbers if that is None."""
    return (WALLS_EACH[players],) * players if walls is None else tuple(walls)


def goal_cells(players: int, seat: Seat) -> frozenset[Cell]:
    """Return the nine cells of the goal line of `seat`."""
    return GOALS[players][seat]


def cell_name(cell: Cell) -> str:
    """Return the cell in notation: 4 -> "e1"."""
    return f"{FILES[cell % SIZE]}{cell // SIZE + 1}"


def anchor_cell(anchor: int) -> Cell:
    """Return the cell whose upper right corner is the middle of a wall with this anchor."""
    return anchor // SLOTS * SIZE + anchor % SLOTS


def walls(state: State) -> list[WallPlacement]:
    """Return the walls on the board: the horizontal ones by anchor, then the vertical ones."""
    found = [WallPlacement(a, "h") for a in range(ANCHORS) if state.horizontal >> a & 1]
    return found + [WallPlacement(a, "v") for a in range(ANCHORS) if state.vertical >> a & 1]
