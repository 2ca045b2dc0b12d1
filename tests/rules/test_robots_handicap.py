"""Programs and the AI where the strong of Hyper Robots are silent or start behind; its rules are told as stories."""

import json

import pytest

from game.engine_mode.engine import handle
from game.robots.brain import RobotsBrain
from game.robots.rounds import silence_left
from tests.make import state

pytestmark = pytest.mark.quick


def ask(command, **request):
    return handle(json.dumps({"cmd": command, "game": "robots", "seed": 5, **request}))


def test_programs_count_and_refuse_by_it():
    options = {"players": 3, "silence": [20, 0, 10]}
    assert ask("state", options=options)["legal"]["0"] == ["0:none"]
    assert ask("perft", options=options, depth=1)["nodes"] == 1 + 99 + 1
    answer = ask("state", options=options, actions=["0:bid 7"])
    assert (answer["error"], answer["message"]) == ("illegal_action", "action 0: bid 7: seat 0 is silent for now")


def test_each_waits_longer_by_as_much_as_its_silence_is_longer():
    position = state("robots", seed=5, players=3, silence=[20, 0, 13])
    assert [silence_left(position, seat, 5.0) for seat in (0, 2)] == [12.0, 5.0]


@pytest.mark.parametrize("level", range(1, 6))
def test_its_choice_is_legal(level):
    options = {"silence": [20, 0]}
    assert ask("choose", options=options, level=level, seat=0)["action"] == "0:none"
    assert ask("choose", options=options, actions=["1:bid 9"], level=level, seat=0)["action"] == "0:agree"


@pytest.mark.rest
def test_it_plans_to_speak_when_it_may():
    brain = RobotsBrain()
    silent, open_to_all = (state("robots", seed=5, silence=silence) for silence in ([60, 0], None))
    quiet, loud = (brain.plan(position, 0, 5, 3, lambda: False) for position in (silent, open_to_all))
    assert loud.steps and quiet.steps
    assert all(step.delay > 60 for step in quiet.steps)
    assert quiet.steps[-1].action == loud.steps[-1].action  # what it has found does not get lost
    spoken = brain.plan(state("robots", ["clock:speak"], seed=5, silence=[60, 0]), 0, 5, 3, lambda: False)
    assert spoken == loud
