"""Where an offer is answered, and where the panel of distances lies."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.glyphbar import LEAST_HELPER, GlyphBar
from scenes.quoridor.drawing import free_place
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL


@pytest.mark.one_in(2)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280), (1080, 1920)])
def test_an_offer_is_answered_at_its_own_seat(open_house: OpenHouse, size: tuple[int, int], language: str) -> None:
    """And leaves the board in view."""
    house = open_house(size, language)
    match = house.match(PERSON, RIVAL, actions=["@b3", "@a1"], game="star")
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
