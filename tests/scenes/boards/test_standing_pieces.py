"""Pieces: how they stand on their board, are carried, are told apart in words, and are counted on paper and cards."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.quoridor import SPEC
from game.star.state import cell_of
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.quoridor.board import QuoridorBoard
from scenes.quoridor.input import Walling
from scenes.table.board.turn_light import forward
from scenes.table.cells.marks import faded, thrown
from scenes.table.column.move_list import MoveEntry, MoveList, draw_move_list
from scenes.table.contract.setup import Stock
from scenes.table.loading import scenes_of
from tests.scenes import posting
from tests.scenes.coffee_hands import CoffeeMouse
from tests.scenes.hands import KeyHand, board_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin
from tests.scenes.robots_play import board_of as robots_board_of
from tests.vocabulary.screen import SEATS

FOOT = (30, 90)


def opacity(surface: pygame.Surface, x: int, y: int) -> int:
    """0..255 at a pixel, 0 outside."""
    return surface.get_at((x, y))[3] if surface.get_rect().collidepoint(x, y) else 0


@pytest.fixture
def post() -> pygame.Surface:
    """A piece as wide above as below."""
    surface = pygame.Surface((60, 100), pygame.SRCALPHA)
    pygame.draw.rect(surface, "white", (20, 10, 20, 80))
    return surface


@pytest.mark.parametrize("sigma", [1.0, 3.0, 5.0])
def test_it_falls_right_and_down_and_weaker_with_the_height(post: pygame.Surface, sigma: float) -> None:
    shadow = thrown(post, FOOT, sigma, (20, 10, 2))
    solid = pygame.mask.from_surface(shadow.surface, 20)
    x, y = solid.centroid()
    assert x + shadow.left > 4 and y + shadow.top > 2
    at_foot = opacity(shadow.surface, -shadow.left, -shadow.top)
    beyond = opacity(shadow.surface, 34 - shadow.left, 10 - shadow.top)
    assert at_foot > 100 and 0 < beyond < at_foot
    assert opacity(shadow.surface, -34 - shadow.left, -shadow.top) == 0


def test_a_wider_piece_throws_a_wider_shadow(post: pygame.Surface) -> None:
    wide = pygame.transform.scale(post, (120, 100))
    broad, slim = (thrown(piece, (piece.get_width() // 2, 90), 2.0, (0, 0, 0)).surface for piece in (wide, post))
    assert broad.get_bounding_rect().height > slim.get_bounding_rect().height + 5


def test_a_faded_picture_keeps_its_opacity_in_its_pixels() -> None:
    surface = pygame.Surface((4, 4), pygame.SRCALPHA)
    surface.fill((9, 9, 9, 200))
    assert faded(surface, 0.5).get_at((1, 1)) == (9, 9, 9, 100)


def test_a_pawn_stands_on_its_cell_and_its_shadow_begins_under_it(house: Playhouse) -> None:
    board = house.match(PERSON, RIVAL).board
    assert isinstance(board, QuoridorBoard)
    sprites, cell = board.drawing.sprites, board.geometry.cell_rect(0)
    pawn, contact, ambient = sprites.pawn("circle"), *map(sprites.pawn_shadow, ("contact", "ambient"))
    foot = pawn.dy + pawn.surface.get_bounding_rect().bottom
    assert 0 < foot < cell.height / 2 - 3, "the cell is seen below it"
    for shadow in (contact, ambient):
        box = shadow.surface.get_bounding_rect(20).move(shadow.dx, shadow.dy)
        assert box.top < foot < box.bottom and box.left < 0
        assert box.centerx > 0


def test_robots_throw_a_shadow_of_their_own_shape(house: Playhouse) -> None:
    sprites = robots_board_of(begin(house, PERSON)).sprites
    boxes = {sprites.robot_shadow(colour).surface.get_bounding_rect(20).size for colour in ("red", "yellow", "blue")}
    assert len(boxes) > 1


def brightest(surface: pygame.Surface) -> int:
    """The brightest opaque pixel, 0..255."""
    width, height = surface.get_size()
    pixels = (surface.get_at((x, y)) for x in range(width) for y in range(height))
    return max((pixel[0] + pixel[1] + pixel[2]) // 3 for pixel in pixels if pixel[3] > 250)


@pytest.mark.parametrize("ink", [theme.IVORY, theme.INK])
def test_a_ring_is_pale_and_a_disc_is_dark_on_any_ground(house: Playhouse, ink: str) -> None:
    fonts = Fonts(1.0)
    ring, disc = (fonts.line(mark, Style(40, ink)) for mark in "○●")
    assert brightest(ring) > 220
    assert brightest(disc) < 190
    assert ring.get_width() == disc.get_width() == fonts.width("○", Style(40, ink))


def test_a_card_is_edged_in_the_colour_of_its_bean(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["d4h"], pie=True, game="coffee")
    board, cards = match.side_panel.places["board"], match.side_panel.cards

    def warmth(seat: int) -> int:
        lit = float(seat in match.session.actors())  # whose card comes forward
        card = cards[seat].move(forward(house.stage, cards[seat], board, lit))
        red, _, blue, _ = house.window.surface.get_at(card.move(house.stage.metrics.px(8), 0).midleft)
        return red - blue

    house.run(0.5)
    before = warmth(0), warmth(1)
    CoffeeMouse(house).play("swap")
    house.run(2.0)
    after = warmth(0), warmth(1)
    assert before[0] < 60 < before[1]
    assert after[1] < 60 < after[0]


def written(house: Playhouse, count: int) -> int:
    """The height of what is drawn of a list with so many moves, in pixels, where there is room for ten rows."""
    px = house.stage.metrics.px
    sheet = SurfaceCanvas.blank((px(392), px(700)))
    moves = MoveList(tuple(MoveEntry("e2", "circle") for _ in range(count)), count - 1)
    draw_move_list(house.stage, sheet, pygame.Rect(0, 0, px(392), px(608)), moves, 2)
    return sheet.surface.get_bounding_rect(min_alpha=200).bottom


def test_the_paper_is_only_as_tall_as_its_moves_need(house: Playhouse) -> None:
    px = house.stage.metrics.px
    heights = [written(house, count) for count in (0, 6, 10, 40)]
    assert heights == sorted(heights)
    assert heights[0] == heights[1] < heights[2] < heights[3] <= px(620)
    assert heights[0] < px(300)


def test_the_walls_left_stand_out_on_both_grounds(house: Playhouse) -> None:
    """A bar has a rim far darker than enamel, and a face far lighter than lacquer."""
    setup = scenes_of(SPEC).setup
    for lit in (True, False):
        row = setup.stock_row(house.stage, Stock(10, 10, ""), lit, 400).surface
        line = [row.get_at((x, row.get_height() // 2)) for x in range(row.get_width())]
        seen = [sum(color[:3]) / 3 for color in line if color.a > 200]
        assert min(seen) < 90 if lit else max(seen) > 200


def test_the_piece_is_drawn_under_the_pointer(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, game="star", actions=["@b3", "@a2", "@a1", "@c2"])
    cells = KeyHand(house).geometry.cell_rect
    origin, target = cells(cell_of("b3")).center, cells(cell_of("c1")).center
    away = target[0] + 15, target[1] - 20
    posting.move_mouse((origin[0] - 9, origin[1]))
    posting.move_mouse(origin)
    house.frame()
    beside = away[0] + 32, away[1]
    empty = house.window.surface.get_at(beside)
    house.react(partial(posting.mouse_down, origin), *(partial(posting.move_mouse, point) for point in (target, away)))
    assert match.input.drag_at == away
    house.frame()
    assert house.window.surface.get_at(beside) != empty


@pytest.mark.parametrize("seat", range(4))
def test_the_first_wall_lies_across_the_next_rivals_way(house: Playhouse, seat: int) -> None:
    match = house.match(PERSON, RIVAL, SEATS["Mio"], SEATS["Haru"], actions=["e2", "b5", "e8"][:seat])
    table = board_of(match)
    selection = table.input._wall_mode(match.session.state)
    assert isinstance(selection, Walling)
    rival = (seat + 1) % 4
    pawn = table.geometry.cell_rect(match.session.state.pawns[rival])
    ahead = [(0, -1), (1, 0), (0, 1), (-1, 0)][table.geometry.goal_side(rival, 4)]
    step = table.geometry.art["cell_pitch"] * table.geometry.unit
    between = pawn.centerx + ahead[0] * step / 2, pawn.centery + ahead[1] * step / 2
    rect = table.geometry.wall_rect(selection.wall)
    assert rect.inflate(4, 4).collidepoint(between)
    assert (rect.width > rect.height) == (ahead[0] == 0)
