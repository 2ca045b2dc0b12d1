"""The engine mode's `solve`, `slides` and `choose` for Hyper Robots."""

import copy
import json

import pytest

from game.agents import compiling
from game.engine import Engine

START = {"game": "robots", "options": {"players": 2}, "seed": 3, "actions": []}


@pytest.fixture(scope="module")
def engine():
    return Engine()


def ask(engine, command, **fields):
    return engine.handle(json.dumps({"cmd": command, **fields}))


@pytest.fixture
def puzzle(engine):
    return copy.deepcopy(ask(engine, "state", **START)["details"]["puzzle"])


class TestSolve:
    def test_a_route_in_full(self, engine, puzzle):
        answer = ask(engine, "solve", puzzle=puzzle, id="p1")
        assert (answer["ok"], answer["id"], answer["moves"]) == (True, "p1", 5)
        assert len(answer["solution"]) == 5
        assert all(robot in puzzle["robots"] and heading in "NESW" for robot, heading in answer["solution"])
        assert answer["nodes"] > 0 and answer["seconds"] >= 0 and "reason" not in answer

    def test_the_solution_wins_the_chip_by_the_rules(self, engine, puzzle):
        solution = ask(engine, "solve", puzzle=puzzle)["solution"]
        actions = ["0:bid 5", "0:agree", "1:agree", *(f"0:{robot} {heading}" for robot, heading in solution)]
        assert ask(engine, "state", **{**START, "actions": actions})["details"]["chips"] == [1, 0]

    def test_no_route_within_the_limit(self, engine, puzzle):
        answer = ask(engine, "solve", puzzle=puzzle, max_moves=4)
        assert (answer["ok"], answer["moves"], answer["reason"], answer["solution"]) == (True, None, "max_moves", [])

    def test_a_bound_where_the_seconds_end_first(self, engine, puzzle):
        """Nothing stops a robot but the border and the others."""
        sides = [[(y == 0) | (x == 15) * 2 | (y == 15) * 4 | (x == 0) * 8 for x in range(16)] for y in range(16)]
        for x, y in ((7, 7), (8, 7), (7, 8), (8, 8)):
            sides[y][x] = 15
        for x, y, wall in ((7, 6, 4), (8, 6, 4), (7, 9, 1), (8, 9, 1), (6, 7, 2), (6, 8, 2), (9, 7, 8), (9, 8, 8)):
            sides[y][x] |= wall
        puzzle |= {"walls": sides, "reflectors": [], "target": {"color": "red", "cells": [[5, 11]]}}
        puzzle["robots"] = {colour: [x, 0] for x, colour in enumerate(puzzle["robots"])}
        answer = ask(engine, "solve", puzzle=puzzle, seconds=0.05)
        assert (answer["moves"], answer["reason"], answer["solution"]) == (None, "seconds", [])
        assert 3 < answer["at_least"] <= 30
        assert "at_least" not in ask(engine, "solve", puzzle=puzzle, max_moves=3)

    def test_all_shortest_routes(self, engine, puzzle):
        alone = ask(engine, "solve", puzzle=puzzle)
        assert not {"routes", "count", "complete"} & set(alone)
        answer = ask(engine, "solve", puzzle=puzzle, all=1_000)
        routes = answer["routes"]
        assert (answer["ok"], answer["moves"], answer["complete"]) == (True, alone["moves"], True)
        assert answer["count"] == len(routes) == len(set(map(str, routes))) and answer["solution"] == routes[0]
        assert all(len(route) == alone["moves"] for route in routes)
        fewer = ask(engine, "solve", puzzle=puzzle, all=1)
        assert (fewer["routes"], fewer["count"], fewer["complete"]) == (routes[:1], 1, len(routes) == 1)

    def test_routes_come_in_the_order_of_their_moves(self, engine, puzzle):
        """Red goes to the corner by either side."""
        sides = [[(y == 0) | (x == 15) * 2 | (y == 15) * 4 | (x == 0) * 8 for x in range(16)] for y in range(16)]
        for x, y in ((7, 7), (8, 7), (7, 8), (8, 8)):
            sides[y][x] = 15
        for x, y, wall in ((7, 6, 4), (8, 6, 4), (7, 9, 1), (8, 9, 1), (6, 7, 2), (6, 8, 2), (9, 7, 8), (9, 8, 8)):
            sides[y][x] |= wall
        puzzle |= {"walls": sides, "reflectors": [], "target": {"color": "red", "cells": [[15, 15]]}}
        puzzle["robots"] = {"red": [2, 3], "yellow": [0, 15], "green": [0, 0], "blue": [6, 1], "silver": [9, 5]}
        answer = ask(engine, "solve", puzzle=puzzle, all=10)
        assert answer["routes"] == [[["red", "E"], ["red", "S"]], [["red", "S"], ["red", "E"]]]

    def test_no_routes_where_there_are_none(self, engine, puzzle):
        answer = ask(engine, "solve", puzzle=puzzle, all=5, max_moves=4)
        assert (answer["routes"], answer["count"], answer["complete"]) == ([], 0, False)
        puzzle["target"]["cells"] = [[7, 7]]
        answer = ask(engine, "solve", puzzle=puzzle, all=5)
        assert (answer["routes"], answer["count"], answer["complete"], answer["reason"]) == ([], 0, True, "unreachable")

    def test_no_route_at_all(self, engine, puzzle):
        puzzle["target"]["cells"] = [[7, 7]]
        answer = ask(engine, "solve", puzzle=puzzle)
        assert (answer["moves"], answer["reason"]) == (None, "unreachable")

    def test_the_rule_on_one_move_arrivals(self, engine, puzzle):
        """Red has the target right before it: own takes a way out and back, any an idle move of another robot."""
        puzzle["reflectors"] = []
        puzzle["walls"] = [
            [(y == 0) | (x == 15) * 2 | (y == 15) * 4 | (x == 0) * 8 for x in range(16)] for y in range(16)
        ]
        for y in (7, 8):
            for x in (7, 8):
                puzzle["walls"][y][x] = 15
            puzzle["walls"][y][6] |= 2
            puzzle["walls"][y][9] |= 8
        for x in (7, 8):
            puzzle["walls"][6][x] |= 4
            puzzle["walls"][9][x] |= 1
        puzzle["robots"] = {"red": [0, 0], "yellow": [3, 3], "green": [5, 5], "blue": [9, 5], "silver": [5, 11]}
        puzzle["target"] = {"color": "red", "cells": [[0, 15]]}
        moves = {
            rule: ask(engine, "solve", puzzle=puzzle, one_move_rule=rule)["moves"] for rule in ("own", "any", "turn")
        }
        assert moves == {"own": 3, "any": 2, "turn": 3}

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"puzzle": None}, "bad_puzzle"),
            ({"puzzle": {}}, "bad_puzzle"),
            ({}, "bad_puzzle"),
            ({"one_move_rule": "best"}, "bad_options"),
            ({"one_move_rule": ["own"]}, "bad_options"),
            ({"max_moves": 0}, "bad_options"),
            ({"max_moves": 2.5}, "bad_options"),
            ({"max_moves": True}, "bad_options"),
            ({"threads": 0}, "bad_options"),
            ({"threads": 3}, "bad_options"),
            ({"threads": True}, "bad_options"),
            ({"all": 0}, "bad_options"),
            ({"all": 1001}, "bad_options"),
            ({"all": 2.0}, "bad_options"),
            ({"all": True}, "bad_options"),
            ({"all": None}, "bad_options"),
            ({"seconds": -1}, "bad_options"),
            ({"seconds": "long"}, "bad_options"),
        ],
    )
    def test_what_is_wrong_has_a_code(self, engine, puzzle, fields, code):
        request = {"puzzle": puzzle, **fields} if fields else {}
        answer = ask(engine, "solve", **request)
        assert (answer["ok"], answer["error"]) == (False, code)

    def test_a_bad_puzzle_names_the_field(self, engine, puzzle):
        puzzle["robots"]["green"] = puzzle["robots"]["red"]
        answer = ask(engine, "solve", puzzle=puzzle)
        assert answer["error"] == "bad_puzzle" and answer["message"].startswith("robots.green: ")


