"""What robots teach: exercises that can be solved and failed, and the room that they have on the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.core.kinds import LANGUAGES
from game.robots import SPEC, rules
from game.robots.board import legal_slides, move_robot
from game.robots.rounds import one_move_arrival, target_of
from game.robots.state import Move
from scenes.kit.drawing import theme
from scenes.kit.drawing.fonts import Style
from scenes.learn.exercise_scene import PAD, ExerciseScene, keep_solved
from scenes.table.contract.lessons import Exercise, reach
from scenes.table.loading import lessons_of
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import SIZES, Playhouse

EXERCISES = {exercise.key.rpartition(".")[2]: exercise for exercise in lessons_of(SPEC).exercises}
WAYS = {"slide": "W", "stop": "W", "bounce": "E", "pass": "N", "arrive": "EN"}  # of the red robot, which is in the hand


def accepted(exercise: Exercise) -> set[str]:
    state = reach(SPEC, exercise.position).state
    return {rules.text(action) for action in rules.legal(state, 0) if exercise.accepted(state, action)}


def test_there_are_at_most_six_steps() -> None:
    assert list(EXERCISES) == [*WAYS, "declare"]


@pytest.mark.parametrize("name", WAYS)
def test_an_exercise_can_be_solved_and_failed(name: str) -> None:
    exercise = EXERCISES[name]
    state = reach(SPEC, exercise.position).state
    assert rules.text(Move("red", WAYS[name][0])) in accepted(exercise)  # type: ignore[arg-type]
    assert len(accepted(exercise)) < len(rules.legal(state, 0))


def test_only_the_route_leads_home() -> None:
    assert accepted(EXERCISES["arrive"]) == {"red E"}


def declaring(house: Playhouse) -> ExerciseScene:
    """The exercise about declaring, at the top."""
    for exercise in list(EXERCISES.values())[:-1]:
        keep_solved(house.services.store, SPEC, exercise.key)
    house.show(ExerciseScene(house.services, SPEC))
    return house.on_top(ExerciseScene)


def test_the_number_to_declare_is_the_least_that_a_route_needs() -> None:
    exercise = EXERCISES["declare"]
    state = reach(SPEC, exercise.position).state
    assert accepted(exercise) == {"bid 3"}
    ways = legal_slides(state.board, state.robots)
    assert not any(one_move_arrival(state.board, move_robot(state.robots, way), target_of(state)) for way in ways)
    assert not one_move_arrival(state.board, state.robots, target_of(state))


def test_only_the_counted_moves_are_shown() -> None:
    exercise = EXERCISES["declare"]
    position = replace(exercise.position, actions=(*exercise.position.actions, "0:bid 3", "clock:expire"))
    for move in ("blue E", "red E", "red N"):
        state = reach(SPEC, position).state
        actions = {rules.text(action) for action in rules.legal(state, 0) if exercise.accepted(state, action)}
        assert actions == {move}
        position = replace(position, actions=(*position.actions, f"0:{move}"))
    assert reach(SPEC, position).state.winner == 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_dial_lies_clear_of_board_words_and_bar(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    scene = declaring(house)
    assert scene.exercise.pressed
    board: Any = scene.table.board
    place = board.docks[0]
    for other in (scene.table.frame, *map(scene.places.__getitem__, ("task", "steps", "remark")), scene.bar.region):
        assert not place.colliderect(other)
    assert not scene.places["remark"].colliderect(scene.bar.region)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_of_a_number_fits_beside_the_dial(
    open_house: OpenHouse, size: tuple[int, int], language: str
) -> None:
    house = open_house(size, language)
    scene = declaring(house)
    stage, room = scene.stage, scene.places["remark"]
    width, height = room.width - 2 * stage.metrics.px(PAD), room.height - stage.metrics.px(20 + 56 + 8)
    for key in ("hint", *(wrong.text.rpartition(".")[2] for wrong in EXERCISES["declare"].wrong)):
        text = stage.t(f"robots.try.declare.{key}")
        lines, style = stage.wrap_to_box(text, Style(theme.HELPER, theme.IVORY), width, height - stage.metrics.px(20))
        assert len(lines) * stage.fonts.line_height(style) <= height - stage.metrics.px(8), key
