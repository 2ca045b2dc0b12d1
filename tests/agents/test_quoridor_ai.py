"""What every level of Quoridor's AI owes the table: legal, purposeful, prompt and repeatable play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.agent import Thought
from game.core.spec import LEVELS
from game.quoridor import SPEC, rules, search
from game.quoridor.paths import distances
from game.quoridor.state import Pass, PawnMove, State, WallPlacement, start_state
from game.registry import load_brain
from tests import make
from tests.rules.quoridor_ascii import read

every_level = pytest.mark.parametrize("level", LEVELS)
SEEDS = range(8)
FEW = {2: 30_000, 4: 1_000}  # nodes or games for level 5, which has a second's worth


def choose(state: State, level: int, seed: int = 0) -> Thought:
    brain = load_brain(SPEC)
    if level == 5:
        return brain.choose_within(FEW[state.players], state, state.mover, level, seed, None, lambda: False)  # type: ignore[attr-defined]
    return brain.choose(state, state.mover, level, seed, None, lambda: False)


def play(players: int, levels: list[int], seed: int, plies: int = 300) -> list[tuple[State, Thought]]:
    """A game between levels, one a seat: each position with the answer to it."""
    state = start_state(players, False)
    game = []
    while state.winner is None and state.ply < plies:
        thought = choose(state, levels[state.mover], seed)
        game.append((state, thought))
        state = rules.apply(state, state.mover, rules.parse(thought.action))[0]
    return game


def can_win_at_once(state: State, seat: int) -> bool:
    """Whether `seat` could win if it were its turn now."""
    return any(
        rules.apply(state, seat, action)[0].winner == seat
        for action in rules.legal(state, seat)
        if isinstance(action, PawnMove)
    )


@every_level
@pytest.mark.parametrize(
    ("drawing", "win"),
    [
        ("""
        9 . . . . . . . . .
        8 . . . . . . 0 . .
        2 . . 1 . . . . . .
        """, "g9"),
        ("""
        9 . . . . . . . . .
        8 . . . . 1 . . . .
        7 . . . . 0 . . . .
        """, "e9"),
    ],
    ids=["by a step", "by a jump"],
)  # fmt: skip
def test_a_win_in_one_is_taken(level: int, drawing: str, win: str) -> None:
    assert {choose(read(drawing).state, level, seed).action for seed in SEEDS} == {win}


def blocks(state: State, level: int, seed: int) -> bool:
    """Whether a level keeps seat 1 from arriving with its next step."""
    action = rules.parse(choose(state, level, seed).action)
    after = rules.apply(state, 0, action)[0]
    return isinstance(action, WallPlacement) and not can_win_at_once(after, 1)


def threatened() -> State:
    return read("""
        6 . . . . 0 . . . .
        2 . . . . 1 . . . .
        1 . . . . . . . . .
    """, walls_left=3).state  # fmt: skip


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_rival_one_step_from_its_goal_is_blocked(level: int) -> None:
    state = threatened()
    assert all(blocks(state, level, seed) for seed in SEEDS)


@pytest.mark.parametrize(("level", "least", "most"), [(1, 1, 10), (2, 8, 20)])
def test_the_first_two_levels_now_and_then_overlook_that(level: int, least: int, most: int) -> None:
    state = threatened()
    assert least <= sum(blocks(state, level, seed) for seed in range(25)) <= most


@every_level
def test_with_four_players_a_rival_that_comes_later_is_blocked_too(level: int) -> None:
    state = read("""
        6 . . . . 0 . . . .
        5 . . 1 . . . . . .
        4 . . . 3 . . . . .
        2 . . . . . . 2 . .
        1 . . . . . . . . .
    """, walls_left=2).state  # fmt: skip
    for seed in SEEDS:
        after = rules.apply(state, 0, rules.parse(choose(state, level, seed).action))[0]
        between = rules.apply(after, 1, rules.legal(after, 1)[0])[0]
        assert not can_win_at_once(between, 2)


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


@every_level
def test_out_of_walls_the_way_is_walked(level: int) -> None:
    state = read("""
        8 . . . . . . . . 1
        6 . . . . . . . . .
            --- --- ---
        5 . . . . 0 . . . .
    """, walls_left=0).state  # fmt: skip
    after = rules.apply(state, 0, rules.parse(choose(state, level).action))[0]
    assert distances(after)[0] == distances(state)[0] - 1


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


@every_level
def test_a_thought_says_how_it_was_found(level: int) -> None:
    thought = choose(start_state(2, False), level)
    assert thought.pv[0] == thought.action
    assert thought.score is not None
    assert thought.seconds is not None and thought.seconds >= 0
    assert (thought.depth or 0) >= 1


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
