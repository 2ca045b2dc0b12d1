"""The places of Star's cells on the screen. The board is never turned: a3 is the top left cell for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from game.star.state import CELLS, SIZE, Cell
from scenes.table.cells.grid import Grid


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """Three by three cells between bars."""

    side: int = SIZE

    def between(self, first: Cell, second: Cell) -> tuple[float, float]:
        """Pixels of the middle of the bar between two neighbours."""
        (x0, y0), (x1, y1) = self.middle(first), self.middle(second)
        return (x0 + x1) / 2, (y0 + y1) / 2


def place(cell: Cell) -> tuple[int, int]:
    """Column and row of a cell."""
    return cell % SIZE, cell // SIZE


def cell_of_digit(digit: int) -> Cell | None:
    """The cell that a key of the numpad stands for: 7 8 9 are the top row; 0 is none."""
    if not 1 <= digit <= CELLS:
        return None
    above, column = divmod(digit - 1, SIZE)
    return (SIZE - 1 - above) * SIZE + column
