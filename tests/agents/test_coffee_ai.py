"""What every level of Coffee's AI owes the table: legal, watchful, prompt and repeatable play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from game.agents.agent import Thought
from game.agents.compiling import prepared_brain
from game.coffee import SPEC, rules
from game.coffee.analysis import RootDrop, deepen
from game.coffee.board import SIDES
from game.coffee.kernels import MATE, PROVEN
from game.coffee.search import LEVELS, STRENGTHS, CoffeeBrain
from game.coffee.state import Drop, State, Swap
from game.tournament.ratings import wilson
from tests import make
from tests.facts.telling import random_game
from tests.rules.coffee_ascii import play, read

every_level = pytest.mark.parametrize("level", LEVELS)
STRENGTH_GAMES = 60
TRIED = {3: 60, 4: 40, 5: 10}  # positions, by level of those who are no beginners


start = partial(make.state, "coffee")


def choose(state: State, level: int, seed: int = 0) -> Thought:
    prepared_brain(SPEC)
    return CoffeeBrain(lambda: 0.0).choose(state, state.mover, level, seed, None, lambda: False)


def random_position(random: Random) -> State:
    """A position within a random game on a random board: soon after its beginning, or just before its end."""
    board = random.choice(sorted(SIDES))
    options = {"board": board, "n": random.randint(2, min(SIDES[board], 4))}
    state: State = random_game(SPEC, random.getrandbits(32), random.randint(3, 15), **options)[-1].before
    return state


@pytest.mark.parametrize("level", TRIED)
@pytest.mark.one_in(4)
def test_a_win_at_once_is_taken_and_none_is_handed_over(level: int) -> None:
    random = Random(level)
    tested = {"won": 0, "watched": 0}
    for seed in range(TRIED[level]):
        state = random_position(random)
        action = rules.parse(choose(state, level, seed).action)
        after, _ = rules.apply(state, state.mover, action)
        afters = [rules.apply(state, state.mover, other)[0] for other in rules.legal(state, state.mover)]
        if any(other.winner == state.mover for other in afters):
            assert after.winner == state.mover
            tested["won"] += 1
        elif any(rules.winning_cells(other) for other in afters):
            assert not rules.winning_cells(after) or all(map(rules.winning_cells, afters))
            tested["watched"] += 1
    assert min(tested.values()) > 0


class Likings:
    """An analysis of three actions with the values that a search would find."""

    def __init__(self, *branches: tuple[int, int]) -> None:
        self.branches = [RootDrop(Drop(0, None), [], None, 0, liking=liking) for _, liking in branches]
        self._values = {id(branch): value for branch, (value, _) in zip(self.branches, branches, strict=True)}

    def search(self, branch: RootDrop, depth: int, alpha: int = -MATE, beta: int = MATE) -> bool:
        branch.value = min(max(self._values[id(branch)], alpha), beta)
        return depth < 3


@pytest.mark.parametrize(
    ("branches", "best"),
    [
        (((10, 0), (9, 0), (4, 0)), 0),
        (((10, 0), (9, 2), (4, 6)), 1),  # what is nearly as good may be liked more
        (((10, 0), (9, 1), (3, 6)), 0),
        (((10, 0), (9, 6), (PROVEN + 5, 0)), 2),  # but not more than a win
        (((PROVEN + 9, 0), (PROVEN + 5, 6), (10, 6)), 0),  # nor a later win more than an earlier one
        (((-PROVEN - 9, 6), (-PROVEN - 5, 0), (-PROVEN - 8, 6)), 1),
        (((-PROVEN - 9, 6), (-300, 0), (-PROVEN - 8, 6)), 1),
    ],
)
def test_a_liking_decides_between_nearly_equal_actions_only(branches: Any, best: int) -> None:
    analysis: Any = Likings(*branches)
    listed = list(analysis.branches)  # deepening sorts them
    found = deepen(analysis, listed[0])
    assert found.best is listed[best]
    assert found.value == branches[best][0]


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("level", [4, 5])
def test_variety_costs_no_strength(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the same level that plays nothing but what it finds best; level 5 with a tenth of its nodes."""
    profile, wins = replace(LEVELS[level], nodes=min(LEVELS[level].nodes, 100_000)), 0
    for seed in range(STRENGTH_GAMES):
        state, varied = start(), seed % 2
        while state.winner is None:
            monkeypatch.setitem(STRENGTHS, level, profile if state.mover == varied else replace(profile, nearly=0))
            state, _ = rules.apply(state, state.mover, rules.parse(choose(state, level, seed).action))
        wins += state.winner == varied
    assert wilson(wins / STRENGTH_GAMES, STRENGTH_GAMES)[1] > 0.5


def test_a_principal_variation_is_a_line_of_legal_actions() -> None:
    state = play(start(board="sq5"), "c3h", "c4d")
    thought = choose(state, 4)
    assert len(thought.pv) > 2 and thought.depth and thought.nodes
    for text in thought.pv:
        state, _ = rules.apply(state, state.mover, rules.parse(text))


@every_level
def test_a_stop_is_obeyed_at_once_and_the_answer_still_hands_over_nothing(level: int) -> None:
    state = read("""
        a . . . . .
        b x x . x .
        c . . . o .
        d + o X + +
        e . . . . .
    """, n=4)  # fmt: skip
    for seed in range(10):
        thought = prepared_brain(SPEC).choose(state, 1, level, seed, None, lambda: True)
        after, _ = rules.apply(state, 1, rules.parse(thought.action))
        assert thought.nodes == 0
        assert level not in TRIED or not rules.winning_cells(after)


def test_what_a_level_calls_proven_is_so() -> None:
    """One action wins here. A bound that passed for an exact value once made level 5 sure that none does."""
    state = read("""
        a o o . x .
        b x . o . x
        c + + X + +
        d o . o . x
        e . x . . .
    """, n=4)  # fmt: skip
    for seed in range(18, 24):
        thought = choose(state, 5, seed)
        assert thought.action == "c1v"
        assert thought.score is not None and thought.score > PROVEN


class TestPie:
    def test_a_side_that_has_lost_is_left(self) -> None:
        state = play(start(board="hex3", n=3, pie=True), "a1h")
        assert rules.parse(choose(state, 5).action) != Swap()

    def test_the_first_stone_is_one_that_both_sides_may_take(self) -> None:
        """On a hexagon of 4 with rows of 4 the middle would be an advantage; a first stone that gives none is laid."""
        thought = choose(start(board="hex4", n=4, pie=True), 4)
        assert thought.score is not None and -10 <= thought.score <= 0
