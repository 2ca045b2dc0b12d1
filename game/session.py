"""One running game: seats, turns, clocks, undo and the record. Nothing here blocks or looks at the time."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.agent_requests import AgentRequests, plain_action
from game.agents.agent import TURNS, Agent, Job, JobKind, Plan, Thought
from game.analysis import Analysis
from game.autosave import Autosave
from game.core.options import resolve
from game.core.record import (
    CLOCK_SEAT,
    MAX_CHANGES,
    MAX_TIME_MS,
    Record,
    SeatChange,
    SeatConfig,
    action_text,
    replay,
)
from game.core.rules import GameError, IllegalActionError, OptionError, Outcome, Seat, Step, Timer
from game.core.spec import GameSpec
from game.planning import Plans
from game.store import Store

HANDED_OVER_LEVEL = 3
MOST_ON_CLOCK = 3600.0  # seconds that a clock can be given in all
_log = logging.getLogger(__name__)
AnyStep = Step[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class EngineFault:
    """Why the engine on `seat` could not act: in one word, and in one English line."""

    seat: Seat
    engine: str
    reason: str
    message: str


class Session:
    """A game in play. `advance` is its only source of time; `tick` lets AI seats and clocks act.

    `agent` thinks for AI seats and `analysis`; it belongs to the caller, who may share it between sessions.
    Without one, AI seats play a plain rule-based move. `min_think` is how many seconds an AI seat takes at
    least. Raises OptionError for bad options or a number of seats that does not fit them.
    """

    def __init__(
        self,
        spec: GameSpec,
        options: Mapping[str, Any],
        seed: int,
        seats: Sequence[SeatConfig],
        *,
        agent: Agent | None = None,
        store: Store | None = None,
        agent_seed: int = 0,
        min_think: float = 0.4,
    ) -> None:
        self.spec = spec
        self.options = resolve(spec.options, options)
        self.seed = seed
        self.seats = tuple(seats)
        if len(self.seats) != spec.seat_count(self.options):
            raise OptionError(f"{spec.id} needs {spec.seat_count(self.options)} seats here, not {len(self.seats)}")
        self.state: Any = spec.rules.start(self.options, seed)
        self.steps: list[AnyStep] = []
        self.revision = 0
        self.outcome: Outcome | None = spec.rules.outcome(self.state)
        self.clock: Timer | None = spec.rules.timer(self.state)
        self.silence: Timer | None = spec.silence(self.state)
        self._requests = AgentRequests(agent, min_think)
        self.analysis = Analysis(self, self._requests)
        self._min_think = min_think
        self._plans = Plans(spec.rules.parse)
        self._agent_seed = agent_seed
        self._times: list[int] = []
        self.changes: tuple[SeatChange, ...] = ()  # who has left in mid-game
        self._elapsed = 0.0  # seconds since the last action
        self._redo: list[list[tuple[AnyStep, int]]] = []
        self._legal: dict[Seat, Sequence[Any]] = {}
        self._acting: tuple[Any, tuple[Seat, ...]] | None = None  # a state, and who may act in it
        self._faults: list[EngineFault] = []
        self._autosave = self._keep_in(store)

    @classmethod
    def resume(
        cls,
        spec: GameSpec,
        record: Record,
        *,
        agent: Agent | None = None,
        store: Store | None = None,
        agent_seed: int = 0,
        min_think: float = 0.4,
    ) -> Session:
        """The game of `record`, in mid-round where `store` kept its clock. Raises OptionError or ReplayError.

        One with a result was kept when it ended; it is looked at, and not put on the shelf again.
        """
        session = cls(
            spec, record.options, record.seed, record.seats, agent=agent, agent_seed=agent_seed, min_think=min_think
        )
        played = replay(spec, session.options, record.seed, record.actions)
        session.steps = played.steps
        session.changes = record.changes
        session._times = [*record.times, *[0] * (len(record.actions) - len(record.times))]
        session.state = played.state
        session.outcome = record.result or spec.rules.outcome(played.state)
        session.clock = spec.rules.timer(played.state)
        session.silence = session._silence_left()
        session.revision = len(played.steps) + 1
        saved = store.saved_clock(spec.id) if store and store.holds(record) else None
        if saved and session.clock and saved.id == session.clock.id:
            session.clock = replace(saved, seconds=min(saved.seconds, MOST_ON_CLOCK))
        session._autosave = Autosave(store, session.record) if record.result else session._keep_in(store)
        return session

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return len(self.steps)

    @property
    def thinking_seat(self) -> Seat | None:
        """The AI seat whose answer is awaited or held back, if any."""
        return self._requests.seat

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs."""
        return self.clock is not None and self.outcome is None

    def actors(self) -> tuple[Seat, ...]:
        """Seats that may act now; none when the game is over, by the rules or by resignation."""
        if self.outcome:
            return ()
        if self._acting is None or self._acting[0] is not self.state:
            self._acting = self.state, self.spec.rules.actors(self.state)
        return self._acting[1]

    def legal(self, seat: Seat) -> Sequence[Any]:
        """Every action that `seat` may take now; none unless it is an actor."""
        if seat not in self.actors():
            return ()
        if seat not in self._legal:
            self._legal[seat] = self.spec.rules.legal(self.state, seat)
        return self._legal[seat]

    def record(self) -> Record:
        """The game so far."""
        actions = tuple(action_text(self.spec, step.seat, step.action) for step in self.steps)
        return Record(
            self.spec.id,
            dict(self.options),
            self.seed,
            actions,
            self.seats,
            tuple(self._times),
            self.outcome,
            changes=tuple(replace(change, ply=min(change.ply, len(actions))) for change in self.changes),
        )

    def job(self, kind: JobKind, seat: Seat, level: int) -> Job:
        """A request to the agent about the game as it stands."""
        decision = self.spec.rules.decision(self.state)
        engine = self.seats[seat].engine if kind in TURNS and self.seats[seat].is_engine else ""
        record = self.record().to_json()
        return Job(kind, record, seat, level, self._agent_seed, self.revision, decision, engine=engine)

    def take_faults(self) -> list[EngineFault]:
        """What engines from outside did wrong since this was last asked; a plain action was played for each, or none
        where several seats act at once."""
        taken, self._faults = self._faults, []
        return taken

    # Playing

    def submit(self, seat: Seat, action: Any) -> AnyStep:
        """Play `action`. Raises IllegalActionError and changes nothing where it is not allowed."""
        step = self._play(seat, action, min(round(self._elapsed * 1000), MAX_TIME_MS))
        self._redo.clear()
        return step

    def resign(self, seat: Seat) -> None:
        """`seat` gives up: by an action where the game has one and the seat may act, so that the record tells of it.

        Else the others win, or, where other people play on, an AI takes the seat over. Raises IllegalActionError once
        the game is over.
        """
        if self.outcome:
            raise IllegalActionError("the game is over")
        if self.spec.resign and (action := self.spec.rules.parse(self.spec.resign)) in self.legal(seat):
            self.submit(seat, action)
            return
        others = [other for other in range(len(self.seats)) if other != seat]
        if len(others) > 1 and any(not self.seats[other].is_ai for other in others):
            self.reseat(seat, replace(self.seats[seat], kind="ai", level=HANDED_OVER_LEVEL, device=""))
            return
        self.outcome = Outcome(tuple(others), "resign")
        self._branch()
        self._autosave.keep_all()

    def reseat(self, seat: Seat, config: SeatConfig) -> None:
        """Let another device, a person or an AI play for `seat` from now on; game and clock stay as they are.

        Where that is somebody else the record says when it was, MAX_CHANGES times at most.
        """
        before = self.seats[seat]
        if _who(before) != _who(config):
            self.changes = (*self.changes, SeatChange(self.ply, seat, before))[:MAX_CHANGES]
        self.seats = tuple(config if place == seat else present for place, present in enumerate(self.seats))
        self._branch()
        self._autosave.keep_all()

    def advance(self, seconds: float) -> None:
        """Let time pass for the running clock and for the AI seat that thinks."""
        if self.outcome:
            return
        self._elapsed += seconds
        self._requests.advance(seconds)
        self._plans.advance(seconds)
        if self.clock:
            self.clock = _less(self.clock, seconds)
            self._autosave.follow_clock(self.clock)
        if self.silence:
            self.silence = _less(self.silence, seconds)

    def extend_clock(self, seconds: float) -> None:
        """Give the running clock `seconds` (above 0) more, MOST_ON_CLOCK in all; that is kept, but in no record.

        Between people the caller asks for agreement first. Raises IllegalActionError where no clock runs.
        """
        if seconds <= 0:
            raise ValueError(f"{seconds} s more is no extension")
        if self.clock is None or not self.has_clock:
            raise IllegalActionError("no clock runs that could be given more time")
        self.clock = replace(self.clock, seconds=min(self.clock.seconds + seconds, MOST_ON_CLOCK))
        self._autosave.keep_clock(self.clock)

    def rest(self) -> None:
        """Keep the time left on the running clock, and leave the agent to others; the next tick asks it again."""
        if self.clock:
            self._autosave.keep_clock(self.clock)
        self._requests.drop()

    def tick(self, idle: bool, hold: bool = False) -> AnyStep | None:
        """Let an expired clock or an AI seat act; gives the step where one did.

        Call it often: an AI seat is asked at once, its answer is played once `idle` (the animations are done), what it
        planned for a time of its own then. With `hold` neither a clock that has run down, nor the end of a silence, nor
        a plan acts yet: a person began to enter an action before.
        """
        self.analysis.tick()
        if self.outcome:
            return None
        if self.clock and self.clock.seconds == 0.0 and not hold:
            return self.submit(CLOCK_SEAT, self.spec.rules.parse("expire"))
        if self.silence and self.silence.seconds == 0.0 and not hold:
            return self.submit(CLOCK_SEAT, self.spec.rules.parse(self.spec.silence_over))
        if self.spec.simultaneous:
            return self._follow_plans(idle, hold)
        if self.thinking_seat is None:
            self._ask_for_move()
        taken = self._requests.take_move(idle)
        return self._play_answer(*taken) if taken else None

    def close(self) -> None:
        """Stop what is being thought for this game and keep its clock. The agent and the store stay open."""
        self.rest()

    # Undo

    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        return self.undo_ply() is not None

    def undo_ply(self) -> int | None:
        """The ply that `undo` would go back to, if any; none in a finished game."""
        return None if self.outcome else self.decision_ply()

    def decision_ply(self) -> int | None:
        """The ply from which the game would be played anew, be it over or not, if it may.

        That is before the last decision of a person about more than a draw, or by one action where undo is free; the
        present one where somebody has given up without an action.
        """
        policy = self.spec.undo_policy(self.options)
        if policy == "none":
            return None
        if self.outcome and self.spec.rules.outcome(self.state) is None:
            return self.ply
        if policy == "free":
            return self.ply - 1 if self.steps else None
        for step in reversed(self.steps):
            chosen = self.spec.counted(step.action) and len(self.spec.rules.legal(step.before, step.seat)) > 1
            if not self.seats[step.seat].is_ai and chosen:
                return step.ply
        return None

    def undo(self) -> list[AnyStep]:
        """Take back everything since the last decision of a person; gives those steps in the order played.

        Between people the caller asks for agreement first. Nothing is taken back in a finished game.
        """
        ply = self.undo_ply()
        if ply is None:
            return []
        taken = self.steps[ply:]
        self._redo.append(list(zip(taken, self._times[ply:], strict=True)))
        del self.steps[ply:], self._times[ply:]
        self._branch()
        self._enter(taken[0].before)
        self._autosave.truncate(ply)
        return taken

    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        return bool(self._redo) and self.outcome is None

    def redo(self) -> list[AnyStep]:
        """Play again what the last undo took back; gives the new steps."""
        if not self.can_redo():
            return []
        return [self._play(step.seat, step.action, time_ms) for step, time_ms in self._redo.pop()]

    # Within

    def _play(self, seat: Seat, action: Any, time_ms: int) -> AnyStep:
        if self.outcome:
            raise IllegalActionError("the game is over")
        if seat != CLOCK_SEAT and seat not in self.actors():
            raise IllegalActionError(f"seat {seat} is not to move")
        after, events = self.spec.rules.apply(self.state, seat, action)
        step: AnyStep = Step(self.ply, self.state, seat, action, after, events)
        self.steps.append(step)
        self._times.append(time_ms)
        self.revision += 1
        self._enter(after)
        if self.outcome:
            self._autosave.keep_all()
        else:
            self._autosave.keep_action(step.ply, action_text(self.spec, seat, action), time_ms)
        return step

    def _enter(self, state: Any) -> None:
        """Make `state` the present one, with what hangs on it: legal actions, outcome, clock, thinking."""
        self.state = state
        self._legal = {}
        self._elapsed = 0.0
        self.outcome = self.spec.rules.outcome(state)
        timer = self.spec.rules.timer(state)
        if timer is None or self.clock is None or timer.id != self.clock.id:
            self.clock = timer
        silence = self.spec.silence(state)
        if silence is None or self.silence is None or silence.id != self.silence.id:
            self.silence = silence
        self._requests.drop_analysis()
        if any(map(self._is_over, self._requests.jobs)):
            self._requests.drop()

    def _silence_left(self) -> Timer | None:
        """The silence of the present state, less the time that the actions since its beginning took."""
        left = self.spec.silence(self.state)
        for step, time_ms in zip(reversed(self.steps), reversed(self._times), strict=True):
            before = self.spec.silence(step.before)
            if left is None or before is None or before.id != left.id:
                break
            left = _less(left, time_ms / 1000)
        return left

    def _is_over(self, job: Job) -> bool:
        """Whether the answer to `job` can no longer be used; a rival's bid meanwhile does not spoil it."""
        if job.decision != self.spec.rules.decision(self.state):
            return True
        return job.kind == "move" and job.seat not in self.actors()

    def _branch(self) -> None:
        self.revision += 1
        self._requests.drop()

    def _keep_in(self, store: Store | None) -> Autosave:
        autosave = Autosave(store, self.record)
        autosave.keep_all()
        if self.clock:
            autosave.keep_clock(self.clock)
        return autosave

    def _follow_plans(self, idle: bool, hold: bool) -> AnyStep | None:
        """Let AI seats act as they have planned: at the time of it, or showing what they know, or giving way."""
        self._plans.decide(self.spec.rules.decision(self.state))
        if taken := self._requests.take_plan():
            self._lay_plan(*taken)
        seats = [seat for seat in self.actors() if self.seats[seat].is_ai]
        engines = [seat for seat in seats if self.seats[seat].is_engine]
        for seat in engines:
            if self._plans.lacking((seat,)) is not None:
                self._ask_engine(seat)
        lacking = self._plans.lacking(seat for seat in seats if seat not in engines)
        if self.thinking_seat is None and lacking is not None:
            self._requests.ask_move(self.job("plan", lacking, self.seats[lacking].level))
        if hold:
            return None
        if due := self._plans.due(seats, self.legal):
            return self.submit(*due)
        if not idle or self._elapsed < self._min_think:
            return None
        for seat in seats:
            if action := self._plans.showing(seat, self.legal(seat)):
                return self.submit(seat, action)
        undecided = self.spec.undecided(self.state)
        if all(self.seats[seat].is_ai for seat in undecided):
            for seat in seats:
                if seat in undecided and self._plans.is_spent(seat):
                    return self.submit(seat, plain_action(self.spec, self.state, seat))
        return None

    def _lay_plan(self, job: Job, thought: Thought) -> None:
        if thought.error or thought.plan is None:
            self._note_fault(job, thought.fault, f"no plan: {thought.error}")
        self._plans.lay(job.seat, thought.plan or Plan())

    def _note_fault(self, job: Job, reason: str, message: str) -> None:
        if job.engine:  # which is told on the screen; the log has room for some of it only
            self._faults.append(EngineFault(job.seat, job.engine, reason, message))
        else:
            _log.error("%s, seat %d, level %d: %s", self.spec.id, job.seat, job.level, message)

    def _ask_engine(self, seat: Seat) -> None:
        """Ask an engine for its plan, unless that is awaited."""
        if all(job.seat != seat for job in self._requests.jobs):
            self._requests.ask_beside(self.job("plan", seat, self.seats[seat].level))

    def _ask_for_move(self) -> None:
        seat = next((seat for seat in self.actors() if self.seats[seat].is_ai), None)
        if seat is not None:
            self._requests.ask_move(self.job("move", seat, self.seats[seat].level))

    def _play_answer(self, job: Job, thought: Thought) -> AnyStep:
        try:
            if thought.error:
                raise GameError(thought.error)
            return self.submit(job.seat, self.spec.rules.parse(thought.action))
        except GameError as error:
            self._note_fault(job, thought.fault or "illegal", f"{error}; a plain move is played")
            return self.submit(job.seat, plain_action(self.spec, self.state, job.seat))


def _less(timer: Timer, seconds: float) -> Timer:
    return replace(timer, seconds=max(0.0, timer.seconds - seconds))


def _who(config: SeatConfig) -> tuple[str, int, str, str]:
    """What tells one who plays from another, whatever device they hold."""
    return config.kind, config.level, config.name, config.engine
