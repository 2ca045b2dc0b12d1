"""Hands for boards on which pieces are picked up. Each presses one cell after another in its own way."""

from __future__ import annotations

from typing import Any

from scenes.kit.input.intents import Kind
from tests.scenes.hands import Hand, PointerHand, SteppingHand, hands_of


class CellHand(Hand):
    """A hand in a match or in an exercise."""

    def cell(self, cell: int) -> None:
        """Press a cell."""
        raise NotImplementedError

    def put(self, action: Any) -> None:
        """Press the cell from which an action takes a piece, if there is one, then its target."""
        game = self.board.input.carrying
        origin = game.origin_of(self.state, action)
        if origin is not None:
            self.cell(origin)
        self.cell(game.target_of(action))


class CellPointer(CellHand, PointerHand):
    """Presses the middle of the cell."""

    def cell(self, cell: int) -> None:
        self.point(self.geometry.cell_rect(cell).center)


class CellStepper(CellHand, SteppingHand):
    """Moves the focus to the cell, and confirms."""

    def cell(self, cell: int) -> None:
        self.steer(cell)
        self.hit(Kind.CONFIRM)

    def steer(self, cell: int) -> None:
        """Move the focus to a cell."""
        if self.selection.cursor is None:
            self.hit(Kind.UP)
        column, row = self.geometry.cell_view(cell)
        for _ in range(2 * self.geometry.side):
            assert self.selection.cursor is not None
            at = self.geometry.cell_view(self.selection.cursor)
            if at[0] != column:
                self.hit(Kind.RIGHT if at[0] < column else Kind.LEFT)
            elif at[1] != row:
                self.hit(Kind.DOWN if at[1] < row else Kind.UP)
        assert self.selection.cursor == cell


CELL_HANDS = hands_of(CellPointer, CellStepper)
