"""Whole games of Coffee from the menu to the result, and its exercises, each with one kind of device alone."""

from __future__ import annotations

import pytest

from game.coffee import SPEC
from scenes.kit.intents import Kind
from scenes.learn.exercise_scene import ExerciseScene
from scenes.match.match_scene import MatchScene
from scenes.table.loading import lessons_of
from tests.scenes.coffee_hands import COFFEE_HANDS, CoffeeMouse, coffee_match
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse

STUCK = "a4u c2h c1v b1h b2v a2h a1h a3d b4h b3d c4v d4d c3u d2h"  # d1h leaves Orange no way on


def roasts(match: MatchScene) -> list[str]:
    """What the cards say of the seats' beans."""
    return [match.side_panel._card(match.session.state, seat).notes[2] for seat in (0, 1)]


@pytest.mark.parametrize("device", COFFEE_HANDS)
@pytest.mark.one_in(2)
def test_colours_are_swapped_and_the_cards_trade_their_beans(open_house: OpenHouse, device: str) -> None:
    house = open_house(agent=InstantAgent(["c5h"]))
    match = coffee_match(house, ROBOT, PERSON, actions=["c3h"], pie=True)
    assert roasts(match) == ["Black roast", "Orange roast"]
    COFFEE_HANDS[device](house).play("swap")
    assert match.session.state.colours == ("orange", "black")
    assert roasts(match) == ["Orange roast", "Black roast"]
    assert [step.seat for step in match.session.steps] == [0, 1, 0]
    assert match.session.actors() == (1,)


def test_what_the_swap_did_is_said(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=["c3h"], pie=True)
    CoffeeMouse(house).play("swap")
    assert match.controller.note == "Ren has swapped and now plays Black"


def test_two_people_share_the_mouse_until_one_is_stuck(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, actions=STUCK.split(), board="sq4", n=4)
    CoffeeMouse(house).play("d1h")
    assert match.controller.note == "Ren cannot go on: no stick could be laid"
    house.read_result()
    assert match.session.outcome is not None
    assert match.session.outcome.reason == "stuck"


@pytest.mark.parametrize("device", COFFEE_HANDS)
@pytest.mark.one_in(4)
def test_every_exercise_is_solved_by_one_device_alone(house: Playhouse, device: str) -> None:
    scene = ExerciseScene(house.services, SPEC)
    house.show(scene)
    hand = COFFEE_HANDS[device](house)
    exercises = lessons_of(SPEC).exercises
    for exercise in exercises:
        state = scene.table.state
        wanted = [action for action in SPEC.rules.legal(state, 0) if exercise.accepted(state, action)]
        hand.put(wanted[-1])
        house.until(lambda scene=scene: scene.is_solved, exercise.key)
        house.run(0.5)
        if exercise is not exercises[-1]:
            hand.order(Kind.CONFIRM)
            house.run(0.5)
    assert scene.solved == {exercise.key for exercise in exercises}
