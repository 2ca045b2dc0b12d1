"""Asks a session's agent for moves, plans and analyses, and replaces the action of a failed agent."""

from __future__ import annotations

from game.agents.agent import Agent, Job, JobKind, Thought
from game.core.rules import Seat
from game.core.spec import GameSpec


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
