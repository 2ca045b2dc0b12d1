"""Hyper Robots on a phone: a dial whose number is private until it is declared, and buttons that move robots."""

from __future__ import annotations

from typing import Final, TypeAlias, cast

from game.core.rules import Seat
from game.phones.snapshot import Clock, PhoneButton, PhoneChip, PhoneDial, PhonePerson, PhoneRobot, Shape, Steer, cut
from game.robots.board import COLOURS, Heading, standing
from game.robots.state import HIGHEST_BID, LOWEST_BID, Action, Agree, Bid, Concede, Move, NoRoute, State
from scenes.kit.input.intents import Kind
from scenes.robots import phrases
from scenes.robots.bidding.bid_queue import Delay, Pace, may_only_agree
from scenes.robots.selection import DECLARING, STEERING, Selection, Steering
from scenes.robots.steering import ASKED, first_robot
from scenes.table.contract.optional import PhonePages
from scenes.table.contract.phone_pages import LABEL, LINE, NAME, PageData, SeatPage
from scenes.table.contract.setup import BoardContext

Data: TypeAlias = PageData[State, Action, Selection]
_Kinds: TypeAlias = dict[str, tuple[Kind, int | None]]
_HEADINGS: Final[dict[str, Heading]] = {"up": "N", "right": "E", "down": "S", "left": "W"}
# The number on the dial before anyone has bid.
USUAL: Final = 8
_ANSWERS: Final[_Kinds] = {"agree": (Kind.SECONDARY, 0), "no_route": (Kind.HINT, 0)}
_BIDDING: Final[_Kinds] = {**_ANSWERS, "declare": (Kind.DIGIT, None)}
_STEERING: Final[_Kinds] = {
    **{colour: (Kind.DIGIT, number) for number, colour in enumerate(COLOURS, 1)},
    "concede": (Kind.SECONDARY, ASKED),
}


class RobotsPhone(PhonePages[State, Action, Selection]):
    """The page of Hyper Robots on a phone, for one game. Its dial takes the place of the dock beside the board."""

    def __init__(self, context: BoardContext, pace: Pace) -> None:
        self._context = context
        self._pace = pace

    def page(self, data: Data) -> SeatPage | None:
        if data.state.phase in STEERING:
            return self._steer(data)
        return self._dial(data, data.seat) if data.seat is not None and data.legal else None

    def _steer(self, data: Data) -> SeatPage:
        """Return the page with the robots and four directions. For spectators, its buttons are disabled."""
        state, t = data.state, self._context.stage.t
        selection, steers = data.selection, any(isinstance(action, Move) for action in data.legal)
        chosen = (selection.robot if isinstance(selection, Steering) else None) or first_robot(state)
        robots = tuple(
            PhoneRobot(
                colour,
                cut(t(f"robots.colour.{colour}"), LABEL).capitalize(),
                colour[0].upper(),
                colour == chosen,
                steers,
            )
            for colour in standing(state.robots)
        )
        allowed = state.best or 0 if state.phase == "demonstrate" else 0
        used = len(state.moves)
        ways = tuple(way for way, heading in _HEADINGS.items() if Move(chosen, heading) in data.legal)
        concede = PhoneButton(
            "concede", cut(t("glyph.concede"), LABEL), "danger", "flag", asks=cut(t("phones.sure"), LABEL)
        )
        return SeatPage(
            "steer",
            (concede,) if Concede() in data.legal else (),
            steer=Steer(robots, used, allowed, _chip(state)),
            title=t("robots.phone.practice" if state.phase == "practice" else "robots.phone.demonstration"),
            sentence=cut(phrases.task(t, state.chip), LINE),
            helper="",
            beside=("undo",),
            focus=f"{used}/{allowed}" if allowed else str(used),
            ways=ways,
            barred=cut(t("robots.phone.stands", robot=t(f"robots.colour.{chosen}").capitalize()), LINE),
            kinds=_STEERING if data.legal else {},
        )

    def _dial(self, data: Data, seat: Seat) -> SeatPage | None:
        state, legal = data.state, data.legal
        numbers = [action.number for action in legal if isinstance(action, Bid)]
        if state.phase not in DECLARING:
            return None
        t = self._context.stage.t
        delay = self._pace.delays(seat, data.clock)
        best, mine = state.best or 0, state.lowest_of(seat) or 0
        bidder = next((bidder for bidder, number in state.bids if number == best), None)
        most = max(numbers, default=HIGHEST_BID)
        dial = PhoneDial(
            opens=min(most, best - 1 if best > LOWEST_BID else USUAL) if numbers else USUAL,
            least=LOWEST_BID,
            most=HIGHEST_BID,
            best=best,
            by=None if bidder is None else self._who(bidder),
            mine=mine,
            below=most + 1 if most < HIGHEST_BID else 0,
            why=t("phones.below", number=most + 1) if most < HIGHEST_BID else "",
            caption=cut(t("phones.best"), LABEL) if best else "",
            chip=_chip(state),
        )
        buttons = [
            PhoneButton(
                "declare",
                cut(t("phones.declare", number="{number}"), LABEL),
                "primary",
                enabled=bool(numbers) and not delay,
            )
        ]
        if any(isinstance(action, Agree) for action in legal):
            label = "robots.agree_end" if may_only_agree(state, seat) else "glyph.agree"
            buttons.append(PhoneButton("agree", cut(t(label), LABEL), glyph="check"))
        if any(isinstance(action, NoRoute) for action in legal):
            buttons.append(PhoneButton("no_route", cut(t("phones.no_route"), LABEL), glyph="dash"))
        whole = float(state.settings.clock_seconds)
        running = None if data.clock is None else Clock(round(min(data.clock.seconds, whole), 1), whole)
        helper, kinds = self._helper(state, seat, delay), _BIDDING if numbers else _ANSWERS
        sentence = cut(phrases.task(t, state.chip), LINE) if best else None  # the dial has the best bid itself
        return SeatPage("dial", tuple(buttons), dial, running, sentence=sentence, helper=helper, kinds=kinds)

    def _helper(self, state: State, seat: Seat, delay: Delay) -> str | None:
        """Return why nothing can be declared now, what agreeing means, or the best bid.

        If it is None, the phone shows the same help as the screen.
        """
        t = self._context.stage.t
        if delay:
            return cut(t(f"robots.status.{delay}").capitalize(), LINE)
        if may_only_agree(state, seat):
            return cut(t("robots.agree_note"), LINE)
        return None if state.best is None else cut(t("robots.best", number=state.best), LINE)

    def _who(self, seat: Seat) -> PhonePerson:
        return PhonePerson(cast(Shape, self._context.seats[seat].identity), cut(self._context.names[seat], NAME))


def _chip(state: State) -> PhoneChip:
    return PhoneChip("" if state.chip.colour == "any" else state.chip.colour, state.chip.symbol)
