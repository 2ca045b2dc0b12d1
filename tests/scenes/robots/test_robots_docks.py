"""Docks for one to eight seats in every arrangement: inside the window, apart, large enough for a finger."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pygame
import pytest

from game.core.record import SeatConfig, with_strength
from scenes.kit.layout import Metrics, Shape
from scenes.kit.window.app import SETTLED_LOOK_OVER
from scenes.robots.bidding import docks
from scenes.table.board.layout import board_place
from tests.make import AOI
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.noting import drawn
from tests.scenes.playhouse import SIZES
from tests.scenes.robots_play import begin, board_of

COUNTS = range(1, 9)
FINGER = 32  # design pixels: 15 mm where the short side of the screen is 50 cm
NAMES = ["Aoi", "Ren", "Mio", "Haru", "Sora", "Kai", "Yui", "Maximiliane"]
IDENTITIES = ["circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"]
LEAST_TOKEN = 16  # design pixels of a radius, in which a shape is told from another
BAR_TOP = {Shape.WIDE: 978, Shape.CLASSIC: 978, Shape.TALL: 1752}


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_docks_lie_apart_beside_the_board(size: tuple[int, int], count: int, replay: bool) -> None:
    metrics = Metrics.of(size)
    page = docks.robots_places(metrics, count, replay)
    places = dict(enumerate(page.all("dock")))
    assert len(places) == count and page["board"].width == board_place(metrics).width
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(dock) for dock in places.values())
    assert not any(dock.colliderect(board_place(metrics)) for dock in places.values())
    assert not any(a.colliderect(b) for a, b in combinations(places.values(), 2))
    assert all(dock.bottom <= metrics.point(0, BAR_TOP[metrics.shape])[1] for dock in places.values())


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_buttons_of_an_open_dock_lie_apart_within_it(size: tuple[int, int], count: int) -> None:
    metrics = Metrics.of(size)
    for dock in docks.dock_places(metrics, count).values():
        placed = docks.controls(metrics, dock)
        assert set(placed) == {*docks.CONTROLS, "number", "head"}
        assert all(dock.contains(rect) for rect in placed.values())
        assert not any(a.colliderect(b) for a, b in combinations(placed.values(), 2))
        least = metrics.px(FINGER)
        assert all(min(rect.size) >= least for rect in placed.values())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_press_finds_the_dock_and_its_button(size: tuple[int, int]) -> None:
    metrics = Metrics.of(size)
    places = docks.dock_places(metrics, 6)
    for seat, dock in places.items():
        assert docks.dock_at(places, dock.center) == seat
        for name in docks.CONTROLS:
            assert docks.control_at(metrics, dock, docks.controls(metrics, dock)[name].center) == name
    assert docks.dock_at(places, board_place(metrics).center) is None


def test_six_seats_have_the_full_form_and_eight_a_lower_one() -> None:
    metrics = Metrics.of((1920, 1080))
    assert {docks.form_of(metrics, dock) for dock in docks.dock_places(metrics, 6).values()} == {"full"}
    assert {docks.form_of(metrics, dock) for dock in docks.dock_places(metrics, 8).values()} == {"medium"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 5, 8])
def test_a_buzzer_has_a_place_in_every_form_of_a_dock(size: tuple[int, int], count: int) -> None:
    metrics = Metrics.of(size)
    for dock in docks.dock_places(metrics, count).values():
        cap, plate = docks.keycap(metrics, dock), docks.plate_in(metrics, dock)
        assert dock.contains(cap)
        assert min(cap.size) >= metrics.px(38)
        assert plate.contains(cap) or not plate.colliderect(cap)


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("count", [2, 5, 8])
def test_an_open_dock_says_whose_it_is_and_what_its_buttons_do(
    open_house: OpenHouse, size: tuple[int, int], count: int, written: Written, cut: list[str]
) -> None:
    house = open_house(size)
    names = NAMES[-count:]
    seats = [
        SeatConfig("human", name=name, identity=identity) for name, identity in zip(names, IDENTITIES, strict=False)
    ]
    match = begin(house, *seats)
    for dock in board_of(match).docks.values():
        house.react(partial(posting.touch, dock.center, size))
    assert house.top is match
    cut.clear()
    written.clear()
    house.run(SETTLED_LOOK_OVER)
    said = {text for text, _ in written}
    assert said.issuperset([*names, "Bid", "Agree", "No route"])
    assert not {"Aoi", "Mio", "Bid", "Agree", "No route"}.intersection(cut)
    sheet, stage = drawn(match), house.stage
    for seat, dock in zip(seats, board_of(match).docks.values(), strict=True):
        half = docks.controls(stage.metrics, dock)["head"].height / stage.metrics.scale / 2
        radii = [radius for radius in (docks.TOKEN, docks.LOW_TOKEN, half) if radius >= LEAST_TOKEN]
        tokens = sheet.of(*(stage.identities.token(seat.identity, radius) for radius in radii))
        assert [dock.collidepoint(token.place.center) for token in tokens] == [True]


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("count", [2, 8])
def test_a_dock_says_the_level_of_its_ai_behind_the_name(
    open_house: OpenHouse, size: tuple[int, int], count: int, written: Written, cut: list[str]
) -> None:
    ai = SeatConfig("ai", name="@milk")
    seats = [AOI, with_strength(replace(ai, identity="square"), 2.4)]
    seats += [replace(ai, level=5, name="@master", identity=identity) for identity in IDENTITIES[2:count]]
    house = open_house(size)
    begin(house, *seats)
    house.run(SETTLED_LOOK_OVER)
    levels = [(text, place) for text, place in written if text in ("2.4", "5")]
    assert {text for text, _ in levels} == {"2.4", *["5"][: count - 2]}
    names = [place for text, place in written if text in ("Milk", "Master")]
    assert all(any(name.right < place.left and name.bottom > place.top for name in names) for _, place in levels)
    assert not {"Aoi", "Milk", "Master"}.intersection(cut)
