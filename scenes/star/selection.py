"""The selections at Star's board, and the action that each means in a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from game.core.rules import Seat
from game.star.state import BoardAction, Cell, Jump, Place, Slide, State
from scenes.table.cells.carry import Carried, Choosing, Hand, Holding, Trying

__all__ = ["HAND", "Choosing", "Holding", "Selection", "Trying", "aimed_at", "held_cell", "on_board", "origin_of"]

Selection: TypeAlias = Carried[BoardAction]


class StarHand(Hand[State, BoardAction]):
    """The star is picked up like a piece, and a piece may come from the hand."""

    def on_board(self, actions: Sequence[object]) -> list[BoardAction]:
        return [action for action in actions if isinstance(action, Place | Slide | Jump)]

    def target_of(self, action: BoardAction) -> Cell:
        return action.cell if isinstance(action, Place) else action.target

    def origin_of(self, state: State, action: BoardAction) -> Cell | None:
        if isinstance(action, Place):
            return None
        return state.star if isinstance(action, Jump) else action.origin

    def meant(self, state: State, held: Cell | None, cell: Cell) -> BoardAction:
        if held is None:
            return Place(cell)
        return Jump(cell) if held == state.star else Slide(held, cell)

    def can_lift(self, state: State, cell: Cell) -> bool:
        """Whether the star or a piece of the mover stands there."""
        return cell == state.star or bool(state.pieces[state.mover] >> cell & 1)

    def has_stock(self, state: State, seat: Seat) -> bool:
        return state.hands[seat] > 0


HAND = StarHand()
aimed_at, can_lift, held_cell = HAND.aimed_at, HAND.can_lift, HAND.held_cell
on_board, origin_of, target_of = HAND.on_board, HAND.origin_of, HAND.target_of
