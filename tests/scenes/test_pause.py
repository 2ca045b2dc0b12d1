"""The pause menu: to go on is large and first, what ends the game lies apart below a line."""

from __future__ import annotations

import pytest

from scenes.kit.widgets.widget import Button
from scenes.match.pause_scene import ENDING, OF_TABLE, PauseChoice, PauseScene, _in_rows
from tests.scenes.conftest import OpenHouse
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
