"""The difficulty of a puzzle for people: long routes, helpers and few routes make it hard."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.robots.state import Move

HELPER: Final = 1.5
"""Moves of effort that it takes to think of one more robot."""

MOST_ROUTES: Final = 20
"""Routes that are counted: more make nothing easier any more."""


def effort(route: Sequence[Move]) -> float:
    """Return the effort of a route for a person, in moves: its own, and something for each robot but the first."""
    return len(route) + HELPER * (len({move.colour for move in route}) - 1)


def difficulty(routes: Sequence[Sequence[Move]]) -> float:
    """Return the difficulty, in moves, of a puzzle with these shortest routes, of which MOST_ROUTES are enough.

    It is the effort of the route that asks the least, less one for each time that the number of routes doubles: twice
    as many are found twice as easily.
    """
    return min(map(effort, routes)) - math.log2(min(len(routes), MOST_ROUTES))
