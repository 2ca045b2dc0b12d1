"""Sets of cells for the solver's kernels: four words each, in a row of an array or as a tuple."""

from __future__ import annotations

from typing import Final, TypeAlias

from game.agents.kernels import inlined, lowest_bit
from game.robots.search.tables import Array

Cells: TypeAlias = tuple[int, int, int, int]

lowest: Final = lowest_bit()


@inlined
def holds(array: Array, place: int, cell: int) -> bool:
    """Whether the set at `place` holds a cell."""
    return bool(array[place + (cell >> 6)] >> (cell & 63) & 1)


@inlined
def cells_at(array: Array, place: int) -> Cells:
    """The set at `place`."""
    return array[place], array[place + 1], array[place + 2], array[place + 3]


@inlined
def either(a: Cells, b: Cells) -> Cells:
    """The cells in one of two sets."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@inlined
def both(a: Cells, b: Cells) -> Cells:
    """The cells in both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@inlined
def meet(a: Cells, b: Cells) -> bool:
    """Whether two sets have a cell in common."""
    return bool(a[0] & b[0] | a[1] & b[1] | a[2] & b[2] | a[3] & b[3])


@inlined
def word_of(cells: Cells, number: int) -> int:
    """The word of that number in a set."""
    return cells[0] if number == 0 else cells[1] if number == 1 else cells[2] if number == 2 else cells[3]
