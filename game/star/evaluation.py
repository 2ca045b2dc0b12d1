"""Turns the solved game's values into chances of winning: a win is certain, a draw counts half."""

from __future__ import annotations

from game.agents.agent import Variation
from game.core.review import Evaluation, duel
from game.star.solver import position_verdict, table_of
from game.star.state import State

_CHANCES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def evaluate(state: State, line: Variation) -> Evaluation:
    """Return the chances of winning that follow from the solved game's value of `state`.

    `line` is not used. See `game.core.review.Evaluator`.
    """
    verdict = position_verdict(state, table_of(state.fouls))
    return duel(state.mover, _CHANCES[verdict.value], verdict.distance)
