"""Set-up, turns, the forced pass, the end, notation and the position as text and as JSON."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from game.core.options import resolve
from game.core.rules import IllegalActionError, NotationError, OptionError, Outcome
from game.quoridor import SPEC, rules
from game.quoridor.state import (
    GoalReached,
    Pass,
    Passed,
    PawnMove,
    State,
    WallPlacement,
    cell_name,
    goal_cells,
    start_state,
)
from tests.rules.quoridor_ascii import read


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = rules.apply(state, state.mover, rules.parse(text))[0]
    return state


def line_of(cells: frozenset[int]) -> set[str]:
    return {cell_name(cell) for cell in cells}


def test_two_players_start_opposite_each_other_with_ten_walls() -> None:
    state = rules.start(resolve(SPEC.options, {"players": 2}), seed=0)
    assert [cell_name(cell) for cell in state.pawns] == ["e1", "e9"]
    assert state.walls_left == (10, 10)
    assert line_of(goal_cells(2, 0)) == {f"{file}9" for file in "abcdefghi"}
    assert line_of(goal_cells(2, 1)) == {f"{file}1" for file in "abcdefghi"}


def test_four_players_start_on_the_four_sides_with_five_walls() -> None:
    state = rules.start(resolve(SPEC.options, {"players": 4}), seed=0)
    assert [cell_name(cell) for cell in state.pawns] == ["e1", "a5", "e9", "i5"]
    assert state.walls_left == (5, 5, 5, 5)
    assert line_of(goal_cells(4, 0)) == {f"{file}9" for file in "abcdefghi"}
    assert line_of(goal_cells(4, 1)) == {f"i{rank}" for rank in range(1, 10)}
    assert line_of(goal_cells(4, 2)) == {f"{file}1" for file in "abcdefghi"}
    assert line_of(goal_cells(4, 3)) == {f"a{rank}" for rank in range(1, 10)}


@pytest.mark.parametrize("players", [0, 1, 3, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(OptionError, match="2, 4"):
        resolve(SPEC.options, {"players": players})


def test_two_players_take_turns() -> None:
    state = start_state(2, False)
    movers = []
    for text in ("e2", "e8", "a1h", "h8h", "e3"):
        movers.append(state.mover)
        state = play(state, text)
    assert movers == [0, 1, 0, 1, 0]
    assert rules.decision(state) == 5


def test_four_players_take_turns_clockwise() -> None:
    state = start_state(4, False)
    movers = []
    for text in ("e2", "b5", "a1h", "h5", "e3"):
        movers.append(state.mover)
        state = play(state, text)
    assert movers == [0, 1, 2, 3, 0]


def test_only_the_mover_may_act() -> None:
    state = start_state(2, False)
    assert rules.legal(state, 1) == ()
    with pytest.raises(IllegalActionError, match="seat 0's turn"):
        rules.apply(state, 1, PawnMove(67))


def test_states_never_change() -> None:
    state = start_state(2, False)
    with pytest.raises(FrozenInstanceError):
        state.mover = 1


BOXED_IN = """
    9 . . . . . . . . 3
    3 2 . . . . . . . .
    2 1|. . . . . . . .
       |
    1 0|. . . . . . . .
