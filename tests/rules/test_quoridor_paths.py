"""Path lengths and what a wall would do to them, as the board shows them to players."""

from __future__ import annotations

from itertools import pairwise

from game.quoridor.bitboard import GOAL_MASKS, passages, path
from game.quoridor.paths import distances, distances_with
from game.quoridor.state import State, WallPlacement, cell_name, start_state
from tests.rules.quoridor_ascii import read

FUNNEL = """
    9 . . . . 1 . . . .
    3 . . . . . . . . .
        --- --- --- ---
    2 . . . . . . . . .
    1 . . . . 0 . . . .
"""


def shortest(state: State, seat: int) -> list[str]:
    """The names of the cells from the pawn of `seat` to its goal."""
    north, east = passages(state.horizontal, state.vertical)
    return [cell_name(cell) for cell in path(state.pawns[seat], GOAL_MASKS[state.players][seat], north, east)]


def test_all_seats_start_eight_steps_away() -> None:
    assert distances(start_state(2, False)) == (8, 8)
    assert distances(start_state(4, False)) == (8, 8, 8, 8)


def test_walls_lengthen_ways() -> None:
    assert distances(read(FUNNEL).state) == (12, 12)


def test_pawns_do_not_lengthen_ways() -> None:
    state = read("""
        6 . . . . 1 . . . .
        5 . . . . 0 . . . .
    """).state
    assert distances(state) == (4, 5)


def test_distance_is_zero_on_the_goal_line() -> None:
    state = read("""
        9 . . 0 . . . . . .
        5 . . . . 1 . . . .
    """).state
    assert distances(state) == (0, 4)


def test_a_hypothetical_wall_changes_the_lengths_and_not_the_state() -> None:
    state = start_state(2, False)
    assert distances_with(state, WallPlacement(4, "h")) == (9, 9)
    assert distances(state) == (8, 8)


def test_a_wall_that_shuts_a_seat_in_leaves_it_no_length() -> None:
    state = read("""
        9 . . . . 1 . . . .
        2 . . . . . . . . .
          ---
        1 0 . . . . . . . .
    """).state
    assert distances_with(state, WallPlacement(1, "v")) == (None, 8)


def test_the_shortest_way_goes_from_pawn_to_goal_by_open_steps() -> None:
    way = shortest(read(FUNNEL).state, 0)
    assert way[0] == "e1"
    assert way[-1] == "a9"
    assert len(way) == 13
    assert {"a2", "a3"} <= set(way)
    assert all(abs(ord(p[0]) - ord(q[0])) + abs(int(p[1]) - int(q[1])) == 1 for p, q in pairwise(way))


def test_four_players_each_run_for_their_own_side() -> None:
    state = read("""
        5 . 1 . . . . . . .
        4 . . . . . . 3 . .
        3 . . . 2 . . . . .
        2 . . . . . 0 . . .
    """).state
    assert distances(state) == (7, 7, 2, 6)
    assert [shortest(state, seat)[-1] for seat in range(4)] == ["f9", "i5", "d1", "a4"]
