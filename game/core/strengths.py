"""Strengths between the levels. For each decision, the AI uses one of the game's rows of figures: the next one below
the strength, or the next one above.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from game.core.spec import LEVELS

FINISH: Final = 5
"""The plies from the first to the last of a side's three last moves.

If the AI sees a win within this many plies, it plays the win, without a beginner's mistake.
"""


def row_for(rows: Collection[float], strength: float, seed: str) -> float:
    """Return the row by which an AI of this strength decides: `strength` itself if `rows` have it, otherwise one of the
    two neighbours.

    The nearer row is the more probable one, so that the AI becomes stronger evenly from row to row. `seed` must be
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
