"""The AI where the strong of Hyper Robots are silent. Its rules, and what programs are told, are stories."""

import pytest

from game.robots.brain import RobotsBrain
from game.robots.rounds import silence_left
from tests.make import state

pytestmark = pytest.mark.quick


def test_each_waits_longer_by_as_much_as_its_silence_is_longer():
    position = state("robots", seed=5, players=3, silence=[20, 0, 13])
    assert [silence_left(position, seat, 5.0) for seat in (0, 2)] == [12.0, 5.0]


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
