"""What a board shows, as one record. Screen, phones and speech are made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from game.core.rules import Seat

MarkKind: TypeAlias = Literal["from", "last", "line", "lit", "offered", "sealed", "goal", "chosen", "barred"]
"""What a mark says about its cell.

The last action went from the cell `from` to the cell `last`. A `line` cell is on the line to which the last action
limits the next action. A cell is `lit` if it can be chosen, `offered` if a chosen piece can go there, `sealed` if no
goal can be reached from it, and `barred` if a try there is forbidden. It may also be a `goal`, or `chosen`.
"""

Lying = TypeVar("Lying", covariant=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a cell. `seat` is the seat whose colour it has, if any."""

    cell: int
    kind: MarkKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell. `look` is its kind, a word that the game defines. A `ghost` is only previewed."""

    cell: int
    look: str
    seat: Seat | None = None
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Bar(Generic[Lying]):
    """A long piece between cells or on a cell, such as a wall or a stick, in the game's notation.

    It is real, previewed (`ghost`) or forbidden (`bad`). `last` marks the latest piece of `seat`.
    """

    lying: Lying
    mark: Literal["", "ghost", "bad", "last"] = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way along cells, in order.

    `look` is its kind, a word that the game defines. A `warning` is a row with which the other side would win; a
    piece on the cell `at` would complete it.
    """

    cells: tuple[int, ...]
    look: str = ""
    warning: bool = False
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ShownBoard(Generic[Lying]):
    """Everything that a board shows. Marks lie below the pieces, and later marks cover earlier ones."""

    pieces: Sequence[Piece] = ()
    marks: Sequence[Mark] = ()
    bars: Sequence[Bar[Lying]] = ()
    ways: Sequence[Way] = ()

    def marked(self, *kinds: MarkKind) -> list[Mark]:
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def standing(self) -> dict[int, Piece]:
        """Return the real pieces, by cell."""
        return {piece.cell: piece for piece in self.pieces if not piece.ghost}

    def ghost(self) -> Piece | None:
        """Return the previewed piece, or None."""
        return next((piece for piece in self.pieces if piece.ghost), None)

    def cells_of(self, seat: Seat) -> list[int]:
        """Return the cells of a seat's pieces."""
        return [piece.cell for piece in self.pieces if piece.seat == seat and not piece.ghost]


AnyShown: TypeAlias = ShownBoard[object]
