"""What the positions of a match are worth, while that is shown: asked of the agent when nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.review import worth_of_outcome
from game.core.rules import Seat
from game.review.turning_points import Valued
from game.session import Session

FIRST, DEEP = 0.06, 1.0
"""Effort, as a `Valuer` counts it."""


class Valuing:
    """One session's values, kept by position, so that one that comes back is known.

    The present position is looked at first, shortly and then for longer; then the earlier ones, the latest first. A
    move drops what is being looked for: nobody waits for it.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[Any, Valued] = {}
        self._failed: set[Any] = set()
        self._asked: tuple[Any, float] | None = None  # the position, and with what effort it is looked at
        self._settled = -1  # the revision of the game of which everything is known

    @property
    def values(self) -> list[Valued | None]:
        """By ply, what is known."""
        return [self._known.get(state) for state in self._states()]

    def tick(self) -> None:
        """Take what was found, and ask for what is not known yet."""
        analysis = self._session.analysis
        thought = analysis.poll_value()
        if self._asked is not None and thought is not None:
            state, effort = self._asked
            if thought.worth is None:
                self._failed.add(state)
            else:
                self._known[state] = Valued(thought.worth, thought.pv, effort == DEEP)
        if analysis.is_asking or self._settled == self._session.revision:
            return
        self._asked = None  # answered, or dropped by an action or a hint
        for ply, seat, state, effort in self._wanted():
            if analysis.request_value(ply, seat, effort):
                self._asked = state, effort
            return
        self._settled = self._session.revision

    def _states(self) -> list[Any]:
        return [*(step.before for step in self._session.steps), self._session.state]

    def _wanted(self) -> Iterator[tuple[int, Seat, Any, float]]:
        """The positions to be looked at, in order: ply, who moves there, and the effort."""
        rules, outcome = self._session.spec.rules, self._session.outcome
        for ply, state in reversed(list(enumerate(self._states()))):
            actors = rules.actors(state)
            if not actors and outcome is not None:
                self._known[state] = Valued(worth_of_outcome(outcome, len(self._session.seats)), deep=True)
            if not actors or state in self._failed:
                continue
            found, present = self._known.get(state), ply == self._session.ply
            if found is None:
                yield ply, actors[0], state, FIRST
            elif present and not found.deep:
                yield ply, actors[0], state, DEEP
