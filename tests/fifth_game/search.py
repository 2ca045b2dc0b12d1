"""Alpha-beta to a depth by level; equal moves are chosen between by chance."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from random import Random

from game.agents.agent import StopTest, Thought
from tests.fifth_game import rules
from tests.fifth_game.rules import HEIGHT, ROWS, Drop, State, height

DEPTHS = {1: 1, 2: 2, 3: 3, 4: 5, 5: 6}
WIN = 1000
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
COLUMN = (1 << ROWS) - 1
MIDDLE, INNER = COLUMN << 3 * HEIGHT, COLUMN << 2 * HEIGHT | COLUMN << 4 * HEIGHT


class StopSearchError(Exception):
    """The answer is no longer wanted, or the time is up."""


class FoursBrain:
    """What plays: levels look as many plies ahead as DEPTHS says."""

    def choose(
        self, state: State, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        end = math.inf if seconds is None else time.monotonic() + seconds
        random = Random(f"{agent_seed} {state.ply}")
        best, score, depth = plain(state, seat), 0, 0
        try:
            for ahead in range(1, DEPTHS[level] + 1):
                scores = dict(_scores(state, ahead, lambda: stop() or time.monotonic() > end))
                score, depth = max(scores.values()), ahead
                best = random.choice([drop for drop in scores if scores[drop] == score])
                if abs(score) >= WIN:
                    break
        except StopSearchError:
            pass  # the last depth that was finished answers
        text = rules.text(best)
        return Thought(text, float(score), depth or 1, pv=(text,))


def _scores(state: State, ahead: int, stop: StopTest) -> Iterator[tuple[Drop, int]]:
    """Each action with its score, a win being WIN and more the sooner it comes; what is below the best is no figure."""
    most = -2 * WIN
    for drop in sorted(rules.legal(state, state.mover), key=lambda drop: CENTRE_FIRST.index(drop.column)):
        score = -_score(rules.apply(state, state.mover, drop)[0], ahead - 1, -2 * WIN, 1 - most, stop)
        yield drop, score
        most = max(most, score)


def _score(state: State, ahead: int, low: int, high: int, stop: StopTest) -> int:
    """What a position is worth to who is to move."""
    if stop():
        raise StopSearchError
    outcome = rules.outcome(state)
    if outcome is not None:
        return -WIN - ahead if outcome.winners else 0
    if not ahead:
        return _weight(state.stones[state.mover]) - _weight(state.stones[1 - state.mover])
    for column in CENTRE_FIRST:
        if height(state, column) < ROWS and low < high:
            after, _ = rules.apply(state, state.mover, Drop(column))
            low = max(low, -_score(after, ahead - 1, -high, -low, stop))
    return low


def _weight(stones: int) -> int:
    return 2 * (stones & MIDDLE).bit_count() + (stones & INNER).bit_count()


def plain(state: State, seat: int) -> Drop:
    """The free column nearest to the middle."""
    return Drop(next(column for column in CENTRE_FIRST if height(state, column) < ROWS))
