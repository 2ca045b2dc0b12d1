"""What may be done is no piece: marks lie on cells, and a piece is previewed under the focus alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from game.coffee import rules as coffee_rules
from game.coffee.board import cell_of_name
from game.quoridor.state import PawnMove
from game.star.state import Place
from scenes.coffee import input as coffee_input
from scenes.coffee.sprites import Pieces
from scenes.match.match_scene import MatchScene
from scenes.quoridor.input import Choosing
from scenes.quoridor.sprites import Sprites as QuoridorSprites
from scenes.star.sprites import PIECES
from scenes.star.sprites import Sprites as StarSprites
from scenes.table.cells import carry
from scenes.table.contract.board import view_of
from tests.scenes.coffee_hands import board_of_coffee
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

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
