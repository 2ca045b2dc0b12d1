"""The places in which the seats of a finished game end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from game.core.rules import Outcome, Seat
from game.core.spec import GameSpec


def places(
    spec: GameSpec, state: object, outcome: Outcome, seats: int, resigned: Collection[Seat] = ()
) -> tuple[int, ...]:
    """The place of each seat, 1 for the first: the winners share it, the others follow by how far they have come.

    Seats that have come as far as each other share a place, and as many places after it stay empty. All share the
    first one in a draw. Those who have `resigned`, in that order, have the last places; where an AI that plays on for
    one of them wins, nobody has the first one.
    """
    come = spec.play.progress or spec.play.points
    far: Sequence[int] = come(state) if come is not None and outcome.winners else (0,) * seats
    reached = [(int(seat in outcome.winners), 0 if seat in outcome.winners else far[seat]) for seat in range(seats)]
    for order, seat in enumerate(resigned):
        reached[seat] = -1, order
    nobody = [(1, 0)] if any(seat in resigned for seat in outcome.winners) else []
    return rank_scores([*reached, *nobody])[:seats]


def rank_scores(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score, 1 for the highest; equal ones share a place, and as many places after it stay empty."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
