"""The motions of Quoridor's pieces: a pawn on an arc, a wall dropping into its gutter."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.rules import Seat
from game.quoridor.rules import text
from game.quoridor.state import Orientation, WallPlacement
from scenes.table.cells.pieces import Carry, DropMotion

STEP = Carry(0.22, 0.32, ("lift", "pawn"), push=0.4, lands=0.92)
JUMP = Carry(0.297, 0.64, ("lift", "pawn"), push=0.4, lands=0.92)  # higher and longer: it passes over a pawn
WALL = DropMotion(0.18, 0.56, "wall", fall=0.78, settle=2 / 44, faint=0.35)  # it springs up by two pixels


@dataclass(frozen=True, slots=True)
class PawnLook:
    """A pawn of the player with this identity."""

    identity: str


@dataclass(frozen=True, slots=True)
class WallLook:
    """A wall that lies this way as seen."""

    seen: Orientation


def pawn_key(seat: Seat) -> str:
    """The id of a seat's pawn."""
    return f"pawn{seat}"


def wall_key(wall: WallPlacement) -> str:
    """The id of a wall that stands."""
    return f"wall {text(wall)}"
