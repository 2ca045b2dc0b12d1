"""Turns the search's results into chances of winning."""

from __future__ import annotations

import math

from game.agents.agent import Variation
from game.core.review import Evaluation, duel
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import State

PLIES_FOR_E = 13.0
"""A rival that leads another rival by this many plies (about three steps) is e times as likely to win."""

WALL = 0.3
"""The value of a wall in hand, in steps.

`lab.quoridor.fit_chances` fitted both numbers to the winners of 240 games of level 5 against itself (12,508 positions).
"""


def evaluate(state: State, line: Variation) -> Evaluation:
    """Return the chances of winning in `state`, by its best line (see `game.core.review.Evaluator`).

    With four players, the three others share the mover's chance of losing according to their leads.
    """
    assert line.score is not None
    mover, players = state.mover, state.players
    if players > 2:
        return Evaluation(_shared(state, line.score))
    for text in line.pv:
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    is_over = rules.outcome(state) is not None
    return duel(mover, line.score, len(line.pv) if is_over and line.score in (0.0, 1.0) else None)


def _shared(state: State, chance: float) -> tuple[float, ...]:
    """Return the chances by seat if the mover wins with the probability `chance`."""
    mover, players = state.mover, state.players
    leads = [
        players * (WALL * left - steps) - (seat - mover) % players
        for seat, (left, steps) in enumerate(zip(state.walls_left, distances(state), strict=True))
    ]
    most = max(lead for seat, lead in enumerate(leads) if seat != mover)
    shares = [0.0 if seat == mover else math.exp((lead - most) / PLIES_FOR_E) for seat, lead in enumerate(leads)]
    rest = (1 - chance) / sum(shares)
    return tuple(round(chance if seat == mover else rest * share, 4) for seat, share in enumerate(shares))
