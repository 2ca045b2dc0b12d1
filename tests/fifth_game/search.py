"""Alpha-beta to a depth by level; equal moves are chosen between by chance."""

from __future__ import annotations

import time
from random import Random

from game.agents.agent import StopTest, Thought
from tests.fifth_game import rules
from tests.fifth_game.rules import COLUMNS, HEIGHT, ROWS, Drop, State, bit, height, lined

DEPTHS = {1: 1, 2: 2, 3: 3, 4: 5, 5: 7}
WIN = 1000
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
COLUMN = (1 << ROWS) - 1
MIDDLE, INNER = COLUMN << 3 * HEIGHT, COLUMN << 2 * HEIGHT | COLUMN << 4 * HEIGHT
ASK = 512  # nodes between two looks at the clock


class StopSearchError(Exception):
    """The answer is no longer wanted, or the time is up."""


class FoursBrain:
    """What plays: levels look as many plies ahead as DEPTHS says."""

    def choose(
        self, state: State, seat: int, level: int, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        begun = time.monotonic()
        late = (lambda: False) if seconds is None else (lambda: time.monotonic() - begun > seconds)
        search = _Search(state.line, lambda: stop() or late())
        random = Random(f"{agent_seed} {state.ply}")
        best, score, depth = plain(state, seat), 0, 0
        try:
            for ahead in range(1, DEPTHS[level] + 1):
                best, score = search.best(state, ahead, random)
                depth = ahead
                if abs(score) >= WIN:
                    break
        except StopSearchError:
            pass  # the last depth that was finished answers
        text = rules.text(best)
        return Thought(text, float(score), depth or 1, search.nodes, time.monotonic() - begun, (text,))


class _Search:
    """Counts its nodes; bit boards of the mover and of the other one."""

    def __init__(self, line: int, stop: StopTest) -> None:
        self.line = line
        self.stop = stop
        self.nodes = 0

    def best(self, state: State, depth: int, random: Random) -> tuple[Drop, int]:
        """One of the best actions and its score, a win being WIN and more the sooner it comes."""
        mine, theirs = state.stones[state.mover], state.stones[1 - state.mover]
        scores: dict[int, int] = {}
        for column in CENTRE_FIRST:
            if height(state, column) < ROWS:
                floor = max(scores.values(), default=-2 * WIN)
                after = mine | bit(column, height(state, column))
                scores[column] = self._after(after, theirs, depth, floor - 1, 2 * WIN)
        most = max(scores.values())
        return Drop(random.choice([column for column, score in scores.items() if score == most])), most

    def _after(self, moved: int, other: int, depth: int, low: int, high: int) -> int:
        """The score for who has just moved."""
        self.nodes += 1
        if self.nodes % ASK == 1 and self.stop():
            raise StopSearchError
        if lined(moved, self.line):
            return WIN + depth
        full = moved | other
        if full.bit_count() == COLUMNS * ROWS:
            return 0
        if depth == 1:
            return _weight(moved) - _weight(other)
        best = -2 * WIN
        for column in CENTRE_FIRST:
            if not full & bit(column, ROWS - 1):
                low_bit = full + (1 << column * HEIGHT) & COLUMN << column * HEIGHT & ~full
                best = max(best, self._after(other | low_bit, moved, depth - 1, max(-high, best), -low))
                if -best <= low:
                    break
        return -best


def _weight(stones: int) -> int:
    return 2 * (stones & MIDDLE).bit_count() + (stones & INNER).bit_count()


def plain(state: State, seat: int) -> Drop:
    """The free column nearest to the middle."""
    return Drop(next(column for column in CENTRE_FIRST if height(state, column) < ROWS))
