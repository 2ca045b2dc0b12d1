"""The search's position agrees with the rules on random games."""

from __future__ import annotations

from random import Random

import pytest

from game.quoridor import rules
from game.quoridor.board import HORIZONTAL, PASS, SHUT_IN, SearchBoard, action_of, move_of
from game.quoridor.paths import distances, distances_with
from game.quoridor.state import Action, PawnMove, State, WallPlacement
from tests.rules.test_quoridor_rules import line_of_play


def random_game(players: int, jump_pairs: bool, seed: int) -> list[tuple[State, Action]]:
    """Positions of a random game rich in walls, each with the action taken."""
    choices = Random(seed).choices(range(1 << 16), k=80)
    return [(before, action) for before, action, _ in line_of_play(players, jump_pairs, choices)]


every_kind = pytest.mark.parametrize(
    ("players", "jump_pairs", "seed"), [(2, False, 1), (2, False, 2), (4, False, 3), (4, True, 4), (4, True, 5)]
)


@every_kind
def test_playing_on_the_board_follows_the_rules_and_undo_takes_it_back(
    players: int, jump_pairs: bool, seed: int
) -> None:
    game = random_game(players, jump_pairs, seed)
    board, seen = SearchBoard(game[0][0]), []
    for state, action in game:
        fresh = SearchBoard(state)
        seen.append((fresh.key(), fresh.north, fresh.east))
        assert (board.key(), board.north, board.east) == seen[-1]
        assert [board.way(seat)[0] for seat in range(players)] == list(distances(state))
        targets = {move.cell for move in rules.legal(state, state.mover) if isinstance(move, PawnMove)}
        assert set(board.pawn_targets(state.mover)) == targets
        board.play(move_of(action))
    for before in reversed(seen):
        board.undo()
        assert (board.key(), board.north, board.east) == before


@every_kind
def test_lengths_with_a_wall_agree_with_the_rules(players: int, jump_pairs: bool, seed: int) -> None:
    for state, _ in random_game(players, jump_pairs, seed)[::7]:
        board = SearchBoard(state)
        for move in range(HORIZONTAL, PASS):
            lengths = [board.length_with(seat, move) for seat in range(players)]
            wall = action_of(move)
            assert isinstance(wall, WallPlacement)
            assert lengths == [SHUT_IN if n is None else n for n in distances_with(state, wall)]


def test_moves_and_actions_stand_for_each_other() -> None:
    assert [move_of(action_of(move)) for move in range(PASS + 1)] == list(range(PASS + 1))
    assert len({action_of(move) for move in range(PASS + 1)}) == PASS + 1
