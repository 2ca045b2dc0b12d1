"""The pictures of the rules card: made a part a frame, the open page's first, then those that a turn leads to."""

from __future__ import annotations

from itertools import count

import pytest

from game.core import incremental
from game.registry import GAMES
from scenes.kit.input.intents import Kind
from scenes.learn import rules_scene
from scenes.learn.rules_scene import SLICE, RulesScene
from scenes.table import pictures
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import Playhouse

FRAMES = 40  # enough for three pages


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The diagrams that were begun; each part of one takes a slice of the fake clock."""
    begun: list[object] = []
    make = pictures._DiagramDrawing.__init__

    def noted(self: object, services: object, spec: object, shown: object, side: int) -> None:
        begun.append(shown)
        make(self, services, spec, shown, side)  # type: ignore[arg-type]

    looks = count()
    monkeypatch.setattr(pictures._DiagramDrawing, "__init__", noted)
    monkeypatch.setattr(incremental, "clock", lambda: next(looks) * SLICE)
    return begun


def rules(house: Playhouse, game: str = "quoridor") -> RulesScene:
    """The card on the screen, not drawn yet."""
    scene = RulesScene(house.services, GAMES[game])
    house.app.manager.start(scene)
    return scene


def test_the_first_frame_draws_no_board_and_the_page_comes_within_its_fade(
    house: Playhouse, drawn: list[object]
) -> None:
    scene = rules(house)
    house.frame()
    assert drawn == [] and scene.pictures.of(0) == () and scene.is_animated
    frames = 0
    while not scene.pictures.of(0):
        house.frame()
        frames += 1
        assert len(drawn) <= 1, "a frame is one part"
    assert 4 <= frames <= 8


def test_neighbours_follow_and_then_it_is_quiet(house: Playhouse, drawn: list[object]) -> None:
    scene = rules(house)
    for _ in range(FRAMES):
        house.frame()
    pages = scene.pages
    assert drawn == [page.diagram for page in (pages[0], pages[1], pages[-1])]
    assert not scene.is_animated
    KeyHand(house).hit(Kind.RIGHT)
    assert scene.page == 1 and scene.pictures.of(1), "it was there before the turn"
    for _ in range(FRAMES):
        house.frame()
    assert drawn[3:] == [pages[2].diagram] and not scene.pictures.of(len(pages) - 1) and scene.pictures.of(0)


def test_a_page_that_is_turned_to_goes_before_its_neighbours(house: Playhouse, drawn: list[object]) -> None:
    scene = rules(house)
    house.frame()
    house.frame()
    scene._turn(5)
    while not scene.pictures.of(5):
        house.frame()
    assert scene.pages[5].diagram in drawn and scene.pages[1].diagram not in drawn


def test_another_size_makes_them_anew(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = rules(house)
    for _ in range(FRAMES):
        house.frame()
    before = scene.pictures.of(0)
    scene.resized()
    assert scene.pictures.of(0) == ()
    for _ in range(FRAMES):
        house.frame()
    assert len(scene.pictures.of(0)) == len(before) == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_gets_all_its_pictures(house: Playhouse, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(rules_scene, "SLICE", 60.0)
    scene = rules(house, game)
    for number, page in enumerate(scene.pages):
        scene.pictures.go_on(number)
        shown = scene.pictures.of(number)
        assert len(shown) == 1 + (page.beside is not None), page.key
        assert {sprite.surface.get_width() for sprite in shown} == {scene._size(page)[0]}
