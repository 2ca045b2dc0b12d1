"""What a low bar leaves room for, and where the panel of distances lies."""

from __future__ import annotations

from itertools import pairwise

import pygame

from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.widgets.glyphbar import LEAST_HELPER, GlyphBar
from scenes.quoridor.drawing import free_place
from tests.scenes.conftest import OpenHouse


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