class TestSlides:
    def test_nothing_is_compiled_for_them(self, engine, puzzle, monkeypatch):
        prepared = []
        monkeypatch.setattr(compiling, "prepare_kernels", lambda spec, puzzles, tell: prepared.append(spec.id))
        monkeypatch.setattr(compiling, "_solvable", set())
        assert ask(engine, "slides", puzzle=puzzle)["ok"]
        assert prepared == []
        assert ask(engine, "solve", puzzle=puzzle)["ok"]
        assert prepared == ["robots"]

    def test_every_robot_and_heading(self, engine, puzzle):
        slides = ask(engine, "slides", puzzle=puzzle)["slides"]
        assert list(slides) == ["red", "yellow", "green", "blue", "silver"]
        assert all(list(ways) == ["N", "E", "S", "W"] for ways in slides.values())

    def test_they_are_the_moves_of_the_rules(self, engine, puzzle):
        slides = ask(engine, "slides", puzzle=puzzle)["slides"]
        practice = ask(engine, "state", **{**START, "options": {"players": 1}})
        legal = practice["legal"]["0"]
        moves = [
            f"0:{robot} {heading}"
            for robot, ways in slides.items()
            for heading, cell in ways.items()
            if cell != practice["details"]["puzzle"]["robots"][robot]
        ]
        assert moves == legal
        after = ask(engine, "state", **{**START, "options": {"players": 1}, "actions": [legal[0]]})
        robot, heading = legal[0][2:].split()
        assert after["details"]["puzzle"]["robots"][robot] == slides[robot][heading]

    def test_a_bad_puzzle(self, engine):
        assert ask(engine, "slides", puzzle=[])["error"] == "bad_puzzle"


@pytest.mark.parametrize("level", range(1, 6))
def test_a_round_is_played_by_choices_alone(engine, level):
    actions: list[str] = []
    while len(actions) < 40:
        state = ask(engine, "state", **{**START, "actions": actions})
        if state["details"]["chip"] != ask(engine, "state", **START)["details"]["chip"]:
            break
        seat = state["actors"][0]
        answer = ask(engine, "choose", **{**START, "actions": actions}, level=level, seat=seat)
        assert answer["action"] in state["legal"][str(seat)]
        actions.append(answer["action"])
        if len(actions) in (2, 6) and state["details"]["clock"]:
            actions.append("clock:expire")
    assert len(actions) < 40
