"""Strengths between the levels. For each decision, the AI uses one of the game's rows of figures: the next one below
the strength, or the next one above.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from game.core.spec import LEVELS

FINISH: Final = 5
"""Plies of a side's last three moves. If the AI sees a win this near, it plays it without a beginner's mistake."""


def row_for(rows: Collection[float], strength: float, seed: str) -> float:
    """Return the row by which an AI of this strength decides: its own if it is in `rows`, otherwise one of its
    neighbours.

    The nearer a neighbour is, the more probable it is, so that play grows evenly from row to row. `seed` must be
    different for each decision.
    """
    if strength in rows:
        return strength
    below = max(row for row in rows if row < strength)
    above = min(row for row in rows if row > strength)
    share = (strength - below) / (above - below)
    return above if Random(f"{seed}/strength").random() < share else below


def is_between_levels(strength: float) -> bool:
    """Whether this is a strength between two levels."""
    return strength not in LEVELS
