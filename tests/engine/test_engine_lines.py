"""Engine mode's `choose` with `lines`: the best actions of each game, the best first."""

import json
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from game.agents.agent import Variation
from game.core.options import resolve
from game.core.record import replay
from game.engine_mode.engine import Engine
from game.quoridor.analysis import Analysis, chance
from game.quoridor.board import action_of
from game.registry import GAMES, find
from tests.toy import NIM, NimBrain

PROBLEM: dict[str, Any] = {  # of Hyper Robots: practice, where one route is sought
    "game": "robots",
    "options": {"players": 1},
    "seed": 3,
}


class Ranking(NimBrain):
    """A brain that compares actions; its second line has no finite score."""

    asked: ClassVar[list[tuple[int, float | None, int]]] = []

    def rank(self, state, seat, level, seconds, stop, count):
        self.asked.append((level, seconds, count))
        return [Variation("take 2", 1.0, 3, ("take 2", "take 1")), Variation("take 1", float("inf"))][:count]


def ask(request, games=GAMES):
    return Engine(games).handle(json.dumps({"cmd": "choose", "level": 5, **request}))


def lines_of(request):
    answer = ask(request)
    assert answer["ok"], answer
    return answer["lines"]


def assert_sound(request, lines):
    """Each is another legal action, with a line that begins with it and can be played."""
    spec = find(request["game"])
    options = resolve(spec.options, request.get("options", {}))
    before = request.get("actions", [])
    assert len({line["action"] for line in lines}) == len(lines)
    for line in lines:
        seat, colon, _ = line["action"].rpartition(":")
        assert seat + colon + line["pv"][0] == line["action"]
        if not spec.simultaneous:
            replay(spec, options, request.get("seed", 0), [*before, *line["pv"]])


def test_what_is_not_known_of_a_line_is_left_out():
    games = {"nim": replace(NIM, brain=f"{__name__}:Ranking")}
    answer = ask({"game": "nim", "lines": 2}, games)
    assert answer["lines"] == [
        {"action": "take 2", "score": 1.0, "depth": 3, "pv": ["take 2", "take 1"]},
        {"action": "take 1"},
    ]


def test_the_time_is_shared_with_the_choice():
    games = {"nim": replace(NIM, brain=f"{__name__}:Ranking")}
    ask({"game": "nim", "lines": 1, "seconds": 5, "level": 4}, games)
    ask({"game": "nim", "lines": 1, "seconds": 0}, games)
    (level, seconds, count), (_, nothing, _) = Ranking.asked[-2:]
    assert (level, count, nothing) == (4, 1, 0.0) and 4 < seconds <= 5


@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_lines_none_are_told(game):
    answer = ask({"game": game, "level": 1, "seat": 0})
    assert answer["ok"] and "lines" not in answer


@pytest.mark.parametrize(
    "actions",
    [
        ["e2", "e8", "e3", "e7", "d3h"],
        ["d1", "f9", "f6v", "h2v", "e4h", "g9", "c1", "e6h", "g5v", "e5h", "c4h", "g8"],
    ],
)
def test_quoridor_agrees_with_a_search_of_every_move(actions):
    request: dict[str, Any] = {"game": "quoridor", "level": 3, "lines": 3, "actions": actions}
    lines = lines_of(request)
    assert_sound(request, lines)
    spec = find("quoridor")
    state = replay(spec, resolve(spec.options, {}), 0, request["actions"]).state
    depth = lines[0]["depth"]
    analysis = Analysis(state, 3_000_000, lambda: False, size_bits=16)
    for branch in analysis.branches:
        assert analysis.search(branch, depth)
    worth = {spec.rules.text(action_of(branch.move)): chance(branch.value) for branch in analysis.branches}
    best = sorted(worth.values(), reverse=True)
    assert len(lines) == 3 and depth >= 2
    for place, line in enumerate(lines):
        assert line["depth"] == depth
        assert abs(worth[line["action"]] - line["score"]) < 0.1  # both leave something out, though not the same
        assert worth[line["action"]] > best[place] - 0.1


