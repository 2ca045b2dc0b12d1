"""What a session looks up beside the play: hints, theory, reviews and puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.agent_requests import AgentRequests
from game.agents.agent import Thought

if TYPE_CHECKING:
    from game.session import Session

HINT_LEVEL = 5
PUZZLE_SECONDS = 30.0  # a worker that looks for one so long does not hang


class Analysis:
    """Questions to a session's agent, one at a time. AI seats go first; an action played drops all but a review."""

    def __init__(self, session: Session, requests: AgentRequests) -> None:
        self._session = session
        self._requests = requests
        self._to_review: int | None = None  # the ply of the position whose best play is wanted

    def request_hint(self) -> None:
        """Start looking for a good action for the person to move; nothing happens while an AI thinks."""
        session = self._session
        people = [seat for seat in session.actors() if not session.seats[seat].is_ai]
        if people:
            self._requests.ask_analysis(session.job("hint", people[0], HINT_LEVEL))

    def poll_hint(self) -> Thought | None:
        """The hint, once, when it is there; its `error` is set where none could be found."""
        return self._requests.take_analysis("hint")

    def request_theory(self) -> bool:
        """Start looking up what each action is worth; whether that could be asked: no AI and no hint goes first."""
        actors = self._session.actors()
        return bool(actors) and self._requests.ask_analysis(self._session.job("theory", actors[0], HINT_LEVEL))

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

    def request_puzzle(self, difficulty: int, seed: int) -> bool:
        """Start looking for a puzzle with these options, by seeds from `seed` on; whether that could be asked."""
        session = self._session
        blank = replace(session.record(), seed=seed, actions=(), times=(), result=None)
        job = replace(session.job("puzzle", 0, difficulty), record=blank.to_json(), seconds=PUZZLE_SECONDS)
        return self._requests.ask_analysis(job)

    def poll_puzzle(self) -> Thought | None:
        """The puzzle asked for, once, when it is there: its `seed`, and the `depth` of its solution in plies."""
        return self._requests.take_analysis("puzzle")

    def cancel(self) -> None:
        """Drop what is being looked for."""
        self._requests.drop_analysis()

    def tick(self) -> None:
        """Ask for the review that is wanted, when nothing else is being looked for."""
        if self._to_review is None or self._requests.is_analysing:
            return
        record = self._session.record()
        past = replace(record, actions=record.actions[: self._to_review], times=(), result=None)
        job = self._session.job("review", 0, HINT_LEVEL)
        self._requests.ask_analysis(replace(job, record=past.to_json()))
