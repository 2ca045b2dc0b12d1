"""A match without drawing: its session, selection and messages, and all changes to them.

This module also makes the pads rumble, and asks the agent for hints and evaluations.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from game.core.record import SeatConfig
from game.core.review import evaluation_of_outcome
from game.core.rules import AnyStep, GameError, Seat, Step
from game.core.spec import LEVELS
from game.review.reviewer import can_review
from game.review.turning_points import PositionValue
from game.session.agent_seats import SeatFault
from game.session.session import Session
from game.storage.figures import HOUSE
from scenes.kit.drawing import theme
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Device
from scenes.kit.stage import Stage
from scenes.match.match_input import MatchInput, MatchSounds
from scenes.match.questions import MORE_SECONDS
from scenes.services import Services
from scenes.table.board.board_view import BoardView
from scenes.table.chances import AnalysisView, PositionAnalysis
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.input import InputResult
from scenes.table.contract.optional import BestPlay, LookBack
from scenes.table.contract.view import Theory
from scenes.table.loading import scenes_of
from scenes.table.sayings import greeting, saying
from scenes.table.words import hint

LAST_SECONDS = 5
OF_CUES = {name: name for name in ("wall", "bounce", "chip")}
"""The name of the rumble for each sound of the board's clips."""

# The name of the sound of a sliding piece. It plays until it is stopped.
SLIDES = "slide"


class MatchRumble:
    """The rumble of one session's pads. For a seat without a device of its own, the pad used last rumbles."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage = stage
        self._session = session
        self._playing: deque[Seat] = deque()  # seats whose clips play, in order
        self._slides = False
        self._second = 0  # the clock's seconds at the last call of `follow`, rounded up; 0 without a clock

    def turn(self, seat: Seat) -> None:
        """Rumble at the start of a person's turn."""
        self._pulse([seat], "turn")

    def begin(self, seat: Seat) -> None:
        """Queue the clip of a step of `seat` behind the clips that play."""
        self._playing.append(seat)

    def cue(self, name: str) -> None:
        """Rumble with a sound of the playing step."""
        self._slides = self._slides or name == SLIDES
        if self._playing and name in OF_CUES:
            self._pulse([self._playing[0]], OF_CUES[name])

    def end(self) -> None:
        """End the playing step; a slide stops with a bump."""
        seat = self._playing.popleft()
        if self._slides:
            self._pulse([seat], "stop")
        self._slides = False

    def follow(self, people: Callable[[], Iterable[Seat]]) -> None:
        """Rumble in each of a clock's last seconds, for the `people` who may act."""
        clock = self._session.clock if self._session.has_clock else None
        second = 0 if clock is None else math.ceil(clock.seconds)
        if second != self._second and 0 < second <= LAST_SECONDS:
            self._pulse(people(), "clock")
        self._second = second

    def _pulse(self, seats: Iterable[Seat], name: str) -> None:
        pads = {pad for seat in seats for pad in self._pads(seat)}
        self._stage.rumble.pulse(pads, name)

    def _pads(self, seat: Seat) -> list[Device]:
        """The pads that rumble for a person."""
        config, devices = self._session.seats[seat], self._stage.devices
        if config.is_ai:
            return []
        if not config.device:
            return [devices.current]
        return [pad for pad in devices.pads() if pad.held == config.device]


FIRST, DEEP = 0.06, 1.0
"""Two efforts for a `Valuer`: a small one for a quick first evaluation of a position, and the full one for a later
deep evaluation."""


