"""The AI seats of a game in play: their requests to the agent, and their actions. Also the analysis for people.

In games where several seats act at once, this module keeps a plan for each AI seat.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from game.agents.agent import TURNS, VALUE_SECONDS, Agent, Job, JobKind, PlannedAction, SeatPlan, Thought
from game.core.rules import AnyStep, GameError, Seat
from game.session.agent_requests import AgentRequests, plain_action
from game.session.running_game import Game

_log = logging.getLogger(__name__)
Submit = Callable[[Seat, object], AnyStep]


@dataclass(slots=True)
class _Course:
    """A seat's plan: the timed steps that are left, and the rest of its route."""

    steps: list[PlannedAction]
    route: list[str]
    patience: float


class Plans:
    """The plans for the present decision (see `Rules.decision`), by seat. Times count from the decision's beginning.

    `parse` reads an action from its notation.
    """

    def __init__(self, parse: Callable[[str], object]) -> None:
        self._parse = parse
        self._decision: Hashable = None
        self._elapsed = 0.0
        self._courses: dict[Seat, _Course] = {}

    def decide(self, decision: Hashable) -> None:
        """Switch to `decision`. If it is a new one, all plans are dropped."""
        if decision != self._decision:
            self._decision = decision
            self._elapsed = 0.0
            self._courses.clear()

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass since the decision began."""
        self._elapsed += seconds

    def lacking(self, seats: Iterable[Seat]) -> Seat | None:
        """Return the first of `seats` that has no plan; None if all have one."""
        return next((seat for seat in seats if seat not in self._courses), None)

    def lay(self, seat: Seat, plan: SeatPlan) -> None:
        """Set the plan of `seat`."""
        self._courses[seat] = _Course(sorted(plan.steps, key=lambda step: step.delay), list(plan.route), plan.patience)

    def due(self, seats: Iterable[Seat], legal: Callable[[Seat], Collection[object]]) -> tuple[Seat, object] | None:
        """Return the earliest due action of one of `seats`; None if no action is due. Illegal actions are dropped."""
        while True:
            courses = [(self._courses[seat], seat) for seat in seats if seat in self._courses]
            ripe = [(course.steps[0].delay, seat) for course, seat in courses if course.steps]
            if not ripe or min(ripe)[0] > self._elapsed:
                return None
            seat = min(ripe)[1]
            step = self._courses[seat].steps.pop(0)
            action = self._parse(step.action)
            if action in legal(seat):
                self._courses[seat].route = list(step.route)
                return seat, action

    def showing(self, seat: Seat, legal: Sequence[object]) -> object | None:
        """Return the next action of the seat's route; None if it is not legal now."""
        course = self._courses.get(seat)
        if not course or not course.route:
            return None
        action = self._parse(course.route[0])
        if action not in legal:
            return None
        course.route.pop(0)
        return action

    def is_spent(self, seat: Seat) -> bool:
        """Return whether the seat has a plan with no timed action left, and the plan's patience has run out."""
        course = self._courses.get(seat)
        return course is not None and not course.steps and self._elapsed >= course.patience


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A failure of an AI, or of the outside `engine`, to act for `seat`. `reason` is one word, `message` a line."""

    seat: Seat
    engine: str
    reason: str
    message: str


class AgentSeats:
    """The non-human players of `game`. `submit` gets their actions, and raises IllegalActionError for a wrong one.

    Without `agent`, each seat plays by a simple rule. `min_think` is the least number of seconds for a move.
    """

    def __init__(self, game: Game, submit: Submit, agent: Agent | None, seed: int, min_think: float) -> None:
        self._game = game
        self._submit = submit
        self.seed = seed
        self._min_think = min_think
        self.requests = AgentRequests(agent, min_think)
        self._plans = Plans(game.spec.rules.parse)
        self._faults: list[SeatFault] = []

    def job(self, kind: JobKind, seat: Seat, level: float) -> Job:
        """Return a request to the agent about the present game."""
        game = self._game
        decision = game.spec.rules.decision(game.state)
        engine = game.seats[seat].engine if kind in TURNS and game.seats[seat].is_engine else ""
        return Job(kind, game.record().to_json(), seat, level, self.seed, game.revision, decision, engine=engine)

    def take_faults(self) -> list[SeatFault]:
        """Return the faults of AIs and engines since the last call.

        For each fault, a fallback action was played, except where several seats act at once.
        """
        taken, self._faults = self._faults, []
        return taken

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass for requests and plans."""
        self.requests.advance(seconds)
        self._plans.advance(seconds)

    def follow(self) -> None:
        """Drop requests and plans that no longer fit the game."""
        self.requests.drop_analysis()
        if any(map(self._is_over, self.requests.jobs)):
            self.requests.drop()

    def tick(self, idle: bool, hold: bool, elapsed: float) -> AnyStep | None:
        """Ask for missing moves, and play due ones. Returns the step, if one was played.

        `idle` and `hold` are as in `Session.tick`. `elapsed` is the number of seconds since the last action.
        """
        if self._game.spec.simultaneous:
            return self._follow_plans(idle, hold, elapsed)
        if self.requests.seat is None:
            self._ask_for_move()
        taken = self.requests.take_move(idle)
        return self._play_answer(*taken) if taken else None

    def _is_over(self, job: Job) -> bool:
        """Return whether an answer to `job` would now come too late. A rival's bid alone does not make it late."""
        if job.decision != self._game.spec.rules.decision(self._game.state):
            return True
        return job.kind == "move" and job.seat not in self._game.actors()

    # One seat at a time

    def _ask_for_move(self) -> None:
        seat = next((seat for seat in self._game.actors() if self._game.seats[seat].is_ai), None)
        if seat is not None:
            self.requests.ask_move(self._turn("move", seat))

    def _play_answer(self, job: Job, thought: Thought) -> AnyStep:
        try:
            if thought.error:
                raise GameError(thought.error)
            return self._submit(job.seat, self._game.spec.rules.parse(thought.action))
        except GameError as error:
            self._note_fault(job, thought.fault or "illegal", f"{error}; a plain move is played")
            return self._play_plain(job.seat)

    # Several seats at once

    def _follow_plans(self, idle: bool, hold: bool, elapsed: float) -> AnyStep | None:
        """Let seats follow their plans: timed actions, demonstrations, or giving way."""
        game = self._game
        self._plans.decide(game.spec.rules.decision(game.state))
        if taken := self.requests.take_plan():
            self._lay_plan(*taken)
        seats = [seat for seat in game.actors() if game.seats[seat].is_ai]
        self._ask_for_plans(seats)
        if hold:
            return None
        if due := self._plans.due(seats, game.legal):
            return self._submit(*due)
        if not idle or elapsed < self._min_think:
            return None
        for seat in seats:
            if action := self._plans.showing(seat, game.legal(seat)):
                return self._submit(seat, action)
        together = game.spec.simultaneous
        thinking = together.still_thinking(game.state) if together else ()
        if all(game.seats[seat].is_ai for seat in thinking):
            for seat in seats:
                if seat in thinking and self._plans.is_spent(seat):
                    return self._play_plain(seat)
        return None

    def _ask_for_plans(self, seats: list[Seat]) -> None:
        """Ask for the plans that `seats` lack.

        All outside engines that have not been asked yet are asked at once. The built-in AI makes one plan at a time.
        """
        engines = [seat for seat in seats if self._game.seats[seat].is_engine]
        for seat in engines:
            if self._plans.lacking((seat,)) is not None and all(job.seat != seat for job in self.requests.jobs):
                self.requests.ask_beside(self._turn("plan", seat))
        lacking = self._plans.lacking(seat for seat in seats if seat not in engines)
        if self.requests.seat is None and lacking is not None:
            self.requests.ask_move(self._turn("plan", lacking))

    def _lay_plan(self, job: Job, thought: Thought) -> None:
        if thought.error or thought.plan is None:
            self._note_fault(job, thought.fault, f"no plan: {thought.error}")
        self._plans.lay(job.seat, thought.plan or SeatPlan())

    # Both

    def _turn(self, kind: JobKind, seat: Seat) -> Job:
        return self.job(kind, seat, self._game.seats[seat].plays_at)

    def _play_plain(self, seat: Seat) -> AnyStep:
        return self._submit(seat, plain_action(self._game.spec, self._game.state, seat))

    def _note_fault(self, job: Job, reason: str, message: str) -> None:
        self._faults.append(SeatFault(job.seat, job.engine, reason, message))
        if not job.engine:  # engines have their own logs
            _log.error("%s, seat %d, level %d: %s", self._game.spec.id, job.seat, job.level, message)


