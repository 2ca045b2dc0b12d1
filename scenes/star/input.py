"""Read presses at Star's board, in a module of its own as in each game.

A cell is pressed, by pointer, focus or numpad, or a word is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.star.state import Action, BoardAction, OfferDraw, Resign, State
from scenes.kit.input.intents import Intent, Kind
from scenes.star.geometry import Geometry, cell_of_digit
from scenes.star.selection import HAND, Choosing, Selection, on_board
from scenes.table.cells.carry import CarryInput
from scenes.table.contract.input import Actors, InputResult


class StarInput(CarryInput[State, Action, BoardAction]):
    """Adds the numpad, the draw offer and resigning."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry, HAND)

    def choose(
        self, actors: Actors[State, Action], selection: Selection, intent: Intent
    ) -> InputResult[Action, Selection]:
        legal = actors.actions
        actions = on_board(legal)
        if intent.kind is Kind.SECONDARY:
            return InputResult(selection, next((action for action in legal if isinstance(action, OfferDraw)), None))
        if not actions:
            return _stuck(legal, selection, intent)
        if intent.kind is Kind.DIGIT:
            cell = cell_of_digit(intent.value)
            return InputResult(selection) if cell is None else HAND.pressed(actors.state, actions, selection, cell)
        return super().choose(actors, selection, intent)


def _stuck(legal: Sequence[Action], selection: Selection, intent: Intent) -> InputResult[Action, Selection]:
    """Nothing is left but to resign, or to offer a draw."""
    if intent.kind is Kind.CONFIRM:
        return InputResult(selection, next((action for action in legal if isinstance(action, Resign)), None))
    return InputResult(Choosing() if intent.kind is Kind.BACK else selection)
