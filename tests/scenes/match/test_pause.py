"""The pause menu: to go on is large and first, what ends the game lies apart below a line."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.scene import Push
from scenes.kit.widgets.widget import Button
from scenes.match.pause_scene import ENDING, OF_TABLE, PauseChoice, PauseScene, _in_rows
from tests.scenes.conftest import OpenHouse
from tests.scenes.noting import brightness
from tests.scenes.playhouse import PERSON, RIVAL, SIZES


@pytest.mark.parametrize(("count", "rows"), [(3, [3]), (4, [4]), (5, [3, 2]), (9, [3, 3, 3])])
def test_rows_are_even(count: int, rows: list[int]) -> None:
    assert _in_rows(count, 4) == rows


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_what_ends_the_game_lies_apart_and_is_quiet(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    match = house.match(PERSON, RIVAL, actions=("e2", "e8"))
    scene = PauseScene(house.services, match.session, 0, False)
    house.show(scene)
    buttons = {answer.result: button for answer, button in zip(scene.answers, scene.focus.widgets, strict=True)}
    resume, line = buttons[PauseChoice.RESUME], scene.places["apart"]
    assert scene.focus.current is resume and resume.rect.width == scene.places["title"].width
    assert all(resume.rect.bottom < other.rect.top for other in buttons.values() if other is not resume)
    for result, button in buttons.items():
        assert isinstance(button, Button) and button.rect.height >= house.stage.metrics.px(67)
        assert (button.rect.top >= line.bottom) == (result in ENDING)
        assert button.rect.height <= resume.rect.height and (button.size < 40) == (result in ENDING)
    lowest = max(button.rect.bottom for result, button in buttons.items() if result not in (*OF_TABLE, *ENDING))
    assert all(buttons[result].rect.top > lowest for result in OF_TABLE if result in buttons)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_lamp_goes_down_quietly_and_its_pool_is_still_seen(open_house: OpenHouse, reduced: bool) -> None:
    house = open_house((1920, 1080))
    house.stage.look.reduced_motion = reduced
    match = house.match(PERSON, RIVAL)
    corner, pool = (pygame.Rect(x - 20, y - 20, 40, 40) for x, y in ((96, 540), (422, 302)))
    before = [brightness(house, at) for at in (corner, pool)]
    scene = PauseScene(house.services, match.session, 0, False)
    house.app.manager.go(Push(lambda: scene))
    found = []
    for age in (0.2, 1.0):
        house.until(lambda age=age: scene.age >= age, "the pause")
        found.append(brightness(house, corner))
    assert (found[0] > found[1] + 2) != reduced, "it goes on to go down after the card has come"
    left = [brightness(house, at) / was for at, was in zip((corner, pool), before, strict=True)]
    assert left[0] < 0.6 and left[1] > left[0] + 0.05
    assert not scene.is_animated
