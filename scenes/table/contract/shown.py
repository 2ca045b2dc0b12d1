"""The content of a board as one record. Screen, phones and speech are made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from game.core.rules import Seat

MarkKind: TypeAlias = Literal["from", "last", "line", "lit", "offered", "sealed", "goal", "chosen", "barred"]
"""Where the last action came `from` and led to (`last`), the `line` on which one may play, what is `lit` to be chosen
and what a choice would leave (`offered`), cells `sealed` off from a goal, a `goal`, what is `chosen`, and what is
`barred` and was tried all the same."""

Lying = TypeVar("Lying", covariant=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a cell; `seat` is whose, where that has a colour."""

    cell: int
    kind: MarkKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell; `look` is the game's own word for its kind. A `ghost` would stand there, and does not yet."""

    cell: int
    look: str
    seat: Seat | None = None
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Bar(Generic[Lying]):
    """Something long that lies between cells or over one: a wall or a stick, as the game writes it.

    It is there, or would be (`ghost`), or may not be (`bad`); `last` is the one that `seat` laid last.
    """

    lying: Lying
    mark: Literal["", "ghost", "bad", "last"] = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way over cells, in order; a `warning` is one that the other side could take, by the cell `at`.

    `look` is the game's own word for its kind.
    """

    cells: tuple[int, ...]
    look: str = ""
    warning: bool = False
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ShownBoard(Generic[Lying]):
    """Marks lie below the pieces, the later over the earlier ones."""

    pieces: Sequence[Piece] = ()
    marks: Sequence[Mark] = ()
    bars: Sequence[Bar[Lying]] = ()
    ways: Sequence[Way] = ()

    def marked(self, *kinds: MarkKind) -> list[Mark]:
        """The marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def standing(self) -> dict[int, Piece]:
        """The pieces that are there, by cell."""
        return {piece.cell: piece for piece in self.pieces if not piece.ghost}

    def ghost(self) -> Piece | None:
        """The piece that would stand somewhere, if one is considered."""
        return next((piece for piece in self.pieces if piece.ghost), None)

    def cells_of(self, seat: Seat) -> list[int]:
        """The cells on which a seat's pieces stand."""
        return [piece.cell for piece in self.pieces if piece.seat == seat and not piece.ghost]


AnyShown: TypeAlias = ShownBoard[object]
