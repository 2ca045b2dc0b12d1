"""The pictures of the rules card: made a part a frame, the open page's first, then those that a turn leads to."""

from __future__ import annotations

import pytest

from game.core.incremental import SLICE
from game.registry import GAMES
from scenes.kit.input.intents import Kind
from scenes.learn.rules_scene import RulesScene
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import Playhouse

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
