"""The match: one session on the table, shared by all games; a game's board scene draws and chooses."""

from __future__ import annotations

import logging
from typing import Any

from game.core.rules import GameError, Seat, Step
from game.session import Session
from scenes import routes
from scenes.board import BoardScene, Chosen, Floor, View
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.intents import DIRECTIONS, Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push, Scene
from scenes.match_sounds import MatchSounds
from scenes.paper import Moves, entries
from scenes.pause import Choice, PauseScene
from scenes.rails import Beside, Rails
from scenes.results import ResultScene
from scenes.tabletop import Tabletop

log = logging.getLogger(__name__)
TABLE_KINDS = frozenset({Kind.PAUSE, Kind.BACK, Kind.UNDO, Kind.REDO, Kind.HINT, Kind.RULES})  # not for the board
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
        self.selection: Any = None
        self.hint: Any = None
        self.note = ""  # a sentence that stays until the next action
        self.win_time = 0.0
        self._result_shown = False
        self._from_rack = False  # whether it went down on the mover's own card
        self._grasped = False  # whether the pointer that is down went down on the board
        self._family = ""
        self._undo_known = (-1, False)

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
        if result == "undo":
            self._undo()
        elif result == "resign":
            self._resign()
        elif result == "restart":
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
        self._take_hint()
        self._tick_lights(dt)
        if self.session.outcome is not None and self.timeline.idle:
            if not self.win_time:
                self.sounds.ended()
            self.win_time += dt
            if self.win_time >= self.stage.seconds(SHOWN_RESULT_AFTER) and not self._result_shown:
                self._result_shown = True
                return Push(lambda: ResultScene(self.house, self.session))
        notices = self.house.notices()
        if notices:
            answers = [Answer(self.stage.t("dialog.ok"), None, primary=True)]
            return Push(lambda: Dialog(self.stage, self.stage.t("store.title"), notices[0], answers, width=900))
        return None

    def _tick_lights(self, dt: float) -> None:
        outcome = self.session.outcome
        self.table.tick_lights(outcome.winners if outcome is not None else self.session.actors(), dt)

    @property
    def lively(self) -> bool:
        celebrating = self.session.outcome is not None and not self._result_shown
        return self.table.lively or celebrating or self.hint is not None

    # Presses

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.DEVICE_REMOVED and signal.device is not None:
            gone = device_key(signal.device)
            if any(seat.device == gone for seat in self.session.seats):
                text = self.stage.t("device.gone", device=self.device_name(signal.device))
                answers = [Answer(self.stage.t("dialog.ok"), None, primary=True)]
                return Push(lambda: Dialog(self.stage, self.stage.t("pause.title"), text, answers, width=860))
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
            self._board_intent(meant)
            return None
        if meant.kind is Kind.PAUSE or (meant.kind is Kind.BACK and self._nothing_to_leave()):
            return self._pause_menu()
        if meant.kind is Kind.RULES:
            return routes.rules(self.house, self.session.spec)
        if meant.kind is Kind.HINT:
            self._ask_hint()
        elif meant.kind is Kind.UNDO:
            return self.ask_undo()
        elif meant.kind is Kind.REDO:
            self._redo()
        else:
            self._board_intent(meant)
        return None

    def _nothing_to_leave(self) -> bool:
        """Whether back has nothing to give up on the board, so that it means the pause menu."""
        seat = self.human_to_act
        return seat is None or not self.board.engaged(self.selection)

    def _board_intent(self, intent: Intent) -> None:
        if intent.kind is Kind.PRESS and intent.point is not None:
            self._grasped = True
            self._from_rack = self._on_own_card(intent.point)
        elif intent.kind in (Kind.DRAG, Kind.RELEASE) and not self._grasped:
            return  # it went down on the bar, or to skip an animation
        if self.simultaneous:
            self._take(self.board.act(self.floor(intent.device), self.selection, intent))
            return
        seat = self.human_to_act
        if seat is None:
            return
        if not self._may_act(seat, intent.device):
            if intent.kind is not Kind.HOVER:
                self.note = self.stage.t("match.not_your_turn", name=self.board.names[seat])
            return
        if intent.kind is Kind.DRAG and intent.device.family == "touch" and not self._from_rack:
            return  # a wall is dragged from the rack; elsewhere a finger only taps
        floor = self.floor(intent.device)
        legal = floor.legal[seat]
        if intent.device.family != self._family:
            self._family = intent.device.family
            if intent.kind in DIRECTIONS and self.selection == self.board.empty(self.session.state, legal, "mouse"):
                self.selection = self.board.empty(self.session.state, legal, self._family)
                return
        chosen = self.board.act(floor, self.selection, intent)
        if chosen.action is None and chosen.selection != self.selection:
            self.sounds.selected(intent.kind, seat)
        self._take(chosen)
        if chosen.action is None and intent.kind in (Kind.CONFIRM, Kind.RELEASE) and self.problem is not None:
            self.stage.audio.play("barred")

    def _take(self, chosen: Chosen[Any, Any]) -> None:
        """Keep what is selected now, and play what was decided."""
        self.selection = chosen.selection
        seat = self.human_to_act if chosen.seat is None else chosen.seat
        if chosen.action is not None and seat is not None:
            self._submit(seat, chosen.action)

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
        self.hint, self.note = None, self.board.announce(step)
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

    # Hints, undo, resignation

    def _ask_hint(self) -> None:
        looking = self.note == self.stage.t("match.looking")
        if self.human_to_act is not None and self.hint is None and not looking:
            self.session.request_hint()
            self.note = self.stage.t("match.looking")

    def _take_hint(self) -> None:
        thought = self.session.poll_hint()
        if thought is None:
            return
        self.note = ""
        if not thought.error:
            self.hint = self.session.spec.rules.parse(thought.action)
            self.stage.audio.play("hint")
            self.note = self.board.hint_text(self.hint)

    def ask_undo(self) -> Nav | None:
        """Take back at once against AIs; between people ask for agreement first."""
        if not self.session.can_undo():
            return None
        people = [seat for seat in self.session.seats if not seat.is_ai]
        if len(people) < 2:
            self._undo()
            return None
        t = self.stage.t
        mover = self._last_human()
        others = [self.house.name(seat) for i, seat in enumerate(self.session.seats) if not seat.is_ai and i != mover]
        agree = t("undo.agree", name=others[0]) if len(others) == 1 else t("undo.agree_all")
        body = f"{self._undo_target()}\n{agree}"
        answers = [Answer(t("undo.keep"), None), Answer(t("undo.confirm"), "undo", primary=True)]
        return Push(lambda: Dialog(self.stage, t("undo.title"), body, answers, width=760, focus=0))

    def _undo_target(self) -> str:
        """Where an undo leads, in words."""
        ply = self.session.undo_ply()
        if not ply:
            return self.stage.t("undo.back_to_start")
        move = self.board.notation(self.session.steps[ply].action)
        return self.stage.t("undo.back_to", number=ply // len(self.session.seats) + 1, move=move)

    def _last_human(self) -> Seat:
        return next(step.seat for step in reversed(self.session.steps) if not self.session.seats[step.seat].is_ai)

    def _undo(self) -> None:
        taken = self.session.undo()
        if taken:
            self.stage.audio.play("undo")
            self.hint, self.note = None, ""
            self.table.slide(taken[0].before, lambda: self._arrived(taken[0].before))

    def _redo(self) -> None:
        for step in self.session.redo():
            self._play(step)

    def _resign(self) -> None:
        seat = self._resigner()
        if seat is not None:
            self.session.resign(seat)
            self.hint, self.note = None, ""
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
        t = self.stage.t
        if choice is Choice.UNDO:
            return self.ask_undo()
        if choice is Choice.REDO:
            self._redo()
        elif choice is Choice.HINT:
            self._ask_hint()
        elif choice is Choice.MENU:
            return routes.menu(self.house)
        elif choice is Choice.RESIGN:
            seat = self._resigner()
            name = self.house.name(self.session.seats[seat]) if seat is not None else ""
            answers = [Answer(t("resign.cancel"), None, primary=True), Answer(t("resign.confirm"), "resign")]
            body = t("resign.body", name=name)
            return Push(lambda: Dialog(self.stage, t("resign.title"), body, answers, focus=0))
        elif choice is Choice.RESTART:
            answers = [Answer(t("restart.cancel"), None, primary=True), Answer(t("restart.confirm"), "restart")]
            return Push(lambda: Dialog(self.stage, t("restart.title"), t("restart.body"), answers, focus=0))
        return None

    # Drawing

    @property
    def problem(self) -> Any:
        """Why what is considered cannot be played, if a person considers anything."""
        if self.human_to_act is None or self.selection is None:
            return None
        return self.board.problem(self.session.state, self.selection)

    @property
    def beside(self) -> Beside:
        """What the rails say."""
        session = self.session
        actor = next(iter(session.actors()), None)
        moves = Moves(
            entries(self.board.notation, session.seats, session.steps),
            session.ply - 1,
            "" if actor is None else session.seats[actor].identity,
        )
        thinking = actor is not None and session.seats[actor].is_ai and not self.note
        return Beside(
            self._sentence(),
            self._helper(),
            self.shown,
            self.table.drawn_lights(),
            moves,
            self.problem,
            thinking,
            self.floor(),
            self.selection,
        )

    def _sentence(self) -> str:
        t = self.stage.t
        outcome = self.session.outcome
        if outcome is not None:
            names = self.house.names([self.session.seats[seat] for seat in outcome.winners])
            return t("result.wins", name=names, count=len(outcome.winners))
        turn = t("match.turn", name=self.house.name(self.session.seats[self.session.actors()[0]]))
        return self.board.sentence(self.session.state) or turn

    def _helper(self) -> str:
        if self.session.outcome is not None:
            return ""
        if self.note:
            return self.note
        actor = self.session.actors()[0]
        if self.session.seats[actor].is_ai and self.human_to_act is None:
            return self.stage.t("match.thinking", name=self.house.name(self.session.seats[actor]))
        if self.human_to_act is None:
            return ""
        return self.board.helper(self.session.state, self.selection, self.stage.devices.current.family)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground, (0, 0))
        seat = self.human_to_act
        outcome = self.session.outcome
        view = View(
            state=self.shown,
            placements=self.table.placements(alpha),
            legal=self.session.legal(seat) if seat is not None else (),
            selection=self.selection,
            last=self.session.steps[-1] if self.session.steps and self.timeline.idle else None,
            hint=self.hint if seat is not None else None,
            lights=self.table.drawn_lights(),
            winner=outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else None,
            win_time=self.win_time,
            family=self._family,
            choices=self.floor().legal if self.timeline.idle else {},
            clock=self.session.clock,
        )
        self.board.draw(canvas, view)
        self.rails.draw(canvas, self.beside)
        self.bar.set(self._prompts(seat), self._touch_helper(seat))
        self.bar.draw(canvas)

    def _prompts(self, seat: Seat | None) -> list[Prompt]:
        t = self.stage.t
        prompts = list(self.board.prompts(self.session.state, self.selection)) if seat is not None else []
        if seat is not None and not self.board.claims(self.selection, Intent(Kind.HINT, self.stage.devices.current)):
            prompts.append(Prompt(Kind.HINT, t("glyph.hint"), "minor"))
        if self._can_undo():
            prompts.append(Prompt(Kind.UNDO, t("glyph.undo"), "minor"))
        return [*prompts, Prompt(Kind.PAUSE, t("glyph.pause"), "minor")]

    def _can_undo(self) -> bool:
        """Whether an undo is possible, found out once per change of the game."""
        if self._undo_known[0] != self.session.revision:
            self._undo_known = (self.session.revision, self.session.can_undo())
        return self._undo_known[1] and self.session.outcome is None

    def _touch_helper(self, seat: Seat | None) -> str:
        return "" if seat is None else self.board.touch_helper(self.selection)
