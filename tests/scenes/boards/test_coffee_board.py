"""What Coffee's board shows and how it moves: clips, the lit line, the row that won, lessons that hold."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.coffee import SPEC, rules
from game.coffee.board import cell_of_name
from game.coffee.state import Drop, State
from game.core.rules import Step
from game.match_setup import default_table
from scenes.coffee.drawing import BEAN_SECONDS, STICK_SECONDS
from scenes.coffee.input import Choosing, Trying
from scenes.coffee.words import CupStock
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.setup.drawing import draw_preview
from scenes.setup.setup_scene import SetupScene
from scenes.table.contract.input import Actors
from scenes.table.contract.lessons import Exercise, reach
from scenes.table.contract.view import View
from scenes.table.loading import lessons_of
from tests.scenes.coffee_hands import COFFEE_HANDS, board_of_coffee
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

OPENING = ["c3d", "b2h"]
WON = ["c3h", "c1u", "a3d", "b4u", "e1v", "a1d", "b2v", "e2h", "e5v", "a5h", "a2h", "a4v", "d4*"]
EXERCISES = {exercise.key.rpartition(".")[2]: exercise for exercise in lessons_of(SPEC).exercises}
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


def pixels(house: Playhouse, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(house.window.surface.subsurface(rect), "RGB")


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


def accepted(exercise: Exercise) -> set[str]:
    state = reach(SPEC, exercise.position).state
    return {rules.text(action) for action in rules.legal(state, 0) if exercise.accepted(state, action)}


def test_the_exercises_accept_what_they_ask_for() -> None:
    everything = {rules.text(action) for action in rules.legal(reach(SPEC, EXERCISES["place"].position).state, 0)}
    assert accepted(EXERCISES["place"]) == everything
    assert accepted(EXERCISES["stick"]) == {"g2h"}
    assert accepted(EXERCISES["past"]) == {"d4*"}
    assert accepted(EXERCISES["danger"]) == {"b4h", "b4d", "f2d"}
    assert accepted(EXERCISES["stuck"]) == {"d1h"}


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
