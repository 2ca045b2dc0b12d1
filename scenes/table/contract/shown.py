"""The content of a board as one record. Screen, phones and speech are made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from game.core.rules import Seat

MarkKind: TypeAlias = Literal["from", "last", "line", "lit", "offered", "sealed", "goal", "chosen", "barred"]
"""The last action goes `from` a cell to another (`last`), on a `line` that binds the next one.

Cells are `lit` to choose from, `offered` by a choice, `sealed` off from a goal, a `goal`, `chosen`, or `barred` though
tried.
"""

Lying = TypeVar("Lying", covariant=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a cell; `seat` is its owner, if it has a colour."""

    cell: int
    kind: MarkKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell; `look` is the game's own word for its kind. A `ghost` is only previewed."""

    cell: int
    look: str
    seat: Seat | None = None
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Bar(Generic[Lying]):
    """A long piece between cells or over one: a wall or a stick, in the game's notation.

    It is real, previewed (`ghost`) or forbidden (`bad`); `last` is the latest one of `seat`.
    """

    lying: Lying
    mark: Literal["", "ghost", "bad", "last"] = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way over cells, in order; a `warning` is a row that the other side wins by placing at the cell `at`.

    `look` is the game's own word for its kind.
    """

    cells: tuple[int, ...]
    look: str = ""
    warning: bool = False
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ShownBoard(Generic[Lying]):
    """Marks lie below the pieces; later ones cover earlier ones."""

    pieces: Sequence[Piece] = ()
    marks: Sequence[Mark] = ()
    bars: Sequence[Bar[Lying]] = ()
    ways: Sequence[Way] = ()

    def marked(self, *kinds: MarkKind) -> list[Mark]:
        """The marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def standing(self) -> dict[int, Piece]:
        """The real pieces, by cell."""
        return {piece.cell: piece for piece in self.pieces if not piece.ghost}

    def ghost(self) -> Piece | None:
        """The previewed piece, if any."""
        return next((piece for piece in self.pieces if piece.ghost), None)

    def cells_of(self, seat: Seat) -> list[int]:
        """The cells of a seat's pieces."""
        return [piece.cell for piece in self.pieces if piece.seat == seat and not piece.ghost]


AnyShown: TypeAlias = ShownBoard[object]
