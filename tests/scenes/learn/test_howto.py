"""The rules card, its pictures, made a part a frame, and what it leads to: demonstrations and annotated games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.agents.compiling import prepared_brain
from game.agents.worker import InlineAgent
from game.core.incremental import SLICE
from game.core.record import replay
from game.quoridor import SPEC
from game.registry import GAMES, facts_of
from game.review.reviewer import GameReviewer
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Switch
from scenes.learn.demo_scene import DemoScene
from scenes.learn.rules_scene import BODY, RulesScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToSample
from scenes.routing import open_route
from scenes.table.loading import sample_optima, sample_record
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import AFTER_CHANGE, SIZES, Playhouse


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.one_in(3)
def test_every_page_fits_in_every_arrangement_with_large_text(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size, "ja")
    stage = house.stage
    stage.look.text_scale = 1.5
    house.app.relayout()
    card = house.show(RulesScene(house.services, SPEC))
    for page in range(len(card.pages)):
        card.page = page
        card.resized()
        key = card.pages[page].key
        room = card.places["text"]
        lines, style = stage.wrap_to_box(stage.t(f"{key}.text"), BODY, room.width, room.height)
        assert len(lines) * stage.fonts.line_height(style) <= room.height, f"{key} is cut"
        house.frame()


def test_the_demonstration_ends_by_itself(house: Playhouse) -> None:
    menu = MenuScene(house.services)
    house.show(DemoScene(house.services, SPEC, Switch(lambda: menu)))
    begin = house.now - AFTER_CHANGE
    house.until(lambda: house.top is menu, "the end", seconds=25)
    assert 18 <= house.now - begin <= 22


FRAMES = 40  # enough for three pages


@pytest.fixture
def slow(house: Playhouse) -> None:
    """A frame is one part: each takes all the time that there is."""
    house.pace.step = SLICE


def made(house: Playhouse, scene: RulesScene, frames: int = FRAMES) -> list[int]:
    """The pages whose pictures come within so many frames, in turn."""
    found = {page: None for page, _ in enumerate(scene.pages) if scene.pictures.of(page)}
    before = len(found)
    for _ in range(frames):
        house.frame()
        found |= {page: None for page, _ in enumerate(scene.pages) if scene.pictures.of(page)}
    return [*found][before:]


def rules(house: Playhouse, game: str = "quoridor") -> RulesScene:
    """The card on the screen, not drawn yet."""
    scene = RulesScene(house.services, GAMES[game])
    house.app.manager.start(scene)
    return scene


@pytest.mark.usefixtures("slow")
def test_the_first_frame_draws_no_board_and_the_page_comes_within_its_fade(house: Playhouse) -> None:
    scene = rules(house)
    house.frame()
    assert scene.is_animated and made(house, scene, 3) == [] and made(house, scene, 5) == [0]


@pytest.mark.usefixtures("slow")
def test_neighbours_follow_and_then_it_is_quiet(house: Playhouse) -> None:
    scene = rules(house)
    last = len(scene.pages) - 1
    assert made(house, scene) == [0, 1, last] and not scene.is_animated
    KeyHand(house).hit(Kind.RIGHT)
    assert scene.page == 1 and scene.pictures.of(1), "it was there before the turn"
    assert made(house, scene) == [2] and not scene.pictures.of(last) and scene.pictures.of(0)


@pytest.mark.usefixtures("slow")
def test_a_page_that_is_turned_to_goes_before_its_neighbours(house: Playhouse) -> None:
    scene = rules(house)
    made(house, scene, 2)
    scene._turn(5)
    assert made(house, scene) == [5, 6, 4]


def test_another_size_makes_them_anew(house: Playhouse) -> None:
    scene = rules(house)
    made(house, scene)
    before = scene.pictures.of(0)
    scene.resized()
    assert scene.pictures.of(0) == ()
    made(house, scene)
    assert len(scene.pictures.of(0)) == len(before) == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_gets_all_its_pictures(house: Playhouse, game: str) -> None:
    house.pace.step = 0.0  # a frame makes all
    scene = rules(house, game)
    for number, page in enumerate(scene.pages):
        scene.pictures.go_on(number)
        shown = scene.pictures.of(number)
        assert len(shown) == 1 + (page.beside is not None), page.key
        assert {sprite.surface.get_width() for sprite in shown} == {scene._size(page)[0]}


BY_AIS = ("quoridor", "coffee", "robots")


@pytest.mark.parametrize("game", BY_AIS)
def test_a_sample_is_a_whole_game_that_somebody_has_won(game: str) -> None:
    record, notes = sample_record(GAMES[game])
    assert record.result is not None and len(record.result.winners) == 1
    assert set(notes) == {0} and sample_optima(GAMES[game]) is not None
    assert sample_optima(GAMES["star"]) is None


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_last_page_opens_it(house: Playhouse, game: str) -> None:
    house.show(RulesScene(house.services, GAMES[game]))
    hand = KeyHand(house)
    hand.hit(Kind.LEFT)
    hand.hit(Kind.CONFIRM)
    shown = house.come_to(ReplayScene)
    assert shown.playback.record.game == game and shown._note() and shown.notes == sample_record(GAMES[game])[1]
    hand.hit(Kind.BACK)
    house.on_top(RulesScene)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_told_and_fits(house: Playhouse, written: Written, cut: list[str], game: str) -> None:
    house.show(open_route(house.services, ToSample(game)))
    scene = house.come_to(ReplayScene)
    for ply in range(scene.playback.total + 1):
        written.clear()
        scene.scrub(ply)
        house.run(0.1)
        assert "".join(scene._note().split()) in "".join("".join(text for text, _ in written).split())
    assert cut == []


def test_what_is_said_of_the_robots_is_the_shortest() -> None:
    """The numbers beside which the routes are told are what the solver finds."""
    spec = GAMES["robots"]
    record, _ = sample_record(spec)
    steps = replay(spec, dict(record.options), 0, record.actions).steps
    brain = prepared_brain(spec)
    optima = sample_optima(spec)
    assert optima is not None
    review: Callable = brain.review  # type: ignore[attr-defined]
    assert {ply: len(review(steps[ply].before, lambda: False).pv) for ply in optima} == optima
    told = [fact.kind for step in steps for fact in facts_of(spec, step, _optimum(optima, step.ply))]
    assert told.count("route_optimal") == 3 and "bid_impossible" not in told


def _optimum(optima, ply: int) -> int:
    return optima[max(start for start in optima if start <= ply)]


@pytest.mark.long
@pytest.mark.parametrize("game", ["quoridor", "coffee"])
def test_nobody_gives_much_away(game: str) -> None:
    spec = GAMES[game]
    record, _ = sample_record(spec)
    steps = replay(spec, dict(record.options), 0, record.actions).steps
    reviewer = GameReviewer(InlineAgent(), spec, record, steps)
    while not reviewer.done:
        reviewer.tick()
    assert reviewer.points is not None and all(point.loss < 0.2 for point in reviewer.points)
