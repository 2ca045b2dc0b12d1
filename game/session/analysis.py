"""A session's questions beside the play: hints, theory and reviews."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from game.agents.agent import VALUE_SECONDS, Job, JobKind, Thought
from game.core.record import Record, SeatConfig
from game.core.rules import Seat
from game.session.agent_requests import AgentRequests

HINT_LEVEL = 5


class Subject(Protocol):
    """A game that is looked into, as it stands; a Session is one."""

    @property
    def seats(self) -> tuple[SeatConfig, ...]:
        """The players, by seat."""

    def actors(self) -> tuple[Seat, ...]:
        """Seats that may act now; none when the game is over."""

    def record(self) -> Record:
        """The game so far."""

    def job(self, kind: JobKind, seat: Seat, level: int) -> Job:
        """A request to the agent about the game as it stands."""


class AnalysisQueue:
    """Questions to a session's agent, one at a time. AI seats go first; an action played drops all but a review."""

    def __init__(self, subject: Subject, requests: AgentRequests) -> None:
        self._subject = subject
        self._requests = requests
        self._to_review: int | None = None  # the ply of the position whose best play is wanted

    def request_hint(self) -> None:
        """Start looking for a good action for the person to move; nothing happens while an AI thinks."""
        subject = self._subject
        people = [seat for seat in subject.actors() if not subject.seats[seat].is_ai]
        if people:
            self._requests.ask_analysis(subject.job("hint", people[0], HINT_LEVEL))

    def poll_hint(self) -> Thought | None:
        """The hint, once, when it is there; its `error` is set where none could be found."""
        return self._requests.take_analysis("hint")

    def request_theory(self) -> bool:
        """Start looking up what each action is worth; whether that could be asked: no AI and no hint goes first."""
        actors = self._subject.actors()
        return bool(actors) and self._requests.ask_analysis(self._subject.job("theory", actors[0], HINT_LEVEL))

    def poll_theory(self) -> Thought | None:
        """The theory of the present position, once, when it is there; its `error` is set where there is none."""
        return self._requests.take_analysis("theory")

    def request_review(self, ply: int) -> None:
        """Start looking for the best play in the position at `ply`. Unlike the rest it outlasts actions."""
        self._to_review = ply

    def poll_review(self) -> Thought | None:
        """The review asked for, once, when it is there; the best play is its `pv`, () where none was found."""
        review = self._requests.take_analysis("review")
        if review:
            self._to_review = None
        return review

    def poll_progress(self) -> int | None:
        """Return the least number of moves of the best play under review, where that has changed."""
        progress = self._requests.take_progress()
        return None if progress is None or progress.kind != "review" else progress.at_least

    def request_value(self, ply: int, seat: Seat, effort: float) -> bool:
        """Start looking for what the position at `ply` is worth, with `seat` to move there.

        `effort` is that of a `Valuer`.

        Whether that could be asked: everything else goes first.
        """
        if self._requests.is_analysing:
            return False
        record = self._subject.record()
        past = replace(record, actions=record.actions[:ply], times=(), result=None)
        job = self._subject.job("value", seat, HINT_LEVEL)
        return self._requests.ask_analysis(replace(job, record=past.to_json(), effort=effort, seconds=VALUE_SECONDS))

    def poll_value(self) -> Thought | None:
        """Return the value of the position asked for, once, when it has come; its `worth` is None after a failure."""
        return self._requests.take_analysis("value")

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited or not taken yet."""
        return self._requests.is_analysing

    def cancel(self) -> None:
        """Drop the present question."""
        self._requests.drop_analysis()

    def tick(self) -> None:
        """Ask for the review that is wanted, when nothing else is being looked for."""
        if self._to_review is None or self._requests.is_analysing:
            return
        record = self._subject.record()
        past = replace(record, actions=record.actions[: self._to_review], times=(), result=None)
        job = self._subject.job("review", 0, HINT_LEVEL)
        self._requests.ask_analysis(replace(job, record=past.to_json()))
