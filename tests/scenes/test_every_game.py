"""Every game at its board, also the fifth: its end has words, its board fits the house, its lessons can be played."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.core.options import resolve
from game.core.record import Record
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES, with_default_names
from game.session.session import Session
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.scene import Pop
from scenes.kit.widgets.widget import Toggle
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.settings.settings_scene import TABS, SettingsScene
from scenes.table.loading import lessons_of, make_board, scenes_of
from tests.fifth_game import EVERY_GAME, STEP_MARKS
from tests.scenes import posting
from tests.scenes.cell_hands import CELL_HANDS
from tests.scenes.playhouse import PERSON, Playhouse, result_of

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("fifth_game")]
every_game = pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)


@every_game
def test_the_coordinates_of_a_board_keep_their_size(house: Playhouse, spec: GameSpec) -> None:
    """They belong to the board, which the text size does not change."""
    grounds = []
    for scale in (1.0, 1.5):
        house.services.settings.change(text_scale=scale)
        board = make_board(house.services, spec, resolve(spec.options, {}))
        sheet = SurfaceCanvas.blank((880, 880))
        board.layout(pygame.Rect(0, 0, 880, 880), IDENTITIES[:2], 0)
        board.drawing.draw_ground(sheet)
        grounds.append(pygame.image.tobytes(sheet.surface, "RGB"))
    assert grounds[0] == grounds[1]


@every_game
def test_how_a_game_ends_is_worded(house: Playhouse, spec: GameSpec) -> None:
    """The demonstration is a whole game."""
    demo = lessons_of(spec).demo
    options = resolve(spec.options, demo.position.options)
    count = spec.seat_count(options)
    seats = with_default_names((PERSON,) * count)[:count]
    actions = (*demo.position.actions, *(action for beat in demo.beats for action in beat.actions))
    session = Session.resume(spec, Record(spec.id, options, 0, actions, seats))
    house.show(result_of(house, session))  # a text that is missing is an error
    assert session.outcome is not None


@every_game
def test_a_board_says_what_the_house_asks_of_it(house: Playhouse, spec: GameSpec) -> None:
    options = resolve(spec.options, {})
    count = spec.seat_count(options)
    setup = scenes_of(spec).setup
    for seat in range(count):
        stock = setup.stock(house.stage, options, seat)
        assert 0 <= stock.left <= stock.total or stock.total == 0
        for lit in (True, False):
            row = setup.stock_row(house.stage, stock, lit, 200).surface
            assert row.get_width() <= 202 and row.get_height() <= house.stage.metrics.px(64)  # with its shadow
    for option in spec.options:
        offered = setup.offered(option, options)
        values = [[number] * count for number in offered] if option.per_seat else offered
        assert all(option.check(value, options) == value for value in values)
    board = make_board(house.services, spec, options)
    board.context.names = [house.stage.t(f"name.{name[1:]}") for name in NAMES[:count]]
    state = spec.rules.start(options, 0)
    for bottom in range(count):
        board.layout(house.stage.metrics.rect(520, 56, 880, 880), IDENTITIES[:count], bottom)
        assert len(set(board.seats)) == len(board.seats)
        seat = spec.rules.actors(state)[0]
        for action in spec.rules.legal(state, seat):
            assert board.words.action(action).notation
            considered = board.input.considered(board.input.considering(action))
            assert considered is None or considered == action
            assert board.input.area(state, action).size >= (1, 1)


@pytest.mark.parametrize("device", CELL_HANDS)
@pytest.mark.one_in(2)
def test_the_fifth_games_exercise_is_solved_by_one_device_alone(
    house: Playhouse, fifth_game: GameSpec, device: str
) -> None:
    scene = house.show(ExerciseScene(house.services, fifth_game))
    hand = CELL_HANDS[device](house)
    hand.put(fifth_game.rules.parse("a4"))
    assert not scene.is_solved
    hand.put(fifth_game.rules.parse("b5"))
    house.until(lambda: scene.is_solved, "the solution")


def test_the_fifth_games_demonstration_runs_to_its_end(house: Playhouse, fifth_game: GameSpec) -> None:
    scene = house.show(DemoScene(house.services, fifth_game, Pop()))
    house.run(scene.demo.seconds - 0.5)
    assert fifth_game.rules.outcome(scene.table.state) is not None


def test_what_the_fifth_game_lets_people_set_stands_under_its_name(house: Playhouse, fifth_game: GameSpec) -> None:
    scene = SettingsScene(house.services)
    scene.section = TABS.index("games")
    house.show(scene)
    (field,) = (each for each in scene.form.fields if each.section == house.stage.t("game.race"))
    assert field.label == "Marked steps"
    control = scene.form.controls[scene.form.fields.index(field) - len(scene.form.fields)]
    assert isinstance(control, Toggle) and control.index == 1
    house.react(partial(posting.click, control.segments()[0].center))
    assert (
        house.services.settings.of_games[STEP_MARKS] is False and house.services.store.get("race_step_marks") is False
    )
    assert field.is_changed
