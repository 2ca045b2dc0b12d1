"""The scan targets of a match: the legal actions as the board divides them, then the bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.core.rules import Seat
from scenes.kit.scene import Item, Nav, ScanGroup, ScanTarget
from scenes.match.controller import MatchController
from scenes.table.contract.board import parts_of
from scenes.table.contract.branches import Leaf, as_items
from scenes.table.contract.input import InputResult

PATIENCE = 3.0  # seconds without a person's turn after which the bar is scanned: a late press means no menu


class MatchScan:
    """The stops of one match. What is lit is selected, so that the board shows what it would do."""

    def __init__(self, controller: MatchController, play: Callable[[InputResult[object, object]], Nav | None]) -> None:
        """`play` plays what was decided."""
        self.controller = controller
        self.hands = controller.hands
        self.session = controller.session
        self.board = controller.board
        self.stage = controller.stage
        self._play_chosen = play
        self._since = controller.stage.time  # the stage's time at which somebody could act last

    def items(self, prompts: Sequence[Item]) -> Sequence[Item]:
        """Return the present targets; `prompts` are the bar's."""
        bar = [replace(item, lit=self._rest) for item in prompts]
        people = [seat for seat in self.hands.people if not self.hands.has_phone(seat)]
        if self.session.outcome is not None:
            people = []
        if not people:
            return bar if self.stage.time - self._since >= PATIENCE else ()
        self._since = self.stage.time
        seats = [(seat, self._actions(seat)) for seat in people]
        if len(seats) == 1:
            return (*seats[0][1], *bar)
        names = self.board.context.names
        return (*(ScanGroup(("seat", seat), names[seat], items) for seat, items in seats), *bar)

    def _actions(self, seat: Seat) -> tuple[Item, ...]:
        """The actions of a seat; without offers, which the bar has, and giving up only where nothing else is left."""
        spec = self.session.spec
        legal = [a for a in self.session.legal(seat) if spec.rules.text(a) != spec.play.offer]
        on_board = [action for action in legal if spec.rules.text(action) != spec.play.resign]
        parts = parts_of(self.board, self.session.state, on_board or legal)
        return as_items(self.stage, parts, lambda leaf: self._leaf(seat, leaf, not on_board), self._rest)

    def _leaf(self, seat: Seat, leaf: Leaf[object], gives_up: bool) -> Item:
        """An action; where actions are confirmed a press leads to a second thought, which is first to give up."""
        t = self.stage.t
        key, areas = ("action", self.session.spec.rules.text(leaf.action)), (leaf.area,)
        lit = partial(self._consider, leaf.action)
        take = partial(self._play, seat, leaf.action)
        if not (gives_up or self.controller.services.settings.preferences.always_confirm):
            return ScanTarget(key, leaf.name, take, areas, lit)
        play = ScanTarget("play", t("scan.play", action=leaf.name), take, areas, lit)
        back = ScanTarget("back", t("scan.choose_on"), self._nothing, areas, lit)
        return ScanGroup(key, leaf.name, (back, play) if gives_up else (play, back), lit)

    @staticmethod
    def _nothing() -> None:
        """Choose on."""

    def _consider(self, action: object) -> None:
        """Select an action; where others are about something as well only what takes nothing from them."""
        considering = self.board.input.considering(action)
        if not self.controller.is_simultaneous:
            self.hands.consider(action)
        elif type(considering) is type(self.hands.selection):
            self.hands.selection = considering

    def _rest(self) -> None:
        """Select nothing."""
        if not self.controller.is_simultaneous:
            self.hands.begin()

    def _play(self, seat: Seat, action: object) -> Nav | None:
        return self._play_chosen(InputResult(self.hands.selection, action, seat))
