"""A match's questions to its agent besides moves: hints and, while it is shown, the values of positions and actions."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.review import worth_of_outcome
from game.core.rules import Seat
from game.review.reviewer import can_review
from game.review.turning_points import PositionValue
from game.session.session import Session
from scenes.table.contract.optional import BestPlay, LookBack
from scenes.table.contract.view import Theory

FIRST, DEEP = 0.06, 1.0
"""Effort, as a `Valuer` counts it."""


class HintService:
    """One session's hint and theory. Theories are kept by position, so that one seen before is there at once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.hint: object = None
        self.looking = False  # for a hint
        self.has_failed = False  # whether the AI could not think about what it was asked last
        self.showing = False  # the theory and what positions are worth
        self.has_theory = False  # whether there is one for every position
        by_turns = can_review(session.spec) and not session.spec.simultaneous
        self.evaluation = LiveEvaluation(session) if by_turns else None  # what others still look for is not told
        self._known: dict[object, Theory] = {}
        self._asked = -1  # the revision whose theory was asked for last
        self._reviewed: int | None = None  # the ply of the position that is being reviewed

    def ask_hint(self) -> None:
        """Look for a hint, unless there is one or it is being looked for."""
        if self.hint is None and not self.looking:
            self.session.analysis.request_hint()
            self.looking = True

    def ask_again(self) -> None:
        """Go on after a pause, in which the agent was left to others."""
        self._asked = -1
        if self.looking:
            self.session.analysis.request_hint()

    def take_hint(self) -> bool:
        """Whether the hint was found just now; `hint` stays None where none could be."""
        thought = self.session.analysis.poll_hint()
        if thought is None:
            return False
        self.looking = False
        self.has_failed = bool(thought.fault)
        self.hint = None if thought.error else self.session.spec.rules.parse(thought.action)
        self._asked = -1  # the theory had to wait
        return True

    def drop_hint(self) -> None:
        """Forget the hint, which is played or taken back."""
        self.hint, self.looking = None, False

    @property
    def theory(self) -> Theory | None:
        """The theory of the present position, where it is shown and known."""
        return self._known.get(self.session.state) if self.showing else None

    def show_theory(self, on: bool) -> None:
        """Show it from now on, or no more."""
        self.showing = on
        self._asked = -1

    def look_up(self) -> None:
        """Ask for the theory of a new position, which is shown, and keep what has come."""
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
        """Have the positions reviewed that the board asks for."""
        found = None if self._reviewed is None else self._found(self._reviewed)
        ply = look_back.review(self.session.steps, found)
        if ply is not None and ply != self._reviewed:
            self._reviewed = ply
            self.session.analysis.request_review(ply)

    def _found(self, ply: int) -> BestPlay | None:
        """What has come of the review of a position, else what is known of it so far, if that is new."""
        at_least, thought = self.session.analysis.poll_progress(), self.session.analysis.poll_review()
        if thought is None:
            return None if at_least is None else BestPlay(ply, at_least=at_least, over=False)
        self.has_failed = self.has_failed or bool(thought.fault)
        self._reviewed = None
        return BestPlay(ply, None if thought.error else thought.pv, thought.routes, thought.complete, at_least)


class LiveEvaluation:
    """One session's values, kept by position, so that one that comes back is known.

    The present position is looked at first, shortly and then for longer; then the earlier ones, the latest first. A
    move drops the present question: nobody waits for it.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[object, PositionValue] = {}
        self._failed: set[object] = set()
        self._asked: tuple[object, float] | None = None  # the position, and with what effort it is looked at
        self._settled = -1  # the revision of the game of which everything is known

    @property
    def values(self) -> list[PositionValue | None]:
        """The known values, by ply."""
        return [self._known.get(state) for state in self._states()]

    def tick(self) -> bool:
        """Take the answers, and ask for missing values; whether the AI could not think about one."""
        analysis = self._session.analysis
        thought = analysis.poll_value()
        has_failed = thought is not None and bool(thought.fault)
        if self._asked is not None and thought is not None:
            state, effort = self._asked
            if thought.worth is None:
                self._failed.add(state)
            else:
                self._known[state] = PositionValue(thought.worth, thought.pv, effort == DEEP)
        if analysis.is_asking or self._settled == self._session.revision:
            return has_failed
        self._asked = None  # answered, or dropped by an action or a hint
        for ply, seat, state, effort in self._wanted():
            if analysis.request_value(ply, seat, effort):
                self._asked = state, effort
            return has_failed
        self._settled = self._session.revision
        return has_failed

    def _states(self) -> list[object]:
        return [*(step.before for step in self._session.steps), self._session.state]

    def _wanted(self) -> Iterator[tuple[int, Seat, object, float]]:
        """The positions to be looked at, in order: ply, who moves there, and the effort."""
        rules, outcome = self._session.spec.rules, self._session.outcome
        for ply, state in reversed(list(enumerate(self._states()))):
            actors = rules.actors(state)
            if not actors and outcome is not None:
                self._known[state] = PositionValue(worth_of_outcome(outcome, len(self._session.seats)), deep=True)
            if not actors or state in self._failed:
                continue
            found, present = self._known.get(state), ply == self._session.ply
            if found is None:
                yield ply, actors[0], state, FIRST
            elif present and not found.deep:
                yield ply, actors[0], state, DEEP