class HintService:
    """One session's hint, evaluations and theory (what each action is worth in a solved game).

    Theories are kept by position, so a repeated position is known at once.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.hint: object = None
        self.looking = False  # whether a hint was asked for
        self.has_failed = False  # whether the last question to the AI failed
        self.showing = False  # whether theory and evaluations are shown
        self.has_theory = False  # whether the game is solved, so that every position has a theory
        by_turns = can_review(session.spec) and not session.spec.simultaneous
        # Only where seats act in turn. Where all act at once, an evaluation would help people who are still searching.
        self.evaluation = LiveEvaluation(session) if by_turns else None
        self._known: dict[object, Theory] = {}
        self._asked = -1  # the game's revision when theory was last asked for
        self._reviewed: int | None = None  # the ply of the position under review

    def ask_hint(self) -> None:
        """Request a hint, unless one is known or requested."""
        if self.hint is None and not self.looking:
            self.session.analysis.request_hint()
            self.looking = True

    def ask_again(self) -> None:
        """Ask the open questions again, since a pause dropped them."""
        self._asked = -1
        if self.looking:
            self.session.analysis.request_hint()

    def take_hint(self) -> bool:
        """Whether the hint has just arrived; `hint` stays None if the search found none."""
        thought = self.session.analysis.poll_hint()
        if thought is None:
            return False
        self.looking = False
        self.has_failed = bool(thought.fault)
        self.hint = None if thought.error else self.session.spec.rules.parse(thought.action)
        self._asked = -1  # ask for theory again, since the hint had priority and may have dropped that question
        return True

    def drop_hint(self) -> None:
        """Forget the hint."""
        self.hint, self.looking = None, False

    @property
    def theory(self) -> Theory | None:
        """The theory of the present position, if shown and known."""
        return self._known.get(self.session.state) if self.showing else None

    def show_theory(self, on: bool) -> None:
        """Show or hide the theory."""
        self.showing = on
        self._asked = -1

    def look_up(self) -> None:
        """While theory is shown, ask for it in each new position, and keep the answers."""
        thought = self.session.analysis.poll_theory()
        if thought is not None:
            self._known[self.session.state] = thought.values
            self.has_failed = bool(thought.fault)
        self._look_up_theory()
        if self.evaluation is not None and not self.looking:
            self.has_failed = self.evaluation.tick() or self.has_failed

    def _look_up_theory(self) -> None:
        if not self.has_theory:
            return
        if self._asked == self.session.revision or self.session.state in self._known:
            return
        if self.session.analysis.request_theory():
            self._asked = self.session.revision

    def review(self, look_back: LookBack[object, object]) -> None:
        """Review the positions that the board asks for."""
        found = None if self._reviewed is None else self._found(self._reviewed)
        ply = look_back.review(self.session.steps, found)
        if ply is not None and ply != self._reviewed:
            self._reviewed = ply
            self.session.analysis.request_review(ply)

    def _found(self, ply: int) -> BestPlay | None:
        """Return the review of the position at `ply`. Until the review is over, return new partial results or None."""
        at_least, thought = self.session.analysis.poll_progress(), self.session.analysis.poll_review()
        if thought is None:
            return None if at_least is None else BestPlay(ply, at_least=at_least, over=False)
        self.has_failed = self.has_failed or bool(thought.fault)
        self._reviewed = None
        return BestPlay(ply, None if thought.error else thought.pv, thought.routes, thought.complete, at_least)


class LiveEvaluation:
    """One session's evaluations. They are kept by position, so a repeated position is known at once.

    The present position comes first: it is evaluated quickly, then deeply. The earlier positions follow, the latest
    first. A move drops the question that is being answered.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[object, PositionValue] = {}
        self._failed: set[object] = set()
        self._asked: tuple[object, float] | None = None  # the position and the effort of the open question
        self._settled = -1  # the game's revision at which all positions were known

    @property
    def values(self) -> list[PositionValue | None]:
        """The known evaluations, by ply."""
        return [self._known.get(state) for state in self._states()]

    def tick(self) -> bool:
        """Take answers and request missing evaluations. Returns whether one failed."""
        analysis = self._session.analysis
        thought = analysis.poll_value()
        has_failed = thought is not None and bool(thought.fault)
        if self._asked is not None and thought is not None:
            state, effort = self._asked
            if thought.evaluation is None:
                self._failed.add(state)
            else:
                self._known[state] = PositionValue(thought.evaluation, thought.pv, effort == DEEP)
        if analysis.is_asking or self._settled == self._session.revision:
            return has_failed
        self._asked = None  # it was answered, or dropped by an action or a hint
        for ply, seat, state, effort in self._wanted():
            if analysis.request_value(ply, seat, effort):
                self._asked = state, effort
            return has_failed
        self._settled = self._session.revision
        return has_failed

    def _states(self) -> list[object]:
        return [*(step.before for step in self._session.steps), self._session.state]

    def _wanted(self) -> Iterator[tuple[int, Seat, object, float]]:
        """The positions to evaluate, in order. Each is given by ply, seat to move, state and effort."""
        rules, outcome = self._session.spec.rules, self._session.outcome
        for ply, state in reversed(list(enumerate(self._states()))):
            actors = rules.actors(state)
            if not actors and outcome is not None:
                self._known[state] = PositionValue(evaluation_of_outcome(outcome, len(self._session.seats)), deep=True)
            if not actors or state in self._failed:
                continue
            found, present = self._known.get(state), ply == self._session.ply
            if found is None:
                yield ply, actors[0], state, FIRST
            elif present and not found.deep:
                yield ply, actors[0], state, DEEP


