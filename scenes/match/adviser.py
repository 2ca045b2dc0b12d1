"""What a match asks its agent for besides moves: a hint, and the theory of every position while it is shown."""

from __future__ import annotations

from typing import Any

from game.review.examiner import can_review
from game.session import Session
from scenes.match.valuing import Valuing
from scenes.table.board import LookBack
from scenes.table.theory import Theory, read_theory


class Adviser:
    """One session's hint and theory. Theories are kept by position, so that one seen before is there at once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.hint: Any = None
        self.looking = False  # for a hint
        self.showing = False  # the theory and what positions are worth
        self.has_theory = False  # whether there is one for every position
        by_turns = can_review(session.spec) and not session.spec.simultaneous
        self.valuing = Valuing(session) if by_turns else None  # what others still look for is not told
        self._known: dict[Any, Theory] = {}
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
        self.hint = None if thought.error else self.session.spec.rules.parse(thought.action)
        self._asked = -1  # the theory had to wait
        return True

    def drop_hint(self) -> None:
        """What was advised is played, or taken back."""
        self.hint, self.looking = None, False

    @property
    def theory(self) -> Theory | None:
        """That of the present position, where it is shown and known."""
        return self._known.get(self.session.state) if self.showing else None

    def show_theory(self, on: bool) -> None:
        """Show it from now on, or no more."""
        self.showing = on
        self._asked = -1

    def look_up(self) -> None:
        """Ask for the theory of a new position while it is shown, and keep what has come."""
        thought = self.session.analysis.poll_theory()
        if thought is not None:
            self._known[self.session.state] = read_theory(thought)
        self._look_up_theory()
        if self.showing and self.valuing is not None and not self.looking:
            self.valuing.tick()

    def _look_up_theory(self) -> None:
        if not self.showing or not self.has_theory:
            return
        if self._asked == self.session.revision or self.session.state in self._known:
            return
        if self.session.analysis.request_theory():
            self._asked = self.session.revision

    def review(self, look_back: LookBack[Any, Any]) -> None:
        """Have the positions reviewed that the board asks for."""
        thought = self.session.analysis.poll_review()
        if thought is not None and self._reviewed is not None:
            best = None if thought.error else thought.pv
            look_back.review_result(self._reviewed, best, thought.routes, thought.complete)
            self._reviewed = None
        at_least = self.session.analysis.poll_progress()
        if at_least is not None and self._reviewed is not None:
            look_back.review_bound(self._reviewed, at_least)
        ply = look_back.review_request(self.session.steps)
        if ply is not None and ply != self._reviewed:
            self._reviewed = ply
            self.session.analysis.request_review(ply)
