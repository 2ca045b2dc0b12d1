"""Alpha-beta to a depth by level; weak levels also play by chance, and equal steps are chosen between by it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random

from game.agents.agent import StopTest, Thought
from tests.fifth_game import rules
from tests.fifth_game.rules import State, Step, left_to_go

DEPTHS = {1: 1, 2: 1, 3: 3, 4: 6, 5: 14}
ERRORS = {1: 0.85, 2: 0.6, 3: 0.45, 4: 0.15, 5: 0.0}  # how often a level steps by chance where no step wins at once
WIN = 1000


class StopSearchError(Exception):
    """The answer is no longer wanted, or the time is up."""


class RaceBrain:
    """What plays; see `game.agents.agent.Brain`."""

    def choose(
        self, state: State, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """The step of a level: the last depth that was finished answers."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        random = Random(f"{agent_seed} {seat} {state.ply}")
        steps = list(rules.legal(state, seat))
        best, score, depth = rules.plain(state, seat), 0, 1
        try:
            for depth in range(1, DEPTHS[level] + 1):
                worth = {step: _worth(state, step, depth, lambda: stop() or time.monotonic() > end) for step in steps}
                score = max(worth.values())
                best = random.choice([step for step in steps if worth[step] == score])
                if abs(score) >= WIN:
                    break
        except StopSearchError:
            pass
        if not (depth == 1 and score >= WIN) and random.random() < ERRORS[level]:
            best = random.choice(steps)
        return Thought(rules.text(best), float(score), depth, pv=(rules.text(best),))


def _worth(state: State, step: Step, depth: int, is_late: Callable[[], bool]) -> int:
    """What a step is worth to the mover, from a search of `depth` plies; WIN and more the sooner it wins."""
    return -_value(rules.apply(state, state.mover, step)[0], depth - 1, -2 * WIN, 2 * WIN, is_late)


def _value(state: State, depth: int, low: int, high: int, is_late: Callable[[], bool]) -> int:
    """What a position is worth to the mover."""
    if is_late():
        raise StopSearchError
    if rules.outcome(state) is not None:
        return -WIN - depth
    if not depth:
        return left_to_go(state, 1 - state.mover) - left_to_go(state, state.mover)
    for step in rules.legal(state, state.mover):
        after = rules.apply(state, state.mover, step)[0]
        low = max(low, -_value(after, depth - 1, -high, -low, is_late))
        if low >= high:
            break
    return low
