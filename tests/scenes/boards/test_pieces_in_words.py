"""Which piece is whose is seen, not read off a colour: small pieces in the text, and beans on Coffee's cards."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.drawing import theme
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.table.board.turn_light import forward
from tests.scenes.coffee_hands import CoffeeMouse
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse


def brightest(surface: pygame.Surface) -> int:
    """The brightest opaque pixel, 0..255."""
    width, height = surface.get_size()
    pixels = (surface.get_at((x, y)) for x in range(width) for y in range(height))
    return max((pixel[0] + pixel[1] + pixel[2]) // 3 for pixel in pixels if pixel[3] > 250)


@pytest.mark.parametrize("ink", [theme.IVORY, theme.INK])
def test_a_ring_is_pale_and_a_disc_is_dark_on_any_ground(house: Playhouse, ink: str) -> None:
    fonts = Fonts(1.0)
    ring, disc = (fonts.line(mark, Style(40, ink)) for mark in "○●")
    assert brightest(ring) > 220
    assert brightest(disc) < 190
    assert ring.get_width() == disc.get_width() == fonts.width("○", Style(40, ink))


def test_a_card_is_edged_in_the_colour_of_its_bean(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=["d4h"], pie=True, game="coffee")
    board, cards = match.side_panel.places["board"], match.side_panel.cards

    def warmth(seat: int) -> int:
        lit = float(seat in match.session.actors())  # whose card comes forward
        card = cards[seat].move(forward(house.stage, cards[seat], board, lit))
        red, _, blue, _ = house.window.surface.get_at(card.move(house.stage.metrics.px(8), 0).midleft)
        return red - blue

    house.run(0.5)
    before = warmth(0), warmth(1)
    CoffeeMouse(house).play("swap")
    house.run(2.0)
    after = warmth(0), warmth(1)
    assert before[0] < 60 < before[1]
    assert after[1] < 60 < after[0]