HINT_LEVEL = 5


class AnalysisQueue:
    """Questions to a session's agent, one at a time. AI seats go first. A played action drops all questions but a
    review.
    """

    def __init__(self, game: Game, agent_seats: AgentSeats) -> None:
        self._game = game
        self._job = agent_seats.job
        self._requests = agent_seats.requests
        self._to_review: int | None = None  # the ply of the position to review

    def request_hint(self) -> None:
        """Ask for a good action for the person to move. Ignored while an AI thinks."""
        people = [seat for seat in self._game.actors() if not self._game.seats[seat].is_ai]
        if people:
            self._requests.ask_analysis(self._job("hint", people[0], HINT_LEVEL))

    def poll_hint(self) -> Thought | None:
        """Return the hint, only once, when it is ready. After a failure, it has an `error`."""
        return self._requests.take_analysis("hint")

    def request_theory(self) -> bool:
        """Ask for the value of each action. AI moves and hints go first. Returns whether the request was made."""
        actors = self._game.actors()
        return bool(actors) and self._requests.ask_analysis(self._job("theory", actors[0], HINT_LEVEL))

    def poll_theory(self) -> Thought | None:
        """Return the theory of the present position, only once, when it is ready. It has an `error` after a failure."""
        return self._requests.take_analysis("theory")

    def request_review(self, ply: int) -> None:
        """Ask for the best play in the position at `ply`.

        Unlike other questions, this one stays when an action is played.
        """
        self._to_review = ply

    def poll_review(self) -> Thought | None:
        """Return the review, only once, when it is ready. Its `pv` is the best play, () if none was found."""
        review = self._requests.take_analysis("review")
        if review:
            self._to_review = None
        return review

    def poll_progress(self) -> int | None:
        """Return how many moves the best play under review needs at least, as far as proven; None if unchanged."""
        progress = self._requests.take_progress()
        return None if progress is None or progress.kind != "review" else progress.at_least

    def request_value(self, ply: int, seat: Seat, effort: float) -> bool:
        """Ask for the value of the position at `ply`, with `seat` to move. Returns whether the request was made.

        `effort` is as in `Valuer`. All other questions go first.
        """
        if self._requests.is_analysing:
            return False
        job = self._about("value", ply, seat)
        return self._requests.ask_analysis(replace(job, effort=effort, seconds=VALUE_SECONDS))

    def poll_value(self) -> Thought | None:
        """Return the position's value, only once, when it is ready. After a failure, its `evaluation` is None."""
        return self._requests.take_analysis("value")

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited or ready."""
        return self._requests.is_analysing

    def tick(self) -> None:
        """Ask for a waiting review, if the agent is free."""
        if self._to_review is not None and not self._requests.is_analysing:
            self._requests.ask_analysis(self._about("review", self._to_review, 0))

    def _about(self, kind: JobKind, ply: int, seat: Seat) -> Job:
        """Return a request about the position at `ply`."""
        record = self._game.record()
        past = replace(record, actions=record.actions[:ply], times=(), result=None)
        return replace(self._job(kind, seat, HINT_LEVEL), record=past.to_json())