def test_quoridor_names_wins_first():
    steps = ["e2", "d9", "e3", "d8", "e4", "c8", "e5", "d8", "e6", "c8", "e7", "b8", "e8", "a8"]
    request: dict[str, Any] = {"game": "quoridor", "lines": 3, "actions": steps, "seconds": 2}
    lines = lines_of(request)
    assert [(line["action"], line["depth"]) for line in lines][:1] == [("e9", 1)]
    assert lines[0]["score"] == 1 and len(lines) == 3
    assert_sound(request, lines[:1])


@pytest.mark.parametrize("count", [2, 10])
def test_coffee_agrees_with_what_is_proven(count):
    position = {"game": "coffee", "options": {"board": "sq3", "n": 3}, "actions": ["b2h"]}
    proven = Engine().handle(json.dumps({"cmd": "theory", "seconds": 60, **position}))["after"]
    lines = lines_of({**position, "lines": count})
    assert_sound(position, lines)
    assert len(lines) == min(count, len(proven))
    for line in lines:
        value, _ = proven[line["action"]]
        assert (value == "win", value == "loss") == (line["score"] > 20_000, line["score"] < -20_000), line
    scores = [line["score"] for line in lines]
    assert scores == sorted(scores, reverse=True)
    wins = sum(value == "win" for value, _ in proven.values())
    assert sum(score > 20_000 for score in scores) == min(count, wins)
    fastest = min((distance for value, distance in proven.values() if value == "win"), default=None)
    assert fastest is None or proven[lines[0]["action"]] == ["win", fastest]


def test_coffee_counts_swapping_among_the_actions():
    request = {"game": "coffee", "options": {"board": "sq4", "pie": True}, "actions": ["b2h"], "level": 3, "lines": 10}
    lines = lines_of(request)
    (swap,) = [line for line in lines if line["action"] == "swap"] or [None]
    best = max(line["score"] for line in lines if line["action"] != "swap")
    assert (swap is None and best > 0) or swap["score"] == -best


def test_coffee_leaves_little_to_one_who_may_swap():
    lines = lines_of({"game": "coffee", "options": {"board": "sq4", "pie": True}, "level": 2, "lines": 4})
    assert all(line["score"] <= 0 for line in lines) and len(lines) > 0


def test_star_agrees_with_the_table():
    position = {"game": "star", "actions": ["@a2", "@b2"]}
    after = Engine().handle(json.dumps({"cmd": "theory", **position}))["after"]
    lines = lines_of({**position, "lines": 10})
    assert_sound(position, lines)
    told = [[line["score"], line.get("depth")] for line in lines]
    scores = {"win": 1.0, "draw": 0.0, "loss": -1.0}
    assert told == [[scores[after[line["action"]][0]], after[line["action"]][1]] for line in lines]

    def worth(entry):
        score, distance = entry
        return score / (distance + 1) if distance is not None else 0.0

    wanted = sorted((worth((scores[value], distance)) for value, distance in after.values()), reverse=True)
    assert [worth(entry) for entry in told] == wanted[:10]


def test_robots_tell_the_numbers_that_can_be_declared():
    lines = lines_of({"game": "robots", "seed": 5, "seat": 1, "lines": 10})
    numbers = [int(line["action"].removeprefix("1:bid ")) for line in lines]
    assert numbers and numbers == sorted(set(numbers)) == [len(line["pv"]) for line in lines]
    again = lines_of({"game": "robots", "seed": 5, "seat": 1, "lines": 10, "actions": [f"1:bid {numbers[0]}"]})
    assert again == [], "nothing lower is to be had"


def test_robots_have_one_line_in_practice():
    (line,) = lines_of({**PROBLEM, "seat": 0, "lines": 4})
    spec = find("robots")
    replay(spec, resolve(spec.options, PROBLEM["options"]), 3, [f"0:{move}" for move in line["pv"]])
    assert line["depth"] == len(line["pv"])
