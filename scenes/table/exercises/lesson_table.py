"""A position on a game's real board, on which one person tries actions. Lessons and puzzles share it.

A lesson also has seat cards beside the board if they fit. Any device can be used.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import AnyStep, Seat, Step
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, ScanTarget
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.services import Services
from scenes.table.board.board_view import BoardView, OnTable
from scenes.table.board.confirm_gate import ConfirmGate
from scenes.table.board.layout import board_place, lesson_places
from scenes.table.column.side_panel import SeatCard, draw_card
from scenes.table.contract.board import Leaf, as_items, parts_of
from scenes.table.contract.input import Actors
from scenes.table.contract.lessons import LessonPosition, reach
from scenes.table.contract.words import TurnWords
from scenes.table.loading import make_board

IGNORED = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE})
BEGINS_TRY = frozenset(
    {*DIRECTIONS, Kind.PRESS, Kind.CONFIRM, Kind.SECONDARY, Kind.DIGIT, Kind.PREVIOUS, Kind.NEXT, Kind.TURN}
)


class LessonTable(BoardView):
    """A board that starts in a position. `act` plays on, with the game's own clips; nothing is stored.

    `cards` are the places of the seats' cards, in pixels; by default the places that `lesson_places` gives. Cards are
    drawn only if there is a place for each seat.
    """

    def __init__(
        self,
        services: Services,
        spec: GameSpec,
        position: LessonPosition,
        names: Sequence[str] = NAMES,
        person: Seat = 0,
    ) -> None:
        """`names` are the players' names by seat. `person` is the seat that tries actions, and sits below the board."""
        self.spec = spec
        self.person = person
        options = resolve(spec.options, position.options)
        count = spec.seat_count(options)
        pairs = zip(IDENTITIES[:count], names[:count], strict=True)
        seats = [SeatConfig("human", name=name, identity=identity) for identity, name in pairs]
        # While a clip plays, this is ahead of the shown position.
        self.state = reach(spec, position).state
        super().__init__(services, make_board(services, spec, options), seats, self.state)
        self.board.context.in_lesson = True
        self.last: AnyStep | None = None
        self.win_time = 0.0
        self.light(self.actors)

    def lay(self, seats: Sequence[SeatConfig]) -> None:
        super().lay(seats)
        self.cards = lesson_places(self.stage.metrics).all("card")

    def place(self) -> pygame.Rect:
        # The board is a square, because the texts beside it need room.
        return board_place(self.stage.metrics)

    @property
    def bottom_seat(self) -> Seat:
        return self.person

    @property
    def actors(self) -> Sequence[Seat]:
        """Return the seats that may act; none after the end."""
        return self.spec.rules.actors(self.state)

    @property
    def winner(self) -> Seat | None:
        """Return the winner, once the last clip has ended."""
        outcome = self.spec.rules.outcome(self.shown)
        return outcome.winners[0] if outcome is not None and outcome.winners else None

    def act(self, action: object, done: Callable[[], None] = lambda: None, seat: Seat | None = None) -> None:
        """Play a legal action of `seat`, by default the seat in turn, then call `done`."""
        self.show(self.step(action, seat), done)

    def step(self, action: object, seat: Seat | None = None) -> AnyStep:
        """Return the step of a legal action of `seat`, by default the seat in turn, without playing it."""
        return step_from(self.spec, self.state, action, seat)

    def show(self, step: AnyStep, done: Callable[[], None] = lambda: None) -> None:
        """Play the clip of a step that begins in the current position."""
        self.state = step.after

        def arrived() -> None:
            self.shown, self.last = step.after, step
            done()

        self.play(step, arrived)

    def turn_to(self, state: object, last: AnyStep | None = None, done: Callable[[], None] = lambda: None) -> None:
        """Slide to another position, reached by the step `last`, then call `done`."""
        self.state, self.last, self.win_time = state, last, 0.0

        def arrived() -> None:
            self.shown = state
            done()

        self.slide(state, arrived)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for clips, lights and the celebration of a win."""
        self.timeline.tick(dt)
        winner = self.winner
        self.tick_lights(self.actors if winner is None else (winner,), dt)
        if winner is not None:
            self.win_time += dt

    @property
    def is_animated(self) -> bool:
        return super().is_animated or (self.winner is not None and self.win_time < theme.WIN_SECONDS)

    def draw(self, canvas: Canvas, alpha: float, **more: Any) -> None:
        """Draw table, board and cards. `more` sets further fields of the View."""
        canvas.blit(self.ground.picture, (0, 0))
        last = self.last if self.timeline.is_idle else None
        view = self.view(alpha, last=last, winner=self.winner, win_time=self.win_time, **more)
        if len(self.cards) == len(self.seats):
            for seat, place in enumerate(self.cards):
                draw_card(self.stage, canvas, place, self.card(seat), view.lights[seat])
        # Drawn last, because a part of the board may cover a card.
        self.board.drawing.draw(canvas, view)
        self.board.drawing.draw_trial(canvas, view)

    def card(self, seat: Seat) -> SeatCard:
        config = self.seats[seat]
        words, name = self.board.words.seat(self.shown, seat), self.services.people.name(config)
        return SeatCard(
            config.identity,
            name,
            # If the player's name already names the side, the note does not repeat it.
            ("",) if name == words.short_aim else (words.aim, words.short_aim),
            words.stock,
            self.board.setup,
        )


def step_from(spec: GameSpec, state: object, action: object, seat: Seat | None = None) -> AnyStep:
    """Return the step of a legal action of `seat`, by default the seat in turn, in a position."""
    by = spec.rules.actors(state)[0] if seat is None else seat
    after, events = spec.rules.apply(state, by, action)
    return Step(0, state, by, action, after, events)


class TryingScene(OnTable):
    """A scene with a board to try actions on. Subclasses judge tries and write the texts beside the board."""

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
        # The board's latest prompts, with the device and the language that they are for.
        self._latest: tuple[object, Sequence[Prompt]] = None, ()

    def take_table(self, table: LessonTable) -> None:
        """Replace the table and its position."""
        self.table = table
        self.confirm_gate: ConfirmGate[object, object, object] = ConfirmGate(self.services, self.spec, table.board)
        self.resized()
        self.reset_selection()

    def reset_selection(self) -> None:
        """Clear the selection, and drop the action that waits for a second press."""
        self._family = self.stage.devices.current.family
        self.confirm_gate.clear()
        self.selection = self.table.board.input.empty(self.table.state, self.legal, self._family)

    # For subclasses

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing more can be tried for now."""

    @abstractmethod
    def try_action(self, action: object) -> None:
        """Handle a legal action that the person has chosen."""

    @abstractmethod
    def meant(self, intent: Intent) -> Nav | None:
        """Act on a press that neither goes back nor skips a clip. Presses for the board go to `board_intent`."""

    def try_barred(self, action: object) -> None:
        """Handle a forbidden action that the person has tried."""
        self.stage.audio.play("barred")

    def begin_try(self) -> None:
        """Note that a press on the board starts or continues a try."""

    # Input

    @property
    def legal(self) -> Sequence[object]:
        """Return the person's legal moves, without offers. There are none during motion or after the end."""
        if self.is_over or not self.table.timeline.is_idle or self.person not in self.table.actors:
            return ()
        if self._legal[0] is not self.table.state:
            legal = self.spec.rules.legal(self.table.state, self.person)
            self._legal = (self.table.state, tuple(action for action in legal if self.spec.play.is_move(action)))
        return self._legal[1]

    @property
    def turn(self) -> TurnWords:
        """Return the board's words about the selection."""
        return self.table.board.words.turn(self.table.state, self.selection, self.stage.devices.current.family)

    def steady(self, own: Sequence[Prompt]) -> list[Prompt]:
        """Return the board's prompts and the scene's `own`; all keep their places while tries are possible.

        While something moves, the board's last prompts are grey. The scene's Back is grey while Back acts on the board.
        """
        if self.is_over:
            return list(own)
        about = self.stage.devices.current, self.stage.strings.language
        if self.legal:
            self._latest = about, self.turn.prompts
        known = self._latest[1] if self._latest[0] == about else ()
        on_board = [prompt if self.legal else prompt._replace(enabled=False) for prompt in known]
        is_taken = any(prompt.control is Kind.BACK and prompt.enabled for prompt in on_board)
        return [
            *on_board,
            *(prompt._replace(enabled=False) if is_taken and prompt.control is Kind.BACK else prompt for prompt in own),
        ]

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
        """Act on a press for the board. It has an effect only while there are `legal` actions."""
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
        """Whether a press tries an action. Otherwise it only chooses an action that then waits for Confirm."""
        if kind is Kind.RELEASE:
            return self._family == "mouse" or self.table.board.input.taps_play
        return kind is Kind.CONFIRM or (kind is Kind.DIGIT and self.table.board.input.taps_play)

    def wait(self, dt: float) -> None:
        """Let `dt` seconds pass for the clips and for input on the board."""
        self.table.tick(dt)
        if legal := self.legal:
            chosen = self.table.board.input.elapse(Actors(self.table.state, {self.person: legal}), self.selection, dt)
            self.selection = chosen.selection
            if chosen.action is not None:
                self.try_action(chosen.action)

    # One-button play

    def action_items(self) -> Sequence[Item]:
        """Return the legal actions as the board groups them."""
        parts = parts_of(self.table.board, self.table.state, self.legal)
        return as_items(self.stage, parts, self._leaf, self.reset_selection)

    def _leaf(self, leaf: Leaf[object]) -> ScanTarget:
        key = "action", self.spec.rules.text(leaf.action)
        return ScanTarget(
            key, leaf.name, partial(self.try_action, leaf.action), (leaf.area,), partial(self._show, leaf.action)
        )

    def _show(self, action: object) -> None:
        """Select the lit action, unless that would replace a number that the person is entering."""
        considering = self.table.board.input.considering(action)
        if self.table.board.simultaneous is None or type(considering) is type(self.selection):
            self.selection = considering
