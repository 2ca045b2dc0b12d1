"""Where walls may stand: one scenario for each sentence of the rules about them."""

from __future__ import annotations

import pytest

from game.core.rules import IllegalActionError
from game.quoridor import rules
from game.quoridor.paths import wall_problem
from game.quoridor.state import State, WallPlaced, WallPlacement, cell_name, start_state, walls
from tests.rules.quoridor_ascii import read

OPEN = """
    9 . . . . 1 . . . .
    1 . . . . 0 . . . .
"""


def wall(text: str) -> WallPlacement:
    placement = rules.parse(text)
    assert isinstance(placement, WallPlacement)
    return placement


def legal_walls(state: State) -> set[str]:
    return {rules.text(a) for a in rules.legal(state, state.mover) if isinstance(a, WallPlacement)}


def assert_refused(state: State, text: str, reason: str) -> None:
    """`legal` and `apply` both refuse the wall, and the error says why."""
    assert text not in legal_walls(state)
    with pytest.raises(IllegalActionError, match=f"{text}: .*{reason}"):
        rules.apply(state, state.mover, wall(text))


def assert_allowed(state: State, text: str) -> State:
    """`legal` and `apply` both take the wall; returns the position after it."""
    assert text in legal_walls(state)
    assert wall_problem(state, wall(text)) is None
    return rules.apply(state, state.mover, wall(text))[0]


def test_every_slot_is_free_on_an_empty_board() -> None:
    names = [f"{file}{rank}{kind}" for kind in "hv" for rank in range(1, 9) for file in "abcdefgh"]
    actions = rules.legal(start_state(2, False), 0)
    assert [rules.text(a) for a in actions if isinstance(a, WallPlacement)] == names


def test_placing_a_wall_costs_one_and_ends_the_turn() -> None:
    state = read(OPEN, walls_left=3).state
    after, events = rules.apply(state, 0, wall("e3h"))
    assert after.walls_left == (2, 3)
    assert events == (WallPlaced(0, wall("e3h"), left=2),)
    assert rules.actors(after) == (1,)
    assert after.pawns == state.pawns
    assert walls(after) == [wall("e3h")]


def test_e3h_separates_e3_from_e4_and_f3_from_f4() -> None:
    state = read("""
        4 . . . . . . . . 1
                  ---
        3 . . . . 0 . . . .
    """).state
    assert walls(state) == [wall("e3h")]


def test_e3v_separates_e3_from_f3_and_e4_from_f4() -> None:
    state = read("""
        4 . . . . .|. . . 1
                   |
        3 . . . . 0|. . . .
    """).state
    assert walls(state) == [wall("e3v")]


def test_the_last_wall_may_be_placed_and_then_only_pawn_moves_are_left() -> None:
    after = assert_allowed(read(OPEN, walls_left=1).state, "e3h")
    assert after.walls_left == (0, 1)
    later = rules.apply(after, 1, rules.parse("e8"))[0]
    assert [rules.text(action) for action in rules.legal(later, 0)] == ["d1", "f1", "e2"]
    assert_refused(later, "a1h", "no walls left")


@pytest.mark.parametrize("text", ["d5h", "e5h", "f5h"])
def test_a_horizontal_wall_never_overlaps_another(text: str) -> None:
    state = read("""
        9 . . . . 1 . . . .
        6 . . . . . . . . .
                  ---
        5 . . . . 0 . . . .
    """).state
    assert_refused(state, text, "overlaps e5h")


@pytest.mark.parametrize("text", ["e4v", "e5v", "e6v"])
def test_a_vertical_wall_never_overlaps_another(text: str) -> None:
    state = read("""
        6 . . . 1 .|. . . .
                   |
        5 . . . . 0|. . . .
    """).state
    assert_refused(state, text, "overlaps e5v")


def test_walls_never_cross() -> None:
    lying = assert_allowed(read(OPEN).state, "e5h")
    assert_refused(lying, "e5v", "crosses e5h")
    standing = assert_allowed(read(OPEN).state, "e5v")
    assert_refused(standing, "e5h", "crosses e5v")


def test_walls_may_touch() -> None:
    state = assert_allowed(read(OPEN).state, "e5h")
    for text in ("c5h", "g5h", "d5v", "f5v", "e4v", "e6v"):
        assert_allowed(state, text)


def test_walls_of_neighbouring_ranks_do_not_meet() -> None:
    state = assert_allowed(read(OPEN).state, "h5h")
    assert_allowed(state, "a6h")
    assert_allowed(state, "h6h")


@pytest.mark.parametrize("kind", ["h", "v"])
@pytest.mark.parametrize("place", range(1, 8))
def test_walls_overlap_all_along_the_board(kind: str, place: int) -> None:
    names = [f"{'abcdefgh'[at]}5h" if kind == "h" else f"e{at + 1}v" for at in (place - 1, place)]
    for first, second in (names, names[::-1]):
        assert_refused(assert_allowed(read(OPEN).state, first), second, f"overlaps {first}")


