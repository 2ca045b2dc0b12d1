"""What robots teach: exercises that can be solved and failed, solved here with the keyboard alone."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.robots import SPEC, rules
from game.robots.arrival import one_move_arrival
from game.robots.board import legal_slides, moved
from game.robots.state import Move
from game.robots.turns import target_of
from scenes.kit import theme
from scenes.kit.fonts import Style
from scenes.kit.intents import Kind
from scenes.kit.strings import LANGUAGES
from scenes.learn.exercise_panel import PAD
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.progress import keep_solved, solved
from scenes.robots.bidding.desk import WINDOW_SECONDS
from scenes.robots.bidding.docks import controls
from scenes.table.lessons import Exercise, reach
from scenes.table.loading import lessons_of
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, PadHand
from tests.scenes.playhouse import SIZES, Playhouse
from tests.scenes.robots_play import tap_key

EXERCISES = {exercise.key.rpartition(".")[2]: exercise for exercise in lessons_of(SPEC).exercises}
KEYS = {"N": pygame.K_UP, "E": pygame.K_RIGHT, "S": pygame.K_DOWN, "W": pygame.K_LEFT}
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
    tap_key(house, pygame.K_3)
    tap_key(house, pygame.K_RETURN)
    show(house, scene)
    assert solved(house.services.store, SPEC) == {exercise.key for exercise in EXERCISES.values()}


def show(house: Playhouse, scene: ExerciseScene) -> None:
    """Show the route of the exercise about declaring, by keys."""
    house.until(lambda: bool(scene.legal) and scene.table.state.phase == "demonstrate", "the demonstration")
    tap_key(house, pygame.K_4)  # blue
    for key in (pygame.K_RIGHT, pygame.K_1, pygame.K_RIGHT, pygame.K_UP):
        tap_key(house, key)
        house.until(lambda: scene.table.timeline.idle, "rest")
    assert scene.is_solved


def declaring(house: Playhouse) -> ExerciseScene:
    """The exercise about declaring, at the top."""
    for exercise in list(EXERCISES.values())[:-1]:
        keep_solved(house.services.store, SPEC, exercise.key)
    house.show(ExerciseScene(house.services, SPEC))
    return house.on_top(ExerciseScene)


def button(scene: ExerciseScene, name: str) -> tuple[int, int]:
    """The middle of a button of the learner's dial."""
    place = scene.table.board.beside(scene.table.state)
    assert place is not None
    return controls(scene.stage.metrics, place)[name].center


def test_the_number_to_declare_is_the_least_that_a_route_needs() -> None:
    exercise = EXERCISES["declare"]
    state = reach(SPEC, exercise.position).state
    assert accepted(exercise) == {"bid 3"}
    ways = legal_slides(state.board, state.robots)
    assert not any(one_move_arrival(state.board, moved(state.robots, way), target_of(state)) for way in ways)
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
@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ((pygame.K_2, pygame.K_RETURN), "too_few"),
        ((pygame.K_RETURN,), "too_many"),
        ((pygame.K_5, pygame.K_RETURN), "not_fewer"),
        ((pygame.K_1, pygame.K_2), "not_fewer"),
        ((pygame.K_x,), "agreed"),
        ((pygame.K_0,), "none"),
    ],
)
def test_a_wrong_number_is_explained_and_may_be_tried_again(house: Playhouse, keys: tuple[int, ...], why: str) -> None:
    scene = declaring(house)
    for key in keys:
        tap_key(house, key)
    assert scene.remark is not None
    assert scene.remark.text == house.stage.t(f"robots.try.declare.{why}")
    assert scene.table.state.lowest_of(0) is None
    tap_key(house, pygame.K_DOWN)
    assert scene.remark is None
    tap_key(house, pygame.K_RETURN)
    show(house, scene)


def test_a_digit_is_declared_after_a_while_and_esc_takes_it_back(house: Playhouse) -> None:
    scene = declaring(house)
    tap_key(house, pygame.K_2)
    tap_key(house, pygame.K_ESCAPE)
    assert house.top is scene
    house.run(WINDOW_SECONDS)
    assert scene.remark is None
    tap_key(house, pygame.K_3)
    house.run(WINDOW_SECONDS + 0.2)
    assert scene.table.state.lowest_of(0) == 3


@pytest.mark.parametrize("device", ["mouse", "touch"])
def test_a_number_is_declared_with_a_pointer(house: Playhouse, device: str) -> None:
    scene = declaring(house)
    hand = HANDS[device](house)
    hand.point(scene.table.frame.center)  # a tap beside the dial leaves it open
    hand.point(button(scene, "declare"))
    assert scene.remark is not None
    hand.point(button(scene, "less"))
    hand.point(button(scene, "declare"))
    house.until(lambda: bool(scene.legal) and scene.table.state.phase == "demonstrate", "the demonstration")
    assert scene.table.board.beside(scene.table.state) is None


def test_a_number_is_declared_with_any_pad_and_a_detour_is_explained(house: Playhouse) -> None:
    PadHand(house)
    pad = PadHand(house)
    scene = declaring(house)
    pad.hit(Kind.DOWN)
    pad.hit(Kind.CONFIRM)
    house.until(lambda: bool(scene.legal) and scene.table.state.phase == "demonstrate", "the demonstration")
    pad.hit(Kind.LEFT)
    assert scene.remark is not None
    assert scene.remark.text == house.stage.t("robots.try.declare.astray")
    assert scene.table.state.moves == ()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_dial_lies_clear_of_board_words_and_bar(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    scene = declaring(house)
    place = scene.table.board.beside(scene.table.state)
    assert place is not None
    for other in (scene.table.frame, scene.panel.task, scene.panel.steps, scene.panel.remark, scene.bar.region):
        assert not place.colliderect(other)
    assert not scene.panel.remark.colliderect(scene.bar.region)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_of_a_number_fits_beside_the_dial(
    open_house: OpenHouse, size: tuple[int, int], language: str
) -> None:
    house = open_house(size, language)
    scene = declaring(house)
    stage, room = scene.stage, scene.panel.remark
    width, height = room.width - 2 * stage.metrics.px(PAD), room.height - stage.metrics.px(20 + 56 + 8)
    for key in ("hint", *(wrong.text.rpartition(".")[2] for wrong in EXERCISES["declare"].wrong)):
        text = stage.t(f"robots.try.declare.{key}")
        lines, style = stage.fitted(text, Style(theme.HELPER, theme.IVORY), width, height - stage.metrics.px(20))
        assert len(lines) * stage.fonts.line_height(style) <= height - stage.metrics.px(8), key


def test_a_wrong_robot_is_told_kindly(house: Playhouse) -> None:
    house.show(ExerciseScene(house.services, SPEC))
    scene = house.on_top(ExerciseScene)
    tap_key(house, pygame.K_e)
    tap_key(house, pygame.K_e)
    tap_key(house, pygame.K_LEFT)
    assert scene.remark is not None
    assert scene.remark.text == house.stage.t("robots.try.slide.wrong_robot")
    assert not scene.is_solved
