"""The match: one session on the table, for all games; the game's board draws and selects.

At its end the match is counted and stored; a celebration follows, then the result. A match that grows too long ends
early and is kept as unfinished.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.core.record import MAX_PLIES
from game.core.rules import Seat
from game.people.party import EndedGame
from game.records.playback import moves_of
from game.session.session import Session
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import SHOULDERS, Prompt
from scenes.kit.input.intents import DIRECTIONS, Device, Intent, Kind, Signal, SignalKind
from scenes.kit.scene import IdleLimit, Item, Nav, PhoneView, Push, ScanGroup, ScanTarget, Switch
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.notice import draw_notice
from scenes.kit.widgets.scanner import prompt_targets
from scenes.match import verdict
from scenes.match.controller import MatchController
from scenes.match.match_actions import (
    LostDeviceDialog,
    LostDevices,
    MatchActions,
    Replacement,
    ReturnDialog,
    ReturnedDevice,
    TakeSeat,
)
from scenes.match.match_input import NotYourTurn
from scenes.match.pause_scene import draw_spotlight
from scenes.match.questions import Agreement, Questions
from scenes.match.result_scene import ResultScene
from scenes.match.strip import WaitingStrip
from scenes.match.words import MatchPhone, MatchVoice, MatchWords
from scenes.routes import ToMenu, ToRules
from scenes.services import Services
from scenes.table.board.board_view import OnTable, place_bar
from scenes.table.chances import draw_analysis, draw_best_line, draw_edge
from scenes.table.contract.board import AnyBoard, Leaf, as_items, parts_of
from scenes.table.contract.input import InputResult
from scenes.table.contract.view import View
from scenes.table.exercises import puzzle_days
from scenes.table.fits import Rated, rate
from scenes.table.sayings import draw_saying
from scenes.table.words import match_eyebrow

# Seconds from the end of a person's turn until one-button play lights the bar, so that a late press opens no menu.
PATIENCE = 3.0


class MatchScan:
    """The targets of one-button play in one match. An action that is lit is selected, so that the board previews it."""

    def __init__(self, controller: MatchController, play: Callable[[InputResult[object, object]], Nav | None]) -> None:
        """`play` plays a chosen action."""
        self.controller = controller
        self.input = controller.input
        self.session = controller.session
        self.board = controller.board
        self.stage = controller.stage
        self._play_chosen = play
        self._since = controller.stage.time  # the latest time of the stage at which a person could act

    def items(self, prompts: Sequence[Item]) -> Sequence[Item]:
        """Return the present targets; `prompts` are the targets of the bar."""
        bar = [replace(item, lit=self._rest) for item in prompts]
        people = [seat for seat in self.input.people if not self.input.has_phone(seat)]
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
        """A seat's actions.

        Offers are left out, since the bar has them; resigning is included only if nothing else is legal.
        """
        spec = self.session.spec
        legal = [a for a in self.session.legal(seat) if spec.rules.text(a) != spec.play.offer]
        on_board = [action for action in legal if spec.rules.text(action) != spec.play.resign]
        parts = parts_of(self.board, self.session.state, on_board or legal)
        return as_items(self.stage, parts, lambda leaf: self._leaf(seat, leaf, not on_board), self._rest)

    def _leaf(self, seat: Seat, leaf: Leaf[object], gives_up: bool) -> Item:
        """The target of one action. An action that needs a confirmation opens two targets: play it, or go back.

        For a resignation, going back is first.
        """
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
        """Do nothing, so that the scan goes on."""

    def _consider(self, action: object) -> None:
        """Select an action; where seats act at once, only if no other person's input is replaced."""
        considering = self.board.input.considering(action)
        if not self.controller.is_simultaneous:
            self.input.consider(action)
        elif type(considering) is type(self.input.selection):
            self.input.selection = considering

    def _rest(self) -> None:
        """Clear the selection."""
        if not self.controller.is_simultaneous:
            self.input.begin()

    def _play(self, seat: Seat, action: object) -> Nav | None:
        return self._play_chosen(InputResult(self.input.selection, action, seat))