def test_an_overlap_names_every_wall_in_the_way() -> None:
    state = read("""
        9 . . . . 1 . . . .
        6 . . . . . . . . .
            --- ---
        5 . . . . 0 . . . .
    """).state
    assert_refused(state, "c5h", "overlaps b5h, d5h")


def test_a_wall_binds_its_owner_too() -> None:
    after = assert_allowed(read(OPEN).state, "e1h")
    after = rules.apply(after, 1, rules.parse("e8"))[0]
    with pytest.raises(IllegalActionError, match="e2: a wall is in the way"):
        rules.apply(after, 0, rules.parse("e2"))


def test_the_mover_may_not_shut_itself_in() -> None:
    state = read("""
        5 . . . . . . . . 1
        2 . . . . . . . . .
          ---
        1 0 . . . . . . . .
    """).state
    assert_refused(state, "b1v", "would shut seat 0 in")
    assert_allowed(state, "c1v")


def test_the_mover_may_not_shut_its_rival_in() -> None:
    state = read("""
        9 . . . . . . . . 1
                        ---
        8 . . . . . . . . .
        1 0 . . . . . . . .
    """).state
    assert_refused(state, "g8v", "would shut seat 1 in")
    assert_allowed(state, "f8v")


def test_nobody_may_be_shut_in_with_four_players() -> None:
    state = read("""
        9 . . . . . . . . 2
                        ---
        8 . . . . . . . . .
        5 . 1 . . . . . 3 .
        1 . . . . 0 . . . .
    """).state
    assert_refused(state, "g8v", "would shut seat 2 in")


def test_a_region_without_pawns_may_be_closed() -> None:
    state = read("""
        9 . . . . . . . . .
                        ---
        8 . . . . 1 . . . .
        1 0 . . . . . . . .
    """).state
    assert_allowed(state, "g8v")


def test_a_pawn_may_be_closed_in_with_a_part_of_its_goal() -> None:
    state = read("""
        9 . . . . . . . . .
        8 . . . . . . . . 0
                        ---
        7 . . . . . . . . .
        5 1 . . . . . . . .
    """).state
    assert_allowed(state, "g8v")


def test_pawns_do_not_block_ways() -> None:
    state = read("""
        6 . . . . . . . . .
          ---
        5 0 1 . . . . . . .
          ---
        4 . . . . . . . . .
    """).state
    assert_allowed(state, "d5h")
    assert_refused(state, "b5v", "would shut seat 0 in")


LAST_GAP = """
    9 . . . . 1 . . . .
    7 . . . . . . . . .
      ---
    6 . . . . . . . . .
        --- --- --- ---
    5 . . . . . . . . .
    1 . . . . 0 . . . .
"""


def test_the_last_gap_in_a_line_across_the_board_stays_open() -> None:
    state = read(LAST_GAP).state
    assert_refused(state, "a5v", "would shut seat 0 in")
    assert_allowed(state, "a7v")
    assert_allowed(state, "a3v")


def test_the_problem_names_the_seat_and_its_sealed_region() -> None:
    problem = wall_problem(read(LAST_GAP).state, wall("a5v"))
    assert problem is not None
    assert (problem.kind, problem.seat, problem.blocking) == ("sealed", 0, ())
    assert {cell_name(cell) for cell in problem.region} == {
        *(f"{file}{rank}" for file in "abcdefghi" for rank in range(1, 6)),
        "a6",
    }


def test_the_problem_names_the_walls_in_the_way() -> None:
    state = read(LAST_GAP).state
    overlap = wall_problem(state, wall("c5h"))
    crossing = wall_problem(state, wall("b5v"))
    assert overlap is not None and crossing is not None
    assert (overlap.kind, overlap.blocking) == ("overlap", (wall("b5h"), wall("d5h")))
    assert (crossing.kind, crossing.blocking) == ("crossing", (wall("b5h"),))
    assert (overlap.seat, overlap.region) == (None, frozenset())


def test_having_no_walls_comes_before_any_other_problem() -> None:
    problem = wall_problem(read(LAST_GAP, walls_left=0).state, wall("b5h"))
    assert problem is not None
    assert (problem.kind, problem.blocking) == ("no_walls", ())


def test_walls_that_touch_many_others_but_close_nothing_are_allowed() -> None:
    """The gap at i5 stays open until the last of two walls closes it."""
    state = read("""
        9 . . . . 1 . . . .
        6 . . . . . . . . .
          --- --- --- ---
        5 . . . . . . . . .
        1 . . . . 0 . . . .
    """).state
    assert_allowed(state, "h5v")
    assert_allowed(state, "h6h")
    assert_allowed(state, "h4h")
    after = assert_allowed(assert_allowed(state, "h6h"), "a1h")
    assert_refused(after, "h5v", "would shut seat 0 in")
