"""What a position is worth to a seat, in plies."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rules import Seat

WIN = 1000.0
"""A win; each ply on the way to it costs one, so that the quickest win is worth most."""

PROVEN = WIN - 500
"""Scores beyond this, on either side, are wins that the search has seen to the end."""

NEXT_WINS = 200.0
DECIDED = 30.0
WALL = 1.5
"""What a wall in hand is worth, in steps; found by matches between weights."""


def evaluate(lengths: Sequence[int], left: Sequence[int], mover: Seat, seat: Seat) -> float:
    """The lead of `seat` over its best rival in plies until arrival, plus what walls in hand are worth.

    `lengths` are the steps to go and `left` the walls in hand, by seat; `mover` is the seat to act.
    """
    players = len(lengths)
    arrivals = [(length - 1) * players + (index - mover) % players for index, length in enumerate(lengths)]
    own = arrivals[seat]
    arrivals[seat] = 1 << 20
    best = min(arrivals)
    walls = left[seat] - (sum(left) - left[seat]) / (players - 1)
    score = best - own + WALL * players * walls
    if lengths[mover] == 1:
        return score + (NEXT_WINS if mover == seat else -NEXT_WINS)
    leader = seat if own < best else arrivals.index(best)
    if sum(left) == left[leader]:
        # Nobody else has a wall to stop the leader with.
        score += DECIDED if leader == seat else -DECIDED
    return score
