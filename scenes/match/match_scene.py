"""The match: one session on the table, shared by all games; a game's board scene draws and chooses."""

from __future__ import annotations

import logging
from typing import Any

from game.core.rules import GameError, Seat, Step
from game.session import Session
from scenes import routes
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.glyphbar import GlyphBar
from scenes.kit.intents import Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push, Scene
from scenes.match.adviser import Adviser
from scenes.match.hands import MatchHands, device_key
from scenes.match.match_actions import MatchActions
from scenes.match.result_scene import ResultScene
from scenes.match.sounds import MatchSounds
from scenes.match.words import MatchWords
from scenes.services import Services
from scenes.table.board import BoardScene, Chosen, View
from scenes.table.side_panel import SidePanel
from scenes.table.tabletop import Tabletop

log = logging.getLogger(__name__)
TABLE_KINDS = frozenset({Kind.PAUSE, Kind.BACK, Kind.UNDO, Kind.REDO, Kind.HINT, Kind.THEORY, Kind.RULES})
SHOWN_RESULT_AFTER = theme.WIN_SECONDS


class MatchScene(Scene):
    """Plays a session: presses go to the board, steps become clips, AI seats think in their process."""

    def __init__(self, services: Services, session: Session, board: BoardScene[Any, Any, Any]) -> None:
        super().__init__(services.stage)
        self.services = services
        self.session = session
        self.board = board
        self.table = Tabletop(services, board, session.seats, session.state)
        self.table.light(session.actors())
        self.timeline = self.table.timeline
        self.sounds = MatchSounds(services.stage.audio, session, board.sounds)
        self.adviser = Adviser(session)
        self.note = ""  # a sentence that stays until the next action
        self.win_time = 0.0
        self._result_shown = False
        self.hands = MatchHands(self)
        self.match_actions = MatchActions(self)
        self.words = MatchWords(self)

    # Life

    def enter(self) -> None:
        self.services.agent.warm()
        self.resized()
        self.hands.begin()
        self.sounds.begin()

    def leave(self) -> None:
        self.session.close()

    def pause(self) -> None:
        self.session.rest()

    def resume(self, result: object) -> Nav | None:
        self.services.stage.devices.forget_holds()
        self.adviser.ask_again()
        return self.match_actions.carry_out(result)

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        self.table.lay(self.session.seats)
        name = self.stage.t(f"game.{self.session.spec.id}")
        self.side_panel = (self.board.side_panel_class or SidePanel)(
            self.services, name, self.session.seats, self.board
        )
        tall = self.stage.metrics.shape is Shape.TALL
        design = self.stage.metrics.design
        top = self.side_panel.bar_top
        region = rect(54, top, 972, 1891 - top) if tall else rect(54, 956, design[0] - 108, 80)
        self.bar = GlyphBar(self.stage, region)

    @property
    def shown(self) -> Any:
        """The position on screen."""
        return self.table.shown

    @property
    def selection(self) -> Any:
        """What the person to act has selected; only the screen knows it."""
        return self.hands.selection

    @property
    def simultaneous(self) -> bool:
        """Whether seats act at once, so that the board hears every press."""
        return self.session.spec.simultaneous

    # Time

    def tick(self, dt: float) -> Nav | None:
        self.session.advance(dt)
        self.timeline.tick(dt)
        if self.simultaneous:
            self._take(self.hands.wait(dt))
        step = self.session.tick(self.timeline.idle, self.board.holds_clock(self.selection))
        if step is not None:
            self.play(step)
        self.match_actions.take_advice()
        self._tick_lights(dt)
        if self.session.outcome is not None and self.timeline.idle and not self._result_shown:
            return self._celebrate(dt)
        if self.match_actions.answer_owed:
            return self.match_actions.questions.answer(self.session.actors()[0])
        notices = self.services.notices()
        return self.match_actions.questions.tell(self.stage.t("store.title"), notices[0]) if notices else None

    def _celebrate(self, dt: float) -> Nav | None:
        """Let the winner's joy be seen before the result comes."""
        if not self.win_time:
            self.sounds.ended()
        self.win_time += dt
        if self.win_time < self.stage.seconds(SHOWN_RESULT_AFTER):
            return None
        self._result_shown = True
        note = self.board.result_note(self.session.state)
        return Push(lambda: ResultScene(self.services, self.session, note))

    def _tick_lights(self, dt: float) -> None:
        outcome = self.session.outcome
        self.table.tick_lights(outcome.winners if outcome is not None else self.session.actors(), dt)

    @property
    def lively(self) -> bool:
        celebrating = self.session.outcome is not None and not self._result_shown
        return self.table.lively or celebrating or self.adviser.hint is not None

    # Presses

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.DEVICE_REMOVED and signal.device is not None:
            gone = device_key(signal.device)
            if any(seat.device == gone for seat in self.session.seats):
                text = self.stage.t("device.gone", device=self.device_name(signal.device))
                return self.match_actions.questions.tell(self.stage.t("pause.title"), text)
        if signal.kind is SignalKind.DEVICE_ADDED and signal.device is not None:
            back = device_key(signal.device)
            if any(seat.device == back for seat in self.session.seats):
                self.note = self.stage.t("device.back", device=self.device_name(signal.device))
        if signal.kind is SignalKind.FOCUS_LOST:
            self.hands.begin()
        return None

    def device_name(self, device: Device) -> str:
        """A device's name for a sentence."""
        return self.stage.t("device.pad", number=device.number) if device.is_pad else self.stage.t("device.keyboard")

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if intent.kind is Kind.PRESS:
            self.hands.let_go()
        if intent.point is not None and meant is intent and self.bar.covers(intent.point):
            return None
        if not self.timeline.idle and intent.kind not in (Kind.HOVER, Kind.RELEASE, Kind.DRAG):
            self.timeline.skip()
            if meant.kind not in TABLE_KINDS and not self.simultaneous:
                return None  # meant to be quick, not to play the next move
        if self.board.claims(self.selection, meant):
            return self._board_intent(meant)
        if meant.kind is Kind.PAUSE or (meant.kind is Kind.BACK and not self.hands.engaged):
            return self.match_actions.pause_menu()
        return self._table_intent(meant)

    def _table_intent(self, intent: Intent) -> Nav | None:
        """What the house does for every game; the rest is the board's."""
        kind = intent.kind
        if self.board.theory_overlay and (kind is Kind.THEORY or (kind is Kind.HINT and intent.device.is_pad)):
            return self.match_actions.toggle_theory()
        if kind is Kind.RULES:
            return routes.rules(self.services, self.session.spec)
        if kind is Kind.UNDO:
            return self.match_actions.ask_undo()
        if kind is Kind.REDO:
            self.match_actions.redo()
        elif kind is Kind.HINT:
            self.match_actions.ask_hint()
        else:
            return self._board_intent(intent)
        return None

    def _board_intent(self, intent: Intent) -> Nav | None:
        chosen = self.hands.press(intent)
        return None if chosen is None else self._take(chosen)

    def _take(self, chosen: Chosen[Any, Any]) -> Nav | None:
        """Play what was decided; an offer needs a second thought."""
        if chosen.wish is not None:
            return self.match_actions.grant(chosen.wish)
        seat = self.hands.person if chosen.seat is None else chosen.seat
        if chosen.action is None or seat is None:
            return None
        spec = self.session.spec
        if spec.offer and spec.rules.text(chosen.action) == spec.offer:
            return self.match_actions.questions.offer(seat)
        self.submit(seat, chosen.action)
        return None

    def submit(self, seat: Seat, action: Any) -> None:
        try:
            step = self.session.submit(seat, action)
        except GameError as error:
            log.warning("%s was chosen but refused: %s", action, error)
            self.note = self.stage.t("match.refused")
            return
        self.play(step)

    # Steps

    def play(self, step: Step[Any, Any, Any]) -> None:
        """Animate a step; the position on screen follows when the clip is over."""
        self.adviser.drop_hint()
        self.note = self.board.announce(step)
        self.timeline.push(self.board.animate(step), lambda: self._played(step))
        if self.simultaneous:  # the others go on with what they are doing, whatever moves
            self.hands.go_on()

    def _played(self, step: Step[Any, Any, Any]) -> None:
        self.arrived(step.after)
        seat = self.hands.person
        if seat is not None and seat != step.seat and not self.simultaneous:
            self.sounds.turn(seat)

    def arrived(self, state: Any) -> None:
        self.table.shown = state
        if self.timeline.idle and not self.simultaneous:
            self.hands.begin()

    # Drawing

    def _view(self, seat: Seat | None, alpha: float) -> View[Any, Any, Any]:
        """What the board draws, with `seat` to act."""
        outcome = self.session.outcome
        idle = self.timeline.idle
        return View(
            state=self.shown,
            placements=self.table.placements(alpha),
            legal=self.session.legal(seat) if seat is not None else (),
            selection=self.selection,
            last=self.session.steps[-1] if self.session.steps and idle else None,
            hint=self.adviser.hint if seat is not None else None,
            lights=self.table.drawn_lights(),
            winner=outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else None,
            win_time=self.win_time,
            family=self.hands.family,
            theory=self.adviser.theory if idle else None,
            choices=self.hands.actors().legal if idle else {},
            clock=self.session.clock,
        )

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground, (0, 0))
        seat = self.hands.person
        self.board.draw(canvas, self._view(seat, alpha))
        self.side_panel.draw(canvas, self.words.beside)
        helper = "" if seat is None else self.board.touch_helper(self.selection)
        self.bar.set(self.words.prompts(seat), helper)
        self.bar.draw(canvas)
