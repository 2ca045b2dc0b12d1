"""At the largest text nothing that Star says is cut short: in each arrangement, in both languages."""

from __future__ import annotations

import pytest

from game.star import SPEC
from game.star.state import cell_of
from scenes.kit.intents import KEYBOARD
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, ROBOT
from tests.scenes.star_hands import StarKeys, star_match
from tests.scenes.test_layout import NoPixels

ARRANGEMENTS = ((1280, 720), (1024, 768), (1080, 1920))
FEW = 12  # frames a second: what is written is looked at, not how it moves
CAME_FROM_B3 = ("@b3", "@a2", "@a1", "@c2", "b3-b2", "@c1")


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", ARRANGEMENTS)
@pytest.mark.one_in(3)
def test_no_text_is_cut(open_house: OpenHouse, cut: list[str], size: tuple[int, int], language: str) -> None:
    house = open_house(size, language)
    house.fps = FEW
    house.app.canvas = NoPixels(house.window.surface)
    house.services.change(text_scale=1.5)
    house.stage.devices.current = KEYBOARD
    match = star_match(house, PERSON, ROBOT, actions=CAME_FROM_B3)
    hand = StarKeys(house)
    for name in ("b2", "b3", "c3"):  # taken up, barred, not beside it
        hand.cell(cell_of(name))
        assert match.hands.problem is None or name != "b2"
    card = RulesScene(house.services, SPEC)
    house.show(card)
    for page in range(len(card.pages)):
        card.page = page
        house.run(0.1)
    for index in range(5):
        practice = ExerciseScene(house.services, SPEC)
        practice.index = index
        house.show(practice)
    assert cut == []
