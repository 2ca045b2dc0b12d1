"""The engine mode's `solve`, `slides` and `choose` for Hyper Robots, as far as no story of the engine tells it."""

import copy
import json

import pytest

from game.engine_mode.engine import Engine
from tests.processes import run

START = {"game": "robots", "options": {"players": 2}, "seed": 3, "actions": []}
PRACTICE = {**START, "options": {"players": 1}}
AROUND = [(7, 6, 4), (8, 6, 4), (7, 9, 1), (8, 9, 1), (6, 7, 2), (6, 8, 2), (9, 7, 8), (9, 8, 8)]
"""Where walls stand around the block in the middle, and on which side."""


@pytest.fixture(scope="module")
def engine():
    return Engine()


def ask(engine, command, **fields):
    return engine.handle(json.dumps({"cmd": command, **fields}))


@pytest.fixture
def puzzle(engine):
    return copy.deepcopy(ask(engine, "state", **START)["details"]["puzzle"])


def in_the_open(puzzle, target, **robots):
    """The puzzle with red's target there, on a board where nothing stops a robot but the border and the others."""
    sides = [[(y == 0) | (x == 15) * 2 | (y == 15) * 4 | (x == 0) * 8 for x in range(16)] for y in range(16)]
    for x, y in ((7, 7), (8, 7), (7, 8), (8, 8)):
        sides[y][x] = 15
    for x, y, wall in AROUND:
        sides[y][x] |= wall
    return {**puzzle, "walls": sides, "reflectors": [], "target": {"color": "red", "cells": [target]}, "robots": robots}


class TestSolve:
    def test_the_solution_wins_the_chip_by_the_rules(self, engine, puzzle):
        solution = ask(engine, "solve", puzzle=puzzle)["solution"]
        actions = ["0:bid 5", "0:agree", "1:agree", *(f"0:{robot} {heading}" for robot, heading in solution)]
        assert ask(engine, "state", **{**START, "actions": actions})["details"]["chips"] == [1, 0]

    def test_a_bound_where_the_seconds_end_first(self, engine, puzzle):
        hard = in_the_open(puzzle, [5, 11], **{colour: [x, 0] for x, colour in enumerate(puzzle["robots"])})
        answer = ask(engine, "solve", puzzle=hard, seconds=0.05)
        assert (answer["moves"], answer["reason"], answer["solution"]) == (None, "seconds", [])
        assert 3 < answer["at_least"] <= 30
        assert "at_least" not in ask(engine, "solve", puzzle=hard, max_moves=3)

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

    @pytest.mark.parametrize(("rule", "moves"), [("own", 3), ("any", 2), ("turn", 3)])
    def test_the_rule_on_one_move_arrivals(self, engine, puzzle, rule, moves):
        """Red has the target right before it: own takes a way out and back, any an idle move of another robot."""
        near = in_the_open(puzzle, [0, 15], red=[0, 0], yellow=[3, 3], green=[5, 5], blue=[9, 5], silver=[5, 11])
        assert ask(engine, "solve", puzzle=near, one_move_rule=rule)["moves"] == moves


class TestSlides:
    @pytest.mark.parametrize(("command", "told"), [("slides", ""), ("solve", "the search runs uncompiled")])
    def test_nothing_is_compiled_for_them(self, puzzle, command, told):
        """Whoever would have the search compiled says that here it cannot be."""
        request = json.dumps({"cmd": command, "puzzle": puzzle, **({"max_moves": 1} if told else {})})
        done = run("main.py", "engine", stdin=request.encode(), NUMBA_DISABLE_JIT="1")
        assert json.loads(done.stdout)["ok"] and bool(told) == bool(done.stderr) and told in done.stderr.decode()

    def test_they_are_the_moves_of_the_rules(self, engine, puzzle):
        slides = ask(engine, "slides", puzzle=puzzle)["slides"]
        assert list(slides) == ["red", "yellow", "green", "blue", "silver"]
        assert all(list(ways) == ["N", "E", "S", "W"] for ways in slides.values())
        practice = ask(engine, "state", **PRACTICE)
        robots = practice["details"]["puzzle"]["robots"]
        ways = {f"0:{robot} {way}": (robot, cell) for robot in slides for way, cell in slides[robot].items()}
        legal = practice["legal"]["0"]
        assert [text for text, (robot, cell) in ways.items() if cell != robots[robot]] == legal
        robot, cell = ways[legal[0]]
        after = ask(engine, "state", **{**PRACTICE, "actions": [legal[0]]})
        assert after["details"]["puzzle"]["robots"][robot] == cell
