"""What is seen of pieces: how they stand, what may be done is no piece, and colour never tells anything alone."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame
import pytest

from game.coffee import rules as coffee_rules
from game.coffee.board import cell_of_name
from game.quoridor import SPEC
from game.quoridor.state import PawnMove
from game.robots.board import COLOURS, Colour, Reflector, TargetMark
from game.star.state import Place, cell_of
from scenes.coffee import input as coffee_input
from scenes.coffee.sprites import Pieces
from scenes.join.chair_art import INDICATOR
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.paint import Painter
from scenes.match.match_scene import MatchScene
from scenes.quoridor.board import QuoridorBoard
from scenes.quoridor.input import Choosing, Walling
from scenes.quoridor.sprites import Sprites as QuoridorSprites
from scenes.robots.board import RobotsBoard
from scenes.robots.sprites import SHADES, RobotsGround
from scenes.star.sprites import PIECES
from scenes.star.sprites import Sprites as StarSprites
from scenes.table.board.turn_light import forward
from scenes.table.cells import carry
from scenes.table.cells.marks import faded, thrown
from scenes.table.column.move_list import MoveEntry, MoveList, draw_move_list
from scenes.table.contract.board import view_of
from scenes.table.contract.setup import Stock
from scenes.table.loading import scenes_of
from tests.make import AOI, REN
from tests.scenes import posting
from tests.scenes.coffee_hands import CoffeeMouse, board_of_coffee
from tests.scenes.hands import KeyHand, board_of
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin
from tests.scenes.robots_play import board_of as robots_board_of
from tests.string_keys import TEXTS
from tests.vocabulary.screen import SEATS
from tools.eyes import seen

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


SOFA = 320, 180  # pixels of a picture as it is seen from a sofa
SEEN = 30  # sum of three channels by which a lit cell is lighter than others from the sofa


def drawn(match: MatchScene, selection: Any) -> NotingSheet:
    """The board of a match with a selection of the seat to act."""
    sheet = NotingSheet(match.stage.metrics.size)
    legal = match.session.legal(match.session.actors()[0])
    match.board.drawing.draw_ground(sheet)
    sheet.drawn.clear()
    match.board.drawing.draw(sheet, view_of(match.board, match.session.state, legal=legal, selection=selection))
    return sheet


def test_a_possible_move_in_quoridor_is_an_outline_and_no_pawn(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2", "e8", "e3", "e7"])
    sprites = match.board.drawing.sprites  # type: ignore[attr-defined]
    assert isinstance(sprites, QuoridorSprites)
    targets = [action.cell for action in match.session.legal(0) if isinstance(action, PawnMove)]
    pawn, outline = (make(PERSON.identity) for make in (sprites.pawn, sprites.outline))
    assert [blit.alpha for blit in drawn(match, Choosing()).of(pawn)] == [1.0]
    assert len(drawn(match, Choosing()).of(outline)) == len(targets) == 4
    in_focus = drawn(match, Choosing(targets[0]))
    assert [blit.alpha for blit in in_focus.of(pawn) if blit.alpha < 1] == [0.5], "a faint one under the focus"
    assert len(in_focus.of(outline)) == len(targets) - 1


def test_possible_moves_in_quoridor_are_seen_from_the_sofa(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2", "e8", "e3", "e7"])
    lit = {action.cell for action in match.session.legal(0) if isinstance(action, PawnMove)}
    picture = drawn(match, Choosing()).surface
    seen = pygame.transform.gaussian_blur(pygame.transform.smoothscale(picture, SOFA), 1)
    seen = pygame.transform.smoothscale(seen, picture.get_size())
    rects = {cell: match.board.geometry.cell_rect(cell) for cell in (*lit, 9, 11, 47, 51)}  # type: ignore[attr-defined]
    light = {cell: sum(pygame.transform.average_color(seen, rect)) for cell, rect in rects.items()}
    plain = [light[cell] for cell in light if cell not in lit]
    assert all(light[cell] > max(plain) + SEEN for cell in lit), f"{light} {lit}"


@pytest.mark.parametrize(("actions", "cursor", "pieces"), [(["@b3", "@c1"], None, 1), (["@b3", "@c1"], 4, 2)])
def test_a_target_in_star_is_a_lit_cell_and_no_piece(
    house: Playhouse, actions: Sequence[str], cursor: int | None, pieces: int
) -> None:
    match = house.match(PERSON, RIVAL, actions=list(actions), game="star")
    sprites = match.board.drawing.sprites  # type: ignore[attr-defined]
    assert isinstance(sprites, StarSprites)
    sheet = drawn(match, carry.Choosing(cursor))
    assert len(sheet.of(sprites.look(PIECES[0]))) == pieces
    lit = [sprites.target("#FFF1DC", bold) for bold in (False, True)]
    assert len(sheet.of(*lit)) == len({action.cell for action in match.session.legal(0) if isinstance(action, Place)})


def sticks(match: MatchScene, sheet: NotingSheet) -> list[float]:
    """The opacities of all sticks on the board."""
    board = board_of_coffee(match)
    pieces: Pieces = board.drawing.ground.pieces
    radius, angles = board.geometry.radius, [board.geometry.angle(axis) for axis in board.geometry.board.axes]
    return [blit.alpha for blit in sheet.of(*(pieces.stick(radius, angle) for angle in angles))]


def test_coffee_shows_one_stick_at_a_time(house: Playhouse) -> None:
    """Once a bean is placed, only a trace of the old stick is left, and no line of its offers."""
    match = house.match(PERSON, RIVAL, actions=["c3d", "b2h"], game="coffee")
    cell = cell_of_name("b4") or 0
    before = drawn(match, coffee_input.Choosing(None))
    assert sticks(match, before) == [1.0]
    turning = drawn(match, coffee_input.Pointing(cell, "v"))
    assert sorted(sticks(match, turning)) == [0.3, 1.0]


@pytest.mark.parametrize(("opening", "rival"), [(["c3d", "b2h"], "orange"), (["c3d"], "black")])
def test_the_turned_stick_lights_whole_saucers_in_the_next_players_colour(
    house: Playhouse, opening: list[str], rival: str
) -> None:
    match = house.match(PERSON, RIVAL, actions=opening, game="coffee")
    board, state = board_of_coffee(match), match.session.state
    cell, axis = cell_of_name("b4" if rival == "orange" else "d4") or 0, "v"
    sheet = drawn(match, coffee_input.Pointing(cell, axis))  # type: ignore[arg-type]
    offered = coffee_rules.offer_of(state, cell, axis)  # type: ignore[arg-type]
    old = set(coffee_rules.offered(state)) - {cell} - set(offered)
    assert offered and old
    rest = drawn(match, coffee_input.Choosing())

    def middle(sheet: NotingSheet, cell: int) -> tuple[int, ...]:
        return tuple(pygame.transform.average_color(sheet.surface, board.geometry.cell_rect(cell).inflate(-30, -30)))

    plain = middle(rest, cell_of_name("e1") or 0)
    for lit in offered:
        red, _, blue, _ = middle(sheet, lit)
        assert red - blue > 60 if rival == "orange" else red < plain[0] - SEEN
    for dark in old:
        assert sum(middle(rest, dark)) > sum(middle(sheet, dark)) + SEEN, "it is lit no longer"


ONES = [colour for colour in COLOURS if colour != "silver"]  # that marks and reflectors have
DIFFERENT = 60  # of a channel, by which two pixels differ for certain
PAWNS = ("blue pawn", "orange pawn", "blue wins", "orange wins", "青いコマ", "オレンジのコマ", "青の勝ち", "青が")


def differing(one: pygame.Surface, other: pygame.Surface) -> int:
    """How many pixels differ for certain."""
    width, height = one.get_size()
    assert (width, height) == other.get_size()
    points = [(x, y) for x in range(width) for y in range(height)]
    far = [max(abs(a - b) for a, b in zip(one.get_at(at), other.get_at(at), strict=True)) > DIFFERENT for at in points]
    return sum(far)


OF_ROBOTS: dict[str, Callable[[RobotsBoard, RobotsGround, Colour], pygame.Surface]] = {
    "robot": lambda board, ground, colour: board.sprites.robot(colour).surface,
    "marker": lambda board, ground, colour: board.sprites.marker(colour).surface,
    "mark": lambda board, ground, colour: ground._mark(TargetMark(colour, "bell")).surface,
    "chip": lambda board, ground, colour: (
        board.sprites.chip(TargetMark(colour, "bell"), 48 * board.geometry.unit).surface
    ),
    "reflector": lambda board, ground, colour: ground._reflector(Reflector("/", colour)).surface,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("piece", OF_ROBOTS)
def test_what_belongs_to_a_robot_says_so_without_its_colour(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, piece: str
) -> None:
    """With one shade for all of them, no two look alike."""
    for colour in COLOURS:
        monkeypatch.setitem(SHADES, colour, SHADES["blue"])
    house.stage.paint = Painter(house.stage.metrics.scale)  # nothing is made yet
    board = robots_board_of(begin(house, AOI, REN))
    ground = RobotsGround(house.stage, board.geometry, board.sprites)
    pictures = [OF_ROBOTS[piece](board, ground, colour) for colour in ONES]
    for one, other in itertools.combinations(pictures, 2):
        assert differing(one, other) > 20  # without letters they are the same


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["quoridor", "star"])
def test_no_text_calls_a_player_by_colour_alone(game: str, language: str) -> None:
    texts = json.loads((TEXTS / game / f"{language}.json").read_text(encoding="utf-8"))
    named = [f"{key}: {text}" for key, text in texts.items() if any(pawn in text.lower() for pawn in PAWNS)]
    assert named == []


def test_a_chair_that_is_ready_shows_so_in_grey(house: Playhouse) -> None:
    """By a tick in its lamp, not by the lamp's green alone."""
    side = house.stage.metrics.px(INDICATOR)
    lamps = [house.stage.drawing(f"lamp-{state}", (side, side)) for state in ("lit", "out")]
    lit, dark = (seen(lamp.surface, "greyscale") for lamp in lamps)
    assert differing(lit, dark) > lit.get_width() * lit.get_height() // 5
    middle, width = lit.get_height() // 2, lit.get_width()
    values = [lit.get_at((x, y)).r for x in range(width // 4, 3 * width // 4) for y in range(middle - 3, middle + 3)]
    assert min(values) < 90 < 160 < max(values)
