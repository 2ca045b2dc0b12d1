"""The dial in the hand: a number is chosen on the phone alone, and nobody sees it before it is declared."""

from __future__ import annotations

from typing import Final, TypeAlias, cast

from game.core.rules import Seat
from game.phones.snapshot import Button, Chip, Clock, Dial, Shape, Who, cut
from game.robots.state import HIGHEST_BID, LOWEST_BID, Action, Agree, Bid, NoRoute, State
from scenes.robots.selection import DECLARING, Selection
from scenes.table.board import BoardContext, Chosen, PhoneHand
from scenes.table.phone_hand import LABEL, NAME, HandPage, InHand

Held: TypeAlias = InHand[State, Action, Selection]
USUAL: Final = 8  # where the dial stands at first


class RobotsPhone(PhoneHand[State, Action, Selection]):
    """For one game; declaring by the dial takes the place of the dock beside the board."""

    def __init__(self, context: BoardContext) -> None:
        self._context = context

    def page(self, held: Held) -> HandPage | None:
        return self._dial(held, held.seat) if held.seat is not None and held.legal else None

    def _dial(self, held: Held, seat: Seat) -> HandPage | None:
        state, legal = held.state, held.legal
        numbers = [action.number for action in legal if isinstance(action, Bid)]
        if state.phase not in DECLARING:
            return None
        t = self._context.stage.t
        best, mine = state.best or 0, state.lowest_of(seat) or 0
        bidder = next((bidder for bidder, number in state.bids if number == best), None)
        most = max(numbers, default=HIGHEST_BID)
        colour = "" if state.chip.colour == "any" else state.chip.colour
        dial = Dial(
            opens=min(most, best - 1 if best > LOWEST_BID else USUAL) if numbers else USUAL,
            least=LOWEST_BID,
            most=HIGHEST_BID,
            best=best,
            by=None if bidder is None else self._who(bidder),
            mine=mine,
            below=most + 1 if most < HIGHEST_BID else 0,
            why=t("phones.below", number=most + 1) if most < HIGHEST_BID else "",
            caption=cut(t("phones.best"), LABEL) if best else "",
            chip=Chip(colour, state.chip.symbol),
        )
        buttons = [
            Button("declare", cut(t("phones.declare", number="{number}"), LABEL), "primary", enabled=bool(numbers))
        ]
        if any(isinstance(action, Agree) for action in legal):
            buttons.append(Button("agree", cut(t("glyph.agree"), LABEL), glyph="check"))
        if any(isinstance(action, NoRoute) for action in legal):
            buttons.append(Button("no_route", cut(t("phones.no_route"), LABEL), glyph="dash"))
        whole = float(state.settings.clock_seconds)
        running = None if held.clock is None else Clock(round(min(held.clock.seconds, whole), 1), whole)
        return HandPage("dial", tuple(buttons), dial, running)

    def pressed(self, held: Held, button: str, value: int) -> Chosen[Action, Selection] | None:
        meant: dict[str, Action] = {"declare": Bid(value), "agree": Agree(), "no_route": NoRoute()}
        action = meant.get(button)
        return Chosen(held.selection, action, held.seat) if action in held.legal else None

    def _who(self, seat: Seat) -> Who:
        config = self._context.seats[seat]
        return Who(cast(Shape, config.identity), cut(self._context.services.name(config), NAME))
