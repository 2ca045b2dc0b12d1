"""How Quoridor's pieces move: a pawn on an arc, a wall dropping into its gutter."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.core.rules import Seat
from game.quoridor.rules import text
from game.quoridor.state import Orientation, PawnStepped, WallPlaced, WallPlacement
from scenes.kit.timeline import Clip, ease_in_out, ease_out
from scenes.table.placements import BoardClip, Placements, Snapshot

PAWN_SECONDS = 0.22
WALL_SECONDS = 0.18
ARC_LIFT = 0.32  # of a cell
WALL_DROP = 2.0  # lift from which a wall drops


@dataclass(frozen=True, slots=True)
class PawnLook:
    """A pawn of the player with this identity."""

    identity: str


@dataclass(frozen=True, slots=True)
class WallLook:
    """A wall that lies this way as seen."""

    seen: Orientation


def pawn_clip(event: PawnStepped, before: Placements, after: Placements) -> BoardClip:
    """A pawn goes to its cell on an arc, higher and longer where it jumps."""
    key = pawn_key(event.seat)
    start, end = before[key], after[key]
    far = math.hypot(end.x - start.x, end.y - start.y)
    seconds = PAWN_SECONDS * (1.0 if far < 1.2 else 1.35)
    lift = ARC_LIFT * (1.0 if far < 1.2 else 2.0)  # a jump passes over a pawn

    def sample(t: float) -> Snapshot:
        share = ease_in_out(ease_out(t / seconds) * 0.4 + t / seconds * 0.6)
        x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        return Snapshot({key: replace(end, x=x, y=y, lift=lift * math.sin(math.pi * share))})

    return Clip(seconds, sample, cues=((0.0, "lift"), (seconds * 0.92, "pawn")))


def wall_clip(event: WallPlaced, after: Placements) -> BoardClip:
    """A wall drops into its gutter and settles."""
    key = wall_key(event.wall)
    end = after[key]
    fall = WALL_SECONDS * 0.78

    def sample(t: float) -> Snapshot:
        share = min(1.0, t / fall)
        settle = 0.0
        if t > fall:  # two pixels up and down again
            settle = 2 / 44 * math.sin(math.pi * (t - fall) / (WALL_SECONDS - fall))
        lift = WALL_DROP * (1 - share * share) * 0.28 + settle
        return Snapshot({key: replace(end, lift=lift, alpha=min(1.0, 0.35 + share))})

    return Clip(WALL_SECONDS, sample, cues=((fall * 0.9, "wall"),))


def pawn_key(seat: Seat) -> str:
    """The id of a seat's pawn."""
    return f"pawn{seat}"


def wall_key(wall: WallPlacement) -> str:
    """The id of a wall that stands."""
    return f"wall {text(wall)}"
