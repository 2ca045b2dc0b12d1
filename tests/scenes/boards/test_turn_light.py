"""Whose turn it is, seen without reading: rim, lamp and card."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.core.rules import Seat
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.match.match_scene import MatchScene
from scenes.table.board.turn_light import INNER, OUTER, draw_lamp, draw_rim, forward
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

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
