"""What stands on Star's board: the ring, the disc and the star, and the measures of the pieces' pictures."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from scenes.table.contract.placements import Placement


class Look(Enum):
    """What is drawn where something stands; the value names it in files and in a stock."""

    RING = "ring"
    DISC = "disc"
    STAR = "star"


StarPlacement = Placement[Look]
StarPlacements = Mapping[str, StarPlacement]  # by id

PIECES = (Look.RING, Look.DISC)  # by seat
SIDE, MIDDLE, RADIUS = 176, (88, 85), 82  # of a piece's picture, in board units


def picture(piece: Look) -> str:
    """The file with a piece's picture."""
    return f"textures/star-{piece.value}.png"
