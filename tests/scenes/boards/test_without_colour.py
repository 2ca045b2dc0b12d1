"""What colour tells is told by something else as well: by letters, shapes or words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import pygame
import pytest

from game.robots.board import COLOURS, Colour, Reflector, TargetMark
from scenes.join.chair_art import INDICATOR
from scenes.kit.drawing.paint import Painter
from scenes.robots.board import RobotsBoard
from scenes.robots.sprites import SHADES, RobotsGround
from tests.make import AOI, REN
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import begin, board_of
from tests.string_keys import TEXTS
from tools.eyes import seen

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


PIECES: dict[str, Callable[[RobotsBoard, RobotsGround, Colour], pygame.Surface]] = {
    "robot": lambda board, ground, colour: board.sprites.robot(colour).surface,
    "marker": lambda board, ground, colour: board.sprites.marker(colour).surface,
    "mark": lambda board, ground, colour: ground._mark(TargetMark(colour, "bell")).surface,
    "chip": lambda board, ground, colour: (
        board.sprites.chip(TargetMark(colour, "bell"), 48 * board.geometry.unit).surface
    ),
    "reflector": lambda board, ground, colour: ground._reflector(Reflector("/", colour)).surface,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("piece", PIECES)
def test_what_belongs_to_a_robot_says_so_without_its_colour(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, piece: str
) -> None:
    """With one shade for all of them, no two look alike."""
    for colour in COLOURS:
        monkeypatch.setitem(SHADES, colour, SHADES["blue"])
    house.stage.paint = Painter(house.stage.metrics.scale)  # nothing is made yet
    board = board_of(begin(house, AOI, REN))
    ground = RobotsGround(house.stage, board.geometry, board.sprites)
    pictures = [PIECES[piece](board, ground, colour) for colour in ONES]
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
