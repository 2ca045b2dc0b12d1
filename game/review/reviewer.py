"""The review's search. The AI's process evaluates each position of a finished game, then doubtful positions for longer.

In a game of rounds, only the beginning of each round is evaluated, because only its best answer matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.agents.agent import VALUE_SECONDS, Agent, Job, Thought
from game.core.record import CLOCK_SEAT, Record
from game.core.review import evaluation_of_outcome
from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.registry import rounds_of
from game.review.turning_points import (
    LEAST_LOSS,
    PlayedAction,
    PositionValue,
    TurningPoint,
    missed_rounds,
    turning_points,
)

LEVEL = 5
FIRST_EFFORT = 4.0
"""The greatest sum of efforts (see `Valuer`) for the first looks at all positions."""

MOST_FIRST = 0.06
"""The greatest effort of the first look at one position."""

DEEP_EFFORT = 0.35
MOST_DEEP = 14
"""The most positions that are searched with DEEP_EFFORT. A review then takes at most ten seconds."""

ROUND_EFFORT = 1.0
"""The greatest effort for the best answer to a round. Nearly all rounds need a hundredth of it."""


def can_review(spec: GameSpec) -> bool:
    """Whether the positions of a game can be evaluated."""
    return bool(spec.study.evaluate)


class GameReviewer:
    """Asks `agent` about the positions one after another. `tick` never waits.

    Call `pause` before anything else uses the agent; the review can continue later. `record` has complete options, and
    `steps` are all its steps. If the values are `known`, nothing is asked.
    """

    def __init__(
        self,
        agent: Agent,
        spec: GameSpec,
        record: Record,
        steps: Sequence[AnyStep],
        known: Sequence[PositionValue | None] = (),
    ) -> None:
        self._agent = agent
        self._spec = spec
        self._record = replace(record, times=(), result=None)
        self._steps = steps
        self._rounds = rounds_of(spec)
        self._spans = self._rounds.spans(steps) if self._rounds is not None else ()
        self.played = [self._as_played(step) for step in steps]
        self.values: list[PositionValue | None] = list(known) or [None] * (len(steps) + 1)
        self._failed: set[int] = set()  # plies of positions whose evaluation took too long
        self._asked: Job | None = None
        self._deep = 0
        self._points: tuple[TurningPoint, ...] | None = None
        self._order = iter(()) if known else self._looks()
        self.done = bool(known)
        if not known:
            self._take_end()

    @property
    def points(self) -> tuple[TurningPoint, ...] | None:
        """The turning points; None before they are certain."""
        if self._points is None and self.done:
            if self._rounds is None:
                self._points = turning_points(self.played, self.values)
            else:
                begins = [begin for begin, _ in self._spans]
                self._points = missed_rounds(self._rounds, self._steps, begins, self.values)
        return self._points

    def value(self, ply: int) -> PositionValue | None:
        """Return the value of the position after `ply` actions.

        In a game of rounds, return the value of the beginning of this position's round instead. An unfinished round has
        no value. The end of the game belongs to the last round.
        """
        if self._rounds is None:
            return self.values[ply]
        is_over = ply == len(self._steps) and self.values[-1] is not None
        within = (begin for begin, end in self._spans if begin <= ply - is_over < end)
        return next((self.values[begin] for begin in within), None)

    @property
    def share(self) -> float:
        """The share of the work that is done, 0..1."""
        if self.done or not self.values:
            return 1.0
        looked = sum(value is not None for value in self.values) + len(self._failed)
        if self._rounds is not None:
            return min(1.0, looked / (len(self._spans) + 1))
        return 0.5 * min(1.0, looked / len(self.values)) + 0.5 * self._deep / MOST_DEEP

    @property
    def found_nothing(self) -> bool:
        """Whether most positions have no value, because time was too short or the AI's process fails."""
        asked = range(len(self.values)) if self._rounds is None else [begin for begin, _ in self._spans]
        return self.done and 2 * sum(self.values[ply] is None for ply in asked) > len(asked)

    def tick(self) -> None:
        """Take an answer, and ask about the next position."""
        if self.done:
            return
        while (thought := self._agent.poll()) is not None:
            self._take(thought)
        if self._asked is None:
            self._asked = next(self._order, None)
            self.done = self._asked is None
            if self._asked is not None:
                self._agent.request(self._asked)

    def pause(self) -> None:
        """Free the agent. The next `tick` asks again."""
        if self._asked is not None:
            self._agent.cancel()
            self._asked = None
            self._order = self._looks()

    def _as_played(self, step: AnyStep) -> PlayedAction:
        rules = self._spec.rules
        telling = step.seat != CLOCK_SEAT and self._spec.play.is_move(step.action)
        telling = telling and self._rounds is None and len(rules.legal(step.before, step.seat)) > 1
        return PlayedAction(step.seat, rules.text(step.action), telling)

    def _take_end(self) -> None:
        """Set the value of the last position, which follows from the rules."""
        rules = self._spec.rules
        outcome = rules.outcome(self._state(len(self._steps)))
        if outcome is not None:
            seats = self._spec.seat_count(dict(self._record.options))
            self.values[-1] = PositionValue(evaluation_of_outcome(outcome, seats), deep=True)

    def _state(self, ply: int) -> object:
        if ply < len(self._steps):
            return self._steps[ply].before
        if self._steps:
            return self._steps[-1].after
        return self._spec.rules.start(self._record.options, self._record.seed)

    def _looks(self) -> Iterator[Job]:
        """Yield the jobs. The next one may depend on the answers to the earlier ones."""
        if self._rounds is not None:
            for ply, _ in self._spans:
                if self.values[ply] is None and ply not in self._failed:
                    yield self._job(ply, ROUND_EFFORT)
            return
        each = min(MOST_FIRST, FIRST_EFFORT / len(self.values))
        for ply, value in enumerate(self.values):
            if value is None and ply not in self._failed:
                yield self._job(ply, each)
        for ply in sorted(self._failed):  # on a very slow machine, the time for a first look may be too short
            if self._deep < MOST_DEEP:
                self._deep += 1
                yield self._job(ply, DEEP_EFFORT)
        while self._deep < MOST_DEEP and (doubtful := self._doubtful()) is not None:
            self._deep += 1
            yield self._job(doubtful, DEEP_EFFORT)

    def _doubtful(self) -> int | None:
        """Return the ply of a position that decides a turning point and has had no deep look."""
        points = sorted(turning_points(self.played, self.values), key=lambda point: -point.loss)
        plies = [ply for point in points for ply in (point.ply, point.ply + 1)]
        return next((ply for ply in (*plies, *self._misjudged()) if self._can_look_deeper(ply)), None)

    def _misjudged(self) -> Iterator[int]:
        """Yield the plies of positions that were valued too low, as a deeper look at the next position shows.

        An action cannot raise the mover's chances. If they seem to rise, they were higher before the action, and an
        earlier action may have lost nothing.
        """
        for ply, action in enumerate(self.played):
            before, after = self.values[ply], self.values[ply + 1]
            if not action.telling or before is None or after is None or not after.deep:
                continue
            if after.evaluation.chances[action.seat] - before.evaluation.chances[action.seat] >= LEAST_LOSS:
                yield ply

    def _can_look_deeper(self, ply: int) -> bool:
        value = self.values[ply]
        return value is not None and not value.deep and ply not in self._failed

    def _job(self, ply: int, effort: float) -> Job:
        rules, state = self._spec.rules, self._state(ply)
        seat = rules.actors(state)[0]
        past = replace(self._record, actions=self._record.actions[:ply])
        decision = rules.decision(state)
        return Job("value", past.to_json(), seat, LEVEL, 0, ply, decision, VALUE_SECONDS, effort=effort)

    def _take(self, thought: Thought) -> None:
        asked = self._asked
        if asked is None or (thought.kind, thought.revision) != (asked.kind, asked.revision):
            return
        self._asked = None
        if thought.evaluation is None:
            self._failed.add(asked.revision)
        else:
            self._failed.discard(asked.revision)
            self.values[asked.revision] = PositionValue(thought.evaluation, thought.pv, asked.effort >= DEEP_EFFORT)
