"""How Star's pieces move: a drop, a slide on a low arc, the star's turning jump over a piece."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.rules import Seat
from game.star.state import CELLS, SEATS, Cell, Event, PiecePlaced, PieceSlid, StarJumped
from scenes.star.looks import StarPlacement, StarPlacements
from scenes.table.pieces import Carry, Drop
from scenes.table.placements import BoardClip, diff_clip

PLACE = Drop(0.16, 0.5, "stone")
SLIDE = Carry(0.22, 0.14, ("lift", "stone"))
JUMP = Carry(0.42, 0.55, ("star", "pawn"), push=0.35, turn=144)  # by two of the star's five points
STAR_KEY = "star"  # the star's id
_PIECE_KEYS = tuple(tuple(f"piece {seat} {cell}" for cell in range(CELLS)) for seat in SEATS)


def piece_key(seat: Seat, cell: Cell) -> str:
    """The id of the piece that stands on a cell."""
    return _PIECE_KEYS[seat][cell]


def step_clip(events: Sequence[Event], before: StarPlacements, after: StarPlacements) -> BoardClip:
    """What happened, in motion; where nothing moved, a clip without any."""
    for event in events:
        if isinstance(event, PiecePlaced):
            key = piece_key(event.seat, event.cell)
            return PLACE.clip(key, after[key])
        if isinstance(event, PieceSlid):
            key = piece_key(event.seat, event.origin)
            return SLIDE.clip(key, before[key], after[piece_key(event.seat, event.target)])
        if isinstance(event, StarJumped):
            return JUMP.clip(STAR_KEY, before[STAR_KEY], after[STAR_KEY])
    return diff_clip(before, after)


def same_pieces(before: StarPlacements, after: StarPlacements) -> dict[str, StarPlacement]:
    """`after`, where a piece that only moved has the id that it has `before`: the nearest of its kind."""
    same = {key: placed for key, placed in after.items() if key in before}
    gone = [key for key in before if key not in after]
    for key, placed in after.items():
        if key in before:
            continue
        alike = [other for other in gone if before[other].look == placed.look]
        if alike:
            key = min(alike, key=lambda other: math.hypot(before[other].x - placed.x, before[other].y - placed.y))
            gone.remove(key)
        same[key] = placed
    return same
