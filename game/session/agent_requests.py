"""Asks a session's agent for moves, hints, theory and reviews, and replaces the action of a failed agent."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from game.agents.agent import VALUE_SECONDS, Agent, Job, JobKind, Thought
from game.core.record import Record, SeatConfig
from game.core.rules import Seat
from game.core.spec import GameSpec

HINT_LEVEL = 5


class AgentRequests:
    """Asks the agent one question at a time: for a move, a plan, or an analysis (hint, theory, review).

    A question for a move drops the analysis. Outside engines are asked for plans at the same time, one for each seat.

    `min_think` is the least number of seconds before a move is handed out. Without an agent, a move or plan is answered
    with an error at once, as after a failure.
    """

    def __init__(self, agent: Agent | None, min_think: float) -> None:
        self._agent = agent
        self._min_think = min_think
        self._elapsed = 0.0
        self._analysis_job: Job | None = None
        self._analysis: Thought | None = None
        self._progress: Thought | None = None  # unfinished answer to the analysis job
        self._answer: Thought | None = None
        self._beside: dict[Seat, Job] = {}
        self._plans: list[tuple[Job, Thought]] = []  # the plans of outside engines
        self.job: Job | None = None

    @property
    def seat(self) -> Seat | None:
        """The seat whose move is awaited; None if there is none."""
        return self.job.seat if self.job else None

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The requests for moves and plans that were not taken yet."""
        return (*([self.job] if self.job else []), *self._beside.values(), *[job for job, _ in self._plans])

    def ask_beside(self, job: Job) -> None:
        """Ask for an outside engine's plan."""
        if self._agent:
            self._beside[job.seat] = job
            self._agent.request(job)
        else:
            self._plans.append((job, Thought("", error="there is no agent")))

    def ask_move(self, job: Job) -> None:
        """Ask for a move or a plan."""
        if self.job:
            self.drop()
        self.drop_analysis()
        self.job = job
        self._elapsed = 0.0
        if self._agent:
            self._agent.request(job)
        else:
            self._answer = Thought("", error="there is no agent")

    def ask_analysis(self, job: Job) -> bool:
        """Ask for an analysis. Returns whether the request was made.

        While a move is awaited, no request is made. While a hint is awaited, only another hint can be requested.
        """
        asked = self._analysis_job
        if not self._agent or self.job or (asked and asked.kind == "hint" and job.kind != "hint"):
            return False
        self._analysis, self._analysis_job, self._progress = None, job, None
        self._agent.request(job)
        return True

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass since the last request."""
        self._elapsed += seconds

    @property
    def is_analysing(self) -> bool:
        """Whether an analysis is awaited or ready."""
        return self._analysis_job is not None or self._analysis is not None

    def take_plan(self) -> tuple[Job, Thought] | None:
        """Return a plan that is ready, outside engines' plans first; None if none is. Each is returned only once."""
        self._collect()
        if self._plans:
            return self._plans.pop(0)
        if not self.job or not self._answer or self.job.kind != "plan":
            return None
        taken = self.job, self._answer
        self.job = self._answer = None
        return taken

    def take_move(self, idle: bool) -> tuple[Job, Thought] | None:
        """Return the awaited move, only once, when it is ready, `idle` is true and `min_think` is over."""
        self._collect()
        if not self.job or not self._answer or not idle or self._elapsed < self._min_think:
            return None
        taken = self.job, self._answer
        self.job = self._answer = None
        return taken

    def take_analysis(self, kind: JobKind) -> Thought | None:
        """Return the analysis of this kind, only once, when it is ready."""
        self._collect()
        if self._analysis is None or self._analysis.kind != kind:
            return None
        taken, self._analysis = self._analysis, None
        return taken

    def take_progress(self) -> Thought | None:
        """Return the latest unfinished answer to the analysis, only once; None after the analysis is ready."""
        self._collect()
        taken, self._progress = self._progress, None
        return taken if self._analysis is None else None

    def drop_analysis(self) -> None:
        """Drop the analysis."""
        if self._analysis_job and self._agent and not self._beside:  # cancelling would drop the engines' plans, too
            self._agent.cancel()
        self._analysis_job = self._analysis = self._progress = None

    def drop(self) -> None:
        """Drop all requests."""
        self.drop_analysis()
        if (self.job or self._beside) and self._agent:
            self._agent.cancel()
        self.job = self._answer = None
        self._beside.clear()
        self._plans.clear()

    def _collect(self) -> None:
        """Take the agent's answers. Answers to jobs that are no longer awaited are ignored."""
        while self._agent and (thought := self._agent.poll()):
            beside = self._beside.get(thought.seat)
            if thought.unfinished:
                self._progress = thought if _answers(thought, self._analysis_job) else self._progress
            elif _answers(thought, beside) and beside:
                self._plans.append((self._beside.pop(thought.seat), thought))
            elif _answers(thought, self.job):
                self._answer = thought
            elif _answers(thought, self._analysis_job):
                self._analysis, self._analysis_job = thought, None


