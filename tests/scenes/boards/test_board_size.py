"""How large a board is in each window, what is read at play, and whose turn it is by rim, lamp and card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.record import SeatConfig
from game.core.rules import Seat
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.layout import Metrics, Shape
from scenes.kit.widgets.glyphbar import LEAST_HELPER, GlyphBar
from scenes.match.match_scene import MatchScene
from scenes.quoridor.drawing import free_place
from scenes.table.board.turn_light import INNER, LINE, OUTER, draw_lamp, draw_rim, forward
from scenes.table.contract.words import IllegalReason
from tests.scenes.conftest import OpenHouse
from tests.scenes.drawn import Written
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

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


CLEAR = 90  # sum of three channels by which a colour is told from another at a glance


def rim(match: MatchScene, lit: Seat) -> pygame.Surface:
    """The rim alone, on black, with the light of one seat."""
    sheet = SurfaceCanvas(pygame.Surface(match.stage.metrics.size))
    draw_rim(match.stage, sheet, match.board, match.session.state, {lit: 1.0, 1 - lit: 0.0})
    return sheet.surface


def distance(one: Sequence[int], other: Sequence[int]) -> int:
    """How far two colours are apart."""
    return sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))


@pytest.mark.parametrize("game", ["quoridor", "star"])
def test_the_rim_has_the_colour_of_the_seat_in_turn_on_every_side(house: Playhouse, game: str) -> None:
    match = house.match(PERSON, RIVAL, game=game)
    frame, unit = match.table.frame, match.board.geometry.unit  # type: ignore[attr-defined]
    deep = round((OUTER + INNER) / 2 * unit)
    places = [(frame.left + deep, frame.top + frame.height // 3), (frame.right - deep, frame.top + frame.height // 3)]
    places += [(frame.left + frame.width // 3, frame.top + deep), (frame.left + frame.width // 3, frame.bottom - deep)]
    for seat, config in enumerate((PERSON, RIVAL)):
        surface, color = rim(match, seat), theme.rgb(house.stage.identities[config.identity].color)
        for x, y in places:
            near = [tuple(surface.get_at((x + dx, y + dy))) for dx in range(-12, 13) for dy in range(-12, 13)]
            assert min(distance(found, color) for found in near) < CLEAR, "beside the pattern's lines"


def test_the_rim_of_coffee_has_the_beans_colour_and_follows_a_swap(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, game="coffee", actions=["c3d"], pie=True)
    before = [pygame.transform.average_color(rim(match, seat)) for seat in (0, 1)]
    assert distance(*before) > 0
    match = house.match(PERSON, RIVAL, game="coffee", actions=["c3d", "swap"], pie=True)
    after = [pygame.transform.average_color(rim(match, seat)) for seat in (0, 1)]
    assert after == before[::-1]


@pytest.mark.parametrize("board", ["hex5", "sq5"])
def test_the_numbers_of_coffee_lie_between_the_lines_of_the_rim(house: Playhouse, board: str) -> None:
    match = house.match(PERSON, RIVAL, game="coffee", board=board)
    edge, sheet = match.board.rim, SurfaceCanvas.blank(match.stage.metrics.size)
    assert edge is not None
    match.board.drawing.draw_labels(sheet, theme.IVORY)
    bottom = round(max(y for _, y in edge.corners))
    band = pygame.Rect(match.table.frame.left, bottom - round(44 * edge.unit), 300, round(44 * edge.unit))
    ink = sheet.surface.subsurface(band).get_bounding_rect(128)
    line = LINE / 2 * edge.unit - 1.5  # place and ink are rounded to pixels
    assert band.height - INNER * edge.unit + line <= ink.top
    assert ink.bottom <= band.height - OUTER * edge.unit - line


def test_no_players_colour_touches_the_board_of_the_robots(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, game="robots")
    assert match.board.rim is None
    assert pygame.transform.average_color(rim(match, 0))[:3] == (0, 0, 0)


@pytest.mark.parametrize("still", [False, True])
def test_the_lamp_glides_to_the_mover_and_with_reduced_motion_only_fades(house: Playhouse, still: bool) -> None:
    house.services.settings.change(reduced_motion=still)
    match = house.match(PERSON, RIVAL)
    cards = match.side_panel.cards
    sheet = NotingSheet((10, 10))
    draw_lamp(house.stage, sheet, cards, {0: 0.5, 1: 0.5})
    places = [blit.place.center for blit in sheet.drawn]
    if still:
        assert [round(blit.alpha, 2) for blit in sheet.drawn] == [0.5, 0.5]
        assert all(abs(at[0] - cards[seat].centerx) < 3 for seat, at in enumerate(places))
    else:
        assert len(places) == 1 and abs(places[0][0] - (cards[0].centerx + cards[1].centerx) / 2) < 3


@pytest.mark.parametrize("still", [False, True])
def test_the_card_in_turn_comes_towards_the_board(house: Playhouse, still: bool) -> None:
    house.services.settings.change(reduced_motion=still)
    match = house.match(PERSON, RIVAL)
    board, cards = match.table.frame, match.side_panel.cards
    for seat, card in cards.items():
        ways = [forward(house.stage, card, board, light)[0] for light in (0.0, 0.5, 1.0)]
        towards = 1 if card.centerx < board.centerx else -1
        assert ways[0] == 0 and ways[2] * towards > 0, seat
        assert (ways[1] == ways[2]) == still
        assert not card.move(ways[2], 0).colliderect(board)


WIDE = (1920, 1080)


class Redrawn(Canvas):
    """A canvas that remembers what is redrawn in each frame, as rectangles."""

    def __init__(self, screen: pygame.Surface) -> None:
        super().__init__(screen)
        self.found: list[list[pygame.Rect]] = []

    def end(self) -> list[pygame.Rect]:
        self.found.append(super().end())
        return self.found[-1]


def changed(house: Playhouse, seconds: float) -> list[list[pygame.Rect]]:
    """What is redrawn in each frame of `seconds`, after the first; frames that change nothing are left out."""
    house.app.canvas = canvas = Redrawn(house.window.surface)
    house.is_watched = True
    house.frame()
    for _ in range(round(seconds * house.fps)):
        house.frame()
    return [dirty for dirty in canvas.found[1:] if dirty]


def room_in(match: MatchScene) -> pygame.Rect | None:
    """Where a cup stands beside the board."""
    return match.side_panel.cup_room(match.words.content)


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_it_stands_beside_a_board_for_two(open_house: OpenHouse, game: str) -> None:
    match = open_house(WIDE).match(PERSON, RIVAL, game=game)
    room, cards = room_in(match), match.side_panel.cards.values()
    assert (
        room is not None
        and not any(room.colliderect(card) for card in cards)
        and not room.colliderect(match.table.frame)
    )


@pytest.mark.parametrize("size", [(1024, 768), (1080, 1920)])
def test_narrow_windows_have_no_room_for_it(house: Playhouse) -> None:
    assert room_in(house.match(PERSON, RIVAL)) is None


def test_it_gives_way_to_four_seats_to_the_analysis_and_to_a_reason(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    four = [replace(PERSON, identity=name, name=name) for name in ("circle", "square", "triangle", "diamond")]
    assert room_in(house.match(*four, players=4)) is None
    match = house.match(PERSON, RIVAL)
    panel, content = match.side_panel, match.words.content
    assert panel.cup_room(replace(content, problem=IllegalReason("no", "because"))) is None
    panel.is_analysed = True
    assert room_in(match) is None
    panel.is_analysed = False
    assert room_in(match) is not None


def test_its_steam_changes_a_small_rectangle_a_few_times_a_second(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    match = house.match(PERSON, RIVAL)
    house.run(3.0)
    frames, room = changed(house, 2.0), room_in(match)
    assert room is not None and 5 <= len(frames) <= 12 and not match.is_animated
    for dirty in frames:
        assert sum(rect.width * rect.height for rect in dirty) < 0.01 * WIDE[0] * WIDE[1]
        assert all(room.contains(rect) for rect in dirty)


def test_no_steam_rises_with_reduced_motion(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    house.stage.look.reduced_motion = True
    match = house.match(PERSON, RIVAL)
    house.run(3.0)
    assert not changed(house, 2.0) and room_in(match) is not None
