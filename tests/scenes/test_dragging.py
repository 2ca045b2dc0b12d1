"""Dragging at the three boards: a release plays only where its press began, or what was carried to its place."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.coffee.state import Drop
from game.quoridor import SPEC as QUORIDOR
from game.star import SPEC as STAR
from scenes.coffee.selection import Pointing
from scenes.coffee.selection import Trying as CoffeeTrying
from scenes.match.match_scene import MatchScene
from scenes.quoridor.selection import Choosing as QuoridorChoosing
from scenes.quoridor.selection import Reaching, Walling
from scenes.star.selection import Choosing, Holding, Trying
from scenes.star.selection import held_cell as star_held
from tests.scenes import posting
from tests.scenes.coffee_hands import board_of_coffee, coffee_match
from tests.scenes.hands import MouseHand, TouchHand, board_of, gutter
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.star_hands import board_of_star, star_match

Point = tuple[int, int]
SLIDING = "@b3 @a2 @a1 @c2"  # a piece in hand; b3 and a1 are the mover's


def grab(house: Playhouse, begin: Point, *way: Point) -> None:
    """Press the mouse at `begin` and move it on, still pressed."""
    posting.move_mouse((begin[0] - 9, begin[1]))
    posting.move_mouse(begin)
    house.frame()
    house.react(partial(posting.mouse_down, begin), *(partial(posting.move_mouse, point) for point in way))


def drag(house: Playhouse, begin: Point, end: Point) -> None:
    """Drag the mouse from one point to another and let go there."""
    half = (begin[0] + end[0]) // 2, (begin[1] + end[1]) // 2
    grab(house, begin, half, end)
    house.react(partial(posting.mouse_up, end))


def star_at(match: MatchScene, cell: str) -> Point:
    """The middle of a cell of Star."""
    return board_of_star(match).input.area(match.session.state, STAR.rules.parse(f"@{cell}")).center


def wall(text: str):
    return QUORIDOR.rules.parse(text)


# Star


@pytest.mark.parametrize("begin", ["a2", "b2"])  # the rival's piece, an empty cell
def test_a_release_elsewhere_than_the_press_places_nothing(house: Playhouse, begin: str) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    before = match.session.ply
    drag(house, star_at(match, begin), star_at(match, "c1"))
    assert match.session.ply == before
    assert not isinstance(match.hands.selection, Trying)


def test_a_click_that_wavers_within_its_cell_plays(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL)
    x, y = star_at(match, "b2")
    drag(house, (x - 30, y), (x + 30, y + 20))
    assert STAR.rules.text(match.session.steps[-1].action) == "@b2"


@pytest.mark.parametrize("origin, target, text", [("b3", "b2", "b3-b2"), ("a1", "b1", "a1-b1")])
def test_a_piece_is_dragged_to_its_cell(house: Playhouse, origin: str, target: str, text: str) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    drag(house, star_at(match, origin), star_at(match, target))
    assert STAR.rules.text(match.session.steps[-1].action) == text
    assert match.table.timeline.idle, "it lies where it was let go"


def test_the_star_is_dragged_over_a_piece(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=["@b3", "@a1"])
    drag(house, star_at(match, "a3"), star_at(match, "c3"))
    assert STAR.rules.text(match.session.steps[-1].action) == "*c3"


def test_a_finger_drags_a_piece_as_well(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    TouchHand(house).drag(star_at(match, "b3"), star_at(match, "b2"))
    assert STAR.rules.text(match.session.steps[-1].action) == "b3-b2"


def test_a_new_piece_is_dragged_from_the_card(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    drag(house, match.side_panel.cards[0].center, star_at(match, "c1"))
    assert STAR.rules.text(match.session.steps[-1].action) == "@c1"


def test_a_piece_dropped_where_it_may_not_go_is_back_with_the_reason(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    before = match.session.ply
    drag(house, star_at(match, "b3"), star_at(match, "c1"))
    assert match.session.ply == before
    assert match.hands.hand is None
    assert match.hands.problem is not None


def test_a_piece_dropped_beside_the_board_is_back(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    rect = board_of_star(match).geometry.rect
    drag(house, star_at(match, "b3"), (rect.right + 60, rect.centery))
    assert match.hands.selection == Choosing()
    assert match.hands.problem is None


def test_the_piece_is_drawn_under_the_pointer(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    target = star_at(match, "c1")
    away = target[0] + 15, target[1] - 20
    origin = star_at(match, "b3")
    empty = house.window.surface.get_at(away)
    grab(house, origin, target, away)
    assert match.hands.hand == away
    assert isinstance(match.hands.selection, Holding)
    assert star_held(match.session.state, match.hands.selection) is not None
    house.frame()
    assert house.window.surface.get_at((away[0] + 32, away[1])) != empty
    posting.key_down(pygame.K_ESCAPE)
    posting.key_up(pygame.K_ESCAPE)
    house.run(0.1)
    assert match.hands.hand is None, "back puts it back"
    house.react(partial(posting.mouse_up, away))
    assert match.session.ply == len(SLIDING.split())


def test_what_waits_for_a_confirm_does_so_after_a_drag_where_that_is_set(house: Playhouse) -> None:
    house.services.change(always_confirm=True)
    match = star_match(house, PERSON, RIVAL, actions=SLIDING.split())
    before = match.session.ply
    drag(house, star_at(match, "b3"), star_at(match, "b2"))
    assert match.session.ply == before
    assert match.hands.armed == STAR.rules.parse("b3-b2")


def test_a_press_in_the_rivals_turn_is_none_in_ones_own(house: Playhouse) -> None:
    match = star_match(house, PERSON, RIVAL)
    match.hands.grasp.let_go()
    house.react(partial(posting.mouse_up, star_at(match, "b2")))
    assert match.session.ply == 0


# Quoridor


def test_a_wall_is_placed_only_where_the_press_began(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    geometry = board_of(match).geometry
    drag(house, gutter(geometry, wall("c3h")), gutter(geometry, wall("f6v")))
    assert match.session.ply == 0


def test_a_pawn_is_dragged_to_its_cell_and_back(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    geometry = board_of(match).geometry
    pawn = geometry.cell_rect(wall("e1").cell).center
    drag(house, pawn, geometry.cell_rect(wall("e5").cell).center)
    assert match.session.ply == 0
    assert match.hands.selection == QuoridorChoosing()
    drag(house, pawn, geometry.cell_rect(wall("e2").cell).center)
    assert match.session.steps[-1].action == wall("e2")


def test_a_wall_is_dragged_from_the_rack_and_turned_on_its_way(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    geometry = board_of(match).geometry
    rack, spot = match.side_panel.cards[0].center, gutter(geometry, wall("d5h"))
    grab(house, rack, (rack[0] + 40, rack[1]))
    assert isinstance(match.hands.selection, Reaching)
    house.react(partial(posting.move_mouse, spot))
    assert match.hands.selection == Walling(wall("d5h"))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, touch=False))
    house.run(0.1)
    house.react(partial(posting.mouse_up, spot))
    assert match.session.steps[-1].action == wall("d5v")


def test_a_wall_dropped_beside_the_board_is_back_in_the_rack(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    rack = match.side_panel.cards[0].center
    drag(house, rack, (rack[0] + 60, rack[1]))
    assert match.hands.selection == QuoridorChoosing()
    MouseHand(house).play("e2")


@pytest.mark.parametrize("seat", range(4))
def test_the_first_wall_lies_across_the_next_rivals_way(house: Playhouse, seat: int) -> None:
    seats = (
        PERSON,
        RIVAL,
        *(type(PERSON)("human", name=n, identity=i) for n, i in (("@mio", "star"), ("@haru", "moon"))),
    )
    match = house.match(*seats, actions=["e2", "b5", "e8"][:seat])
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


# Coffee


def test_the_stick_is_laid_by_press_and_flick(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL)
    geometry = board_of_coffee(match).geometry
    cell = geometry.board.cells[len(geometry.board.cells) // 2]
    x, y = geometry.cell_rect(cell).center
    far = round(geometry.pitch)
    grab(house, (x, y), (x + far, y))
    assert match.hands.selection == Pointing(cell, "h", "h")
    house.react(partial(posting.mouse_up, (x + far, y)))
    assert match.session.steps[-1].action == Drop(cell, "h")


def test_a_release_far_from_the_bean_lays_no_stick(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL)
    geometry = board_of_coffee(match).geometry
    x, y = geometry.cell_rect(geometry.board.cells[0]).center
    drag(house, (x, y), (x, geometry.rect.bottom - 4))
    assert match.session.ply == 0


def test_a_bean_is_dragged_from_the_card(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL)
    geometry = board_of_coffee(match).geometry
    cell = geometry.board.cells[3]
    drag(house, match.side_panel.cards[0].center, geometry.cell_rect(cell).center)
    assert match.hands.selection == Pointing(cell)


def test_a_bean_dropped_off_the_line_is_back_with_the_reason(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL)
    geometry = board_of_coffee(match).geometry
    cells = geometry.board.cells
    match.controller.submit(0, Drop(cells[0], "h"))
    house.rest()
    drag(house, match.side_panel.cards[1].center, geometry.cell_rect(cells[-1]).center)
    assert match.hands.selection == CoffeeTrying(cells[-1])
    assert match.hands.problem is not None
