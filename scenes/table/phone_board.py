"""A board in the hand: cells and pieces of a phone's page, made from what the board shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from game.core.rules import Seat
from game.phones.snapshot import Cell, Mark, Owner, Piece
from scenes.table.contract.shown import AnyShown, MarkKind
from scenes.table.phone_hand import Place

UNKNOWN: tuple[MarkKind, ...] = ("sealed",)  # marks that the page does not draw


def phone_cells(
    shown: AnyShown,
    places: Mapping[int, Place],
    names: Mapping[int, str],
    spoken: Mapping[int, str],
    owners: Sequence[Owner] = (),
    without: Sequence[MarkKind] = UNKNOWN,
) -> tuple[Cell, ...]:
    """The cells at their `places`, each with its uppermost mark that is not of the kinds `without`.

    `owners` by seat give marks their colours, () leaves them plain. `spoken` is what a screen reader says of a cell.
    """
    marks = {mark.cell: mark for mark in shown.marks if mark.kind not in without}
    found = []
    for cell, at in places.items():
        mark = marks.get(cell)
        kind = cast(Mark, "" if mark is None else mark.kind)
        owner = _owner(owners, None if mark is None else mark.seat)
        found.append(Cell(names[cell], *at, kind, owner, spoken.get(cell, "")))
    return tuple(found)


def phone_pieces(shown: AnyShown, places: Mapping[int, Place], owners: Sequence[Owner] = ()) -> tuple[Piece, ...]:
    """The pieces and ghosts at the places of their cells."""
    return tuple(
        Piece(*places[piece.cell], cast(Any, piece.look), _owner(owners, piece.seat), piece.ghost)
        for piece in shown.pieces
    )


def _owner(owners: Sequence[Owner], seat: Seat | None) -> Owner:
    return owners[seat] if owners and seat is not None else ""
