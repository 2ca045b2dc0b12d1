"""The selections at Coffee's board: choosing a cell, completing a row, pointing the stick, swapping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.coffee.board import Axis, Cell


@dataclass(frozen=True, slots=True)
class Choosing:
    """A bean would go to `cell`; None while no cell is shown."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Trying:
    """`cell` was pressed, though no bean may go there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Completing:
    """A bean goes to `cell` and completes a row: no stick is laid."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Pointing:
    """The bean lies on `cell`, and the stick is turned to `axis`, allowed or not; None before one is chosen.

    `pointed` is the axis that a pointer showed at last: what its wheel turns to since then holds. `other` is the cell
    of the line under the mouse to which a click would move the bean; None where it would not.
    """

    cell: Cell
    axis: Axis | None = None
    pointed: Axis | None = None
    other: Cell | None = None


@dataclass(frozen=True, slots=True)
class Swapping:
    """The colours are to be swapped."""


Selection: TypeAlias = Choosing | Trying | Completing | Pointing | Swapping
