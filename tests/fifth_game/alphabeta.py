"""Alpha-beta search by a game's rules: levels, variety, ranked actions and what a position is worth.

For games of two seats in turn, without chance, whose states are small, hashable and have a `mover`, also where the game
is over. It searches some thousand positions a second: enough to begin with, and for small games. A search that must be
stronger has compiled code of its own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.agents.agent import StopTest, Thought, Variation
from game.core.review import Evaluation, duel
from game.core.rules import Rules, Seat

WIN = 1_000_000.0
"""What it is worth to have won; a win or loss that is further away is worth a ply less for each."""

FAR = 1000
"""Plies further away than which no end of a game is seen."""

VALUED = 1500
"""Positions that effort 1 searches, as `game.agents.agent.Valuer` counts it."""

Evaluate = Callable[[Any, Seat], float]
"""What an undecided state is worth to a seat; of the other seat it is the opposite."""


class StopSearchError(Exception):
    """The answer is no longer wanted, or the time or the positions are used up."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level: the plies that it looks ahead, and how often (0..1) it acts by chance instead.

    It takes a win that it sees at once, whatever chance says.
    """

    depth: int
    errors: float = 0.0


@dataclass(slots=True)
class _Search:
    """One search: what it may use up, and the best action that was found in each state so far, to be tried first."""

    rules: Rules[Any, Any, Any]
    evaluate: Evaluate
    most: float
    end: float
    stop: StopTest
    nodes: int = 0
    deepest: int = 0
    best: dict[Any, Any] = field(default_factory=dict)

    def value(self, state: Any, ply: int, low: float, high: float) -> float:
        """What `state`, so many plies from the first, is worth to its mover, looking `deepest` plies from the first.

        Exact between `low` and `high`. Raises StopSearchError.
        """
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return 0.0 if not outcome.winners else WIN - ply if state.mover in outcome.winners else ply - WIN
        (mover,) = self.rules.actors(state)
        if ply >= self.deepest:
            return self.evaluate(state, mover)
        value = -math.inf
        for action in self.ordered(state, mover):
            found = self.after(state, mover, action, ply, max(low, value), high)
            if found > value:
                value, self.best[state] = found, action
            if value >= high:
                break
        return value

    def after(self, state: Any, mover: Seat, action: Any, ply: int, low: float, high: float) -> float:
        """What `action` in a state so many plies from the first is worth to `mover`."""
        self.nodes += 1
        if self.nodes > self.most or self.stop() or time.monotonic() > self.end:
            raise StopSearchError
        return -self.value(self.rules.apply(state, mover, action)[0], ply + 1, -high, -low)

    def ordered(self, state: Any, mover: Seat) -> Sequence[Any]:
        """The legal actions, the best known first."""
        actions, known = self.rules.legal(state, mover), self.best.get(state)
        return actions if known is None else sorted(actions, key=lambda action: action != known)

    def line(self, state: Any, action: Any, longest: int) -> tuple[str, ...]:
        """The best play that begins with `action`, as far as it is known."""
        told: list[str] = []
        while action is not None and len(told) < longest:
            told.append(self.rules.text(action))
            state = self.rules.apply(state, self.rules.actors(state)[0], action)[0]
            action = self.best.get(state) if self.rules.actors(state) else None
        return tuple(told)


class AlphaBeta:
    """A game's brain; see `game.agents.agent` for Brain, Limited, Ranker and Valuer, all of which it is.

    A game gives its `rules`, what an undecided position is worth, `evaluate`, and its `levels`.
    """

    def __init__(self, rules: Rules[Any, Any, Any], evaluate: Evaluate, levels: Mapping[int, Level]) -> None:
        self._rules = rules
        self._evaluate = evaluate
        self._levels = levels

    def choose(
        self, state: Any, seat: Seat, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """The action of a level: the last depth that was finished answers, and chance among equal actions."""
        return self._chosen(math.inf, state, seat, level, agent_seed, seconds, stop)

    def choose_within(
        self, nodes: int, state: Any, seat: Seat, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose as `choose` does, within so many positions and as deep as these allow."""
        return self._chosen(nodes, state, seat, level, agent_seed, seconds, stop)

    def rank(
        self, state: Any, seat: Seat, level: int, seconds: float | None, stop: StopTest, count: int
    ) -> Sequence[Variation]:
        """The best actions as deep as the level looks."""
        search = self._search(math.inf, seconds, stop)
        evaluate, depth = self._deepened(search, state, seat, self._levels[level].depth)
        best = sorted(evaluate, key=lambda action: -evaluate[action])[:count]
        return [self._line(search, state, action, evaluate[action], depth) for action in best]

    def value(self, state: Any, seat: Seat, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """The best action by `effort`."""
        search = self._search(VALUED * effort, seconds, stop)
        evaluate, depth = self._deepened(search, state, seat, FAR)
        if not depth:
            return None
        best = max(evaluate, key=lambda action: evaluate[action])
        return self._line(search, state, best, evaluate[best], depth)

    def _chosen(
        self, nodes: float, state: Any, seat: Seat, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        plays, random = self._levels[level], Random(f"{agent_seed} {seat} {state!r}")
        search = self._search(nodes, seconds, stop)
        evaluate, depth = self._deepened(search, state, seat, plays.depth if math.isinf(nodes) else FAR)
        best = max(evaluate.values())
        action = random.choice([action for action in evaluate if evaluate[action] == best])
        if best < WIN - 1 and random.random() < plays.errors:
            action = random.choice(list(evaluate))
        line = self._line(search, state, action, evaluate[action], depth)
        return Thought(line.action, line.score, line.depth, search.nodes, pv=line.pv)

    def _search(self, most: float, seconds: float | None, stop: StopTest) -> _Search:
        end = math.inf if seconds is None else time.monotonic() + seconds
        return _Search(self._rules, self._evaluate, most, end, stop)

    def _deepened(self, search: _Search, state: Any, seat: Seat, deepest: int) -> tuple[dict[Any, float], int]:
        """What each legal action is worth, from the last depth that was finished, and that depth.

        At depth 0 all are worth the same. It ends before `deepest` where the game is decided.
        """
        evaluate = dict.fromkeys(self._rules.legal(state, seat), 0.0)
        for depth in range(1, deepest + 1):
            search.deepest = depth
            try:
                found = {
                    action: search.after(state, seat, action, 0, -math.inf, math.inf)
                    for action in sorted(evaluate, key=lambda action: -evaluate[action])
                }
            except StopSearchError:
                return evaluate, depth - 1
            evaluate = {action: found[action] for action in evaluate}
            if all(plies_to_end(value) is not None for value in found.values()) or max(found.values()) >= WIN - depth:
                return evaluate, depth
        return evaluate, deepest

    def _line(self, search: _Search, state: Any, action: Any, score: float, depth: int) -> Variation:
        return Variation(self._rules.text(action), score, depth, search.line(state, action, max(1, depth)))


def evaluation_by(unit: float) -> Callable[[Any, Variation], Evaluation]:
    """A game's `evaluate` (see `game.core.review.Evaluator`): with `unit` more one is e times as likely to win."""

    def evaluate(state: Any, line: Variation) -> Evaluation:
        assert line.score is not None
        plies = plies_to_end(line.score)
        if plies is not None:
            return duel(state.mover, float(line.score > 0), plies)
        return duel(state.mover, 1 / (1 + math.exp(-line.score / unit)))

    return evaluate


def plies_to_end(score: float) -> int | None:
    """Return how many plies best play takes to the end of a game that is won or lost; None where that is open."""
    return None if abs(score) < WIN - FAR else round(WIN - abs(score))
