"""Perft: the kernels count on every board as the rules do."""

from __future__ import annotations

import pytest

from game.coffee import rules
from game.coffee.board import SIDES
from game.coffee.search import CoffeeBrain
from game.engine_mode.engine import perft
from tests import make
from tests.rules.coffee_ascii import play

BRAIN = CoffeeBrain()


@pytest.mark.parametrize(
    ("board", "n"),
    [
        pytest.param(board, n, marks=pytest.mark.long if 3 < n < side else ())
        for board, side in SIDES.items()
        for n in range(1, side + 1)
    ],
)
@pytest.mark.one_in(6)
def test_the_kernels_count_as_the_rules_do(board: str, n: int) -> None:
    state = make.state("coffee", board=board, n=n)
    depth = 1
    while (expected := perft(rules, state, depth)) and depth < 12:
        assert BRAIN.perft(state, depth) == expected
        if expected > 4_000:
            break
        depth += 1


@pytest.mark.parametrize("board", SIDES)
def test_the_kernels_count_swaps_too(board: str) -> None:
    state = make.state("coffee", board=board, n=min(SIDES[board], 3), pie=True)
    opened = play(state, rules.text(rules.legal(state, 0)[1]))
    for position in (state, opened, play(opened, "swap")):
        assert [BRAIN.perft(position, depth) for depth in range(3)] == [
            perft(rules, position, depth) for depth in range(3)
        ]


@pytest.mark.parametrize("board", ["sq3", "hex3", "sq7", "hex5"])
@pytest.mark.one_in(2)
def test_the_kernels_agree_in_the_middle_and_at_the_end_of_a_game(board: str) -> None:
    state = make.state("coffee", board=board, n=min(SIDES[board], 4))
    while state.winner is None:
        depth = 3 if state.stones.bit_count() > 3 else 2
        assert BRAIN.perft(state, depth) == perft(rules, state, depth)
        legal = rules.legal(state, state.mover)
        state, _ = rules.apply(state, state.mover, legal[state.ply * 7 % len(legal)])