def _answers(thought: Thought, job: Job | None) -> bool:
    asked = job and (job.kind, job.revision, job.decision)
    return (thought.kind, thought.revision, thought.decision) == asked


def plain_action(spec: GameSpec, state: object, seat: Seat) -> object:
    """Return the game's fallback action; without one, an action that wins at once, or the first legal action."""
    if spec.play.fallback:
        return spec.play.fallback(state, seat)
    legal = spec.rules.legal(state, seat)
    for action in legal:
        outcome = spec.rules.outcome(spec.rules.apply(state, seat, action)[0])
        if outcome and seat in outcome.winners:
            return action
    return legal[0]


class Subject(Protocol):
    """A game under analysis, such as a Session."""

    @property
    def seats(self) -> tuple[SeatConfig, ...]:
        """The players, by seat."""

    def actors(self) -> tuple[Seat, ...]:
        """Seats that may act now; none when the game is over."""

    def record(self) -> Record:
        """The game so far."""

    def job(self, kind: JobKind, seat: Seat, level: float) -> Job:
        """Return a request to the agent about the present game."""


class AnalysisQueue:
    """Questions to a session's agent, one at a time. AI seats go first. A played action drops all questions but a
    review.
    """

    def __init__(self, subject: Subject, requests: AgentRequests) -> None:
        self._subject = subject
        self._requests = requests
        self._to_review: int | None = None  # the ply of the position to review

    def request_hint(self) -> None:
        """Ask for a good action for the person to move. Ignored while an AI thinks."""
        subject = self._subject
        people = [seat for seat in subject.actors() if not subject.seats[seat].is_ai]
        if people:
            self._requests.ask_analysis(subject.job("hint", people[0], HINT_LEVEL))

    def poll_hint(self) -> Thought | None:
        """Return the hint, only once, when it is ready. After a failure, it has an `error`."""
        return self._requests.take_analysis("hint")

    def request_theory(self) -> bool:
        """Ask for the value of each action. AI moves and hints go first. Returns whether the request was made."""
        actors = self._subject.actors()
        return bool(actors) and self._requests.ask_analysis(self._subject.job("theory", actors[0], HINT_LEVEL))

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
        record = self._subject.record()
        past = replace(record, actions=record.actions[:ply], times=(), result=None)
        job = self._subject.job("value", seat, HINT_LEVEL)
        return self._requests.ask_analysis(replace(job, record=past.to_json(), effort=effort, seconds=VALUE_SECONDS))

    def poll_value(self) -> Thought | None:
        """Return the position's value, only once, when it is ready. After a failure, its `evaluation` is None."""
        return self._requests.take_analysis("value")

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited or ready."""
        return self._requests.is_analysing

    def cancel(self) -> None:
        """Drop the present question."""
        self._requests.drop_analysis()

    def tick(self) -> None:
        """Ask for a waiting review, if the agent is free."""
        if self._to_review is None or self._requests.is_analysing:
            return
        record = self._subject.record()
        past = replace(record, actions=record.actions[: self._to_review], times=(), result=None)
        job = self._subject.job("review", 0, HINT_LEVEL)
        self._requests.ask_analysis(replace(job, record=past.to_json()))