class MatchEnding:
    """The end of the match of `controller`, from its outcome on."""

    def __init__(self, controller: MatchController, questions: Questions) -> None:
        self._controller = controller
        self._questions = questions
        self._services = controller.services
        self._session = controller.session
        self._ended: EndedGame | None = None  # what counting the game returned
        self._rated: Rated | None = None  # the rating of the only person
        self.win_time = 0.0  # seconds of the celebration so far
        self.result: ResultScene | None = None  # the result scene, while it is on screen
        self.is_shelved = False

    @property
    def is_celebrated(self) -> bool:
        """Whether the match is over and its result is not shown yet."""
        return self._session.outcome is not None and self.result is None

    def count(self) -> None:
        """Count a finished game before anyone can leave the screen."""
        if self._session.outcome is not None and self._ended is None:
            self.keep_puzzle()
            self._ended = self._services.people.end_game(self._session.record(), verdict.places_of(self._session))
            self._rated = rate(self._services, self._session)

    def keep_puzzle(self, is_known: bool = False) -> None:
        """Store the stars of a finished puzzle. `is_known` says that they are final."""
        if (look_back := self._controller.board.look_back) is not None:
            stars = look_back.summary(self._session.state, self._session.steps).stars
            puzzle_days.keep_match(self._services, self._session.record(), stars, is_known)

    def celebrate(self, dt: float) -> Nav | None:
        """Celebrate for a while, then show the result."""
        if not self.win_time:
            self._controller.sounds.ended()
        self.win_time += dt
        if self.win_time < self._controller.stage.seconds(theme.WIN_SECONDS):
            return None
        self._controller.hush()
        self.keep_puzzle(is_known=True)  # again, since the search may have found the shortest route by now
        look_back = self._controller.board.look_back
        note = "" if look_back is None else look_back.summary(self._session.state, self._session.steps).note
        result = self.result = ResultScene(self._controller, note, self._ended, self._rated)
        return Push(lambda: result)

    def shelve(self) -> Nav:
        """End a game that is too long for its file: keep it as unfinished, and leave the match."""
        self.is_shelved = True
        self._services.store.shelve(self._session.spec.id)
        t = self._controller.stage.t
        text = t("match.shelved", count=moves_of(self._session.record()))
        return self._questions.tell(t("archive.unfinished"), text)


class PartWatch:
    """Notices when presses change their meaning: with each turn, or with each part of a game without turns."""

    def __init__(self, controller: MatchController) -> None:
        self._controller = controller
        self._in_turns = not controller.is_simultaneous
        self._parts: dict[Kind, Hashable] = {}
        self._deaf_until: dict[Kind, float] = {}  # the stage's time until which presses of a kind are ignored

    def begin(self) -> None:
        """Start with the present meanings of presses, so that they do not count as changed."""
        self._parts = self._of(self._controller.table.shown)

    def follow(self, seconds: float = theme.BY_ITSELF_SECONDS) -> None:
        """Note what presses mean now on the board. Presses whose meaning has changed are ignored for `seconds`."""
        parts = self._of(self._controller.table.shown)
        for kind, part in parts.items():
            if part != self._parts.get(kind) and part != ():
                self._deaf_until[kind] = self._controller.stage.time + seconds
        self._parts = parts

    def has_just_changed(self, kind: Kind) -> bool:
        """Whether a press of `kind` may be meant for the situation before a change that no press caused."""
        if kind in PASSING or (self._in_turns and kind in AIMING):
            return False
        self.follow()
        kind = kind if kind in WATCHED else Kind.PRESS
        behind = not self._in_turns and self._parts[kind] != self._of(self._controller.session.state)[kind]
        return behind or self._controller.stage.time < self._deaf_until.get(kind, 0.0)

    def _of(self, state: object) -> dict[Kind, Hashable]:
        """What each of WATCHED means in a position."""
        together = self._controller.board.simultaneous
        if together is None:
            return dict.fromkeys(WATCHED, self._controller.input.people)
        return {kind: together.part(state, kind) for kind in WATCHED}


