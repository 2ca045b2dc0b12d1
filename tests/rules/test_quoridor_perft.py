"""Published counts of action sequences from the start."""

from __future__ import annotations

import pytest

from game.engine_mode.engine import perft
from game.quoridor import rules
from game.quoridor.state import start_state
from tests.rules.quoridor_ascii import read

COUNTS = {2: (1, 131, 16_677, 2_062_264), 4: (1, 131, 16_677, 2_062_065)}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("depth", [0, 1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_perft_from_the_start(players: int, depth: int) -> None:
    assert perft(rules, start_state(players, False), depth) == COUNTS[players][depth]


def test_a_won_game_has_no_continuation() -> None:
    state = read("""
        8 0 . . . . . . . .
        2 . . . . . . . . 1
    """, walls_left=0).state  # fmt: skip
    assert perft(rules, state, 1) == 3
    assert perft(rules, state, 2) == 2 * 3
