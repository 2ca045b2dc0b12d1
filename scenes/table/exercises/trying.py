"""One person who tries actions in a position on a game's board, with every device: what lessons and puzzles share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any

from game.core.rules import Seat
from game.core.spec import GameSpec
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, ScanTarget
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.services import Services
from scenes.table.board.board_view import OnTable
from scenes.table.board.confirm_gate import ConfirmGate
from scenes.table.contract.board import parts_of
from scenes.table.contract.branches import Leaf, as_items
from scenes.table.contract.input import Actors
from scenes.table.contract.words import TurnWords
from scenes.table.exercises.lesson_table import LessonTable

IGNORED = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE})
BEGINS_TRY = frozenset(
    {*DIRECTIONS, Kind.PRESS, Kind.CONFIRM, Kind.SECONDARY, Kind.DIGIT, Kind.PREVIOUS, Kind.NEXT, Kind.TURN}
)


class TryingScene(OnTable):
    """A scene with a board to try actions on. Subclasses judge a try and write the texts beside the board."""

    table: LessonTable
    bar: GlyphBar
    person: Seat = 0

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.selection: Any = None
        self._legal: tuple[object, Sequence[object]] = (None, ())
        self._family = ""

    def take_table(self, table: LessonTable) -> None:
        """Have another table, with its position."""
        self.table = table
        self.confirm_gate: ConfirmGate[object, object, object] = ConfirmGate(self.services, self.spec, table.board)
        self.resized()
        self.reset_selection()

    def reset_selection(self) -> None:
        """Forget the selection and the action that waits for a second press."""
        self._family = self.stage.devices.current.family
        self.confirm_gate.clear()
        self.selection = self.table.board.input.empty(self.table.state, self.legal, self._family)

    # What subclasses say

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is to be tried now."""

    @abstractmethod
    def try_action(self, action: object) -> None:
        """A legal action was chosen."""

    @abstractmethod
    def meant(self, intent: Intent) -> Nav | None:
        """Act on a press that neither goes back nor hurries a clip; `board_intent` takes those for the board."""

    def try_barred(self, action: object) -> None:
        """An action was tried that the rules forbid."""
        self.stage.audio.play("barred")

    def begin_try(self) -> None:
        """A press on the board begins something, or goes on with it."""

    # The hands

    @property
    def legal(self) -> Sequence[object]:
        """The person's present actions, talk aside; none while something moves or all is done."""
        if self.is_over or not self.table.timeline.is_idle or self.person not in self.table.actors:
            return ()
        if self._legal[0] is not self.table.state:
            legal = self.spec.rules.legal(self.table.state, self.person)
            self._legal = (self.table.state, tuple(action for action in legal if self.spec.play.is_move(action)))
        return self._legal[1]

    @property
    def turn(self) -> TurnWords:
        """The board's words about the selection."""
        return self.table.board.words.turn(self.table.state, self.selection, self.stage.devices.current.family)

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        drag = self.confirm_gate.drag
        if intent.kind is Kind.PRESS:
            drag.let_go()
        on_bar = intent.point is not None and meant is intent and self.bar.covers(intent.point)
        if on_bar and drag.at is None:
            return None
        if not self.table.timeline.is_idle:
            if intent.kind not in IGNORED:
                self.table.timeline.skip()
            return None
        if meant.kind is Kind.BACK and (self.is_over or not self.confirm_gate.is_engaged(self.selection)):
            return Pop()
        return self.meant(meant)

    def board_intent(self, intent: Intent) -> None:
        """A press for the board, while there are `legal` actions."""
        board, state = self.table.board.input, self.table.state
        if intent.device.family != self._family:
            self._family = intent.device.family
            begun = board.empty(state, self.legal, self._family)
            if intent.kind in DIRECTIONS and self.selection == board.empty(state, self.legal, "mouse") != begun:
                self.selection = begun
                return
        if intent.kind in BEGINS_TRY:
            self.begin_try()
        if not self.confirm_gate.drag.follows(intent):
            return
        chosen = self.confirm_gate.press(Actors(state, {self.person: self.legal}), self.selection, intent)
        self.selection = chosen.selection
        if chosen.action is not None:
            self.try_action(chosen.action)
            if chosen.carried:
                self.table.timeline.skip()
        elif self._is_try(intent.kind):
            tried = board.considered(self.selection)
            if tried is not None and tried not in self.legal:
                self.try_barred(tried)

    def _is_try(self, kind: Kind) -> bool:
        """Whether a press is a try, and not only a choice that waits for its confirm."""
        if kind is Kind.RELEASE:
            return self._family == "mouse" or self.table.board.input.taps_play
        return kind is Kind.CONFIRM or (kind is Kind.DIGIT and self.table.board.input.taps_play)

    def wait(self, dt: float) -> None:
        """Let `dt` seconds pass for the clips, and for what was begun on the board."""
        self.table.tick(dt)
        if legal := self.legal:
            chosen = self.table.board.input.elapse(Actors(self.table.state, {self.person: legal}), self.selection, dt)
            self.selection = chosen.selection
            if chosen.action is not None:
                self.try_action(chosen.action)

    # One-button play

    def action_items(self) -> Sequence[Item]:
        """The legal actions as the board divides them."""
        parts = parts_of(self.table.board, self.table.state, self.legal)
        return as_items(self.stage, parts, self._leaf, self.reset_selection)

    def _leaf(self, leaf: Leaf[object]) -> ScanTarget:
        key = "action", self.spec.rules.text(leaf.action)
        return ScanTarget(
            key, leaf.name, partial(self.try_action, leaf.action), (leaf.area,), partial(self._show, leaf.action)
        )

    def _show(self, action: object) -> None:
        """Select what is lit, unless that would take the place of a number being entered."""
        considering = self.table.board.input.considering(action)
        if self.table.board.simultaneous is None or type(considering) is type(self.selection):
            self.selection = considering
