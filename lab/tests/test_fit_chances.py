"""The fit for Quoridor for four uses the same chances as the program."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from game.agents.agent import Variation
from game.quoridor.evaluation import PLIES_FOR_E, WALL, evaluate
from game.quoridor.state import start_state
from lab.quoridor.fit_chances import row_of, surprise


def test_what_is_fitted_is_what_is_said() -> None:
    """The tool minimises the surprise of the program's chances, among the players who may still win."""
    state = replace(start_state(4, False), pawns=(13, 36, 67, 44), walls_left=(5, 0, 3, 4), mover=1)
    chances = evaluate(state, Variation("e2", 0.1, 3, ("e2",))).chances
    for winner in (0, 2, 3):
        plies, walls, won = row_of(state, winner)
        told = surprise(np.array([plies]), np.array([walls]), np.array([won]), WALL, PLIES_FOR_E)
        assert math.isclose(math.exp(-told), chances[winner] / 0.9, abs_tol=0.001)
