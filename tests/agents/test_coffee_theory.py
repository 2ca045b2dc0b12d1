"""What Coffee's exact search proves: against a plain minimax, and what is known of whole boards."""

from __future__ import annotations

from functools import cache, partial
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.coffee import SPEC, rules
from game.coffee.rules import sensible_actions
from game.coffee.state import State
from tests import make
from tests.facts.telling import random_game
from tests.rules.coffee_ascii import play

start = partial(make.state, "coffee")


def theory(state: State, seconds: float | None = None) -> dict[str, Any]:
    brain: Any = prepared_brain(SPEC)
    answer: dict[str, Any] = brain.theory(state, seconds)
    return answer


@cache
def minimax(state: State) -> tuple[str, int]:
    """Value for the mover and distance, by going through all of the game with the rules alone."""
    if state.winner is not None:
        return "loss", 0
    afters = [minimax(rules.apply(state, state.mover, action)[0]) for action in rules.legal(state, state.mover)]
    lost = [distance for value, distance in afters if value == "loss"]
    return ("win", 1 + min(lost)) if lost else ("loss", 1 + max(distance for _, distance in afters))


def expected(state: State) -> dict[str, object]:
    after = {}
    for action in rules.legal(state, state.mover):
        value, distance = minimax(rules.apply(state, state.mover, action)[0])
        after[rules.text(action)] = ["loss" if value == "win" else "win", distance + 1]
    value, distance = minimax(state)
    return {"value": value, "distance": distance, "after": after}


@pytest.mark.quick
@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize(("board", "n"), [("sq2", 1), ("sq2", 2), ("hex2", 1), ("hex2", 2), ("sq3", 1), ("sq3", 2)])
def test_small_boards_are_solved_as_by_minimax(board: str, n: int, pie: bool) -> None:
    state = start(board=board, n=n, pie=pie)
    assert theory(state) == expected(state)
    opened = play(state, rules.text(rules.legal(state, 0)[1]))
    if opened.winner is None:
        assert theory(opened) == expected(opened)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("board", "n", "stones"), [("sq3", 3, 2), ("sq4", 3, 9), ("hex3", 3, 11), ("sq4", 4, 9)])
def test_endgames_are_solved_as_by_minimax(board: str, n: int, stones: int) -> None:
    games = (random_game(SPEC, seed, stones + 1, board=board, n=n) for seed in count())
    for steps in islice((steps for steps in games if len(steps) > stones), 6):
        assert theory(steps[stones].before) == expected(steps[stones].before)


@cache
def wins(state: State) -> bool:
    """Whether the mover wins, by trying actions with the rules alone until one does."""
    return state.winner is None and any(
        not wins(rules.apply(state, state.mover, action)[0]) for action in rules.legal(state, state.mover)
    )


@pytest.mark.parametrize(("board", "n", "stones"), [("sq5", 4, 15), ("hex4", 4, 27)])
def test_larger_endgames_are_proven_rightly(board: str, n: int, stones: int) -> None:
    random = Random(board)
    solved = 0
    while solved < 3:
        state = start(board=board, n=n)
        while state.winner is None and state.ply < stones:
            state, _ = rules.apply(state, state.mover, random.choice(sensible_actions(state, state.mover)))
        if state.winner is None:
            after = theory(state)["after"]
            assert isinstance(after, dict)
            for action in rules.legal(state, state.mover):
                lost = wins(rules.apply(state, state.mover, action)[0])
                assert after[rules.text(action)][0] == ("loss" if lost else "win")
            solved += 1


@pytest.mark.parametrize(
    ("board", "n"),
    [("sq3", 2), ("sq3", 3), ("sq4", 2), ("sq4", 3), ("sq4", 4), ("sq5", 2), ("hex3", 2), ("hex3", 3), ("hex4", 2)],
)
def test_the_first_player_wins(board: str, n: int) -> None:
    assert theory(start(board=board, n=n), 60)["value"] == "win"


@pytest.mark.parametrize(("board", "n"), [("sq3", 3), ("hex3", 2), ("sq4", 3)])
def test_with_the_pie_rule_the_second_player_wins(board: str, n: int) -> None:
    answer = theory(start(board=board, n=n, pie=True), 60)
    assert answer["value"] == "loss"
    assert {value for value, _ in answer["after"].values()} == {"loss"}


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("board", "n"), [("sq5", 3), ("sq5", 4), ("hex4", 3)])
def test_the_first_player_wins_on_larger_boards_too(board: str, n: int) -> None:
    assert theory(start(board=board, n=n), 2400)["value"] == "win"


def test_what_is_not_proven_in_time_is_null() -> None:
    answer = theory(start(board="hex5", n=5), 0.05)
    assert (answer["value"], answer["distance"]) == (None, None)
    assert len(answer["after"]) == len(rules.legal(start(board="hex5", n=5), 0))
    assert set(map(tuple, answer["after"].values())) == {(None, None)}


def test_a_game_that_is_over_is_lost_for_whoever_would_be_next() -> None:
    state = play(start(board="sq3", n=1), "b2*")
    assert theory(state) == {"value": "loss", "distance": 0, "after": {}}
