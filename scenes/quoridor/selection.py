"""The selections at Quoridor's board: choosing a destination, laying a wall, or passing."""

from __future__ import annotations

from dataclasses import dataclass

from game.quoridor.state import Cell, WallPlacement


@dataclass(frozen=True, slots=True)
class Choosing:
    """A destination is in focus or under the pointer, or none yet."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Walling:
    """A ghost wall is considered; `is_held` keeps its orientation while the pointer stays at its crossing."""

    wall: WallPlacement
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Passing:
    """Only a pass is left."""


@dataclass(frozen=True, slots=True)
class Trying:
    """`cell` was pressed, though the pawn may not go there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Reaching:
    """A pointer drags a wall from the rack and is over no gutter."""


Selection = Choosing | Walling | Passing | Reaching | Trying
