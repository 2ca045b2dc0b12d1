"""What the bar offers a mouse, what keys do at Coffee's stick, and why a try is refused."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.coffee.state import Drop
from game.quoridor import SPEC as QUORIDOR
from game.star import SPEC as STAR
from scenes.coffee.selection import Pointing
from scenes.kit.dialog import Dialog
from scenes.kit.glyphs import CLICK, DRAG, MOUSE_ACTS, WHEEL
from scenes.kit.intents import Kind
from scenes.learn.exercise_scene import ExerciseScene
from scenes.quoridor.selection import Choosing, Trying
from scenes.quoridor.tooltip import free_place
from tests.scenes import posting
from tests.scenes.coffee_hands import CoffeeKeys, board_of_coffee, coffee_match
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand, MouseHand, TouchHand, board_of, gutter
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.star_hands import StarMouse, star_match

STUCK = "@b3 @a2 @c2 @c3 @b1 @b2 c2-c1 *a1 b3-a3 c3-c2"


def parse(text: str):
    return QUORIDOR.rules.parse(text)


def controls(house: Playhouse) -> list[object]:
    """What the bar shows, in order."""
    return [place.prompt.control for place in house.playing.bar._places()]


def hover(house: Playhouse, point: tuple[int, int]) -> None:
    posting.move_mouse((point[0] - 9, point[1]))
    posting.move_mouse(point)
    house.run(0.1)


def test_a_mouse_is_told_what_it_does_and_nothing_that_does_nothing(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    geometry = board_of(match).geometry
    hover(house, (geometry.rect.right + 30, geometry.rect.centery))
    shown = controls(house)
    assert DRAG in shown and CLICK not in shown and Kind.CONFIRM not in shown
    hover(house, geometry.cell_rect(parse("e2").cell).center)
    assert CLICK in controls(house)
    hover(house, gutter(geometry, parse("d4h")))
    assert [control for control in controls(house) if control in MOUSE_ACTS] == [CLICK, WHEEL]


@pytest.mark.parametrize("hand_type", [MouseHand, TouchHand])
def test_nothing_golden_is_offered_upright_with_nothing_chosen(open_house, hand_type: type) -> None:
    house = open_house((720, 1280))
    match = house.match(PERSON, RIVAL)
    hand = hand_type(house)
    hand.point((hand.geometry.rect.centerx, hand.geometry.rect.top - 3))
    assert match.hands.selection == Choosing()
    assert Kind.CONFIRM not in controls(house)


def test_redo_has_a_key_and_shows_it(house: Playhouse) -> None:
    match = house.match(PERSON, type(PERSON)("ai", 1, "@ren", "square"))
    hand = KeyHand(house)
    hand.play("e2")
    hand.hit(Kind.UNDO)
    house.rest()
    assert match.session.ply == 0
    assert Kind.REDO in controls(house)
    house.react(partial(posting.key_down, pygame.K_y), partial(posting.key_up, pygame.K_y))
    house.rest()
    assert match.session.steps[0].action == parse("e2")


def test_arrows_point_the_stick_and_shoulders_rotate_it(house: Playhouse) -> None:
    match = coffee_match(house, PERSON, RIVAL, board="hex5", n=5)
    hand = CoffeeKeys(house)
    geometry = board_of_coffee(match).geometry
    hand.cell(geometry.board.cells[len(geometry.board.cells) // 2])
    for kind, axis in ((Kind.RIGHT, "h"), (Kind.UP, "u"), (Kind.UP, "d"), (Kind.LEFT, "h"), (Kind.DOWN, "d")):
        hand.hit(kind)
        assert isinstance(match.hands.selection, Pointing)
        assert match.hands.selection.axis == axis
    hand.hit(Kind.NEXT)
    assert match.hands.selection.axis == "u"
    hand.hit(Kind.CONFIRM)
    assert isinstance(match.session.steps[-1].action, Drop)


@pytest.mark.parametrize("cell, why", [("e5", "one square"), ("e9", "stands there")])
def test_a_click_on_a_cell_out_of_reach_says_why(house: Playhouse, cell: str, why: str) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    hand.point(hand.geometry.cell_rect(parse(cell).cell).center)
    assert match.hands.selection == Trying(parse(cell).cell)
    assert match.hands.problem is not None and why in match.hands.problem.text
    hover(house, hand.geometry.cell_rect(parse("d5").cell).center)
    assert match.hands.problem is None


def test_a_click_behind_a_wall_names_the_wall(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["d8h", "e1h"])
    hand = MouseHand(house)
    hand.point(hand.geometry.cell_rect(parse("e2").cell).center)
    assert match.hands.problem is not None and "wall" in match.hands.problem.text


def test_a_stuck_player_is_told_and_announced(house: Playhouse) -> None:
    actions = STUCK.split()
    match = star_match(house, PERSON, RIVAL, actions=actions[:-1])
    StarMouse(house).play(actions[-1])
    assert "no move left" in match.controller.note
    assert match.hands.problem is not None


@pytest.mark.parametrize("actions, text", [("", "Place a piece"), ("@b3 @a1", "Place a piece, slide one, or jump ★")])
def test_the_helper_offers_only_what_is_possible(house: Playhouse, actions: str, text: str) -> None:
    match = star_match(house, PERSON, RIVAL, actions=actions.split())
    words = match.board.words
    assert words.helper(match.session.state, match.hands.selection, "keyboard") == text


def test_a_wrong_tries_words_go_when_the_next_begins(house: Playhouse) -> None:
    scene = ExerciseScene(house.services, STAR)
    house.show(scene)
    hand = StarMouse(house)
    geometry = hand.star_board.geometry
    hand.cell(6)
    assert scene.remark is not None and scene.remark.tone == "wrong"
    x, y = geometry.cell_rect(4).center
    hover(house, (x, y))
    assert scene.remark is not None
    house.react(partial(posting.mouse_down, (x, y)))
    assert scene.remark is None


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280), (1080, 1920)])
def test_an_offer_is_answered_at_its_own_seat(open_house: OpenHouse, size: tuple[int, int], language: str) -> None:
    """And leaves the board in view."""
    house = open_house(size, language)
    match = star_match(house, PERSON, RIVAL, actions=["@b3", "@a1"])
    places = []
    for seat in (0, 1):
        to = match.actions.questions.answer(seat).to
        assert callable(to)
        dialog = to()
        assert isinstance(dialog, Dialog)
        dialog.resized()
        places.append(dialog.rect)
        assert not dialog.rect.colliderect(match.table.frame)
        assert house.window.surface.get_rect().contains(dialog.rect)
    if size[0] / size[1] > 1.5:
        assert places[0].right < size[0] // 2 < places[1].left
    else:
        assert places[1].centery < size[1] // 2 < places[0].centery


def test_the_panel_of_distances_lies_on_no_pawn() -> None:
    board, wall = pygame.Rect(0, 0, 880, 880), pygame.Rect(400, 400, 160, 15)
    taken = [pygame.Rect(420, 440, 70, 90), pygame.Rect(500, 440, 70, 90), pygame.Rect(420, 250, 70, 90)]
    place = free_place((232, 240), wall, board, taken)
    assert place.collidelist([*taken, wall]) == -1
    assert board.contains(place)
