"""Star's position, actions and events.

A cell is an int 0..8, row * 3 + column, with row 0 on top: a3 b3 c3 = 0 1 2, a2 b2 c2 = 3 4 5, a1 b1 c1 = 6 7 8. A set
of cells is a mask of 9 bits.
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
"""By cell: its neighbours in row and column, in ascending order."""

AROUND: tuple[Mask, ...] = tuple(sum(1 << other for other in beside) for beside in NEIGHBOURS)
"""By cell: its neighbours as a mask. A star on the cell is surrounded by pieces on all of them."""

JUMPS: dict[Cell, tuple[tuple[Cell, Cell], ...]] = {
    corner: tuple(
        ((corner + target) // 2, target)
        for target in CORNERS
        if (corner // SIZE == target // SIZE) != (corner % SIZE == target % SIZE)
    )
    for corner in CORNERS
}
"""By the star's cell: for each jump, the cell jumped over and the landing cell. The star never leaves the corners."""


@dataclass(frozen=True, slots=True)
class Place:
    """A piece is placed from the mover's hand on `cell`."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Slide:
    """The mover's piece on `origin` slides one step to `target`."""

    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Jump:
    """The star jumps over a neighbouring piece of the mover, to `target`."""

    target: Cell


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """The mover offers a draw before it acts."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The other seat accepts the draw."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The other seat refuses the draw."""


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
    """`seat` made the star jump from `origin` over its piece on `over` to `target`."""

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
    """`seat` has pieces on `cells`, all the neighbours of the star, and has won."""

    seat: Seat
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class FoulPlayed:
    """`seat` played `action`, which the foul rule forbids, and has lost."""

    seat: Seat
    action: Slide | Jump


@dataclass(frozen=True, slots=True)
class Repeated:
    """The position occurred for the third time, which is a draw."""


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
"""The action that the foul rule forbids on a seat's next turn: the reverse of its last action.

None if there is no such action, or if the board no longer allows it.
"""

Key: TypeAlias = tuple[Cell, tuple[Mask, ...], Seat, tuple[Memory, ...]]
"""What makes positions equal for the rule of repetition: star, pieces, mover and memories."""


@dataclass(frozen=True, slots=True)
class Foul:
    """The reason why an action is forbidden: it takes back the mover's last action.

    `pieces` and `star` are where the mover's pieces and the star were when its previous turn began. The action would
    restore this position. In the reading `takeback`, the other seat may have moved the star since then.
    """

    pieces: Mask
    star: Cell


@dataclass(frozen=True, slots=True)
class State:
    """A position. Tuples are by seat. `pieces` are masks. `hands` are the numbers of pieces left to place.

    `mover` is the seat whose turn it is. While its `offer` is "open", the other seat must answer. A refused offer stays
    "refused" until the turn ends. `history` has the positions since the last placement, which can still be repeated.
    `ply` is the number of actions so far, including offers and answers.
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
    """Return the cell in notation: 0 -> "a3"."""
    return f"{FILES[cell % SIZE]}{SIZE - cell // SIZE}"


CELL_NAMES = tuple(cell_name(cell) for cell in range(CELLS))


def cell_of(name: str) -> Cell:
    """Return the cell with this name: "a3" -> 0. Raises ValueError for other texts."""
    return CELL_NAMES.index(name)


def cells_in(mask: Mask) -> tuple[Cell, ...]:
    """Return the cells of a mask, in ascending order."""
    return tuple([cell for cell in range(CELLS) if mask >> cell & 1])
