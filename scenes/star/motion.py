"""How Star's pieces move: a drop, a slide on a low arc, the star's turning jump over a piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from game.core.rules import Seat
from game.star.state import CELLS, SEATS, Cell, Event, PiecePlaced, PieceSlid, StarJumped
from scenes.kit.timeline import Clip, ease_in_out, ease_out
from scenes.star.looks import StarPlacement, StarPlacements
from scenes.table.placements import BoardClip, Snapshot, diff_clip

PLACE_SECONDS = 0.16
SLIDE_SECONDS = 0.22
JUMP_SECONDS = 0.42
DROP = 0.5  # lift from which a piece drops, in cells
SLIDE_LIFT, JUMP_LIFT = 0.14, 0.55
SETTLE = 0.012
TURN = 144  # degrees that the star turns on its way; two of its five points
STAR_KEY = "star"  # the star's id
_PIECE_KEYS = tuple(tuple(f"piece {seat} {cell}" for cell in range(CELLS)) for seat in SEATS)


def piece_key(seat: Seat, cell: Cell) -> str:
    """The id of the piece that stands on a cell."""
    return _PIECE_KEYS[seat][cell]


def step_clip(events: Sequence[Event], before: StarPlacements, after: StarPlacements) -> BoardClip:
    """What happened, in motion; where nothing moved, a clip without any."""
    for event in events:
        if isinstance(event, PiecePlaced):
            return place_clip(event, after)
        if isinstance(event, PieceSlid):
            return slide_clip(event, before, after)
        if isinstance(event, StarJumped):
            return jump_clip(event, before, after)
    return diff_clip(before, after)


def place_clip(event: PiecePlaced, after: StarPlacements) -> BoardClip:
    """A piece drops from the hand onto its cell."""
    key = piece_key(event.seat, event.cell)
    end = after[key]
    fall = PLACE_SECONDS * 0.8

    def sample(t: float) -> Snapshot:
        share = min(1.0, t / fall)
        lift = DROP * (1 - share * share)
        if t > fall:
            lift = SETTLE * math.sin(math.pi * (t - fall) / (PLACE_SECONDS - fall))
        return Snapshot({key: replace(end, lift=lift, alpha=min(1.0, 0.3 + share))})

    return Clip(PLACE_SECONDS, sample, cues=((fall * 0.9, "stone"),))


def slide_clip(event: PieceSlid, before: StarPlacements, after: StarPlacements) -> BoardClip:
    """A piece goes to the next cell on a low arc."""
    key = piece_key(event.seat, event.origin)
    start, end = before[key], after[piece_key(event.seat, event.target)]

    def sample(t: float) -> Snapshot:
        share = ease_in_out(t / SLIDE_SECONDS)
        return Snapshot({key: _on_the_way(start, end, share, SLIDE_LIFT)})

    return Clip(SLIDE_SECONDS, sample, cues=((0.0, "lift"), (SLIDE_SECONDS * 0.9, "stone")))


def jump_clip(event: StarJumped, before: StarPlacements, after: StarPlacements) -> BoardClip:
    """The star flies over the piece, turning."""
    start, end = before[STAR_KEY], after[STAR_KEY]

    def sample(t: float) -> Snapshot:
        share = ease_in_out(ease_out(t / JUMP_SECONDS) * 0.35 + t / JUMP_SECONDS * 0.65)
        flying = _on_the_way(start, end, share, JUMP_LIFT)
        return Snapshot({STAR_KEY: replace(flying, angle=TURN * share)})

    return Clip(JUMP_SECONDS, sample, cues=((0.0, "star"), (JUMP_SECONDS * 0.9, "pawn")))


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


def _on_the_way(start: StarPlacement, end: StarPlacement, share: float, lift: float) -> StarPlacement:
    x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
    return replace(start, x=x, y=y, lift=lift * math.sin(math.pi * share))