PASSING = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE})
AIMING = frozenset({*DIRECTIONS, Kind.PREVIOUS, Kind.NEXT, Kind.TURN})  # presses that decide nothing
# Presses whose meaning is followed: a press on the board, and the button with the most meanings.
WATCHED = (Kind.PRESS, Kind.SECONDARY)
TABLE_KINDS = frozenset(
    {Kind.PAUSE, Kind.BACK, Kind.UNDO, Kind.REDO, Kind.HINT, Kind.THEORY, Kind.RULES, Kind.WHERE, Kind.LEAVE}
)
# Prompts that are left out first where room is short: they are in the pause menu too, or are shortcuts.
SPARE = (Kind.REDO, Kind.UNDO, Kind.THEORY, SHOULDERS, Kind.HINT)
LOOK_SECONDS = 1 / 24  # seconds between two checks of events from outside the game
COUNTED_SECONDS = 11.0  # the last seconds of a clock, drawn at the full frame rate
RESULT_VEIL = 0.18  # darkness, 0 to 1, of the board below the pieces, at a result without a spotlight


class MatchScene(OnTable):
    """Plays a session: presses go to the board, steps become clips, AI seats think in their process."""

    def __init__(self, services: Services, session: Session, board: AnyBoard) -> None:
        super().__init__(services.stage)
        self.services = services
        self.session = session
        self.board = board
        self.controller = MatchController(services, session, board)
        self.table = self.controller.table
        self.input = self.controller.input
        self.strip = WaitingStrip(self.controller)
        self.actions = MatchActions(self.controller, self.strip)
        self.ending = MatchEnding(self.controller, self.actions.questions)
        self.parts = PartWatch(self.controller)
        self.words = MatchWords(self.controller)
        self.scanning = MatchScan(self.controller, self._take)
        self.voice = MatchVoice(self.controller, self.words)
        self.phone = MatchPhone(self.controller, self.strip)
        self.lost = LostDevices(services, session)
        play = session.spec.play
        self._offer = session.spec.rules.parse(play.offer) if play.offer else None  # the action of a draw offer
        self._since_look = LOOK_SECONDS
        self._claiming: Device | None = None  # a pad without a seat that may be a lost pad
        self.is_first = False  # whether the game is new to the only person at the table
        self._is_warm = False
        self._is_on_top = True  # whether no dialog lies on the match
        self.many_fingers = self.controller.is_simultaneous

    # Life

    def enter(self) -> None:
        self.lost.hold()
        self.resized()
        self.parts.begin()
        self.input.begin()
        self.controller.sounds.begin()
        self.controller.greet()

    def leave(self) -> None:
        self.ending.count()
        self.session.close()
        self.services.offers.engines.dismiss()
        self.lost.release()
        super().leave()

    def pause(self) -> None:
        self._is_on_top = False
        self.session.rest()

    def phone_view(self, device: Device) -> PhoneView:
        return self.phone.view(device, self.words)

    def _bound(self, note: str) -> None:
        """Note that a phone has got a seat. From now on the game waits for this phone when it sleeps."""
        self.lost.hold()
        self._reseated()
        self.controller.note = note

    @property
    def pressable(self) -> Sequence[Prompt]:
        found = [*self.words.prompts(self.input.person), Prompt(Kind.RULES, self.stage.t("action.rules"), "minor")]
        if self.actions.leaving.seat_of(self.stage.devices.current.held) is not None:
            found.append(Prompt(Kind.LEAVE, self.stage.t("pause.leave"), "minor"))
        return found

    def resume(self, result: object) -> Nav | None:
        self._is_on_top = True
        self.services.stage.devices.forget_holds()
        if self.ending.is_shelved:
            return Switch(ToMenu())
        self.controller.hint_service.ask_again()
        self.voice.again()
        if isinstance(result, Replacement):
            self.lost.replace(result)
            self._reseated()
        if isinstance(result, TakeSeat) and not self.actions.leaving.needs_others(result):
            self.lost.forget(result.seat)
            self.actions.leaving.took(result)
            self.session.reseat(result.seat, result.by)
            self._reseated()
        if isinstance(result, ReturnedDevice):
            self.lost.take_back(result)
            self._reseated()
        then = self.actions.carry_out(result)
        if result is Agreement.RESIGN:
            for seat in self.session.record().resigned:
                self.lost.forget(seat)
            self._reseated()
        return then

    def resized(self) -> None:
        self.table.lay(self.session.seats)
        name = match_eyebrow(self.stage, self.session.spec, self.session.options)
        self.strip.refresh()
        self.side_panel = self.controller.scenes.side_panel(
            self.services, name, self.session.seats, self.board, has_strip=self.strip.is_on
        )
        self.strip.lay(self.side_panel.places.get("strip"))
        self.places = self.side_panel.places
        self.input.cards = self.side_panel.cards
        top = self.side_panel.bar_top
        self.bar: GlyphBar = place_bar(self.stage, (54, top, 972, 1891 - top))

    # Time

    def tick(self, dt: float) -> Nav | None:
        if self.is_first:
            self.is_first = False
            return self.actions.questions.demonstration()
        if not self._is_warm:  # only now, so that starting the AI's process does not slow down the first frame
            self._is_warm = True
            self.services.agent.warm()
        entered = self.controller.tick(dt)
        if entered is not None:
            self._take(entered)
        self.controller.play_next(self.strip.holds)
        self.controller.tick_lights(dt)
        if self.session.outcome is not None:
            self.ending.count()
            if self.ending.is_celebrated and self.table.timeline.is_idle:
                return self.ending.celebrate(dt)
        elif len(self.session.steps) >= MAX_PLIES:
            return self.ending.shelve()
        claiming, self._claiming = self._claiming, None
        if claiming is not None and (seats := self.lost.claimed_by(claiming)):
            return Push(lambda: ReturnDialog(self.lost, claiming, seats))
        self._since_look += dt
        return self._look_around() if self._since_look >= LOOK_SECONDS else None

    def _look_around(self) -> Nav | None:
        """Follow events from outside the game: advice, lost devices, offers, speech."""
        seconds, self._since_look = self._since_look, 0.0
        self.controller.take_advice()
        self.controller.follow_saving(seconds)
        self.parts.follow()
        self.strip.follow(seconds)
        self.voice.tick()
        if gone := [seat for seat in self.lost.missing() if seat in self.input.people]:
            return Push(lambda: LostDeviceDialog(self.lost, gone[0]))
        owed = self.actions.answer_owed()
        if owed is not None:
            return owed
        notices = self.services.notices.take()
        return self.actions.questions.tell(self.stage.t("notice.title"), " ".join(notices)) if notices else None

    @property
    def patience(self) -> IdleLimit:
        if self.session.outcome is not None:
            return IdleLimit.MENU
        return IdleLimit.THINKING if self.session.spec.simultaneous else IdleLimit.TURN

    @property
    def awaits_ai(self) -> bool:
        return self.session.thinking_seat is not None

    @property
    def is_animated(self) -> bool:
        telling = self.controller.hint_service.hint, self.controller.notice or None, self.controller.said or None
        is_telling = any(each is not None for each in telling)
        return self.table.is_animated or self.ending.is_celebrated or is_telling or self.strip.is_animated

    @property
    def stands_still(self) -> bool:
        timers = (self.session.clock if self.session.has_clock else None, self.session.silence)
        return not self.awaits_ai and all(timer is None or timer.seconds > COUNTED_SECONDS for timer in timers)

    # Presses

    def scan(self) -> Sequence[Item]:
        confirms = () if self.controller.is_simultaneous else (Kind.CONFIRM,)  # a press on a lit action confirms it
        return (*self.scanning.items(prompt_targets(self, self.bar, confirms)), *self.strip.scan())

    def signal(self, signal: Signal) -> Nav | None:
        if signal.device is not None and signal.device.is_pad:
            self._replugged(signal.kind, signal.device)
        if signal.kind is SignalKind.CLOSE and self.session.outcome is None:
            return self.actions.questions.close()
        if signal.kind is SignalKind.FOCUS_LOST:
            self.input.begin()
        return None

    def _replugged(self, kind: SignalKind, pad: Device) -> None:
        """Show which pad was plugged in or out. An owner whose pad is back gets the seat back."""
        if kind is SignalKind.DEVICE_REMOVED and any(config.device == pad.held for config in self.session.seats):
            gone = "device.phone_gone" if pad.is_phone else "device.gone"
            self.controller.note = self.stage.t(gone, device=self.stage.pad_name(pad.number))
        elif kind is SignalKind.DEVICE_ADDED and self.lost.welcome(pad) is not None:
            self.controller.note = self.stage.t("device.back", device=self.stage.pad_name(pad.number))
            self._reseated()

    def _reseated(self) -> None:
        """Note that a seat has another player. Where all act at once, the others keep their selection."""
        self.resized()
        if self.controller.is_simultaneous:
            self.input.go_on()
        else:
            self.input.begin()

    def admits(self, intent: Intent) -> bool:
        if not intent.device.is_pad or not self.lost.watches(intent.device):
            return True
        if self._is_on_top and self.strip.takes(intent):
            return True  # only without a dialog over the match: under a dialog the pad just watches
        if intent.kind is Kind.CONFIRM and self.lost.claimed_by(intent.device):
            self._claiming = intent.device
        self.controller.note = self.stage.t("device.watches", number=intent.device.number)
        return False

    def intent(self, intent: Intent) -> Nav | None:
        if self.strip.press(intent):
            return None
        by_phone = intent.device.is_phone
        meant = intent if intent.point is None or by_phone else self.bar.translate(intent) or intent
        if intent.kind is Kind.PRESS and not intent.finger:
            self.input.let_go()
        on_bar = intent.point is not None and meant is intent and self.bar.covers(intent.point)
        if on_bar and self.input.drag_at is None:
            return None
        if not self.table.timeline.is_idle and intent.kind not in (Kind.HOVER, Kind.RELEASE, Kind.DRAG):
            self.table.timeline.skip()
            if meant.kind not in TABLE_KINDS and not self.controller.is_simultaneous:
                self.parts.follow(theme.INPUT_PAUSE_SECONDS)
                return None  # the press only skips the animation
        if meant.kind not in TABLE_KINDS and self.parts.has_just_changed(meant.kind):
            return None  # the press may be meant for the situation before the change
        if meant.kind is Kind.ANSWER and (seat := self.phone.claims(intent.device)):
            self._bound(seat)
            return None
        if meant.kind not in TABLE_KINDS or self.input.claims(meant):
            if by_phone and self.input.phones.bind(intent.device, self.input.people):
                self._bound("")  # the phone keeps the seat while it is connected
            return self._board_intent(meant)
        backs_out = meant.kind is Kind.BACK and not self.input.is_engaged and not self._would_stop_others(intent)
        if meant.kind is Kind.PAUSE or backs_out:
            return self.actions.pause_menu()
        return self._table_intent(meant)

    def _would_stop_others(self, intent: Intent) -> bool:
        """Whether a pause would stop others who act at once. Then Back on a pad does not pause; Start does."""
        racing = self.controller.is_simultaneous and self.controller.has_several_people
        return racing and intent.device.is_pad and self.session.outcome is None

    def _table_intent(self, intent: Intent) -> Nav | None:
        """Act on a press that the match handles for every game; the board gets the rest."""
        kind = intent.kind
        by_hint = self.controller.scenes.theory_overlay and kind is Kind.HINT and intent.device.is_pad
        if by_hint or (kind is Kind.THEORY and self.controller.can_analyse):
            return self.actions.toggle_theory()
        if kind is Kind.RULES:
            return Push(ToRules(self.session.spec.id))
        if kind is Kind.LEAVE:
            return self.actions.leave_by(intent.device)
        if kind is Kind.UNDO:
            return self.actions.ask_undo()
        if kind is Kind.WHERE:
            self.voice.tell_position()
        elif kind is Kind.REDO:
            self.controller.redo()
        elif kind is Kind.HINT:
            self.controller.ask_hint()
        else:  # Back, or the theory key in a game without theory and evaluation
            return self._board_intent(intent)
        return None

    def _board_intent(self, intent: Intent) -> Nav | None:
        chosen = self.input.press(intent)
        if isinstance(chosen, NotYourTurn):
            self.controller.note = self.stage.t("match.not_your_turn", name=self.board.context.names[chosen.seat])
            return None
        return None if chosen is None else self._take(chosen)

    def _take(self, chosen: InputResult[object, object]) -> Nav | None:
        """Play a chosen action. For a draw offer, ask for confirmation first."""
        if chosen.wish is not None:
            return self.actions.grant(chosen.wish)
        if chosen.action is None or chosen.seat is None:
            return None
        if chosen.action == self._offer:
            return self.actions.questions.offer(chosen.seat)
        self.controller.submit(chosen.seat, chosen.action)
        if chosen.carried:
            self.table.timeline.skip()
        return None

    # Drawing

    def view(self, seat: Seat | None, alpha: float) -> View[Any, Any, Any]:
        """What the board draws, with `seat` to act."""
        outcome = self.session.outcome
        idle = self.table.timeline.is_idle
        winner = outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else None
        return self.table.view(
            alpha,
            legal=self.session.legal(seat) if seat is not None else (),
            selection=self.input.selection,
            last=self.session.steps[-1] if self.session.steps and idle else None,
            hint=self.controller.hint_service.hint if seat is not None else None,
            winner=winner,
            steps=self.session.steps if winner is not None else (),
            win_time=self.ending.win_time,
            family=self.input.family,
            theory=self.controller.hint_service.theory if idle else None,
            choices=self.input.actors().legal if idle else {},
            drag_at=self.input.drag_at,
        )

    def _draw_analysis(self, canvas: Canvas) -> None:
        """Draw the best line and the evaluation, unless a problem is shown; no words if their place is taken."""
        found = self.controller.analysed()
        found = found if found is not None and self.input.problem is None else None
        panel, place = self.side_panel, self.side_panel.analysis
        panel.is_paper_hidden = found is not None and place is not None and place == panel.move_list
        panel.has_edge, panel.is_analysed = self.controller.hint_service.showing, False
        if found is None:
            return
        if not self.controller.hint_service.has_theory:
            draw_best_line(self.stage, canvas, self.board, found)
        draw_edge(self.stage, canvas, self.board, self.table.frame, found, self.table.bottom_seat)
        if place is not None and not place.colliderect(panel.covered(self.words.content)):
            panel.is_analysed = True
            draw_analysis(self.stage, canvas, place, self.board, found, self.table.bottom_seat)

    def _draw_spotlight(self, canvas: Canvas, result: ResultScene) -> None:
        """Darken the board except where the game was won.

        Without such a place, or while the result is folded, darken the whole board a little.
        """
        frame, steps, outcome = self.table.frame, self.session.steps, self.session.outcome
        at = self.board.input.area(steps[-1].before, steps[-1].action) if steps else frame
        is_won = outcome is not None and len(outcome.winners) == 1 and at.width < frame.width / 2
        if is_won and frame.contains(at) and not result.folded:
            draw_spotlight(self.stage, canvas, frame, at, result.age)
        else:
            self.stage.blit(canvas, self.stage.paint.veil(frame.size, RESULT_VEIL), frame.topleft)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground.picture, (0, 0))
        seat, result = self.input.person, self.ending.result
        if result is None or result.folded:
            self.side_panel.draw_light(canvas, self.table.shown, self.table.drawn_lights())
        if result is not None:
            self._draw_spotlight(canvas, result)
        view = self.view(seat, alpha)
        self.board.drawing.draw(canvas, view)
        if result is None:
            self._draw_analysis(canvas)
            self.board.drawing.draw_trial(canvas, view)
        if result is None or result.folded:
            self.side_panel.draw(canvas, self.words.content)
            self.strip.draw(canvas)
        if self.controller.said:
            draw_saying(self.stage, canvas, self.controller.speaker, self.controller.said)
        if self.controller.notice:
            draw_notice(self.stage, canvas, self.controller.notice)
        if result is not None:
            return  # the result has a bar of its own
        self.bar.set(self.words.prompts(seat), "" if seat is None else self.input.turn.touch_helper, SPARE)
        self.bar.draw(canvas)
