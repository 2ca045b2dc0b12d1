"""The puzzle format: what is written can be read, and what is wrong is named."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.rules import PuzzleError
from game.robots import SPEC, rules
from game.robots.arrival import Target
from game.robots.board import COLOURS, Reflector
from game.robots.puzzle import read_puzzle, write_puzzle


def example():
    return rules.details(rules.start(resolve(SPEC.options, {}), 3))["puzzle"]


def test_what_is_written_can_be_read():
    for seed in range(30):
        state = rules.start(resolve(SPEC.options, {}), seed)
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


def set_at(path, value):
    """A change that sets the entry at a path."""

    def change(data):
        *parents, last = path
        for step in parents:
            data = data[step]
        data[last] = value

    return change


def open_border(data):
    data["walls"][0][5] &= ~1


def half_a_wall(data):
    data["walls"][3][0] = 8 | 2
    data["walls"][3][1] &= ~8


def drop(*path):
    def change(data):
        *parents, last = path
        for step in parents:
            data = data[step]
        del data[last]

    return change


WRONG = [
    (drop("walls"), "walls: is missing"),
    (drop("reflectors"), "reflectors: is missing"),
    (drop("robots"), "robots: is missing"),
    (drop("target"), "target: is missing"),
    (set_at(["walls"], None), "walls: None is not a list of 16"),
    (drop("walls", 15), "is not a list of 16"),
    (drop("walls", 4, 0), "walls[4]: "),
    (set_at(["walls", 4], "0" * 16), "walls[4]: "),
    (set_at(["walls", 4, 2], 16), "walls[4][2]: 16 is not a whole number from 0 to 15"),
    (set_at(["walls", 4, 2], -1), "walls[4][2]: "),
    (set_at(["walls", 4, 2], True), "walls[4][2]: "),
    (set_at(["walls", 4, 2], 1.0), "walls[4][2]: "),
    (open_border, "walls[0][5]: the border is open to the N"),
    (half_a_wall, "walls[3][0]: has a wall to the E that walls[3][1] on its other side has not"),
    (set_at(["walls", 7, 7], 9), "walls[7][7]: 9, but a centre cell is closed all round (15)"),
    (set_at(["reflectors"], {}), "reflectors: {} is not a list"),
    (set_at(["reflectors", 0], []), "reflectors[0]: [] is not an object"),
    (drop("reflectors", 0, "orientation"), "reflectors[0].orientation: is missing"),
    (set_at(["reflectors", 0, "orientation"], "|"), "reflectors[0].orientation: '|' is an unknown orientation"),
    (set_at(["reflectors", 1, "color"], "pink"), "reflectors[1].color: 'pink' is an unknown colour"),
    (set_at(["reflectors", 1, "color"], ["red"]), "reflectors[1].color: ['red'] is an unknown colour"),
    (set_at(["reflectors", 0, "x"], 16), "reflectors[0].x: 16 is not a whole number from 0 to 15"),
    (set_at(["reflectors", 0, "y"], "1"), "reflectors[0].y: '1' is not"),
    (set_at(["robots"], [1, 2]), "robots: [1, 2] is not an object"),
    (drop("robots", "silver"), "robots.silver: is missing"),
    (set_at(["robots", "pink"], [0, 0]), "robots.pink: 'pink' is an unknown colour"),
    (set_at(["robots", "red"], [16, 0]), "robots.red: [16, 0] is not on the board"),
    (set_at(["robots", "red"], [0, -1]), "robots.red: [0, -1] is not on the board"),
    (set_at(["robots", "red"], [0]), "robots.red: [0] is not a list of 2"),
    (set_at(["robots", "red"], [0, False]), "robots.red: "),
    (set_at(["target"], []), "target: [] is not an object"),
    (drop("target", "color"), "target.color: is missing"),
    (set_at(["target", "color"], "pink"), "target.color: 'pink' is an unknown colour"),
    (set_at(["target", "color"], None), "target.color: None is an unknown colour"),
    (set_at(["target", "cells"], []), "target.cells: is empty"),
    (set_at(["target", "cells"], [[1, 2], [1, 99]]), "target.cells[1]: [1, 99] is not on the board"),
    (set_at(["target", "cells"], [3]), "target.cells[0]: 3 is not a list of 2"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_is_named_with_its_field(change, message):
    data = copy.deepcopy(example())
    change(data)
    with pytest.raises(PuzzleError) as raised:
        read_puzzle(data)
    assert message in str(raised.value)


def test_two_robots_on_one_cell():
    data = example()
    data["robots"]["blue"] = data["robots"]["yellow"]
    with pytest.raises(PuzzleError, match=r"robots.blue: .* is where yellow stands"):
        read_puzzle(data)


def test_two_reflectors_on_one_cell():
    data = example()
    data["reflectors"].append(data["reflectors"][0])
    with pytest.raises(PuzzleError, match=r"there is a reflector on .* already"):
        read_puzzle(data)


@pytest.mark.parametrize("data", [None, 7, "walls", []])
def test_something_else_than_an_object(data):
    with pytest.raises(PuzzleError, match="puzzle: "):
        read_puzzle(data)
