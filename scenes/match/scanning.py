"""What one switch can press in a match: the legal actions as the board divides them, then the bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from game.core.rules import Seat
from scenes.kit.intents import Kind
from scenes.kit.scene import Group, Item, Nav, Stop
from scenes.kit.stops import prompt_stops, span
from scenes.table.board import Chosen
from scenes.table.branches import Leaf, Part

if TYPE_CHECKING:
    from scenes.match.match_scene import MatchScene

PATIENCE = 3.0  # seconds without a person's turn after which the bar is scanned: a late press means no menu
SLOWNESS = 2.0  # times the pace by which the time of those who act at once is slower, besides once


def slowness(scan_on: bool, pace: float) -> float:
    """How many times slower clocks run, and AI seats declare, while numbers are picked by scanning."""
    return 1 + SLOWNESS * pace if scan_on else 1.0


class MatchScan:
    """The stops of one match. What is lit is selected, so that the board shows what it would do."""

    def __init__(self, match: MatchScene) -> None:
        self.match = match
        self.stage = match.stage
        self._since = 0.0  # the stage's time at which somebody could act last

    def items(self) -> Sequence[Item]:
        """What can be pressed now."""
        match = self.match
        together = match.controller.simultaneous
        bar = prompt_stops(match, match.bar, () if together else (Kind.CONFIRM,))
        people = match.hands.people if match.session.outcome is None else ()
        if not people:
            return bar if self.stage.time - self._since >= PATIENCE else ()
        self._since = self.stage.time
        seats = [(seat, self._actions(seat)) for seat in people]
        if len(seats) == 1:
            return (*seats[0][1], *bar)
        names = match.board.context.names
        return (*(Group(("seat", seat), names[seat], items) for seat, items in seats), *bar)

    def _actions(self, seat: Seat) -> tuple[Item, ...]:
        """The actions of a seat; without offers, which the bar has, and giving up only where nothing else is left."""
        spec = self.match.session.spec
        legal = [a for a in self.match.session.legal(seat) if spec.rules.text(a) != spec.offer]
        on_board = [action for action in legal if spec.rules.text(action) != spec.resign]
        parts = self.match.board.branches(self.match.session.state, on_board or legal)
        return tuple(self._item(seat, part, not on_board) for part in parts)

    def _item(self, seat: Seat, part: Part[Any], gives_up: bool) -> Item:
        if isinstance(part, Leaf):
            return self._leaf(seat, part, gives_up)
        items = tuple(self._item(seat, inner, gives_up) for inner in part.parts)
        name = part.name or span(self.stage, items)
        places = None if part.area is None else (part.area,)
        return Group(("branch", name), name, items, self._rest, places)

    def _leaf(self, seat: Seat, leaf: Leaf[Any], gives_up: bool) -> Item:
        """An action; where actions are confirmed a press leads to a second thought, which is first to give up."""
        t = self.stage.t
        key, areas = ("action", self.match.session.spec.rules.text(leaf.action)), (leaf.area,)
        lit = partial(self._consider, leaf.action)
        take = partial(self._play, seat, leaf.action)
        if not (gives_up or self.match.services.preferences.always_confirm):
            return Stop(key, leaf.name, take, areas, lit)
        play = Stop("play", t("scan.play", action=leaf.name), take, areas, lit)
        back = Stop("back", t("scan.choose_on"), self._nothing, areas, lit)
        return Group(key, leaf.name, (back, play) if gives_up else (play, back), lit)

    @staticmethod
    def _nothing() -> None:
        """Choose on."""

    def _consider(self, action: Any) -> None:
        """Select an action; where others are about something as well only what takes nothing from them."""
        hands, board = self.match.hands, self.match.board
        if not self.match.controller.simultaneous:
            hands.consider(action)
        elif type(board.input.considering(action)) is type(hands.selection):
            hands.selection = board.input.considering(action)

    def _rest(self) -> None:
        """Select nothing."""
        if not self.match.controller.simultaneous:
            self.match.hands.begin()

    def _play(self, seat: Seat, action: Any) -> Nav | None:
        return self.match.take(Chosen(self.match.hands.selection, action, seat))
