"""How Star's pieces move: a drop, a slide on a low arc, the star's turning jump over a piece."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from game.star.state import PiecePlaced, PieceSlid, StarJumped
from scenes.kit.timeline import Clip, Placement, ease_in_out, ease_out

PLACE_SECONDS = 0.16
SLIDE_SECONDS = 0.22
JUMP_SECONDS = 0.42
DROP = 0.5  # lift from which a piece drops, in cells
SLIDE_LIFT, JUMP_LIFT = 0.14, 0.55
SETTLE = 0.012
TURN = 144  # degrees that the star turns on its way; two of its five points


def place_clip(event: PiecePlaced, after: Mapping[str, Placement]) -> Clip:
    """A piece drops from the hand onto its cell."""
    key = piece_key(event.seat, event.cell)
    end = after[key]
    fall = PLACE_SECONDS * 0.8

    def sample(t: float) -> dict[str, Placement]:
        share = min(1.0, t / fall)
        lift = DROP * (1 - share * share)
        if t > fall:
            lift = SETTLE * math.sin(math.pi * (t - fall) / (PLACE_SECONDS - fall))
        return {key: replace(end, lift=lift, alpha=min(1.0, 0.3 + share))}

    return Clip(PLACE_SECONDS, sample, cues=((fall * 0.9, "stone"),))


def slide_clip(event: PieceSlid, before: Mapping[str, Placement], after: Mapping[str, Placement]) -> Clip:
    """A piece goes to the next cell on a low arc."""
    key = piece_key(event.seat, event.origin)
    start, end = before[key], after[piece_key(event.seat, event.target)]

    def sample(t: float) -> dict[str, Placement]:
        share = ease_in_out(t / SLIDE_SECONDS)
        return {key: _on_the_way(start, end, share, SLIDE_LIFT)}

    return Clip(SLIDE_SECONDS, sample, cues=((0.0, "lift"), (SLIDE_SECONDS * 0.9, "stone")))


def jump_clip(event: StarJumped, before: Mapping[str, Placement], after: Mapping[str, Placement]) -> Clip:
    """The star flies over the piece, turning."""
    start, end = before["star"], after["star"]

    def sample(t: float) -> dict[str, Placement]:
        share = ease_in_out(ease_out(t / JUMP_SECONDS) * 0.35 + t / JUMP_SECONDS * 0.65)
        flying = _on_the_way(start, end, share, JUMP_LIFT)
        return {"star": replace(flying, look=f"star {TURN * share:.0f}")}

    return Clip(JUMP_SECONDS, sample, cues=((0.0, "star"), (JUMP_SECONDS * 0.9, "pawn")))


def piece_key(seat: int, cell: int) -> str:
    """The id of the piece that stands on a cell."""
    return f"piece {seat} {cell}"


def same_pieces(before: Mapping[str, Placement], after: Mapping[str, Placement]) -> dict[str, Placement]:
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


def _on_the_way(start: Placement, end: Placement, share: float, lift: float) -> Placement:
    x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
    return replace(start, x=x, y=y, lift=lift * math.sin(math.pi * share))
