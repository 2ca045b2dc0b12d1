"""The rules card and the demonstration of Quoridor."""

from __future__ import annotations

import pygame
import pytest

from game.quoridor import SPEC
from scenes.kit.scene import Switch
from scenes.learn.demo_scene import DemoScene
from scenes.learn.rules_scene import BODY, RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import AFTER_CHANGE, PERSON, RIVAL, Playhouse


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.one_in(3)
def test_every_page_fits_in_every_arrangement_with_large_text(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size, "ja")
    stage = house.stage
    stage.look.text_scale = 1.5
    house.app.relayout()
    card = house.show(RulesScene(house.services, SPEC))
    for page in range(len(card.pages)):
        card.page = page
        card.resized()
        key = card.pages[page].key
        room = card.places["text"]
        lines, style = stage.wrap_to_box(stage.t(f"{key}.text"), BODY, room.width, room.height)
        assert len(lines) * stage.fonts.line_height(style) <= room.height, f"{key} is cut"
        house.frame()


def test_the_card_opens_over_a_match_and_its_clock_stands_still(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    posting.tap_key(pygame.K_F1)
    house.react()
    house.on_top(RulesScene)
    waited = match.session.clocks.elapsed
    house.run(1.0)
    assert match.session.clocks.elapsed == waited
    posting.tap_key(pygame.K_ESCAPE)
    house.react()
    assert house.top is match
    assert isinstance(match, MatchScene)


def test_the_demonstration_ends_by_itself(house: Playhouse) -> None:
    menu = MenuScene(house.services)
    house.show(DemoScene(house.services, SPEC, Switch(lambda: menu)))
    begin = house.now - AFTER_CHANGE
    house.until(lambda: house.top is menu, "the end", seconds=25)
    assert 18 <= house.now - begin <= 22
