"""What a position of Quoridor for four is worth to each seat."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from game.agents.agent import Variation
from game.quoridor.state import start_state
from game.quoridor.worth import PLIES_FOR_E, WALL, worth
from tests.rules.quoridor_ascii import read
from tools.fit_chances import row_of, surprise


def test_the_mover_has_what_the_search_says_and_the_others_share_the_rest() -> None:
    chances = worth(start_state(4, False), Variation("e2", 0.4, 3, ("e2",))).chances
    assert chances[0] == 0.4
    assert abs(sum(chances) - 1) < 0.001
    assert chances[1] > chances[2] > chances[3] > 0.1, "who comes next is a little ahead"


def test_of_the_others_who_is_nearer_or_has_more_walls_is_likelier_to_win() -> None:
    state = read("""
        6 . . . . 0 . . . .
        5 . . 1 . . . . . .
        4 . . . 3 . . . . .
        2 . . . . . . 2 . .
        1 . . . . . . . . .
    """, walls_left=2).state  # fmt: skip
    before = worth(state, Variation("e7", 0.2, 3, ("e7",))).chances
    assert max(before) == before[2], "one step to go"
    poorer = worth(replace(state, walls_left=(2, 2, 0, 2)), Variation("e7", 0.2, 3, ("e7",))).chances
    assert poorer[2] < before[2]


def test_what_is_fitted_is_what_is_said() -> None:
    """The surprise that the tool makes small is that of the chances told, among those who may still win."""
    state = replace(start_state(4, False), pawns=(13, 36, 67, 44), walls_left=(5, 0, 3, 4), mover=1)
    chances = worth(state, Variation("e2", 0.1, 3, ("e2",))).chances
    for winner in (0, 2, 3):
        plies, walls, won = row_of(state, winner)
        told = surprise(np.array([plies]), np.array([walls]), np.array([won]), WALL, PLIES_FOR_E)
        assert math.isclose(math.exp(-told), chances[winner] / 0.9, abs_tol=0.001)
