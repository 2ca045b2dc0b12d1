"""Random play: nothing that always holds ever fails, and the second implementation always agrees."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from game.quoridor import rules
from game.quoridor.paths import distances, distances_with, wall_problem
from game.quoridor.state import ANCHORS, Action, State, WallPlacement, start_state, walls
from tests.rules.quoridor_reference import Reference, name

PLAYERS = st.sampled_from([2, 4])
# Each number picks one action; three in four pick a wall while there are walls. At least 30 plies, since
# it is the mazes after many walls that are hard.
CHOICES = st.lists(st.integers(0, 2**16), min_size=30, max_size=90)


def pick(actions: list[Action], choice: int) -> Action:
    """The action that `choice` stands for: a wall if it is no multiple of 4 and there are any."""
    placements = [action for action in actions if isinstance(action, WallPlacement)]
    others = [action for action in actions if not isinstance(action, WallPlacement)]
    pool = placements if placements and (choice % 4 or not others) else others
    return pool[choice // 4 % len(pool)]


def line_of_play(players: int, jump_pairs: bool, choices: list[int]) -> Iterator[tuple[State, Action, State]]:
    """Positions before and after each action of a game."""
    state = start_state(players, jump_pairs)
    for choice in choices:
        if state.winner is not None:
            return
        action = pick(list(rules.legal(state, state.mover)), choice)
        after, _ = rules.apply(state, state.mover, action)
        yield state, action, after
        state = after


@settings(max_examples=40)
@given(PLAYERS, st.booleans(), CHOICES)
def test_random_play_agrees_with_the_reference(players: int, jump_pairs: bool, choices: list[int]) -> None:
    reference = Reference(players, jump_pairs)
    last = start_state(players, jump_pairs)
    for ply, (_, action, last) in enumerate(line_of_play(players, jump_pairs, choices), 1):
        reference.play(rules.text(action))
        assert [divmod(cell, 9)[::-1] for cell in last.pawns] == reference.pawns
        assert sorted(map(rules.text, walls(last))) == sorted(name(wall[:2]) + wall[2] for wall in reference.walls)
        assert (list(last.walls_left), last.mover, last.ply) == (reference.left, reference.mover, ply)
        assert last.winner == reference.winner and (last.winner is not None) == (0 in distances(last))
        if ply % 12 == 0:
            assert {rules.text(a) for a in rules.legal(last, last.mover)} == reference.legal()
    assert {rules.text(action) for action in rules.legal(last, last.mover)} == reference.legal()


@settings(max_examples=20)
@given(PLAYERS, CHOICES)
def test_wall_problem_and_legal_agree_on_every_slot(players: int, choices: list[int]) -> None:
    *_, (_, _, state) = line_of_play(players, False, choices)
    if state.winner is not None:
        return
    allowed = {action for action in rules.legal(state, state.mover) if isinstance(action, WallPlacement)}
    for anchor in range(ANCHORS):
        for wall in (WallPlacement(anchor, "h"), WallPlacement(anchor, "v")):
            problem = wall_problem(state, wall)
            assert (problem is None) == (wall in allowed)
            if problem is not None and problem.kind == "sealed":
                assert problem.seat == distances_with(state, wall).index(None)
                assert state.pawns[problem.seat] in problem.region