log = logging.getLogger(__name__)
NOTICE_SECONDS = 6.0
# The room that every side panel has for a hint: type, width in design pixels, and lines.
HINT, HINT_WIDTH, HINT_LINES = Style(theme.CAPTION), 376, 2
LAG_SECONDS = 1.0  # seconds of waiting for the disk before the screen says that saving takes long


class MatchController:
    """Changes the match; it draws nothing and opens no scene.

    Steps become clips on `table`. The table's position changes when a clip ends.
    """

    def __init__(self, services: Services, session: Session, board: AnyBoard) -> None:
        self.services = services
        self.stage = services.stage
        self.session = session
        self.board = board
        # all seats act at once: the board gets every press
        self.is_simultaneous = session.spec.simultaneous is not None
        self.scenes = scenes_of(session.spec)
        self.table = BoardView(services, board, session.seats, session.state)
        self.table.light(session.actors())
        self.sounds = MatchSounds(services.stage.audio, session, self.scenes.sounds)
        self.rumble = MatchRumble(services.stage, session)
        self.table.timeline.on_cue = self._on_cue
        self.input = MatchInput(services, session, board, self.table, self.sounds)
        self.hint_service = HintService(session)
        self.hint_service.has_theory = self.scenes.theory_overlay
        self._analyst = AnalysisView(session.spec, board)
        self.note = ""  # a sentence shown until the next action, or until the language changes
        self._language = services.stage.strings.language
        self.first_wins = missing_wins(services, session)  # the AI's levels that nobody has beaten here yet
        self._late: tuple[str, set[Seat]] = ("", set())  # id of the latest clock; seats that acted in its last second
        self._lagged = 0.0  # seconds for which saving has waited for the disk
        self.notice = ""  # a sentence over the screen for NOTICE_SECONDS
        self._notice_left = 0.0  # seconds
        self.speaker = SeatConfig()  # the AI that says `said`
        self.said = ""  # what an AI says, for NOTICE_SECONDS
        self._said_left = 0.0  # seconds

    @property
    def has_several_people(self) -> bool:
        """Whether more than one person plays, so that the wishes of one need the agreement of the others."""
        return sum(not seat.is_ai for seat in self.session.seats) > 1

    @property
    def saving_lags(self) -> bool:
        """Whether saving takes longer than LAG_SECONDS."""
        return self._lagged >= LAG_SECONDS

    # Time

    def tick(self, dt: float) -> InputResult[object, object] | None:
        """Let `dt` seconds pass. Returns what this time completes, such as a number that a person was entering."""
        self.session.advance(dt / self.stage.scan.slowness if self.is_simultaneous else dt)
        self.table.timeline.tick(dt)
        if self.session.clocks.clock is not None:
            self.rumble.follow(lambda: self.input.people)
        self._notice_left -= dt
        if self._notice_left <= 0:
            self.notice = ""
        self._said_left -= dt
        if self._said_left <= 0:
            self.said = ""
        if self._language != self.stage.strings.language:
            self._language, self.note = self.stage.strings.language, ""
        if self.session.has_ai:
            self._tell_weaker()
        return self.input.wait(dt) if self.is_simultaneous else None

    def follow_saving(self, seconds: float) -> None:
        """Measure how long the store waits for the disk. `seconds` is the time since the last call."""
        self._lagged = self._lagged + seconds if self.services.store.is_lagging else 0.0

    def play_next(self, waits: bool = False) -> None:
        """Play the action that is due, by an AI or because a clock expired. While the match `waits`, no AI acts."""
        holds = self.stage.scan.is_in_group or (self.is_simultaneous and self.input.holds_clock)
        step = self.session.tick(self.table.timeline.is_idle and not waits, holds)
        if step is not None:
            self.play(step)

    def _tell_fault(self, fault: SeatFault) -> None:
        """Show a notice about the fault of an engine or AI. A repeated fault only keeps the notice for longer."""
        t = self.stage.t
        why = t(f"engine.fault.{fault.reason}" if fault.engine else "weaker.failed")
        then = t("engine.passes") if self.is_simultaneous else t("engine.plain")
        name = fault.engine or self.board.context.names[fault.seat]
        self._tell(t("engine.fault", name=name, why=why, then=then))

    def _tell(self, text: str) -> None:
        """Show a notice and, if it is new, say it aloud."""
        if text != self.notice:
            self.stage.say(text, urgent=True)
        self.notice, self._notice_left = text, NOTICE_SECONDS

    def greet(self) -> None:
        """Let an AI speak at the start of a game."""
        seats = tuple(self.session.seats)
        speaker = greeting(seats) if not self.session.steps else None
        if speaker is not None:
            self.speaker, self._said_left = speaker, NOTICE_SECONDS
            self.said = self._greeting()
            if self.said:
                self.stage.say(self.said)

    @property
    def greeting(self) -> str:
        """What an AI says now, in the present language; "" for nothing."""
        return self._greeting() if self.said else ""

    def _greeting(self) -> str:
        return saying(self.services, self.session.spec.id, self.speaker, "start", self.session.seed)

    def hush(self) -> None:
        """Remove the notice and what an AI said.

        The result takes their place. Under the result the match does not tick, so they would never run out.
        """
        self.said = self.notice = ""

    def _tell_weaker(self) -> None:
        """Show once that AIs play below their strength. The menu may have shown it already."""
        shortcomings = self.services.shortcomings
        if shortcomings.were_shown or not any(seat.is_ai and not seat.is_engine for seat in self.session.seats):
            return
        if text := shortcomings.of_ai(is_owner=False):
            shortcomings.were_shown = True
            self._tell(text)

    def tick_lights(self, dt: float) -> None:
        """Fade the lights to the seats that may act or, after the game, to the winners."""
        outcome = self.session.outcome
        self.table.tick_lights(outcome.winners if outcome is not None else self.session.actors(), dt)

    # Playing

    def acted_in_the_last_second(self, seat: Seat) -> bool:
        """Whether a seat acted in the last second of the latest clock."""
        return seat in self._late[1]

    def _note_late(self, seat: Seat) -> None:
        clock = self.session.clock
        if clock is None or not self.session.has_clock:
            return
        if clock.id != self._late[0]:
            self._late = clock.id, set()
        if clock.seconds <= 1.0:
            self._late[1].add(seat)

    def submit(self, seat: Seat, action: object) -> None:
        """Play an action of `seat`."""
        self._note_late(seat)
        try:
            step = self.session.submit(seat, action)
        except GameError as error:
            log.warning("%s was chosen but refused: %s", action, error)
            self.note = self.stage.t("match.refused")
            return
        self.input.keep_known(seat, action)
        self.play(step)

    def play(self, step: AnyStep) -> None:
        """Show a played step; the position on screen follows when its clip ends."""
        self.hint_service.drop_hint()
        if not self.session.seats[step.seat].is_ai:  # a greeting stays during an AI's move, so that people can read it
            self.said = ""
        self.note = self.board.words.note(step)
        self.rumble.begin(step.seat)
        self.table.play(step, lambda: self._played(step))
        if self.is_simultaneous:  # the others keep what they have selected
            self.input.go_on()

    def _on_cue(self, name: str, *, pitch: int) -> None:
        self.stage.audio.play(name, pitch=pitch)
        self.rumble.cue(name)

    def _played(self, step: AnyStep) -> None:
        self.rumble.end()
        self.arrived(step.after)
        seat = self.input.person
        if seat is not None and seat != step.seat and not self.is_simultaneous:
            self.sounds.turn(seat)
            self.rumble.turn(seat)

    def arrived(self, state: object) -> None:
        """Take `state` as the position on screen."""
        self.table.shown = state
        if self.table.timeline.is_idle and not self.is_simultaneous:
            self.input.begin()

    # Advice

    def ask_hint(self) -> None:
        """Request a hint for the person to act."""
        if self.input.person is not None:
            self.hint_service.ask_hint()

    def take_advice(self) -> None:
        """Take the agent's answers and report faults. A hint becomes the selection: confirming plays it."""
        for fault in self.session.agent_seats.take_faults():
            self._tell_fault(fault)
        if self.hint_service.looking and self.hint_service.take_hint():
            self.note = ""
            if self.hint_service.hint is not None:
                self.stage.audio.play("hint")
                self.note = self._hint_text()
                self.input.consider(self.hint_service.hint)
        if self.hint_service.showing:
            self.hint_service.look_up()
        if self.board.look_back is not None:
            self.hint_service.review(self.board.look_back)
            self._follow_house_rule(self.board.look_back)
        if self.hint_service.has_failed:
            self.hint_service.has_failed = False
            self.note = self.stage.t("weaker.advice")

    def _hint_text(self) -> str:
        """The hint with its reason; the hint alone if the reason does not fit beside the board."""
        session, words = self.session, self.board.words
        action, seat = self.hint_service.hint, self.input.person
        if seat is None:
            return words.action(action).hint
        after, events = session.spec.rules.apply(session.state, seat, action)
        step: AnyStep = Step(session.ply, session.state, seat, action, after, events)
        text = hint(self.stage.t, session.spec, step, self.board.context.names, words)
        lines = self.stage.lines(text, self.stage.limit_scale(HINT, 1.0), self.stage.metrics.px(HINT_WIDTH))
        return text if len(lines) <= HINT_LINES else words.action(action).hint

    def _follow_house_rule(self, look_back: LookBack[object, object]) -> None:
        """Play the action, if any, that the table's own rule demands of all seats."""
        wanted = look_back.by_house_rule(self.session.state) if self.table.timeline.is_idle else None
        if wanted is None:
            return
        action, why = wanted
        for seat in self.session.actors():
            if action in self.session.legal(seat):
                self.submit(seat, action)
        self.note = why

    def show_theory(self, on: bool) -> None:
        """Show or hide the evaluation of actions."""
        self.hint_service.show_theory(on)
        shown = "match.theory_shown" if self.scenes.theory_overlay else "analysis.shown"
        self.note = self.stage.t(shown) if on else ""

    @property
    def can_analyse(self) -> bool:
        """Whether an evaluation of the position or its actions can be shown."""
        return self.scenes.theory_overlay or self.hint_service.evaluation is not None

    def analysed(self) -> PositionAnalysis | None:
        """Return the analysis of the position on screen; None if it is hidden, or if the board is not at rest."""
        hint_service, session = self.hint_service, self.session
        if (
            not hint_service.showing
            or hint_service.evaluation is None
            or not self.table.timeline.is_idle
            or not session.actors()
        ):
            return None
        values = hint_service.evaluation.values
        return self._analyst.analysed(session.state, session.actors()[0], values, session.ply, values[session.ply])

    # Taking back

    def undo(self) -> None:
        """Go back to the last decision of a person."""
        self._put_back(self.session.undo())

    def undo_all(self) -> None:
        """Go back to the first position, if undo is free."""
        taken: list[AnyStep] = []
        while self.session.can_undo():
            taken = self.session.undo()
        self._put_back(taken)

    def _put_back(self, taken: list[AnyStep]) -> None:
        """Show the position before `taken`, the undone actions."""
        if taken:
            self.stage.audio.play("undo")
            self._forget_advice()
            self.table.slide(taken[0].before, lambda: self.arrived(taken[0].before))

    def redo(self) -> None:
        """Replay the actions that were taken back."""
        for step in self.session.redo():
            self.play(step)

    # More time, giving up

    def give_time(self) -> None:
        """Add MORE_SECONDS to the running clock."""
        self.session.extend_clock(MORE_SECONDS)
        self.note = self.stage.t("match.more_time", seconds=MORE_SECONDS)

    @property
    def resigner(self) -> Seat | None:
        """The seat that would resign: the person to move, else the only person; None if several could be meant."""
        people = [i for i, seat in enumerate(self.session.seats) if not seat.is_ai]
        acting = [seat for seat in self.session.actors() if seat in people]
        candidates = acting or people
        return candidates[0] if len(candidates) == 1 else None

    def resign(self) -> None:
        """Resign for `resigner`."""
        seat = self.resigner
        if seat is None:
            return
        ply = self.session.ply
        self.session.resign(seat)
        if self.session.ply > ply:  # the game records resigning as an action
            self.play(self.session.steps[-1])
        self._forget_advice()
        self.input.begin()
        if self.session.seats[seat].resigned:
            self._tell(self._resigned_text(seat))

    def _resigned_text(self, seat: Seat) -> str:
        """Return the message about a resigned seat: its place in the result, and who plays on for it."""
        people, seats = self.services.people, self.session.seats
        before = [other for other in self.session.record().resigned if other != seat]
        behind = people.owner(seats[before[-1]]) if before else ""
        key = "resign.told_before" if before else "resign.told"
        return self.stage.t(key, name=people.owner(seats[seat]), ai=people.name(seats[seat]), other=behind)

    def _forget_advice(self) -> None:
        self.hint_service.drop_hint()
        self.note = ""


def missing_wins(services: Services, session: Session) -> frozenset[int]:
    """The levels of the AI that nobody has beaten in this game here."""
    fastest = services.store.statistics.of(HOUSE, session.spec.id).fastest
    return frozenset(level for level, moves in zip(LEVELS, fastest, strict=True) if not moves)
