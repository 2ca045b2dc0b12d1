"""Where Coffee's cells, wheel and swap lie: every cell can be hit, every spoke is large enough and in its panel."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import pygame
import pytest

from game.coffee import DANGER_MARKS
from game.coffee.board import SIDES, board, cell_name, cell_of_name
from game.core.record import SeatConfig
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.coffee.input import Pointing
from scenes.coffee.scenes import CoffeeSidePanel
from scenes.coffee.wheel import Wheel
from scenes.kit.input.intents import MOUSE, Intent, Kind
from scenes.kit.layout import Metrics, Shape, within
from scenes.table.board.layout import CARD
from scenes.table.column.side_panel import FULL_HEIGHT, SidePanel, card_plan
from tests.repository.test_assets import ASSETS
from tests.scenes.coffee_hands import COFFEE_HANDS, CoffeeMouse, board_of_coffee
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse

FINGER = 112  # design pixels of the short side of what a finger presses
BOARDS = ["sq3", "sq7", "hex3", "hex5"]


def geometry_of(board_id: str, side: int = 587) -> Geometry:
    art = json.loads((ASSETS / "textures/coffee-hex.json").read_text(encoding="utf-8"))
    return Geometry(pygame.Rect(40, 30, side, side), board(board_id), art)


# Cells


@pytest.mark.parametrize("board_id", SIDES)
def test_saucers_lie_apart_and_within_the_frame(board_id: str) -> None:
    geometry = geometry_of(board_id)
    assert geometry.place.contains(geometry.rect)
    reach = geometry.art["field"][geometry.shape] * geometry.unit
    for cell in geometry.board.cells:
        x, y = geometry.cell_center(cell)
        dx, dy = abs(x - geometry.rect.centerx), abs(y - geometry.rect.centery)
        across = max(dy, dx * math.sqrt(3) / 2 + dy / 2) if geometry.board.hexagonal else max(dx, dy)
        assert across + geometry.radius <= reach
    for one, other in itertools.combinations(geometry.board.cells, 2):
        assert math.dist(geometry.cell_center(one), geometry.cell_center(other)) >= 2 * geometry.radius


@pytest.mark.parametrize("height", [FULL_HEIGHT, CARD])
def test_beans_on_a_card_lie_clear_of_its_lower_edge(height: int) -> None:
    metrics = Metrics.of((1024, 768))
    card = pygame.Rect((0, 0), (metrics.px(378), metrics.px(height)))
    stock = within(metrics, card, card_plan(378, height))["stock"]
    assert card.bottom - stock.bottom >= metrics.px(14)


@pytest.mark.parametrize("board_id", SIDES)
def test_the_axes_lead_along_the_lines(board_id: str) -> None:
    geometry = geometry_of(board_id)
    for axis in geometry.board.axes:
        for line in geometry.board.lines:
            cells = [cell for cell in line if geometry.board.line(cell, axis) == line]
            if len(cells) > 1:
                (x0, y0), (x1, y1) = geometry.cell_center(cells[0]), geometry.cell_center(cells[-1])
                seen = math.degrees(math.atan2(y1 - y0, x1 - x0))
                assert abs((seen - geometry.angle(axis) + 90) % 180 - 90) < 0.01
                assert geometry.axis_towards((x0, y0), (round(x1), round(y1))) == axis


@pytest.mark.parametrize("board_id", BOARDS)
def test_every_cell_has_its_coordinates_on_the_frame(board_id: str) -> None:
    geometry = geometry_of(board_id)
    labels = geometry.labels()
    rows = len(geometry.board.rows)
    assert sorted(text for text, _, _ in labels if text.isalpha()) == list("abcdefghi"[:rows])
    assert sorted(int(text) for text, _, _ in labels if text.isdigit()) == list(range(1, max(geometry.board.rows) + 1))
    assert all(geometry.rect.collidepoint(x, y) for _, x, y in labels)


def test_each_of_61_cells_is_hit_at_1280_by_720(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, board="hex5", n=5, game="coffee")
    geometry = board_of_coffee(match).geometry
    assert len(geometry.board.cells) == 61
    hand = CoffeeMouse(house)
    for cell in geometry.board.cells:
        assert geometry.radius >= 24
        x, y = hand.middle(cell)
        for dx, dy in ((0, 0), (geometry.radius - 2, 0), (0, 2 - geometry.radius)):
            match.intent(Intent(Kind.HOVER, MOUSE, (x + dx, y + dy)))
            assert match.input.selection.cell == cell, f"{cell_name(cell)} at {dx},{dy}"


def test_between_the_cells_of_a_square_board_lies_none() -> None:
    geometry = geometry_of("sq5")
    x, y = geometry.center(0.5, 0.5)
    assert geometry.cell_at((round(x), round(y))) is None
    assert geometry.cell_at((geometry.rect.left + 2, geometry.rect.top + 2)) is None


# The wheel and the swap


def wheel_of(house: Playhouse, board_id: str) -> tuple[SidePanel, Wheel]:
    match = house.match(PERSON, RIVAL, board=board_id, n=3, pie=True, game="coffee")
    wheel = board_of_coffee(match).places_beside.wheel
    assert wheel is not None
    return match.side_panel, wheel


@pytest.mark.parametrize("board_id", ["sq7", "hex5"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(5)
def test_the_wheel_lies_in_its_panel_with_its_spokes_apart(
    open_house: OpenHouse, size: tuple[int, int], board_id: str
) -> None:
    house = open_house(size)
    side_panel, wheel = wheel_of(house, board_id)
    board: Any = side_panel.board
    screen = pygame.Rect((0, 0), size)
    assert screen.contains(wheel.panel)
    assert not wheel.panel.colliderect(board.geometry.rect)
    assert tuple(wheel.spokes) == wheel_order(board.geometry.board)
    for x, y in wheel.spokes.values():
        disc = pygame.Rect(0, 0, 2 * wheel.spoke_radius, 2 * wheel.spoke_radius)
        disc.center = (x, y)
        assert wheel.panel.contains(disc)
        assert not disc.colliderect(wheel.head)
        assert wheel.in_row or not disc.colliderect(wheel.foot)
    for one, other in itertools.combinations(wheel.spokes.values(), 2):
        assert math.dist(one, other) >= 2 * wheel.spoke_radius


@pytest.mark.parametrize("board_id", ["sq7", "hex5"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(3)
def test_every_axis_has_room_for_a_finger(open_house: OpenHouse, size: tuple[int, int], board_id: str) -> None:
    """On the wheel, or around the bean on the board, where every direction is a spoke as well."""
    house = open_house(size)
    side_panel, wheel = wheel_of(house, board_id)
    for axis, spoke in wheel.spokes.items():
        assert wheel.axis_at(spoke) == axis
    finger = house.stage.metrics.px(FINGER)
    if house.stage.metrics.shape is Shape.TALL:
        assert 2 * wheel.spoke_radius >= finger
        return
    board: Any = side_panel.board
    geometry = board.geometry
    narrowest = 180 / len(geometry.board.axes)
    far = 1.6 * geometry.pitch
    assert 2 * far * math.sin(math.radians(narrowest / 2)) >= finger


def test_both_ends_of_an_axis_mean_it(house: Playhouse) -> None:
    _, wheel = wheel_of(house, "sq5")
    for axis, (x, y) in wheel.spokes.items():
        opposite = 2 * wheel.center[0] - x, 2 * wheel.center[1] - y
        assert wheel.axis_at(opposite) == axis
    assert wheel.axis_at(wheel.center) is None
    assert wheel.axis_at(wheel.panel.topleft) is None


@pytest.mark.parametrize("bottom", [PERSON, RIVAL], ids=["person below", "AI below"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", ["keyboard", "touch"])
@pytest.mark.one_in(8)
def test_neither_wheel_nor_swap_hides_a_seat(
    open_house: OpenHouse, size: tuple[int, int], device: str, bottom: SeatConfig
) -> None:
    house = open_house(size)
    match = house.match(bottom, PERSON, actions=["c3h"], board="hex5", n=5, pie=True, game="coffee")
    COFFEE_HANDS[device](house).cell(cell_of_name("c4") or 0)
    places = board_of_coffee(match).places_beside
    assert isinstance(match.input.selection, Pointing)
    assert places.wheel is not None and places.swap is not None
    screen = pygame.Rect((0, 0), size)
    for seat in (0, 1):
        card = match.side_panel.cards[seat]
        assert screen.contains(card)
        assert not card.colliderect(places.wheel.panel)
        assert not card.colliderect(places.swap)
        assert not card.colliderect(board_of_coffee(match).geometry.rect)
    assert match.side_panel.move_list is not None and match.side_panel.move_list.colliderect(places.wheel.panel)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_the_panel_takes_the_place_of_the_moves_only_while_it_is_needed(
    open_house: OpenHouse, size: tuple[int, int]
) -> None:
    house = open_house(size)
    match = house.match(PERSON, RIVAL, actions=["c3h"], pie=True, game="coffee")
    board, legal = board_of_coffee(match), match.session.legal(1)
    places = board.places_beside
    assert places.swap is not None and places.wheel is not None
    panel = match.side_panel
    assert isinstance(panel, CoffeeSidePanel)
    assert panel.shown(match.input.selection, legal) == places.swap
    hand = COFFEE_HANDS["keyboard"](house)
    hand.play("c4h")
    legal = match.session.legal(0)
    assert panel.shown(match.input.selection, legal) is None
    hand.cell(cell_of_name("c5") or 0)
    assert panel.shown(match.input.selection, legal) == places.wheel.panel
    assert panel.shown(match.input.selection, ()) is None


def test_the_danger_marks_can_be_switched_off(house: Playhouse) -> None:
    gaps = ["f3d", "e3d", "g3h", "g4h", "g1u", "c4u", "a4h", "a1d", "c3d", "e4u", "d5h", "d4u"]
    match = house.match(PERSON, RIVAL, actions=gaps, board="hex4", n=4, game="coffee")
    board, hand = board_of_coffee(match), COFFEE_HANDS["keyboard"](house)
    hand.cell(cell_of_name("b4") or 0)
    order = wheel_order(board.geometry.board)
    state, selection = match.session.state, match.input.selection
    warned = board.words.wheel(state, selection, order, with_dangers=True)
    assert warned.dangers == {"u"}
    assert warned.footer == "Orange could win here"
    marked = pygame.image.tobytes(house.window.surface, "RGB")
    house.services.settings.put(DANGER_MARKS, False)
    house.run(1.0)
    assert pygame.image.tobytes(house.window.surface, "RGB") != marked
    plain = board.words.wheel(state, selection, order, with_dangers=False)
    assert (plain.dangers, plain.footer) == (frozenset(), "")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_swap_means_is_said_in_full_above_its_button(
    open_house: OpenHouse, size: tuple[int, int], language: str, written: Written
) -> None:
    house = open_house(size, language)
    match = house.match(PERSON, PERSON, actions=["c3d"], board="hex5", n=4, pie=True, game="coffee")
    _, sentence, label = board_of_coffee(match).words.swap(match.session.state)
    texts = [text for text, _ in written]
    ends = [i for i, text in enumerate(texts) if text == label]
    spans = [(i, end) for end in ends for i in range(end) if _joined(texts[i:end], language) == sentence]
    assert len(spans) == 1
    first, end = spans[0]
    assert max(place.bottom for _, place in written[first:end]) <= written[end][1].top + house.stage.metrics.px(
        6
    )  # blank below the letters


def _joined(lines: list[str], language: str) -> str:
    """What lines of a language say."""
    return ("" if language == "ja" else " ").join(lines)
