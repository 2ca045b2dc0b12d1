"""Presses at Star's board, and its page on a phone.

At the board a cell is pressed, by pointer, focus or numpad, or a word is said. On a phone a finger takes a piece up and
shows where it goes, and a button plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from game.core.rules import Seat
from game.phones.snapshot import PhoneButton
from game.star import rules
from game.star.state import Action, BoardAction, OfferDraw, Resign, State
from scenes.kit.input.intents import Intent, Kind
from scenes.star.selection import HAND, Selection, on_board, shown
from scenes.star.sprites import Geometry, cell_of_digit
from scenes.star.words import StarWords
from scenes.table.cells.carry import CarryInput, Choosing
from scenes.table.cells.carry_phone import CarryPhone
from scenes.table.cells.phone import PHONE, phone_art
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.phone_hand import HandPage, InHand


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


Held: TypeAlias = InHand[State, Action, Selection]
GRID: Final = Geometry(PHONE, phone_art(0.035, 0.035, 0.29, 0.32))


class StarPhone(CarryPhone[State, Action, BoardAction]):
    """Star's page on a phone, for one table; the board is never turned.

    A piece in the hand may go where it is lit; what another one could do is not marked.
    """

    without = ("offered",)

    def __init__(self, context: BoardContext, words: StarWords, entering: StarInput) -> None:
        super().__init__(context, words, entering, GRID, shown)

    def page(self, held: Held) -> HandPage | None:
        if held.state.offer == "open":
            return None  # the answer is asked for in a dialog of its own
        return super().page(held)

    def made(self, held: Held) -> HandPage:
        page = super().made(held)
        return replace(page, decision=(page.decision, held.state.offer))

    def title(self, state: State, seat: Seat) -> str:
        return self._t("star.phone.hand", count=state.hands[seat])

    def buttons(self, held: Held) -> tuple[PhoneButton, ...]:
        if held.legal and not rules.board_actions(held.state):
            return (self.button("confirm", "star.glyph.resign"),)
        return super().buttons(held)

    def spoken(self, look: str, seat: Seat | None, own: Seat | None) -> str:
        return self._t("star.phone.star") if seat is None else super().spoken(look, seat, own)
