"""Strengths between the levels: each decision uses one of a game's rows of figures, the next below or above."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from game.core.spec import LEVELS

FINISH: Final = 5
"""Plies of a side's last three moves: a win this near that the AI sees is played without a beginner's mistake."""


def row_for(rows: Collection[float], strength: float, seed: str) -> float:
    """Return the row by which an AI of this strength decides now: its own, or one of its neighbours.

    The neighbour above is the more probable the nearer it is, so that play grows evenly from row to row. `seed` is that
    decision's. A level's row is always its own.
    """
    if strength in rows:
        return strength
    below = max(row for row in rows if row < strength)
    above = min(row for row in rows if row > strength)
    share = (strength - below) / (above - below)
    return above if Random(f"{seed}/strength").random() < share else below


def is_between_levels(strength: float) -> bool:
    """Whether this is no level, but a strength between two."""
    return strength not in LEVELS
