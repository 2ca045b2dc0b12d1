"""At the largest text nothing is cut short: in each arrangement, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.quoridor import SPEC as QUORIDOR
from scenes.kit import stage as kit_stage
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.kit.scene import Scene
from scenes.kit.text import Measure, fit
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

ARRANGEMENTS = ((1280, 720), (1024, 768), (1080, 1920))
SCENES: tuple[Callable[[Services], Scene], ...] = (
    MenuScene,
    lambda house: SetupScene(house, QUORIDOR),
    ControlsScene,
    ColourVisionScene,
)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is shown shortened from now on."""
    found: list[str] = []

    def watched(text: str, measure: Measure, width: int) -> str:
        shown = fit(text, measure, width)
        if shown != text:
            found.append(text)
        return shown

    monkeypatch.setattr(kit_stage, "fit", watched)
    return found


def press(house: Playhouse, kind: Kind) -> None:
    house.run(0.4)
    house.app.manager.intent(Intent(kind, KEYBOARD))
    house.run(0.1)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", ARRANGEMENTS)
def test_no_text_is_cut(open_house: OpenHouse, cut: list[str], size: tuple[int, int], language: str) -> None:
    house = open_house(size, language)
    house.services.change(text_scale=1.5)
    house.stage.devices.current = KEYBOARD
    house.services.offered_resume = True
    house.set_table(PERSON, ROBOT)
    for make in SCENES:
        house.app.manager.start(make(house.services))
        house.run(0.05)
    house.set_table(PERSON, RIVAL, ROBOT, ROBOT)
    house.app.manager.start(SetupScene(house.services, QUORIDOR))
    house.run(0.05)
    house.app.manager.start(SettingsScene(house.services))
    for _ in SECTIONS:
        press(house, Kind.NEXT)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "g7v"])
    press(house, Kind.SECONDARY)
    press(house, Kind.PAUSE)
    assert cut == []
