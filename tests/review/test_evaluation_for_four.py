"""What a position of Quoridor for four is worth to each seat."""

from __future__ import annotations

from dataclasses import replace

from game.agents.agent import Variation
from game.quoridor.evaluation import evaluate
from game.quoridor.state import start_state
from tests.rules.quoridor_ascii import read


def test_the_mover_has_what_the_search_says_and_the_others_share_the_rest() -> None:
    chances = evaluate(start_state(4, False), Variation("e2", 0.4, 3, ("e2",))).chances
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
    before = evaluate(state, Variation("e7", 0.2, 3, ("e7",))).chances
    assert max(before) == before[2], "one step to go"
    poorer = evaluate(replace(state, walls_left=(2, 2, 0, 2)), Variation("e7", 0.2, 3, ("e7",))).chances
    assert poorer[2] < before[2]
