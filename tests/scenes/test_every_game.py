"""Every game in the rooms of the house, the fifth one too: nothing is cut short, and its lessons can be played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from game.core.options import resolve
from game.core.record import Record
from game.core.spec import GameSpec
from game.session import Session
from game.table import IDENTITIES, NAMES, default_table, dressed
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.intents import KEYBOARD, TOUCH, Device, Kind
from scenes.kit.scene import Pop, Scene
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.records.records_scene import RecordsScene
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of, make_board, scenes_of
from tests.fifth_game import EVERY_GAME
from tests.scenes.conftest import OpenHouse
from tests.scenes.fours_hands import FOURS_HANDS
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse, result_of
from tests.scenes.test_layout import write_only

pytestmark = pytest.mark.usefixtures("fifth_game")
every_game = pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)


def record(spec: GameSpec, plies: int = 4) -> Record:
    """The beginning of a game of people, at random."""
    seats = dressed((PERSON, RIVAL) if spec.seat_count(resolve(spec.options, {})) == 2 else (PERSON,))
    session = Session(spec, resolve(spec.options, {}), 3, seats)
    random = Random(1)
    while session.ply < plies:
        seat = session.actors()[0]
        talk = {spec.resign, spec.offer, *spec.answers}
        session.submit(seat, random.choice([a for a in session.legal(seat) if spec.rules.text(a) not in talk]))
    return session.record()


def match(house: Playhouse, spec: GameSpec) -> MatchScene:
    session = Session.resume(spec, record(spec), agent=house.services.agent)
    return MatchScene(house.services, session, make_board(house.services, spec, session.options))


def rooms(house: Playhouse, spec: GameSpec) -> Iterator[Callable[[], Scene]]:
    """The scenes in which a game shows itself."""
    services = house.services
    yield lambda: MenuScene(services)
    yield lambda: SetupScene(services, spec)
    yield lambda: HouseRulesScene(services, spec, default_table(spec))
    yield lambda: match(house, spec)
    yield lambda: ReplayScene(services, spec, record(spec), 2)
    yield lambda: RulesScene(services, spec)
    yield lambda: ExerciseScene(services, spec)
    yield lambda: DemoScene(services, spec, Pop())
    yield lambda: RecordsScene(services, spec.id)


@pytest.mark.parametrize(("size", "text_scale", "language"), [*itertools.product(SIZES, (1.0, 1.5), ("en", "ja"))])
@pytest.mark.one_in(20)
def test_no_text_is_cut_in_any_room(
    open_house: OpenHouse, cut: list[str], size: tuple[int, int], language: str, text_scale: float
) -> None:
    house = open_house(size, language)
    write_only(house, text_scale)
    for spec in EVERY_GAME:
        looks: list[tuple[Callable[[], Scene], Device]] = [(make, KEYBOARD) for make in rooms(house, spec)]
        looks.append((partial(match, house, spec), TOUCH))
        for make, device in looks:
            house.stage.devices.current = device
            scene = make()
            house.app.manager.start(scene)
            house.run(0.2)
            assert cut == [], f"{spec.id}, {type(scene).__name__}, {device.id}"


@every_game
def test_how_a_game_ends_is_worded(house: Playhouse, spec: GameSpec) -> None:
    """The demonstration is a whole game."""
    demo = lessons_of(spec).demo
    options = resolve(spec.options, demo.position.options)
    count = spec.seat_count(options)
    seats = dressed((PERSON,) * count)[:count]
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
            row = setup.stock_row(house.services, stock, lit, 200).surface
            assert row.get_width() <= 202 and row.get_height() <= house.stage.metrics.px(64)  # with its shadow
    for option in spec.options:
        assert all(option.check(value, options) == value for value in setup.offered(option, options))
    board = make_board(house.services, spec, options)
    board.context.names = [house.stage.t(f"name.{name[1:]}") for name in NAMES[:count]]
    state = spec.rules.start(options, 0)
    for bottom in range(count):
        board.layout(house.stage.metrics.rect(520, 56, 880, 880), IDENTITIES[:count], bottom)
        assert len(set(board.places())) == len(board.places())
        seat = spec.rules.actors(state)[0]
        for action in spec.rules.legal(state, seat):
            assert board.words.notation(action)
            considered = board.input.considered(board.input.considering(action))
            assert considered is None or considered == action
        for spot in board.input.targets(state, spec.rules.legal(state, seat)):
            assert spot.area.size >= (1, 1) and spot.action in spec.rules.legal(state, seat)


@pytest.mark.parametrize("device", FOURS_HANDS)
@pytest.mark.one_in(2)
def test_the_fifth_games_exercise_is_solved_by_one_device_alone(
    house: Playhouse, fifth_game: GameSpec, device: str
) -> None:
    scene = ExerciseScene(house.services, fifth_game)
    house.show(scene)
    hand = FOURS_HANDS[device](house)
    hand.put(fifth_game.rules.parse("a"))
    assert not scene.is_solved
    hand.put(fifth_game.rules.parse("d"))
    house.until(lambda: scene.is_solved, "the solution")


def test_the_fifth_games_demonstration_runs_to_its_end(house: Playhouse, fifth_game: GameSpec) -> None:
    scene = DemoScene(house.services, fifth_game, Pop())
    house.show(scene)
    house.run(scene.demo.seconds - 0.5)
    assert fifth_game.rules.outcome(scene.table.state) is not None


def test_a_dropped_stone_is_taken_back(house: Playhouse, fifth_game: GameSpec) -> None:
    session = Session(fifth_game, {}, 0, dressed((PERSON, ROBOT)), agent=house.services.agent)
    house.show(MatchScene(house.services, session, make_board(house.services, fifth_game, session.options)))
    before = session.state
    hand = FOURS_HANDS["keyboard"](house)
    hand.play("d")
    assert session.ply == 2
    hand.order(Kind.UNDO)
    assert session.state == before
