"""The places in which the seats of a finished game end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.rules import Outcome
from game.core.spec import GameSpec


def places(spec: GameSpec, state: Any, outcome: Outcome, seats: int) -> tuple[int, ...]:
    """The place of each seat, 1 for the first: the winners share it, the others follow by how far they have come.

    Seats that have come as far as each other share a place, and as many places after it stay empty. All share the
    first one in a draw.
    """
    if not outcome.winners:
        return (1,) * seats
    come = spec.play.progress or spec.play.points
    far: Sequence[int] = (0,) * seats if come is None else come(state)
    reached = [(seat in outcome.winners, 0 if seat in outcome.winners else far[seat]) for seat in range(seats)]
    return rank_scores(reached)


def rank_scores(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score, 1 for the highest; equal ones share a place, and as many places after it stay empty."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
