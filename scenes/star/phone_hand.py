"""Play Star from a phone, in a module of its own as in each game.

A finger takes a piece up and shows where it goes, and a button plays it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from game.core.rules import Seat
from game.phones.snapshot import PhoneButton
from game.star import rules
from game.star.state import Action, BoardAction, State
from scenes.star.geometry import Geometry
from scenes.star.input import StarInput
from scenes.star.selection import Selection
from scenes.star.shown import shown
from scenes.star.words import StarWords
from scenes.table.cells.carry_phone import CarryPhone
from scenes.table.cells.phone import PHONE, phone_art
from scenes.table.contract.phone_hand import HandPage, InHand
from scenes.table.contract.setup import BoardContext

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
