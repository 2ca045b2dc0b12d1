"""What stands on Coffee's board, as placements have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.coffee.board import ROWS, STRIDE, Cell
from game.coffee.state import Colour


@dataclass(frozen=True, slots=True)
class Bean:
    """A player's bean."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Stick:
    """The white stick; its placement has the angle, 0 lying level."""


Look: TypeAlias = Bean | Stick
STICK_ID = "stick"
_BEAN_IDS = tuple(f"bean {cell}" for cell in range(STRIDE * len(ROWS)))


def bean_id(cell: Cell) -> str:
    """The id of the bean on a cell."""
    return _BEAN_IDS[cell]
