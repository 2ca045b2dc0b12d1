"""When an arrival counts: two moves at least, the one-move rules, the black hole, doubled marks, practice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.rules import IllegalActionError, Outcome
from game.robots import SPEC, rules
from game.robots.arrival import counts
from game.robots.board import HOLE, Mark, cell_at
from game.robots.state import Arrived, RuleBites
from tests.rules.robots_ascii import game, moves, play

RED_CUP = Mark("red", "cup")


def arrival(state, *texts):
    """Whether seat 0 wins the chip by the last of these moves, and not before."""
    number = max(2, len(texts))
    _, events = play(state, f"0:bid {number}", "clock:expire", *(f"0:{text}" for text in texts))
    arrived = [event for event in events if isinstance(event, Arrived)]
    assert [event.moves for event in arrived] in ([], [len(texts)])
    return bool(arrived)


ONE_MOVE = """
    +--+--+--+--+--+
    |@R  .  .  . Rc|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    |@G  .  .  .  .|
    +--+--+--+--+--+
"""


@pytest.mark.parametrize(
    ("route", "own", "any_", "turn"),
    [
        (["red E"], False, False, False),
        (["green E", "red E"], False, True, False),
        (["red S", "red N", "red E"], True, True, True),
        (["red E", "red W", "red E"], True, True, False),
        (["red S", "red E", "red N"], True, True, True),
        (["red E", "green E", "red W", "red E"], True, True, False),
        (["red S", "green E", "red E", "red N"], True, True, True),
    ],
)
def test_what_another_route_is_after_a_one_move_arrival(route, own, any_, turn):
    for rule, expected in (("own", own), ("any", any_), ("turn", turn)):
        assert arrival(game(ONE_MOVE, RED_CUP, one_move_rule=rule), *route) == expected, rule


def test_a_denied_arrival_names_the_rule_and_the_demonstration_goes_on():
    state = game(ONE_MOVE, RED_CUP)
    assert state.bites == ("one_move",)
    state, _ = play(state, "0:bid 9", "clock:expire")
    after, events = play(state, "0:red E")
    assert events[-1] == RuleBites("one_move")
    assert rules.actors(after) == (0,)
    assert isinstance(play(after, "0:red W", "0:red E")[1][2], Arrived)


def test_without_a_one_move_arrival_any_route_of_two_moves_counts():
    """Blue stops red on the cup; nothing asks red for two moves of its own."""
    drawing = """
    +--+--+--+--+
    | .  .  . @B|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    |@R  . Rc  .|
    +  +  +  +--+
    | .  .  .  .|
    +--+--+--+--+
    """
    for rule in ("own", "any", "turn"):
        state = game(drawing, RED_CUP, one_move_rule=rule)
        assert state.bites == ()
        assert arrival(state, "blue S", "red E")


def test_passing_over_the_target_is_no_arrival():
    drawing = ONE_MOVE.replace("@R  .  .  . Rc", "@R  . Rc  .  .")
    state = game(drawing, RED_CUP)
    assert state.bites == ()
    assert not arrival(state, "green N", "red E")


def test_the_wrong_robot_does_not_arrive():
    state = game(ONE_MOVE, RED_CUP)
    assert not arrival(state, "green E", "green N")


@pytest.mark.parametrize(("route", "wins"), [(["red W"], False), (["red W", "red E"], True), (["green E"], False)])
def test_a_robot_on_the_target_leaves_and_comes_back(route, wins):
    drawing = ONE_MOVE.replace("@R  .  .  . Rc", " .  .  .  . @R")
    state = game(drawing, RED_CUP)
    state = replace(state, board=replace(state.board, marks={cell_at(4, 0): RED_CUP}), bites=("already_there",))
    assert arrival(state, *route) == wins


HOLE_BOARD = """
    +--+--+--+--+--+
    | .  .  .  . ()|
    +  +  +  +  +--+
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +  +  +  +  +  +
    | .  . @S  .  .|
    +  +  +  +  +  +
    | .  .  .  .  .|
    +--+--+--+--+--+
"""


def test_any_robot_may_reach_the_black_hole_silver_included():
    state = game(HOLE_BOARD, HOLE)
    assert state.bites == ()
    assert arrival(state, "silver N", "silver E")
    assert rules.details(state)["puzzle"]["target"] == {"color": "any", "cells": [[4, 0]]}


def test_on_the_black_hole_another_robot_may_arrive_instead():
    state = game(HOLE_BOARD, HOLE)
    there = (*state.robots[:3], cell_at(4, 0), state.robots[4])
    state = replace(state, robots=there, markers=there, bites=("already_there",))
    assert arrival(state, "silver N", "blue W", "blue E")
    assert arrival(state, "blue W", "silver N", "silver E")


def test_the_arriving_robot_itself_makes_two_moves_at_the_black_hole():
    drawing = HOLE_BOARD.replace("| .  .  .  . ()|", "|@G  .  .  . ()|")
    for rule, idle in (("own", False), ("any", True), ("turn", False)):
        state = game(drawing, HOLE, one_move_rule=rule)
        assert state.bites == ("one_move",)
        assert arrival(state, "silver E", "green E") == idle
        assert arrival(state, "silver N", "silver E")


def test_either_cell_of_a_doubled_mark_counts():
    drawing = """
    +--+--+--+--+
    |@R  .  . Rc|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    |Rc  .  .  .|
    +--+--+--+--+
    """
    state = game(drawing, RED_CUP)
    assert state.bites == ("doubled_mark", "one_move")
    assert rules.details(state)["puzzle"]["target"]["cells"] == [[3, 0], [0, 3]]
    assert arrival(state, "red E", "red S", "red W")
    assert arrival(state, "red S", "red E", "red N")
    assert arrival(state, "red E", "red W", "red S")


def test_counting_needs_two_moves_whatever_the_rule():
    for rule in ("own", "any", "turn"):
        assert not counts(moves("red E"), False, rule)
        assert not counts(moves("red E"), True, rule)
        assert counts(moves("blue N", "red E"), False, rule)


@pytest.mark.parametrize(
    ("route", "turned"),
    [
        (["red E", "red N"], True),
        (["red E", "red W"], False),
        (["red N", "red S", "red N"], False),
        (["red N", "blue E", "red S"], False),
        (["red N", "blue E", "red W"], True),
        (["blue N", "blue E", "red W"], False),
        (["red N", "red E", "red W"], True),
    ],
)
def test_a_right_angle_is_between_two_own_moves_in_a_row(route, turned):
    assert counts(moves(*route), True, "turn") == turned


PRACTICE = """
    +--+--+--+--+
    |@R  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  . Rc|
    +  +  +  +--+
    |@G  .  . @B|
    +--+--+--+--+
"""


def test_practice_has_slides_only_and_an_arrival_ends_it():
    state = game(PRACTICE, RED_CUP, players=1)
    assert state.phase == "practice"
    assert rules.timer(state) is None
    assert {rules.text(action).split()[0] for action in rules.legal(state, 0)} >= {"red", "green", "blue"}
    for entry in ("0:bid 3", "0:none", "0:agree", "0:concede", "clock:expire"):
        with pytest.raises(IllegalActionError):
            play(state, entry)
    after, events = play(state, "0:green N", "0:green S", "0:red E", "0:red S")
    assert events[-1] == Arrived("red", cell_at(3, 2), 4)
    assert rules.outcome(after) == Outcome((0,), "arrival")
    assert after.phase == "over"


def test_practice_can_be_taken_back_and_a_round_cannot():
    assert SPEC.undo_policy({"players": 1}) == "free"
    assert SPEC.undo_policy({"players": 2}) == "none"
