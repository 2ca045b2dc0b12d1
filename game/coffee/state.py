"""Coffee's position, actions and events. Cells, axes and masks are those of `game.coffee.board`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from game.coffee.board import Axis, Cell, Mask
from game.core.rules import Seat

Colour: TypeAlias = Literal["black", "orange"]
Reason: TypeAlias = Literal["row", "stuck"]
"""How a game ended: by a row of n, or because a player cannot act."""

STARTING: tuple[Colour, Colour] = ("black", "orange")
"""The colours by seat, until they are swapped."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A stone on `cell`, then the stick on it along `axis`. The axis is None if the stone completes a row."""

    cell: Cell
    axis: Axis | None


@dataclass(frozen=True, slots=True)
class Swap:
    """The second player takes over the first player's colour (pie rule)."""


Action: TypeAlias = Drop | Swap


@dataclass(frozen=True, slots=True)
class StonePlaced:
    """`seat` put a stone of `colour` on `cell`."""

    seat: Seat
    colour: Colour
    cell: Cell


@dataclass(frozen=True, slots=True)
class StickLaid:
    """`seat` laid the stick on the stone on `cell` along `axis`."""

    seat: Seat
    cell: Cell
    axis: Axis


@dataclass(frozen=True, slots=True)
class Swapped:
    """`seat` exchanged the owners of the colours."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RowCompleted:
    """`seat` completed a row of `colour` and has won. `cells` is the whole row in line order."""

    seat: Seat
    colour: Colour
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """`seat` cannot act and has lost."""

    seat: Seat


Event: TypeAlias = StonePlaced | StickLaid | Swapped | RowCompleted | Stuck


@dataclass(frozen=True, slots=True)
class State:
    """A position. `black` and `orange` are the stones as masks. `colours` is by seat.

    `stick` is where the stick lies, None before the first one. `mover` is the seat to act; after the end, the seat that
    would be next. `ply` is the number of actions so far, including a swap.
    """

    board: str
    n: int
    pie: bool
    black: Mask = 0
    orange: Mask = 0
    stick: tuple[Cell, Axis] | None = None
    colours: tuple[Colour, Colour] = STARTING
    mover: Seat = 0
    winner: Seat | None = None
    reason: Reason | None = None
    ply: int = 0

    @property
    def to_move(self) -> Colour:
        """The colour of the seat to act."""
        return self.colours[self.mover]

    @property
    def stones(self) -> Mask:
        """The cells that are not empty."""
        return self.black | self.orange

    def stones_of(self, colour: Colour) -> Mask:
        """The cells with stones of `colour`."""
        return self.black if colour == "black" else self.orange


def with_stone(state: State, colour: Colour, cell: Cell) -> State:
    """Return `state` with one more stone and nothing else changed."""
    stones = state.stones_of(colour) | 1 << cell
    return replace(state, black=stones) if colour == "black" else replace(state, orange=stones)


def other(colour: Colour) -> Colour:
    """Return the opponent's colour."""
    return "orange" if colour == "black" else "black"
