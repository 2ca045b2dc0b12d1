"""The menu shows one to eight games of the registry, and draws a tile for a game that brings no picture."""

from __future__ import annotations

import itertools

import pytest

from game import registry
from game.core.spec import GameSpec
from scenes.kit.input.intents import Kind
from scenes.kit.layout import Metrics
from scenes.menu.head import menu_places, tile_places
from scenes.menu.menu_scene import MenuScene, menu_pictures
from scenes.setup.setup_scene import SetupScene
from scenes.table.pictures import close_up
from scenes.table.tile import own_picture
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, tile
from tests.scenes.playhouse import SIZES, Playhouse

COUNTS = range(1, 9)
Box = tuple[float, float, float, float]
FOUR: dict[tuple[int, int], list[tuple[Box, Box]]] = {  # design pixels of tiles and plates, as on the menu's pictures
    (1920, 1080): [((96 + i * 443, 224, 399, 516), (96 + i * 443, 784, 399, 124)) for i in range(4)],
    (1440, 1080): [((72 + i * 332, 240, 300, 498), (72 + i * 332, 782, 300, 124)) for i in range(4)],
    (1080, 1920): [((x, y, 464, 441), (x, y + 469, 464, 112)) for y in (310, 919) for x in (54, 562)],
}


@pytest.mark.parametrize("size", FOUR)
def test_four_games_lie_as_they_were_drawn(size: tuple[int, int]) -> None:
    for place, (frame, plate) in zip(tile_places(menu_places(Metrics.of(size), 4)), FOUR[size], strict=True):
        assert all(abs(is_at - wanted) <= 0.6 for is_at, wanted in zip(place.frame, frame, strict=True))
        assert all(abs(is_at - wanted) <= 0.6 for is_at, wanted in zip(place.plate, plate, strict=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", COUNTS)
def test_any_number_of_tiles_lies_apart_above_the_bar(size: tuple[int, int], count: int) -> None:
    metrics = Metrics.of(size)
    places = tile_places(menu_places(metrics, count))
    width = metrics.design[0]
    field = metrics.rect(54, 200, width - 108, metrics.design[1] - 200 - (124 if width > 1080 else 392))
    assert len(places) == count
    for place in places:
        assert field.contains(place.frame.union(place.plate))
        assert place.frame.width >= metrics.px(285) and place.frame.height >= metrics.px(300)
        assert place.is_laid != (place.plate.top >= place.frame.bottom)
        assert not place.seen(place.frame).colliderect(place.plate)
    for one, other in itertools.combinations(places, 2):
        assert not one.frame.union(one.plate).colliderect(other.frame.union(other.plate))


@pytest.fixture(params=COUNTS)
def house_of(request: pytest.FixtureRequest, open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> Playhouse:
    """The menu of a registry with so many games; those that there are not are the fifth game under other ids."""
    house, there_are = open_house(strict=False), [*registry.PACKAGES]
    for game in reversed(there_are[request.param :]):  # the last one goes first and comes back last: the order stays
        monkeypatch.delitem(registry.PACKAGES, game)
    for number in range(request.param - len(there_are)):
        monkeypatch.setitem(registry.PACKAGES, f"guest{number}", "tests.fifth_game")
    house.show(MenuScene(house.services))
    return house


@pytest.mark.one_in(4)
def test_every_tile_is_reached_by_arrows(house_of: Playhouse) -> None:
    hand = KeyHand(house_of)
    for game in registry.GAMES:
        hand.go(tile(house_of, game))
        assert house_of.on_top(MenuScene)._chosen == game


@pytest.mark.usefixtures("four_games")
def test_a_tile_without_a_picture_shows_the_board(house: Playhouse, fifth_game: GameSpec) -> None:
    house.show(MenuScene(house.services))
    assert len(menu_pictures(house.stage)) == len(registry.GAMES)  # the table and all tiles but one
    frame = house.on_top(MenuScene).at["race"].frame
    assert own_picture(house.stage, "race", frame) is None
    shown = close_up(house.stage, fifth_game, (400, 300)).surface
    assert shown.get_size() == (400, 300)
    colours = {tuple(shown.get_at((x, y)))[:3] for x in range(0, 400, 4) for y in range(0, 300, 4)}
    assert len(colours) > 100
    blank = house.stage.assets.cover(house.stage.table_name, (400, 300))
    same = sum(shown.get_at((x, y)) == blank.get_at((x, y)) for x in range(0, 400, 4) for y in range(0, 300, 4))
    assert same < 100  # the table is covered


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_its_setup_is_opened_from_the_tile(open_house: OpenHouse, fifth_game: GameSpec, device: str) -> None:
    house = open_house()
    hand: Hand = HANDS[device](house)
    house.boot()
    hand.press(tile(house, "race"))
    assert house.on_top(SetupScene).spec is fifth_game
    hand.order(Kind.BACK)
    assert house.on_top(MenuScene)._chosen in registry.GAMES
