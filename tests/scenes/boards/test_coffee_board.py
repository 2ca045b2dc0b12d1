"""Coffee's board: what it shows, how it moves, lessons that hold, and where cells, wheel and swap lie."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import pygame
import pytest

from game.coffee import DANGER_MARKS, SPEC, rules
from game.coffee.board import SIDES, board, cell_name, cell_of_name
from game.coffee.state import Drop, State
from game.core.record import SeatConfig
from game.core.rules import Step
from game.match_setup import default_table
from scenes.coffee.drawing import BEAN_SECONDS, STICK_SECONDS
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.coffee.input import Choosing, Pointing, Trying
from scenes.coffee.scenes import CoffeeSidePanel
from scenes.coffee.wheel import Wheel
from scenes.coffee.words import CupStock
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.kit.layout import Metrics, Shape, within
from scenes.setup.drawing import draw_preview
from scenes.setup.setup_scene import SetupScene
from scenes.table.board.layout import CARD
from scenes.table.column.side_panel import FULL_HEIGHT, SidePanel, card_plan
from scenes.table.contract.input import Actors
from scenes.table.contract.lessons import reach
from scenes.table.contract.view import View
from scenes.table.loading import lessons_of
from tests.repository.test_assets import ASSETS
from tests.scenes.coffee_hands import COFFEE_HANDS, CoffeeMouse, board_of_coffee
from tests.scenes.conftest import Written
from tests.scenes.noting import NotingSheet, pixels
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse

OPENING = ["c3d", "b2h"]
WON = ["c3h", "c1u", "a3d", "b4u", "e1v", "a1d", "b2v", "e2h", "e5v", "a5h", "a2h", "a4v", "d4*"]
PAGES = {page.key.rpartition(".")[2]: page for page in lessons_of(SPEC).pages}


def step_of(state, text: str) -> Step:
    seat = state.mover
    action = rules.parse(text)
    after, events = rules.apply(state, seat, action)
    return Step(state.ply, state, seat, action, after, events)


# Motion


def test_the_bean_drops_then_the_stick_turns_into_its_axis(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=OPENING, game="coffee")
    board = board_of_coffee(match)
    step = step_of(match.session.state, "b4d")
    clip = board.drawing.animate(step)
    assert clip.seconds == pytest.approx(0.16 + 0.14)
    assert [name for _, name in clip.cues] == ["stone", "stick"]
    bean = f"bean {cell_of_name('b4')}"
    heights = [clip.sample(t).placements[bean].lift for t in (0.0, 0.08, BEAN_SECONDS)]
    assert heights == sorted(heights, reverse=True) and heights[-1] == 0
    assert "stick" not in clip.sample(BEAN_SECONDS / 2).placements
    turning = [clip.sample(BEAN_SECONDS + share * STICK_SECONDS).placements["stick"].angle for share in (0.2, 0.5, 1)]
    assert turning == sorted(turning) and turning[-1] == 45
    ended = clip.sample(clip.seconds).placements
    assert ended["stick"] == board.drawing.pieces(step.after)["stick"]
    assert ended[bean] == board.drawing.pieces(step.after)[bean]


def test_the_stick_of_an_ai_turns_slowly_enough_to_be_seen(house: Playhouse) -> None:
    match = house.match(ROBOT, PERSON, actions=OPENING, game="coffee")
    clip = board_of_coffee(match).drawing.animate(step_of(match.session.state, "b4d"))
    assert clip.seconds == pytest.approx(0.16 + 0.36)


def test_nothing_flies_with_reduced_motion(house: Playhouse) -> None:
    house.services.settings.change(reduced_motion=True)
    match = house.match(PERSON, RIVAL, actions=OPENING, game="coffee")
    board = board_of_coffee(match)
    clip = board.drawing.animate(step_of(match.session.state, "b4v"))
    assert clip.seconds == theme.FADE_SECONDS
    assert all(
        place.lift == 0 for share in (0.2, 0.6) for place in clip.sample(share * clip.seconds).placements.values()
    )
    assert [name for _, name in clip.cues] == ["stick"]


def test_the_line_breathes_between_90_and_100_percent_in_two_seconds(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=OPENING, game="coffee")
    drawing = board_of_coffee(match).drawing
    seen = []
    for tenth in range(21):
        house.stage.time = tenth / 10
        seen.append(drawing.breath())
    assert (max(seen), min(seen)) == (1.0, pytest.approx(0.9))
    assert seen[0] == seen[20] == 1.0
    assert seen[10] == min(seen)
    house.stage.look.reduced_motion = True
    assert drawing.breath() == 1.0


def test_a_saucer_that_is_no_way_on_is_explained(house: Playhouse) -> None:
    """Of two offered cells each leads back along the line; so this takes one that is offered alone, off the game."""
    match = house.match(PERSON, RIVAL, actions=OPENING, game="coffee")
    board, state, b1 = board_of_coffee(match), match.session.state, cell_of_name("b1")
    legal = [action for action in match.session.legal(0) if not (isinstance(action, Drop) and action.cell == b1)]
    chosen = board.input.choose(Actors(state, {0: legal}), Choosing(b1), Intent(Kind.CONFIRM, KEYBOARD))
    assert chosen.selection == Trying(b1)
    problem = board.words.turn(state, chosen.selection, "mouse").problem
    assert problem is not None and problem.title == "Dead end at b1"


# What is seen


def brightness(house: Playhouse, cell: str) -> float:
    rect = board_of_coffee(house.playing).geometry.cell_rect(cell_of_name(cell) or 0)
    return sum(pygame.transform.average_color(house.window.surface, rect.inflate(-12, -12))[:3])


def test_the_offered_saucers_are_lit(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["c3d", "b2h"], game="coffee")
    COFFEE_HANDS["keyboard"](house).steer(cell_of_name("b1") or 0)
    offered = {rules.text(action)[:2] for action in match.session.legal(0)} - {"b1"}
    assert offered == {"b3", "b4", "b5"}
    dark = max(brightness(house, name) for name in ("c1", "c5", "d2", "e4"))
    assert all(brightness(house, name) > dark + 60 for name in offered)


def test_the_row_that_won_is_drawn_from_end_to_end(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON[:-1], game="coffee")
    geometry = board_of_coffee(match).geometry
    ends = [geometry.cell_rect(cell_of_name(name) or 0) for name in ("b2", "e5")]
    house.run(0.1)
    before = [pixels(house, rect) for rect in ends]
    COFFEE_HANDS["keyboard"](house).cell(cell_of_name("d4") or 0)
    house.run(0.35)
    first = [pixels(house, rect) for rect in ends]
    assert first[0] != before[0]
    house.run(0.8)
    assert pixels(house, ends[1]) != first[1]


@pytest.mark.parametrize("reduced", [False, True])
def test_the_beans_of_the_row_hop_one_after_the_other(house: Playhouse, reduced: bool) -> None:
    house.services.settings.change(reduced_motion=reduced)
    match = house.match(PERSON, RIVAL, actions=WON, game="coffee")
    board, row = board_of_coffee(match), [f"bean {cell_of_name(name)}" for name in ("b2", "c3", "d4", "e5")]
    state = match.session.state
    pieces = board.drawing.pieces(state)
    in_air: list[str] = []
    for tick in range(90):
        view: View[State, Any, Any] = View(state, pieces, (), Choosing(), winner=state.winner, win_time=tick / 60)
        hopping = board.drawing.hopping(view)
        assert all(0 < place.lift < 1 for place in hopping.values())
        in_air += [bean for bean in hopping if bean not in in_air]
    assert in_air == ([] if reduced else row)
    assert hopping == {}  # all of them are down again before the result comes


@pytest.mark.parametrize(("seat", "wanted"), [(0, ("black", 2, 4)), (1, ("orange", 1, 4))])
def test_a_card_tells_the_beans_and_the_longest_row(house: Playhouse, seat: int, wanted: tuple[str, int, int]) -> None:
    actions = ["c3h", "c1u", "a3d", "b4u", "e1v", "a1d", "b2v", "e2h"]
    match = house.match(PERSON, RIVAL, actions=actions, game="coffee")
    state = match.session.state
    stock = board_of_coffee(match).words.seat(state, seat).stock
    colour = state.colours[seat]
    assert stock.left == state.stones_of(colour).bit_count() == 4
    assert isinstance(stock, CupStock)
    assert (stock.colour, stock.row, stock.total) == (colour, len(rules.longest(state, colour)), 4) == wanted


# Lessons


def test_the_pages_show_what_they_say() -> None:
    states = {name: reach(SPEC, page.diagram.position).state for name, page in PAGES.items()}
    assert states["goal"].reason == states["over"].reason == "row"
    assert len(rules.longest(states["over"], "orange")) == states["over"].n + 1
    assert states["stuck"].reason == "stuck"
    assert rules.may_swap(states["swap"])
    barred = rules.parse(PAGES["barred"].diagram.considered)
    assert isinstance(barred, Drop)
    assert rules.barred_axes(states["barred"], barred.cell)[barred.axis] == "full"
    assert rules.parse("d4*") in rules.legal(states["past"], states["past"].mover)


def test_the_preview_shows_the_board_that_is_set(house: Playhouse) -> None:
    rect = pygame.Rect(100, 100, 300, 300)
    shown = []
    for options in ({"board": "sq3", "n": 3}, {"board": "hex5", "n": 3}):
        table = default_table(SPEC).with_options(SPEC, options)
        sheet = house.stage.table.copy()
        draw_preview(house.services, SurfaceCanvas(sheet), rect, SPEC, table, "setup")
        shown.append(pygame.image.tobytes(sheet.subsurface(rect), "RGB"))
    assert shown[0] != shown[1]


def test_the_preview_is_drawn_once_for_each_table(house: Playhouse) -> None:
    scene = SetupScene(house.services, SPEC)
    house.show(scene)

    def preview() -> pygame.Surface:
        sheet = NotingSheet(house.window.size)
        scene.draw(sheet, 1.0)  # type: ignore[arg-type]
        assert scene.preview is not None
        around = [blit for blit in sheet.drawn if blit.place.contains(scene.preview)]
        return min(around, key=lambda blit: blit.place.size).surface

    first = preview()
    assert preview() is first
    scene.table = scene.table.with_options(SPEC, {"board": "sq3", "n": 3})
    assert preview() is not first


@pytest.mark.parametrize("stick", ["c3d", "c3u", "c3h", "c3v", "a1d", "e5v"])
def test_what_the_stick_offers_is_shown_in_slabs_that_leave_nothing_out(house: Playhouse, stick: str) -> None:
    """Whole and slab by slab it looks the same; aslant the slabs are much less than the whole."""
    match = house.match(PERSON, RIVAL, game="coffee")
    drawing = board_of_coffee(match).drawing
    ground, board = drawing.ground, drawing._geometry.board
    action = rules.parse(stick)
    assert isinstance(action, Drop) and action.axis is not None
    line = board.line(action.cell, action.axis)
    offer = ground.offer(line, line)
    whole = offer.surface.get_rect()
    pieces = SurfaceCanvas.blank(whole.size)
    slabs = ground.slabs(line, offer)
    for slab in slabs:
        pieces.surface.blit(offer.surface, slab, slab)
    assert all(not a.colliderect(b) for i, a in enumerate(slabs) for b in slabs[:i])
    shown, kept = (pygame.image.tobytes(surface, "RGBA") for surface in (offer.surface, pieces.surface))
    assert shown == kept
    if stick in ("c3d", "c3u"):
        assert sum(slab.width * slab.height for slab in slabs) < 0.8 * whole.width * whole.height


FINGER = 112  # design pixels of the short side of what a finger presses


def geometry_of(board_id: str, side: int = 587) -> Geometry:
    art = json.loads((ASSETS / "textures/coffee-hex.json").read_text(encoding="utf-8"))
    return Geometry(pygame.Rect(40, 30, side, side), board(board_id), art)


# Cells


@pytest.mark.parametrize("board_id", SIDES)
def test_saucers_lie_apart_and_within_the_frame_which_has_their_coordinates(board_id: str) -> None:
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
    labels = geometry.labels()
    rows = len(geometry.board.rows)
    assert sorted(text for text, _, _ in labels if text.isalpha()) == list("abcdefghi"[:rows])
    assert sorted(int(text) for text, _, _ in labels if text.isdigit()) == list(range(1, max(geometry.board.rows) + 1))
    assert all(geometry.rect.collidepoint(x, y) for _, x, y in labels)


@pytest.mark.parametrize("height", [FULL_HEIGHT, CARD])
def test_beans_on_a_card_lie_clear_of_its_lower_edge(height: int) -> None:
    metrics = Metrics.of((1024, 768))
    card = pygame.Rect((0, 0), (metrics.px(378), metrics.px(height)))
    stock = within(metrics, card, card_plan(378, height))["stock"]
    assert card.bottom - stock.bottom >= metrics.px(14)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 960)])
def test_both_cards_show_the_beans_in_a_narrow_window(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, game="coffee", board="sq5")
    metrics = match.stage.metrics
    for card in match.side_panel.cards.values():
        plan = card_plan(card.width / metrics.scale, card.height / metrics.scale)
        assert "line" in within(metrics, card, plan)


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
def test_the_wheel_lies_in_its_panel_with_its_spokes_apart(house: Playhouse, board_id: str) -> None:
    side_panel, wheel = wheel_of(house, board_id)
    board: Any = side_panel.board
    screen = house.window.surface.get_rect()
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
def test_every_axis_has_room_for_a_finger(house: Playhouse, board_id: str) -> None:
    """On the wheel, or around the bean on the board, where every direction is a spoke as well."""
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
def test_neither_wheel_nor_swap_hides_a_seat(house: Playhouse, device: str, bottom: SeatConfig) -> None:
    match = house.match(bottom, PERSON, actions=["c3h"], board="hex5", n=5, pie=True, game="coffee")
    COFFEE_HANDS[device](house).cell(cell_of_name("c4") or 0)
    places = board_of_coffee(match).places_beside
    assert isinstance(match.input.selection, Pointing)
    assert places.wheel is not None and places.swap is not None
    screen = house.window.surface.get_rect()
    for seat in (0, 1):
        card = match.side_panel.cards[seat]
        assert screen.contains(card)
        assert not card.colliderect(places.wheel.panel)
        assert not card.colliderect(places.swap)
        assert not card.colliderect(board_of_coffee(match).geometry.rect)
    assert match.side_panel.move_list is not None and match.side_panel.move_list.colliderect(places.wheel.panel)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_the_panel_takes_the_place_of_the_moves_only_while_it_is_needed(house: Playhouse) -> None:
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
def test_what_a_swap_means_is_said_in_full_above_its_button(house: Playhouse, language: str, written: Written) -> None:
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
