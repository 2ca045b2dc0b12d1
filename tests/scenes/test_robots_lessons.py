"""What robots teach: exercises that can be solved and failed, solved here with the keyboard alone."""

from __future__ import annotations

import pygame
import pytest

from game.robots import SPEC, rules
from game.robots.state import Move
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import solved
from scenes.table.lessons import Exercise, reach
from scenes.table.loading import lessons_of
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import tap_key

EXERCISES = {exercise.key.rpartition(".")[2]: exercise for exercise in lessons_of(SPEC).exercises}
KEYS = {"N": pygame.K_UP, "E": pygame.K_RIGHT, "S": pygame.K_DOWN, "W": pygame.K_LEFT}
WAYS = {"slide": "W", "stop": "W", "bounce": "E", "pass": "N", "arrive": "EN"}  # of the red robot, which is in the hand


def accepted(exercise: Exercise) -> set[str]:
    state = reach(SPEC, exercise.position).state
    return {rules.text(action) for action in rules.legal(state, 0) if exercise.accepted(state, action)}


def test_there_are_at_most_six_steps() -> None:
    assert list(EXERCISES) == list(WAYS)


@pytest.mark.parametrize("name", WAYS)
def test_an_exercise_can_be_solved_and_failed(name: str) -> None:
    exercise = EXERCISES[name]
    state = reach(SPEC, exercise.position).state
    assert rules.text(Move("red", WAYS[name][0])) in accepted(exercise)  # type: ignore[arg-type]
    assert len(accepted(exercise)) < len(rules.legal(state, 0))


def test_only_the_route_leads_home() -> None:
    assert accepted(EXERCISES["arrive"]) == {"red E"}


def test_all_are_solved_with_the_keyboard(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    scene = house.on_top(ExerciseScene)
    for name, way in WAYS.items():
        assert scene.exercise is EXERCISES[name]
        for heading in way:
            tap_key(house, KEYS[heading])
            house.until(lambda: scene.table.timeline.idle, "rest")
        assert scene.is_solved
        tap_key(house, pygame.K_RETURN)
    assert solved(house.services.store, SPEC) == {exercise.key for exercise in EXERCISES.values()}


def test_a_wrong_robot_is_told_kindly(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    scene = house.on_top(ExerciseScene)
    tap_key(house, pygame.K_e)
    tap_key(house, pygame.K_e)
    tap_key(house, pygame.K_LEFT)
    assert scene.remark is not None
    assert scene.remark.text == house.stage.t("robots.try.slide.wrong_robot")
    assert not scene.is_solved