"""


def test_boxed_in_and_out_of_walls_the_only_action_is_a_pass() -> None:
    state = read(BOXED_IN, walls_left=0).state
    assert rules.legal(state, 0) == (Pass(),)
    after, events = rules.apply(state, 0, Pass())
    assert events == (Passed(0),)
    assert after.pawns == state.pawns
    assert rules.actors(after) == (1,)


def test_boxed_in_with_a_wall_left_a_wall_must_be_placed() -> None:
    state = read(BOXED_IN, walls_left=1).state
    actions = rules.legal(state, 0)
    assert actions
    assert all(isinstance(action, WallPlacement) for action in actions)
    with pytest.raises(IllegalActionError, match="passing"):
        rules.apply(state, 0, Pass())


def test_nobody_passes_who_can_move() -> None:
    with pytest.raises(IllegalActionError, match="passing"):
        rules.apply(start_state(2, False), 0, Pass())


@pytest.mark.parametrize("target", ["a9", "b9"])
def test_any_cell_of_the_goal_line_wins_at_once(target: str) -> None:
    state = read("""
        9 . . . . . . . . .
        8 0 . . . . . . . .
        2 . . . . . . . . 1
    """).state
    if target == "b9":
        state = play(state, "b8", "h2")
    after, events = rules.apply(state, 0, rules.parse(target))
    assert rules.outcome(after) == Outcome(winners=(0,), reason="goal")
    assert events[-1] == GoalReached(0, after.pawns[0])


@pytest.mark.parametrize(("seat", "target"), [(0, "c9"), (1, "i3"), (2, "g1"), (3, "a7")])
def test_with_four_players_the_first_to_arrive_ends_the_game(seat: int, target: str) -> None:
    state = read("""
        9 . . . . . . . . .
        8 . . 0 . . . . . .
        7 . 3 . . . . . . .
        3 . . . . . . . 1 .
        2 . . . . . . 2 . .
    """, mover=seat).state  # fmt: skip
    after = play(state, target)
    assert rules.outcome(after) == Outcome((seat,), "goal")
    assert rules.actors(after) == ()
    assert all(rules.legal(after, other) == () for other in range(4))
    with pytest.raises(IllegalActionError, match="over"):
        rules.apply(after, after.mover, rules.parse("a1h"))


def test_a_line_that_is_not_ones_own_goal_does_not_win() -> None:
    state = read("""
        9 . . . . . . . . .
        5 . 0 . . . . . . .
        3 . . . . 1 2 . 3 .
    """).state
    assert rules.outcome(play(state, "a5")) is None


def test_running_games_have_no_outcome_and_no_clock() -> None:
    state = start_state(4, True)
    assert rules.outcome(state) is None
    assert rules.timer(state) is None


def test_every_text_stands_for_one_action() -> None:
    texts = ["pass"]
    texts += [f"{file}{rank}" for rank in range(1, 10) for file in "abcdefghi"]
    texts += [f"{file}{rank}{kind}" for kind in "hv" for rank in range(1, 9) for file in "abcdefgh"]
    actions = {rules.parse(text) for text in texts}
    assert len(actions) == 1 + 81 + 128
    assert [rules.text(rules.parse(text)) for text in texts] == texts


def test_texts_read_as_the_rules_number_the_board() -> None:
    assert rules.parse("a1") == PawnMove(0)
    assert rules.parse("i1") == PawnMove(8)
    assert rules.parse("e4") == PawnMove(31)
    assert rules.parse("h8v") == WallPlacement(63, "v")
    assert rules.parse("a2h") == WallPlacement(8, "h")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "e",
        "e0",
        "e10",
        "j1",
        "E2",
        "e2 ",
        " e2",
        "e2\n",
        "e2x",
        "e3H",
        "i1h",
        "a9h",
        "he3",
        "Pass",
        "e٣",
        "e3hh",
    ],
)
def test_other_texts_are_no_notation(text: str) -> None:
    with pytest.raises(NotationError, match="no Quoridor action"):
        rules.parse(text)


def test_the_picture_shows_cells_walls_and_seats() -> None:
    state = play(start_state(2, False), "e2", "e3h", "c7v", "e8")
    lines = [line.rstrip() for line in rules.picture(state).splitlines()]
    assert lines == [
        "9 . . . . . . . . .",
        "",
        "8 . . .|. 1 . . . .",
        "       |",
        "7 . . .|. . . . . .",
        "",
        "6 . . . . . . . . .",
        "",
        "5 . . . . . . . . .",
        "",
        "4 . . . . . . . . .",
        "          ---",
        "3 . . . . . . . . .",
        "",
        "2 . . . . 0 . . . .",
        "",
        "1 . . . . . . . . .",
        "  a b c d e f g h i",
        "0: e2, walls left 9, steps to go 8, to move",
        "1: e8, walls left 9, steps to go 8",
    ]


def test_the_picture_says_who_has_won() -> None:
    state = read("""
        8 0 . . . . . . . .
        2 . . . . . . . . 1
    """).state
    assert "0: a9, walls left 5, steps to go 0, has won" in rules.picture(play(state, "a9"))


def test_details_are_plain_values() -> None:
    state = play(start_state(2, False), "e2", "e3h", "c7v", "e8")
    assert rules.details(state) == {
        "pawns": ["e2", "e8"],
        "walls": ["e3h", "c7v"],
        "walls_left": [9, 9],
        "distances": [8, 8],
    }
