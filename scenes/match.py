"""The match: one session on the table, shared by all games; a game's board scene draws and chooses."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from game.core.rules import GameError, Seat, Step
from game.session import Session
from scenes import routes
from scenes.adviser import Adviser
from scenes.board import BoardScene, Chosen, Floor, View
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.glyphbar import GlyphBar
from scenes.kit.intents import DIRECTIONS, Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push, Scene
from scenes.match_sounds import MatchSounds
from scenes.match_words import MatchWords
from scenes.pause import Choice, PauseScene
from scenes.questions import Agreed, Play, Questions
from scenes.rails import Rails
from scenes.results import ResultScene
from scenes.tabletop import Tabletop

log = logging.getLogger(__name__)
TABLE_KINDS = frozenset({Kind.PAUSE, Kind.BACK, Kind.UNDO, Kind.REDO, Kind.HINT, Kind.THEORY, Kind.RULES})
SHOWN_RESULT_AFTER = theme.WIN_SECONDS


def device_key(device: Device) -> str:
    """What a seat remembers of a device: "pad1" for the first pad, "table" for keyboard, mouse and touch."""
    return f"pad{device.number}" if device.is_pad else "table"


class MatchScene(Scene):
    """Plays a session: presses go to the board, steps become clips, AI seats think in their process."""

    def __init__(self, house: House, session: Session, board: BoardScene[Any, Any, Any]) -> None:
        super().__init__(house.stage)
        self.house = house
        self.session = session
        self.board = board
        self.table = Tabletop(house, board, session.seats, session.state)
        self.table.light(session.actors())
        self.timeline = self.table.timeline
        self.sounds = MatchSounds(house.stage.audio, session, board.sounds)
        self.adviser = Adviser(session)
        self.questions = Questions(house, session, board)
        self.selection: Any = None
        self.note = ""  # a sentence that stays until the next action
        self.win_time = 0.0
        self._result_shown = False
        self._from_rack = False  # whether it went down on the mover's own card
        self._grasped = False  # whether the pointer that is down went down on the board
        self._family = ""
        self.words = MatchWords(self)

    # Life

    def enter(self) -> None:
        self.house.agent.warm()
        self.resized()
        self._reset_selection()
        self.sounds.begin()

    def leave(self) -> None:
        self.session.close()

    def pause(self) -> None:
        self.session.save_clock()

    def resume(self, result: object) -> Nav | None:
        self.house.stage.devices.forget_holds()
        if isinstance(result, Choice):
            return self._chosen_in_pause(result)
        if isinstance(result, Play) and (seat := self.human_to_act) is not None:
            self._submit(seat, self.session.spec.rules.parse(result.text))
        elif result is Agreed.UNDO:
            self._undo()
        elif result is Agreed.RESIGN:
            self._resign()
        elif result is Agreed.THEORY:
            self._show_theory(True)
        elif result is Agreed.RESTART:
            return routes.rematch(self.house, self.session.record(), self.session.spec)
        return None

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        self.table.lay(self.session.seats)
        name = self.stage.t(f"game.{self.session.spec.id}")
        self.rails = (self.board.rails_class or Rails)(self.house, name, self.session.seats, self.board)
        tall = self.stage.metrics.shape is Shape.TALL
        design = self.stage.metrics.design
        region = rect(54, 1541, 972, 350) if tall else rect(54, 956, design[0] - 108, 80)
        self.bar = GlyphBar(self.stage, region)

    @property
    def shown(self) -> Any:
        """The position on screen."""
        return self.table.shown

    @property
    def people_to_act(self) -> tuple[Seat, ...]:
        """The persons who may act now: in turn once the board has come to rest, or all at once at any time."""
        if not self.timeline.idle and not self.simultaneous:
            return ()
        return tuple(seat for seat in self.session.actors() if not self.session.seats[seat].is_ai)

    @property
    def human_to_act(self) -> Seat | None:
        """The person whose turn it is, or the first of those who act at once."""
        return next(iter(self.people_to_act), None)

    @property
    def simultaneous(self) -> bool:
        """Whether seats act at once, so that the board hears every press."""
        return self.session.spec.simultaneous

    def floor(self, device: Device | None = None) -> Floor[Any, Any]:
        """The persons who may act and what they may do; of these only whom `device` plays for, where one is given."""
        seats = [seat for seat in self.people_to_act if device is None or self._may_act(seat, device)]
        return Floor(self.session.state, {seat: self.session.legal(seat) for seat in seats}, self.session.clock)

    # Time

    def tick(self, dt: float) -> Nav | None:
        self.session.advance(dt)
        self.timeline.tick(dt)
        if self.simultaneous:
            self._take(self.board.elapse(self.floor(), self.selection, dt))
        step = self.session.tick(self.timeline.idle, self.board.holds_clock(self.selection))
        if step is not None:
            self._play(step)
        self._take_advice()
        self._tick_lights(dt)
        if self.session.outcome is not None and self.timeline.idle:
            return self._celebrate(dt)
        if self._is_asked():
            return self.questions.answer(self.session.actors()[0])
        notices = self.house.notices()
        return self.questions.tell(self.stage.t("store.title"), notices[0]) if notices else None

    def _celebrate(self, dt: float) -> Nav | None:
        """Let the winner's joy be seen before the result comes."""
        if not self.win_time:
            self.sounds.ended()
        self.win_time += dt
        if self.win_time < self.stage.seconds(SHOWN_RESULT_AFTER) or self._result_shown:
            return None
        self._result_shown = True
        return Push(lambda: ResultScene(self.house, self.session))

    def _is_asked(self) -> bool:
        """Whether a person has an offer to answer."""
        answers = self.session.spec.answers
        seat = self.human_to_act if answers else None
        return seat is not None and all(self.session.spec.rules.text(a) in answers for a in self.session.legal(seat))

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
                return self.questions.tell(self.stage.t("pause.title"), text)
        if signal.kind is SignalKind.DEVICE_ADDED and signal.device is not None:
            back = device_key(signal.device)
            if any(seat.device == back for seat in self.session.seats):
                self.note = self.stage.t("device.back", device=self.device_name(signal.device))
        if signal.kind is SignalKind.FOCUS_LOST:
            self._reset_selection()
        return None

    def device_name(self, device: Device) -> str:
        """A device's name for a sentence."""
        return self.stage.t("device.pad", number=device.number) if device.is_pad else self.stage.t("device.keyboard")

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if intent.kind is Kind.PRESS:
            self._grasped = False
        if intent.point is not None and meant is intent and self.bar.covers(intent.point):
            return None
        if not self.timeline.idle and intent.kind not in (Kind.HOVER, Kind.RELEASE, Kind.DRAG):
            self.timeline.skip()
            if meant.kind not in TABLE_KINDS and not self.simultaneous:
                return None  # meant to be quick, not to play the next move
        if self.board.claims(self.selection, meant):
            return self._board_intent(meant)
        if meant.kind is Kind.PAUSE or (meant.kind is Kind.BACK and self._nothing_to_leave()):
            return self._pause_menu()
        return self._table_intent(meant)

    def _table_intent(self, intent: Intent) -> Nav | None:
        """What the house does for every game; the rest is the board's."""
        kind = intent.kind
        if self.board.theory_overlay and (kind is Kind.THEORY or (kind is Kind.HINT and intent.device.is_pad)):
            return self._toggle_theory()
        if kind is Kind.RULES:
            return routes.rules(self.house, self.session.spec)
        if kind is Kind.UNDO:
            return self.ask_undo()
        if kind is Kind.REDO:
            self._redo()
        elif kind is Kind.HINT:
            self._ask_hint()
        else:
            return self._board_intent(intent)
        return None

    def _nothing_to_leave(self) -> bool:
        """Whether back has nothing to give up on the board, so that it means the pause menu."""
        seat = self.human_to_act
        return seat is None or not self.board.engaged(self.selection)

    def _board_intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.PRESS and intent.point is not None:
            self._grasped = True
            self._from_rack = self._on_own_card(intent.point)
        elif intent.kind in (Kind.DRAG, Kind.RELEASE) and not self._grasped:
            return None  # it went down on the bar, or to skip an animation
        floor = self.floor(intent.device)
        if self.simultaneous:
            return self._take(self.board.act(floor, self.selection, intent))
        seat = self.human_to_act
        if seat is None:
            return None
        if seat not in floor.legal:
            if intent.kind is not Kind.HOVER:
                self.note = self.stage.t("match.not_your_turn", name=self.board.names[seat])
            return None
        if intent.kind is Kind.DRAG and intent.device.family == "touch" and not self._from_rack:
            return None  # a wall is dragged from the rack; elsewhere a finger only taps
        if self._takes_up(intent, floor.legal[seat]):
            return None
        chosen = self.board.act(floor, self.selection, intent)
        if chosen.action is None and chosen.selection != self.selection:
            self.sounds.selected(intent.kind, seat)
        nav = self._take(chosen)
        if chosen.action is None and intent.kind in (Kind.CONFIRM, Kind.RELEASE) and self.problem is not None:
            self.stage.audio.play("barred")
        return nav

    def _takes_up(self, intent: Intent, legal: Sequence[Any]) -> bool:
        """Whether this is the first direction after pointing, which shows where the selection begins."""
        if intent.device.family == self._family:
            return False
        self._family = intent.device.family
        state = self.session.state
        if intent.kind not in DIRECTIONS or self.selection != self.board.empty(state, legal, "mouse"):
            return False
        self.selection = self.board.empty(state, legal, self._family)
        return True

    def _take(self, chosen: Chosen[Any, Any]) -> Nav | None:
        """Keep what is selected now, and play what was decided; an offer needs a second thought."""
        self.selection = chosen.selection
        seat = self.human_to_act if chosen.seat is None else chosen.seat
        if chosen.action is None or seat is None:
            return None
        spec = self.session.spec
        if spec.offer and spec.rules.text(chosen.action) == spec.offer:
            return self.questions.offer(seat)
        self._submit(seat, chosen.action)
        return None

    def _on_own_card(self, point: tuple[int, int]) -> bool:
        """Whether `point` is on the card, and so on the rack, of the person to move."""
        seat = self.human_to_act
        return seat is not None and seat in self.rails.cards and self.rails.cards[seat].collidepoint(point)

    def _may_act(self, seat: Seat, device: Device) -> bool:
        """Whether this device plays for this seat: its own, or any where it has none (left)."""
        wanted = self.session.seats[seat].device
        present = {"table", *(device_key(pad) for pad in self.stage.devices.pads())}
        return not wanted or wanted not in present or wanted == device_key(device)

    def _submit(self, seat: Seat, action: Any) -> None:
        try:
            step = self.session.submit(seat, action)
        except GameError as error:
            log.warning("%s was chosen but refused: %s", action, error)
            self.note = self.stage.t("match.refused")
            return
        self._play(step)

    # Steps

    def _play(self, step: Step[Any, Any, Any]) -> None:
        """Animate a step; the position on screen follows when the clip is over."""
        self.adviser.drop_hint()
        self.note = self.words.announced(step)
        self.timeline.push(self.board.animate(step), lambda: self._played(step))
        if self.simultaneous:  # the others go on with what they are doing, whatever moves
            self.selection = self.board.kept(self.floor(), self.selection, self.stage.devices.current.family)

    def _played(self, step: Step[Any, Any, Any]) -> None:
        self._arrived(step.after)
        seat = self.human_to_act
        if seat is not None and seat != step.seat and not self.simultaneous:
            self.sounds.turn(seat)

    def _arrived(self, state: Any) -> None:
        self.table.shown = state
        if self.timeline.idle and not self.simultaneous:
            self._reset_selection()

    def _reset_selection(self) -> None:
        self._family = self.stage.devices.current.family
        seat = self.human_to_act
        legal = self.session.legal(seat) if seat is not None else ()
        self.selection = self.board.empty(self.session.state, legal, self._family)

    # Advice, undo, resignation

    def _ask_hint(self) -> None:
        if self.human_to_act is not None:
            self.adviser.ask_hint()

    def _take_advice(self) -> None:
        """Take what the agent has found; a hint is considered at once, so that a confirm plays it."""
        if self.adviser.take_hint():
            self.note = ""
            if self.adviser.hint is not None:
                self.stage.audio.play("hint")
                self.note = self.board.hint_text(self.adviser.hint)
                self.selection = self.board.considering(self.adviser.hint)
        self.adviser.look_up()

    def _toggle_theory(self) -> Nav | None:
        """Show the theory or hide it; between people only if the others agree that it is shown."""
        people = sum(not seat.is_ai for seat in self.session.seats)
        if people > 1 and not self.adviser.showing:
            return self.questions.theory(self.human_to_act)
        self._show_theory(not self.adviser.showing)
        return None

    def _show_theory(self, on: bool) -> None:
        self.adviser.show_theory(on)
        self.note = self.stage.t("match.theory_shown") if on else ""

    def ask_undo(self) -> Nav | None:
        """Take back at once against AIs; between people ask for agreement first."""
        if not self.session.can_undo():
            return None
        if sum(not seat.is_ai for seat in self.session.seats) > 1:
            return self.questions.undo()
        self._undo()
        return None

    def _undo(self) -> None:
        taken = self.session.undo()
        if taken:
            self.stage.audio.play("undo")
            self.adviser.drop_hint()
            self.note = ""
            self.table.slide(taken[0].before, lambda: self._arrived(taken[0].before))

    def _redo(self) -> None:
        for step in self.session.redo():
            self._play(step)

    def _resign(self) -> None:
        seat = self._resigner()
        if seat is None:
            return
        ply = self.session.ply
        self.session.resign(seat)
        if self.session.ply > ply:  # by an action
            self._play(self.session.steps[-1])
        self.adviser.drop_hint()
        self.note = ""
        self._reset_selection()
        self.resized()

    def _resigner(self) -> Seat | None:
        """Who gives up: the person to move, or the only person; nobody where it might be one of several."""
        people = [i for i, seat in enumerate(self.session.seats) if not seat.is_ai]
        acting = [seat for seat in self.session.actors() if seat in people]
        candidates = acting or people
        return candidates[0] if len(candidates) == 1 else None

    # Pause

    def _pause_menu(self) -> Nav:
        return Push(lambda: PauseScene(self.house, self.session, self._resigner()))

    def _chosen_in_pause(self, choice: Choice) -> Nav | None:
        if choice is Choice.UNDO:
            return self.ask_undo()
        if choice is Choice.REDO:
            self._redo()
        elif choice is Choice.HINT:
            self._ask_hint()
        elif choice is Choice.MENU:
            return routes.menu(self.house)
        elif choice is Choice.RESTART:
            return self.questions.restart()
        elif choice is Choice.RESIGN and (seat := self._resigner()) is not None:
            return self.questions.resign(seat)
        return None

    # Drawing

    @property
    def problem(self) -> Any:
        """Why what is considered cannot be played, if a person considers anything."""
        if self.human_to_act is None or self.selection is None:
            return None
        return self.board.problem(self.session.state, self.selection)

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
            family=self._family,
            theory=self.adviser.theory if idle else None,
            choices=self.floor().legal if idle else {},
            clock=self.session.clock,
        )

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground, (0, 0))
        seat = self.human_to_act
        self.board.draw(canvas, self._view(seat, alpha))
        self.rails.draw(canvas, self.words.beside)
        helper = "" if seat is None else self.board.touch_helper(self.selection)
        self.bar.set(self.words.prompts(seat), helper)
        self.bar.draw(canvas)
