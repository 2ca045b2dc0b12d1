"""What every level of Quoridor's AI owes the table: legal, purposeful, prompt and repeatable play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.agent import Thought
from game.core.spec import LEVELS
from game.quoridor import rules, search
from game.quoridor.state import Pass, State, start_state
from tests import make
from tests.agents.test_every_level import choose as chosen
from tests.rules.quoridor_ascii import read

every_level = pytest.mark.parametrize("level", LEVELS)


def choose(state: State, level: int, seed: int = 0) -> Thought:
    return chosen({2: "two", 4: "four"}[state.players], state, level, seed)


def play(players: int, levels: list[int], seed: int, plies: int = 300) -> list[tuple[State, Thought]]:
    """A game between levels, one a seat: each position with the answer to it."""
    state = start_state(players, False)
    game = []
    while state.winner is None and state.ply < plies:
        thought = choose(state, levels[state.mover], seed)
        game.append((state, thought))
        state = rules.apply(state, state.mover, rules.parse(thought.action))[0]
    return game


@every_level
def test_a_win_in_one_is_taken_though_there_are_walls(level: int) -> None:
    state = read("""
        9 . . . . . . . . .
        8 . . . . . . 0 . .
        2 . . 1 . . . . . .
    """).state  # fmt: skip
    assert {choose(state, level, seed).action for seed in range(8)} == {"g9"}


@every_level
def test_a_forced_pass_is_passed(level: int) -> None:
    state = read("""
        9 . . . . . . . . 3
        3 2 . . . . . . . .
        2 1|. . . . . . . .
           |
        1 0|. . . . . . . .
    """, walls_left=0).state  # fmt: skip
    assert rules.parse(choose(state, level).action) == Pass()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("level", [1, 3, *(pytest.param(level, marks=pytest.mark.long) for level in (2, 4, 5))])
@pytest.mark.one_in(4)
def test_a_level_plays_a_whole_game_without_walking_in_circles(players: int, level: int) -> None:
    game = play(players, [level] * players, seed=3)
    visited: dict[tuple[object, ...], int] = {}  # a strong level may wait for the other, but not for ever
    for state, thought in game:
        action = rules.parse(thought.action)
        assert action in rules.legal(state, state.mover)
        place = (state.mover, state.pawns[state.mover], state.horizontal, state.vertical)
        visited[place] = visited.get(place, 0) + 1
        assert visited[place] <= (1 if level < 4 else 3)
    last, thought = game[-1]
    assert rules.apply(last, last.mover, rules.parse(thought.action))[0].winner == last.mover


def test_level_5_takes_longer_where_its_best_move_does_not_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    few = 6_000
    monkeypatch.setitem(search.STRENGTHS, 5, replace(search.LEVELS[5], nodes=few))
    brain = search.QuoridorBrain(lambda: 0.0)
    used = []
    for moves in ("", "e2 e8 e3 e7", "e2 e8 e3 e7 e4 e6 d3h", "e2 e8 e3 e7 a3h h6h e4 d7"):
        state = make.state("quoridor", moves)
        asked = (state, state.mover, 5, 0, None, lambda: False)
        used.append(brain.choose(*asked).nodes or 0)
        assert brain.choose_within(few, *asked).nodes == few, "what is asked for is used"
    most = round(search.MOST * few)
    assert min(used) >= round(search.ENOUGH * few) and min(used) < few and max(used) == most, used
