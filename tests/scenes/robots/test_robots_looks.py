"""What lies over what on the robots' board and in its rails: rings, banners, heads, previews, figures, words."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pygame
import pytest

from game.match_setup import IDENTITIES, NAMES
from game.robots.board import COLOURS, SIZE, Colour, slide, standing, xy
from game.robots.state import Move
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD
from scenes.match.match_scene import MatchScene
from scenes.robots import phrases
from scenes.robots.bidding.banner import SHOWN_SECONDS, draw_banner, draw_clock
from scenes.robots.drawing import LINE_SECONDS
from scenes.robots.looking_back import LONG
from scenes.robots.motion import BEND_SECONDS, TRAIL_SECONDS
from scenes.robots.side_panel import RobotsSidePanel
from scenes.robots.sprites import PREVIEW, SHADES
from tests import make
from tests.make import AOI, REN
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, SIZES, Playhouse
from tests.scenes.robots_play import begin, board_of, route

PITCH, MARK = 52, 43  # board units: a cell, a mark
PEOPLE = [replace(PERSON, name=name, identity=each) for name, each in zip(NAMES, IDENTITIES, strict=True)]
AERIAL = 40  # square units of a mark that a thin aerial may cover


def panel_of(match: MatchScene) -> RobotsSidePanel:
    assert isinstance(match.side_panel, RobotsSidePanel)
    return match.side_panel


def test_walls_lie_above_the_ring_of_the_target(house: Playhouse) -> None:
    """On the middles of the bars around a target one sees no ring."""
    match = begin(house, AOI, REN)
    house.stage.look = replace(house.stage.look, reduced_motion=True)  # the ring shows in full
    board, state = board_of(match), match.session.state
    drawing, field = board.drawing, board.geometry.field
    plain = drawing.ground.picture(state.board)
    seen = pygame.Surface(house.stage.metrics.size)
    seen.blit(plain, field.topleft)
    drawing._targets(SurfaceCanvas(seen), state)
    cell = state.board.targets(state.chip)[0]
    seams = [at for near in (cell, cell - 1, cell - SIZE) for _, at in drawing.ground._seams(state.board, near)]
    ring = board.geometry.cell_rect(cell).inflate(8, 8)
    bars = [(round(x), round(y)) for x, y in seams if ring.collidepoint(x + field.x, y + field.y)]
    assert len(bars) >= 2
    for x, y in bars:
        assert seen.get_at((x + field.x, y + field.y)) == plain.get_at((x, y))


@pytest.mark.parametrize("colour", COLOURS)
def test_no_head_covers_the_mark_in_the_cell_above(house: Playhouse, colour: Colour) -> None:
    board = board_of(begin(house, AOI, REN))
    sprite, unit = board.sprites.robot(colour), board.geometry.unit
    on_mark = range(round(-(PITCH - MARK / 2) * unit - sprite.dy))
    columns = range(sprite.surface.get_width())
    covering = sum(sprite.surface.get_at((x, y)).a > 128 for y in on_mark for x in columns)
    assert covering <= AERIAL * unit * unit


@pytest.mark.parametrize("colour", COLOURS)
def test_a_robot_is_a_cell_and_a_sixth_large(house: Playhouse, colour: Colour) -> None:
    board = board_of(begin(house, AOI, REN))
    box = board.sprites.robot(colour).surface.get_bounding_rect(100)
    assert max(box.size) >= 7 / 6 * PITCH * board.geometry.unit - 1
    assert min(box.size) >= PITCH * board.geometry.unit - 1


def test_previews_wait_until_the_trail_has_faded(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    light = board_of(match).sprites.bar_of_light
    previews = [light(SHADES[colour].base, PREVIEW, upright) for colour in COLOURS for upright in (False, True)]
    assert drawn(match).of(*previews)
    match.controller.submit(0, route()[0])
    house.until(lambda: match.table.timeline.is_idle, "rest")
    assert not drawn(match).of(*previews)
    house.run(TRAIL_SECONDS + 3 * BEND_SECONDS + 0.1)
    assert drawn(match).of(*previews)


def test_a_line_joins_a_new_target_and_its_robot_which_wear_the_same_light(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    board, state = board_of(match), match.session.state
    board.latest.turned = house.stage.time
    sheet = drawn(match)
    home = board.geometry.center(*xy(standing(state.robots)[state.chip.colour]))
    (cell,) = state.board.targets(state.chip)
    line = board.sprites.hairline(0, board.geometry.cell_rect(cell).center, home)
    assert len(sheet.of(line)) == 1
    assert [colour for colour in COLOURS if sheet.of(board.sprites.robot(colour, "", 0.0, True))] == [state.chip.colour]
    assert board.drawing.is_animated
    house.run(LINE_SECONDS + 0.1)
    assert not drawn(match).of(line)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_dock_in_turn_comes_nearer_to_the_board(house: Playhouse, reduced: bool) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 8"))
    house.stage.look = replace(house.stage.look, reduced_motion=reduced)
    cards, board = panel_of(match).cards, board_of(match).geometry.rect
    shade = house.stage.paint.shadow(cards[0].size, LIFT_CARD)
    shades = [blit.place.move(-shade.dx, -shade.dy) for blit in drawn(match).of(shade)]
    at = [pygame.Rect(place.topleft, card.size) for place, card in zip(shades, cards.values(), strict=True)]
    assert at[0] == cards[0]
    assert abs(at[1].centerx - board.centerx) < abs(cards[1].centerx - board.centerx)
    assert not at[1].colliderect(board)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("count", [2, 6, 8])
@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
def test_what_is_read_from_the_sofa_is_large(
    open_house: OpenHouse, size: tuple[int, int], count: int, written: Written
) -> None:
    """The best bid and the clock have 72 design pixels, the task and the bids of others 40."""
    house = open_house(size)
    match = begin(house, *PEOPLE[:count], actions=("0:bid 9", "1:bid 7"))
    house.frame()
    large, less = (house.stage.fonts.font(Style(size)).get_height() for size in (72, 40))
    heights: dict[str, int] = {}
    for text, place in written:
        heights[text] = max(heights.get(text, 0), place.height)
    assert heights["7"] >= large
    assert max(heights[text] for text in ("60", "59") if text in heights) >= large
    assert heights["9"] >= less
    task = phrases.task(house.stage.t, match.session.state.chip)
    assert min(high for text, high in heights.items() if text and text in task and len(text) > 3) >= less


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.one_in(3)
def test_the_banner_of_a_declaration_leaves_the_board_the_clock_and_the_task_alone(
    open_house: OpenHouse, size: tuple[int, int]
) -> None:
    house = open_house(size)
    match = begin(house, AOI, REN)
    match.controller.submit(0, match.session.spec.rules.parse("bid 9"))
    house.run(SHOWN_SECONDS / 2)
    panel, banners = panel_of(match), board_of(match).banners
    place, banner = panel.places["banner"], banners.latest
    assert banner is not None and banners.shows(house.stage.time)
    assert drawn(match).has(lambda canvas: draw_banner(house.stage, canvas, place, banner))
    assert pygame.Rect((0, 0), size).contains(place)
    assert not place.colliderect(board_of(match).geometry.rect)
    assert not place.colliderect(panel.places["clock"])
    assert not any(place.colliderect(dock) for dock in panel.cards.values())
    assert not place.colliderect(panel.places["helper"])


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize(("used", "number"), [(0, 7), (9, 9), (11, 12), (98, 99)])
def test_count_and_time_lie_apart(
    open_house: OpenHouse, size: tuple[int, int], used: int, number: int, written: Written
) -> None:
    house = open_house(size)
    match = begin(house, AOI, REN, actions=(f"0:bid {number}", "0:agree", "1:agree"))
    state = match.session.state
    move = next(action for action in match.session.legal(0) if isinstance(action, Move))
    assert slide(state.board, state.robots, move.colour, move.heading) is not None
    written.clear()
    sheet: Any = SurfaceCanvas(pygame.Surface(size))
    panel_of(match).draw_count(sheet, replace(state, moves=(move,) * used), match.session.clock)
    texts = [place for _, place in written]
    widths = sorted(texts, key=lambda place: place.left)
    assert len(texts) >= 3
    overlaps = [(a, b) for i, a in enumerate(widths) for b in widths[:i] if a.colliderect(b)]
    assert not [pair for pair in overlaps if pair[0].centery - 6 < pair[1].centery < pair[0].centery + 6]
    head = panel_of(match).places["head"]
    assert all(head.left <= place.left and place.right <= head.right for place in texts)


def test_a_dial_with_more_than_its_full_time_has_a_whole_ring(house: Playhouse, written: Written) -> None:
    written.clear()
    rings = []
    for left in (90.0, 60.0, 59.0):
        sheet: Any = SurfaceCanvas.blank((220, 220))
        draw_clock(house.stage, sheet, pygame.Rect(10, 10, 200, 200), left, 60.0)
        pygame.draw.circle(sheet.surface, "black", (110, 110), 70)  # where the number is
        rings.append(pygame.image.tobytes(sheet.surface, "RGB"))
    assert [text for text, _ in written] == ["90", "60", "59"]
    assert rings[0] == rings[1] != rings[2]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("people", [2, 5, 8])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_said_and_touches_no_card(
    open_house: OpenHouse, written: Written, size: tuple[int, int], people: int, language: str
) -> None:
    house = open_house(size, language)
    seed = next(n for n in count() if "set_aside" in make.state("robots", seed=n, players=people).bites)
    match = house.match(*PEOPLE[:people], game="robots", seed=seed)
    house.until(lambda: match.session.state.phase == "think", "the first chip")
    sentence, helper = house.stage.t("robots.bite.set_aside", chip="|").split("|"), match.words.helper()
    assert all(part in helper for part in sentence)
    match.draw(house.app.canvas, 0.0)
    said = [rect for text, rect in written if len(text) > 3 and text in helper]
    cards = match.side_panel.cards.values()
    assert said and not [rect for rect in said if rect.collidelist(list(cards)) >= 0]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
def test_what_restarts_the_clock_is_written_to_its_end(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str
) -> None:
    match = open_house(size=size, language=language).match(AOI, REN, game="robots", actions=["0:bid 34", "1:bid 33"])
    panel = panel_of(match)
    written.clear()
    drawn(match)
    lines = [text for text, place in written if place.colliderect(panel.places["note"])]
    assert "".join(lines).replace(" ", "") == panel.clock_note(match.session.state).replace(" ", "")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_no_remark_on_the_task_goes_on_below_a_card(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str
) -> None:
    house = open_house(size=size, language=language)
    match = house.match(AOI, REN, game="robots")
    task, t = match.words.helper().partition("\n")[0], house.stage.t
    rules = [f"one_move.{rule}" for rule in ("any", "own", "turn")]
    remarks = [t(f"robots.bite.{bite}") for bite in ("already_there", "doubled_mark", *rules)]
    for remark in (*remarks, t("robots.long_one", count=LONG)):
        written.clear()
        panel_of(match).draw(house.app.canvas, replace(match.words.content, helper=f"{task}\n{remark}"))
        said = [place for text, place in written if len(text) > 1 and text in remark]
        assert said and not [place for place in said if place.collidelist(list(match.side_panel.cards.values())) >= 0]
