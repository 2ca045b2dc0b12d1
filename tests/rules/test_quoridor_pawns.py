"""Steps and jumps. A `*` marks each cell that the mover may go to, and no others are allowed."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.rules import IllegalActionError
from game.quoridor import rules
from game.quoridor.state import GoalReached, PawnMove, PawnStepped, State, cell_name
from tests.rules.quoridor_ascii import read


def destinations(state: State) -> set[str]:
    return {cell_name(action.cell) for action in rules.legal(state, state.mover) if isinstance(action, PawnMove)}


def assert_moves(drawing: str, **settings: Any) -> None:
    """The marked cells are exactly where the mover may go, by `legal` and by `apply`."""
    drawn = read(drawing, **settings)
    state = drawn.state
    assert destinations(state) == drawn.marked
    for cell in range(81):
        if cell_name(cell) in drawn.marked:
            after, events = rules.apply(state, state.mover, PawnMove(cell))
            assert after.pawns[state.mover] == cell
            assert isinstance(events[0], PawnStepped)
        else:
            with pytest.raises(IllegalActionError):
                rules.apply(state, state.mover, PawnMove(cell))


def test_a_pawn_steps_up_down_left_or_right() -> None:
    assert_moves("""
        8 1 . . . . . . . .

        6 . . . . * . . . .

        5 . . . * 0 * . . .

        4 . . . . * . . . .
    """)


def test_a_pawn_stays_on_the_board() -> None:
    assert_moves("""
        9 . . . . . . . . *
        8 . . . . . . . * 1
        7 . . . . . . . . *
        5 0 . . . . . . . .
    """, mover=1)  # fmt: skip
    assert_moves("""
        5 . . . . 1 . . . .
        2 * . . . . . . . .
        1 0 * . . . . . . .
    """)


def test_the_last_file_does_not_lead_to_the_next_rank() -> None:
    assert_moves("""
        6 * . . . . . . . .
        5 0 * . . . . . . .
        4 * . . . . . . . 1
    """)


def test_a_pawn_never_passes_a_wall() -> None:
    assert_moves("""
        8 1 . . . . . . . .

        6 . . . . . . . . .
                  ---
        5 . . . .|0 * . . .
                 |
        4 . . . .|* . . . .
    """)
    assert_moves("""
        8 1 . . . . . . . .

        6 . . . . * . . . .

        5 . . . * 0|. . . .
                ---|
        4 . . . . .|. . . .
    """)


def test_both_halves_of_a_wall_block() -> None:
    assert_moves("""
        6 . . . . . . . . .
                ---
        5 . . . * 0 * . . .
        4 1 . . . * . . . .
    """)
    assert_moves("""
        6 . . . .|* . . . .
                 |
        5 . . . .|0 * . . .
                  ---
        4 1 . . . . . . . .
    """)


def test_a_pawn_jumps_straight_over_a_neighbour() -> None:
    assert_moves("""
        6 . . . . * . . . .
        5 . . . . 1 . . . .
        4 . . . * 0 * . . .
        3 . . . . * . . . .
    """)
    assert_moves("""
        6 . . . . * . . . .
        5 . . . * 0 1 * . .
        4 . . . . * . . . .
    """)


def test_a_jump_names_the_pawn_jumped_over() -> None:
    state = read("""
        5 . . . . 1 . . . .
        4 . . . . 0 . . . .
    """).state
    after, events = rules.apply(state, 0, rules.parse("e6"))
    assert events == (PawnStepped(seat=0, origin=31, target=49, jumped=1),)
    assert after.pawns == (49, 40)


def test_a_plain_step_jumps_over_nobody() -> None:
    state = read("""
        5 . . . . 1 . . . .
        4 . . . . 0 . . . .
    """).state
    assert rules.apply(state, 0, rules.parse("e3"))[1] == (PawnStepped(0, 31, 22, None),)


def test_a_wall_between_the_pawns_stops_any_jump() -> None:
    assert_moves("""
        6 . . . . . . . . .
        5 . . . . 1 . . . .
                  ---
        4 . . . * 0 * . . .
        3 . . . . * . . . .
    """)


def test_a_wall_behind_turns_the_jump_to_both_sides() -> None:
    assert_moves("""
        6 . . . . . . . . .
                  ---
        5 . . . * 1 * . . .
        4 . . . * 0 * . . .
        3 . . . . * . . . .
    """)


def test_a_wall_behind_turns_a_sideways_jump_up_and_down() -> None:
    assert_moves("""
        6 . . . . * * . . .
        5 . . . * 0 1|. . .
                     |
        4 . . . . * *|. . .
    """)


def test_a_wall_at_one_side_leaves_the_other_side() -> None:
    assert_moves("""
        6 . . . . . . . . .
                  ---
        5 . . . * 1|. . . .
                   |
        4 . . . * 0|. . . .
        3 . . . . * . . . .
    """)


def test_walls_at_both_sides_and_behind_leave_no_jump() -> None:
    assert_moves("""
        6 . . . .|. . . . .
                 |---
        5 . . . .|1|. . . .
                   |
        4 . . . * 0|. . . .
        3 . . . . * . . . .
    """)


def test_no_turning_while_the_cell_behind_is_free() -> None:
    state = read("""
        5 . . . . 1 . . . .
        4 . . . . 0 . . . .
    """).state
    with pytest.raises(IllegalActionError, match="no jump leads there"):
        rules.apply(state, 0, rules.parse("d5"))


def test_the_edge_behind_counts_as_a_wall() -> None:
    assert_moves("""
        6 * * . . . . . . .
        5 1 0 * . . . . . .
        4 * * . . . . . . .
    """)
    assert_moves("""
        9 . . 2 . * 1 * . .
        8 . . . . * 0 * . .
        7 . . . . . * . . .
        3 . . . . . . . . 3
    """)


def test_a_third_pawn_behind_stops_the_jump() -> None:
    assert_moves("""
        6 . . . . 2 . . . .
        5 . . . . 1 . . . .
        4 . . . * 0 * . . .
        3 . . . 3 * . . . .
    """)


def test_jump_pairs_treats_a_third_pawn_as_a_wall() -> None:
    assert_moves("""
        6 . . . . 2 . . . .
        5 . . . * 1 * . . .
        4 . . . * 0 * . . .
        3 . . . 3 * . . . .
    """, jump_pairs=True)  # fmt: skip


@pytest.mark.parametrize("jump_pairs", [False, True])
def test_with_wall_and_pawn_behind_the_wall_decides(jump_pairs: bool) -> None:
    assert_moves("""
        6 . . . . 2 . . . .
                  ---
        5 . . . * 1 * . . .
        4 . . . * 0 * . . .
        3 . . . 3 * . . . .
    """, jump_pairs=jump_pairs)  # fmt: skip


def test_a_taken_side_cell_is_no_target() -> None:
    assert_moves("""
        6 . . . . . . . . .
                  ---
        5 . . . 2 1 * . . .
        4 . . . * 0 * . . .
        3 . . . 3 * . . . .
    """)


def test_one_cell_reached_by_two_jumps_is_one_action() -> None:
    drawing = """
        6 . . . . . . . . .
                  ---
        5 . . . * 1 *|. . .
                     |
        4 . . . * 0 2|. . .
        3 . . . . * * . . .
        1 . . . . . . . . 3
    """
    assert_moves(drawing)
    names = [rules.text(action) for action in rules.legal(read(drawing).state, 0)]
    assert names.count("f5") == 1


def test_pawn_moves_come_first_in_order_of_cells() -> None:
    state = read("""
        5 . . . . 0 . . . .
        1 . . . . 1 . . . .
    """).state
    assert [rules.text(action) for action in rules.legal(state, 0)[:5]] == ["e4", "d5", "f5", "e6", "a1h"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("e4", "the pawn stands there already"),
        ("e5", "seat 1's pawn stands there"),
        ("f4", "a wall is in the way from e4"),
        ("d5", "no jump leads there from e4"),
        ("a9", "not next to e4"),
    ],
)
def test_a_refused_move_says_why(target: str, reason: str) -> None:
    state = read("""
        5 . . . . 1 . . . .
        4 . . . . 0|. . . .
                   |
        3 . . . . .|. . . .
    """).state
    with pytest.raises(IllegalActionError, match=f"{target}: .*{reason}"):
        rules.apply(state, 0, rules.parse(target))


def test_a_jump_onto_the_goal_line_wins() -> None:
    state = read("""
        8 . . . . 1 . . . .
        7 . . . . 0 . . . .
    """).state
    after, events = rules.apply(state, 0, rules.parse("e9"))
    assert after.winner == 0
    assert events == (PawnStepped(0, 58, 76, 1), GoalReached(0, 76))
