"""Star's position, actions and events.

A cell is an int 0..8, row * 3 + column, with row 0 on top: a3 b3 c3 = 0 1 2, a2 b2 c2 = 3 4 5, a1 b1 c1 = 6 7 8.
A set of cells is a 9-bit mask with bit `cell`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.core.rules import Outcome, Seat

SIZE = 3
CELLS = SIZE * SIZE
FILES = "abc"
CORNERS = (0, 2, 6, 8)
SEATS = (0, 1)
PIECES_EACH = 3

Cell: TypeAlias = int
Mask: TypeAlias = int
FoulReading: TypeAlias = Literal["takeback", "literal", "none"]
Offer: TypeAlias = Literal["none", "open", "refused"]

NEIGHBOURS: tuple[tuple[Cell, ...], ...] = tuple(
    tuple(other for other in range(CELLS) if abs(cell // SIZE - other // SIZE) + abs(cell % SIZE - other % SIZE) == 1)
    for cell in range(CELLS)
)
"""By cell: the cells orthogonally beside it, ascending."""

AROUND: tuple[Mask, ...] = tuple(sum(1 << other for other in beside) for beside in NEIGHBOURS)
"""By cell: its neighbours as a mask; a star on the cell is surrounded by pieces on all of them."""

JUMPS: dict[Cell, tuple[tuple[Cell, Cell], ...]] = {
    corner: tuple(
        ((corner + target) // 2, target)
        for target in CORNERS
        if (corner // SIZE == target // SIZE) != (corner % SIZE == target % SIZE)
    )
    for corner in CORNERS
}
"""By the star's cell: (cell it jumps over, cell where it lands). It never leaves the corners."""


@dataclass(frozen=True, slots=True)
class Place:
    """A piece goes from the mover's hand to `cell`."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Slide:
    """The mover's piece on `origin` goes one step to `target`."""

    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Jump:
    """The star jumps over the mover's adjacent piece to `target`."""

    target: Cell


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """The mover offers a draw, before it acts."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The other seat takes the draw."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The other seat wants to play on."""


@dataclass(frozen=True, slots=True)
class Resign:
    """The mover gives up."""


BoardAction: TypeAlias = Place | Slide | Jump
Action: TypeAlias = Place | Slide | Jump | OfferDraw | Accept | Refuse | Resign


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """`seat` placed a piece on `cell` and has `left` in hand."""

    seat: Seat
    cell: Cell
    left: int


@dataclass(frozen=True, slots=True)
class PieceSlid:
    """`seat`'s piece went from `origin` to `target`."""

    seat: Seat
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class StarJumped:
    """`seat` let the star jump from `origin` over its piece on `over` to `target`."""

    seat: Seat
    origin: Cell
    over: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """`seat` offered a draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawAnswered:
    """`seat` answered the other's offer."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    """`seat` gave up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StarSurrounded:
    """`seat`'s pieces stand on `cells`, all the cells beside the star: it has won."""

    seat: Seat
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class FoulPlayed:
    """`seat` played `action`, which the foul rule bars, and has lost."""

    seat: Seat
    action: Slide | Jump


@dataclass(frozen=True, slots=True)
class Repeated:
    """The position stands for the third time: a draw."""


Event: TypeAlias = (
    PiecePlaced
    | PieceSlid
    | StarJumped
    | DrawOffered
    | DrawAnswered
    | Resigned
    | StarSurrounded
    | FoulPlayed
    | Repeated
)

Memory: TypeAlias = Slide | Jump | None
"""The action that the foul rule bars for a seat's next turn: the reverse of its last one.

None without one, or once the board does not allow it anyway.
"""

Key: TypeAlias = tuple[Cell, tuple[Mask, ...], Seat, tuple[Memory, ...]]
"""The identity of a position for repetition: star, pieces, mover and memories."""


@dataclass(frozen=True, slots=True)
class Foul:
    """The reason why an action is barred: it takes the mover's last action back.

    `pieces` and `star` are the mover's pieces and the star at the start of its previous turn: the shape that it would
    repeat. In the reading `takeback` the other seat may have moved the star since.
    """

    pieces: Mask
    star: Cell


@dataclass(frozen=True, slots=True)
class State:
    """A position. Tuples go by seat; `pieces` are masks, `hands` the pieces still to place.

    `mover` is the seat whose turn it is; while its `offer` is "open" the other seat has to answer, after that
    it is "refused" until the turn ends. `history` holds the positions (each after a board action) that
    could still come again. `ply` counts the actions so far, offers and answers among them.
    """

    star: Cell
    fouls: FoulReading
    foul_guard: bool
    pieces: tuple[Mask, Mask] = (0, 0)
    hands: tuple[int, int] = (PIECES_EACH, PIECES_EACH)
    mover: Seat = 0
    memory: tuple[Memory, Memory] = (None, None)
    offer: Offer = "none"
    history: tuple[Key, ...] = ()
    result: Outcome | None = None
    ply: int = 0


def cell_name(cell: Cell) -> str:
    """The cell in notation: 0 -> "a3"."""
    return f"{FILES[cell % SIZE]}{SIZE - cell // SIZE}"


CELL_NAMES = tuple(cell_name(cell) for cell in range(CELLS))


def cell_of(name: str) -> Cell:
    """The cell with this name: "a3" -> 0. Raises ValueError for other texts."""
    return CELL_NAMES.index(name)


def cells_in(mask: Mask) -> tuple[Cell, ...]:
    """The cells of a mask, ascending."""
    return tuple([cell for cell in range(CELLS) if mask >> cell & 1])
