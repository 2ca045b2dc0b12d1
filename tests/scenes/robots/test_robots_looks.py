"""Docks in every arrangement, what lies over what on the robots' board, and what is seen of it from the sofa."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial
from itertools import combinations, count
from statistics import mean
from typing import Any

import numpy as np
import pygame
import pytest

from game.core.options import resolve
from game.core.record import SeatConfig, with_strength
from game.match_setup import IDENTITIES, NAMES
from game.robots import SPEC
from game.robots.board import COLOURS, SIZE, Cell, Colour, slide, standing, xy
from game.robots.rules import start
from game.robots.state import Move, State
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD
from scenes.kit.layout import Metrics, Shape
from scenes.kit.window.app import SETTLED_LOOK_OVER
from scenes.match.match_scene import MatchScene
from scenes.robots import phrases
from scenes.robots.bidding import docks
from scenes.robots.bidding.banner import SHOWN_SECONDS, draw_banner, draw_clock
from scenes.robots.board import RobotsBoard
from scenes.robots.drawing import LINE_SECONDS, REVEAL_SECONDS
from scenes.robots.looking_back import LONG
from scenes.robots.motion import BEND_SECONDS, TRAIL_SECONDS
from scenes.robots.selection import Watching
from scenes.robots.side_panel import RobotsSidePanel
from scenes.robots.sprites import PREVIEW, SHADES
from scenes.table.board.layout import board_place
from scenes.table.contract.board import view_of
from tests import make
from tests.make import AOI, REN
from tests.scenes import posting
from tests.scenes.conftest import Written
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, SIZES, Playhouse
from tests.scenes.robots_play import begin, board_of, route

COUNTS = range(1, 9)
FINGER = 32  # design pixels: 15 mm where the short side of the screen is 50 cm
AT_DOCKS = ["Aoi", "Ren", "Mio", "Haru", "Sora", "Kai", "Yui", "Maximiliane"]
LEAST_TOKEN = 16  # design pixels of a radius, in which a shape is told from another
BAR_TOP = {Shape.WIDE: 978, Shape.CLASSIC: 978, Shape.TALL: 1752}


def are_apart(places: Collection[pygame.Rect]) -> bool:
    return not any(a.colliderect(b) for a, b in combinations(places, 2))


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_docks_lie_apart_beside_the_board(size: tuple[int, int], count: int, replay: bool) -> None:
    metrics = Metrics.of(size)
    page, board = docks.robots_places(metrics, count, replay), board_place(metrics)
    places = page.all("dock")
    assert len(places) == count and page["board"].width == board.width and are_apart([board, *places])
    assert all(pygame.Rect((0, 0), size).contains(dock) for dock in places)
    assert all(dock.bottom <= metrics.point(0, BAR_TOP[metrics.shape])[1] for dock in places)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_press_finds_a_dock_and_its_buttons_which_lie_apart_within_it(size: tuple[int, int], count: int) -> None:
    metrics = Metrics.of(size)
    places = docks.dock_places(metrics, count)
    assert docks.dock_at(places, board_place(metrics).center) is None
    for seat, dock in places.items():
        placed = docks.controls(metrics, dock)
        assert docks.dock_at(places, dock.center) == seat
        assert set(placed) == {*docks.CONTROLS, "number", "head"} and are_apart(placed.values())
        assert all(dock.contains(rect) and min(rect.size) >= metrics.px(FINGER) for rect in placed.values())
        assert all(docks.control_at(metrics, dock, placed[name].center) == name for name in docks.CONTROLS)
        cap, plate = docks.keycap(metrics, dock), docks.plate_in(metrics, dock)
        assert dock.contains(cap) and min(cap.size) >= metrics.px(38), "a buzzer has a place in every form"
        assert plate.contains(cap) or not plate.colliderect(cap)


def test_six_seats_have_the_full_form_and_eight_a_lower_one() -> None:
    metrics = Metrics.of((1920, 1080))
    assert {docks.form_of(metrics, dock) for dock in docks.dock_places(metrics, 6).values()} == {"full"}
    assert {docks.form_of(metrics, dock) for dock in docks.dock_places(metrics, 8).values()} == {"medium"}


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("count", [2, 5, 8])
def test_an_open_dock_says_whose_it_is_and_what_its_buttons_do(
    house: Playhouse, size: tuple[int, int], count: int, written: Written, cut: list[str]
) -> None:
    names = AT_DOCKS[-count:]
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
    house: Playhouse, count: int, written: Written, cut: list[str]
) -> None:
    ai = SeatConfig("ai", name="@milk")
    seats = [AOI, with_strength(replace(ai, identity="square"), 2.4)]
    seats += [replace(ai, level=5, name="@master", identity=identity) for identity in IDENTITIES[2:count]]
    begin(house, *seats)
    house.run(SETTLED_LOOK_OVER)
    levels = [(text, place) for text, place in written if text in ("2.4", "5")]
    assert {text for text, _ in levels} == {"2.4", *["5"][: count - 2]}
    names = [place for text, place in written if text in ("Milk", "Master")]
    assert all(any(name.right < place.left and name.bottom > place.top for name in names) for _, place in levels)
    assert not {"Aoi", "Milk", "Master"}.intersection(cut)


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
def test_a_robot_is_a_cell_and_a_sixth_large_and_covers_no_mark_in_the_cell_above(
    house: Playhouse, colour: Colour
) -> None:
    board = board_of(begin(house, AOI, REN))
    sprite, unit = board.sprites.robot(colour), board.geometry.unit
    on_mark = range(round(-(PITCH - MARK / 2) * unit - sprite.dy))
    columns = range(sprite.surface.get_width())
    covering = sum(sprite.surface.get_at((x, y)).a > 128 for y in on_mark for x in columns)
    assert covering <= AERIAL * unit * unit
    box = sprite.surface.get_bounding_rect(100)
    assert max(box.size) >= 7 / 6 * PITCH * unit - 1 and min(box.size) >= PITCH * unit - 1


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
    house: Playhouse, size: tuple[int, int], count: int, written: Written
) -> None:
    """The best bid and the clock have 72 design pixels, the task and the bids of others 40."""
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
def test_the_banner_of_a_declaration_leaves_the_board_the_clock_and_the_task_alone(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    match.controller.submit(0, match.session.spec.rules.parse("bid 9"))
    house.run(SHOWN_SECONDS / 2)
    panel, banners = panel_of(match), board_of(match).banners
    place, banner = panel.places["banner"], banners.latest
    assert banner is not None and banners.shows(house.stage.time)
    assert drawn(match).has(lambda canvas: draw_banner(house.stage, canvas, place, banner))
    assert house.window.surface.get_rect().contains(place)
    assert not place.colliderect(board_of(match).geometry.rect)
    assert not place.colliderect(panel.places["clock"])
    assert not any(place.colliderect(dock) for dock in panel.cards.values())
    assert not place.colliderect(panel.places["helper"])


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize(("used", "number"), [(0, 7), (9, 9), (11, 12), (98, 99)])
def test_count_and_time_lie_apart(
    house: Playhouse, size: tuple[int, int], used: int, number: int, written: Written
) -> None:
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
def test_it_is_said_and_touches_no_card(house: Playhouse, written: Written, people: int) -> None:
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
def test_what_restarts_the_clock_is_written_to_its_end(house: Playhouse, written: Written) -> None:
    match = house.match(AOI, REN, game="robots", actions=["0:bid 34", "1:bid 33"])
    panel = panel_of(match)
    written.clear()
    drawn(match)
    lines = [text for text, place in written if place.colliderect(panel.places["note"])]
    assert "".join(lines).replace(" ", "") == panel.clock_note(match.session.state).replace(" ", "")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_no_remark_on_the_task_goes_on_below_a_card(house: Playhouse, written: Written) -> None:
    match = house.match(AOI, REN, game="robots")
    task, t = match.words.helper().partition("\n")[0], house.stage.t
    rules = [f"one_move.{rule}" for rule in ("any", "own", "turn")]
    remarks = [t(f"robots.bite.{bite}") for bite in ("already_there", "doubled_mark", *rules)]
    for remark in (*remarks, t("robots.long_one", count=LONG)):
        written.clear()
        panel_of(match).draw(house.app.canvas, replace(match.words.content, helper=f"{task}\n{remark}"))
        said = [place for text, place in written if len(text) > 1 and text in remark]
        assert said and not [place for place in said if place.collidelist(list(match.side_panel.cards.values())) >= 0]


LEAST_RATIO = 1.8
INSET = 0.15  # share of a cell's side at each edge, where walls are
SEEDS = range(6)
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])  # D65


def linear(pixels: Any) -> Any:
    """The light of pixels (0 to 255), which can be averaged."""
    share = pixels.reshape(-1, 3).astype(float) / 255
    return np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92)


def lab(light: Any) -> Any:
    """Light in CIE Lab."""
    x, y, z = np.cbrt(light @ TO_XYZ.T / WHITE).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def field(board: RobotsBoard, state: State) -> Any:
    """The pixels of the tiles by row and column, without the line from a new target to its robot."""
    stage = board.context.stage
    board.latest.turned = stage.time - LINE_SECONDS
    canvas = SurfaceCanvas(pygame.Surface(stage.metrics.size))
    board.drawing.draw_ground(canvas)
    board.drawing.draw(canvas, view_of(board, state, selection=Watching()))
    return np.swapaxes(pygame.surfarray.array3d(canvas.surface.subsurface(board.geometry.field)), 0, 1)


def mean_difference(pixels: Any, cells: Iterable[Cell]) -> float:
    """How far the pixels of cells are, on average, from the mean colour of the cells around each."""
    height, width = (length / SIZE for length in pixels.shape[:2])

    def part(x: int, y: int, inset: float = 0.0) -> Any:
        rows = slice(round((y + inset) * height), round((y + 1 - inset) * height))
        return linear(pixels[rows, round((x + inset) * width) : round((x + 1 - inset) * width)])

    found = []
    for column, row in map(xy, cells):
        near = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        around = np.concatenate([part(x, y) for x, y in near if 0 <= x < SIZE and 0 <= y < SIZE])
        away = lab(part(column, row, INSET)) - lab(around.mean(axis=0, keepdims=True))
        found.append(float(np.linalg.norm(away, axis=1).mean()))
    return mean(found)


def dull(state: State) -> list[Cell]:
    """The cells of the marks that are not in play, without a robot on them."""
    seen = {*state.board.targets(state.chip), *standing(state.robots).values()}
    return [cell for cell in state.board.marks if cell not in seen]


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)], ids=str)
def test_robots_stand_out_reflectors_less_and_marks_not_in_play_least(house: Playhouse) -> None:
    board = board_of(begin(house, AOI, REN))
    robots, marks, reflectors, targets = [], [], [], []
    for seed in SEEDS:
        state = start(resolve(SPEC.options, {"players": 2, "reflectors": True}), seed)
        pixels = field(board, state)
        robots.append(mean_difference(pixels, standing(state.robots).values()))
        marks.append(mean_difference(pixels, dull(state)))
        reflectors.append(mean_difference(pixels, state.board.reflectors))
        targets.append(mean_difference(pixels, state.board.targets(state.chip)))
    assert mean(robots) >= LEAST_RATIO * mean(marks)
    assert mean(targets) >= LEAST_RATIO * mean(marks)
    assert mean(marks) < mean(reflectors) < mean(robots)


def test_all_marks_show_their_colours_for_some_seconds_after_a_press(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    board, state = board_of(match), match.session.state
    away = mean_difference(field(board, state), dull(state))
    house.react(partial(posting.click, board.geometry.cell_rect(dull(state)[0]).center))
    assert board.drawing.is_animated
    assert mean_difference(field(board, state), dull(state)) > 1.5 * away
    house.run(REVEAL_SECONDS)
    assert mean_difference(field(board, state), dull(state)) == pytest.approx(away, rel=0.01)
