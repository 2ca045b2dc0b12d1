"""How large a board is in each window, the type that is read at play, and what a low bar leaves room for."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.layout import Metrics, Shape
from scenes.kit.widgets.glyphbar import LEAST_HELPER, GlyphBar
from scenes.quoridor.drawing import free_place
from tests.scenes.conftest import OpenHouse
from tests.scenes.drawn import Written
from tests.scenes.playhouse import Playhouse

LEAST = {Shape.WIDE: 0.85, Shape.CLASSIC: 0.85, Shape.TALL: 0.9}  # of the height, upright of the width
SAFE = 0.05  # of the height, above a board
BAR = 46  # design pixels of a line of glyphs
SEATS = [SeatConfig("human", name=name, identity=name) for name in ("circle", "square", "triangle", "diamond")]
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("quoridor", 2, {}),
    ("quoridor", 4, {}),
    ("star", 2, {}),
    *[("coffee", 2, {"board": name, "n": 3}) for name in ("sq3", "sq5", "sq7", "hex3", "hex4", "hex5")],
    *[("robots", count, {}) for count in (1, 2, 4)],
]


def share(geometry: Any, metrics: Metrics) -> float:
    """How much of the window a board fills: of its height, in an upright window of its width.

    A hexagon is lower than wide; only a wide window has room beside it for as high a one.
    """
    side, (width, height) = geometry.rect.width, metrics.size
    if metrics.shape is Shape.TALL:
        return side / width
    lies = metrics.shape is Shape.WIDE and getattr(geometry, "shape", "") == "hex"
    return side * (math.sqrt(3) / 2 if lies else 1) / height


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (3840, 2160), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize(("game", "count", "options"), TABLES, ids=str)
@pytest.mark.one_in(6)
def test_a_board_is_as_large_as_the_window_allows(
    house: Playhouse, size: tuple[int, int], game: str, count: int, options: dict[str, Any]
) -> None:
    match = house.match(*SEATS[:count], game=game, **options)
    metrics, board = match.stage.metrics, match.table.frame
    assert share(match.board.geometry, metrics) >= LEAST[metrics.shape]  # type: ignore[attr-defined]
    assert pygame.Rect((0, 0), size).contains(board) and board.top >= SAFE * size[1] - 1
    assert board.bottom + metrics.px(BAR) <= (1 - SAFE / 2) * size[1]
    assert not any(card.colliderect(board) for card in match.side_panel.cards.values())


LEAST_TYPE = 40  # design pixels; a pixel less where it is rounded
LONGEST = "Maximiliane"
GAMES = {"quoridor": ["e2", "e8"], "coffee": ["c3d"], "star": ["@b3"]}


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.one_in(4)
def test_whose_turn_it_is_what_is_asked_and_what_is_left_can_be_read_from_afar(
    house: Playhouse, text_scale: float, game: str
) -> None:
    house.services.settings.change(text_scale=text_scale)
    seats = [SeatConfig("human", name=LONGEST, identity=identity) for identity in ("circle", "square")]
    written = Written()
    with written.watching():
        match = house.match(*seats, game=game, actions=GAMES[game])
        house.run(0.5)
    heights = written.heights
    content, stage = match.words.content, match.stage
    least = stage.fonts.font(Style(LEAST_TYPE / text_scale)).get_height()
    left = [str(match.board.words.seat(match.session.state, seat).stock.left) for seat in (0, 1)]
    asked = [content.sentence, *content.helper.split("\n"), *left]
    for text in asked:
        lines = [line for line in heights if line and (line == text or (len(line) > 3 and line in text))]
        assert lines, f"{text} is not written"
        assert max(max(heights[line]) for line in lines) >= least - 1, f"{lines} {text}"
    assert not {content.sentence, *content.helper.split("\n")}.intersection(written.cut)


def test_the_buttons_of_a_low_bar_leave_room_for_its_sentence_or_fill_it(open_house: OpenHouse) -> None:
    house = open_house((720, 1280))
    house.stage.devices.current = TOUCH
    bar = GlyphBar(house.stage, house.stage.metrics.rect(54, 1720, 972, 148))
    prompts = Prompt(Kind.CONFIRM, "Play"), Prompt(Kind.HINT, "Hint", "minor"), Prompt(ARROWS, "Move")
    more = Prompt(Kind.BACK, "Back", "minor"), Prompt(Kind.UNDO, "Undo", "minor")
    for helper, offered, is_free in (("Go on", prompts, True), ("", prompts, False), ("Go on", prompts + more, False)):
        bar.set(offered, helper)
        first, *_, last = places = [place.rect for place in bar.places()]
        assert all(a.right < b.left for a, b in pairwise(places)) and last.right == bar.region.right
        assert bar.region.contains(first)
        free = first.left - bar.region.left
        assert free >= house.stage.metrics.px(LEAST_HELPER) if is_free else free < len(places)


def test_the_panel_of_distances_lies_on_no_pawn() -> None:
    board, wall = pygame.Rect(0, 0, 880, 880), pygame.Rect(400, 400, 160, 15)
    taken = [pygame.Rect(420, 440, 70, 90), pygame.Rect(500, 440, 70, 90), pygame.Rect(420, 250, 70, 90)]
    place = free_place((232, 240), wall, board, taken)
    assert place.collidelist([*taken, wall]) == -1
    assert board.contains(place)
