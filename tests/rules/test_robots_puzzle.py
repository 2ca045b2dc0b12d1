"""The puzzle format: what is written can be read, and what is wrong is named."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from operator import getitem

import pytest

from game.core.rules import PuzzleError
from game.robots import rules
from game.robots.board import COLOURS, Reflector
from game.robots.puzzle import read_puzzle, write_puzzle
from game.robots.rounds import Target
from tests import make
from tests.stories import is_like
from tests.tables import rows


def example():
    return rules.details(make.state("robots", seed=3))["puzzle"]


def test_what_is_written_can_be_read():
    for seed in range(30):
        state = make.state("robots", seed=seed)
        data = json.loads(json.dumps(rules.details(state)["puzzle"]))
        puzzle = read_puzzle(data)
        assert puzzle.board == replace(state.board, marks={})
        assert puzzle.robots == state.robots
        assert puzzle.target == Target(state.chip.colour, state.board.targets(state.chip))
        assert write_puzzle(puzzle.board, puzzle.robots, puzzle.target) == data


def test_robots_may_stand_on_marks_and_reflectors_and_reflectors_may_be_silver():
    data = example()
    reflector = data["reflectors"][0]
    reflector["color"] = "silver"
    data["robots"]["red"] = [reflector["x"], reflector["y"]]
    data["robots"]["blue"] = data["target"]["cells"][0]
    data["remark"] = "further fields are ignored"
    puzzle = read_puzzle(data)
    assert puzzle.board.reflectors[puzzle.robots[0]] == Reflector(reflector["orientation"], "silver")
    assert puzzle.robots[3] in puzzle.target.cells


def test_a_target_may_be_for_any_robot_and_have_several_cells():
    data = example()
    data["target"] = {"color": "any", "cells": [[3, 4], [0, 1]]}
    assert read_puzzle(data).target == Target("any", (16, 67))
    assert read_puzzle(data).target.robots == COLOURS


@pytest.mark.parametrize(("place", "value", "said"), rows("no_puzzles", 3))
def test_what_is_wrong_is_named_with_its_field(place, value, said):
    data = example()
    *parents, last = (int(part) if part.isdecimal() else part for part in place.split())
    part = reduce(getitem, parents, data)
    if value:
        part[last] = json.loads(value)
    else:
        del part[last]
    with pytest.raises(PuzzleError) as raised:
        read_puzzle(data)
    assert is_like(str(raised.value), said)


@pytest.mark.parametrize("data", [None, 7, "walls", []])
def test_something_else_than_an_object(data):
    with pytest.raises(PuzzleError, match="puzzle: "):
        read_puzzle(data)
