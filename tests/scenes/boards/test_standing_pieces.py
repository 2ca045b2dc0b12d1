"""Pieces that stand on their board: their shadow begins at the foot and falls right and down."""

from __future__ import annotations

import pygame
import pytest

from scenes.quoridor.board import QuoridorBoard
from scenes.table.cells.marks import faded, thrown
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin, board_of

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
    sprites = board_of(begin(house, PERSON)).sprites
    boxes = {sprites.robot_shadow(colour).surface.get_bounding_rect(20).size for colour in ("red", "yellow", "blue")}
    assert len(boxes) > 1
