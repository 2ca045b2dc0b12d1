"""At the largest text nothing is cut short: in each arrangement, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.options import resolve
from game.quoridor import SPEC as QUORIDOR
from game.registry import GAMES
from game.table import IDENTITIES
from scenes.kit.canvas import Sheet
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.kit.scene import Scene
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from scenes.settings.clash_scene import ClashScene
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tests.scenes.test_layout import NoPixels

ARRANGEMENTS = ((1280, 720), (1024, 768), (1080, 1920))
FEW = 12  # frames a second: what is written is looked at, not how it moves
SCENES: tuple[Callable[[Services], Scene], ...] = (
    MenuScene,
    lambda house: SetupScene(house, QUORIDOR),
    ControlsScene,
    ClashScene,
    ColourVisionScene,
)


def press(house: Playhouse, kind: Kind) -> None:
    house.run(0.4)
    house.app.manager.intent(Intent(kind, KEYBOARD))
    house.run(0.1)


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", ARRANGEMENTS)
@pytest.mark.one_in(3)
def test_no_text_is_cut(open_house: OpenHouse, cut: list[str], size: tuple[int, int], language: str) -> None:
    house = open_house(size, language)
    house.fps = FEW
    house.app.canvas = NoPixels(house.window.surface)
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_coordinates_of_a_board_keep_their_size(house: Playhouse, game: str) -> None:
    """They belong to the board, which the text size leaves as it is."""
    grounds = []
    for scale in (1.0, 1.5):
        house.services.change(text_scale=scale)
        board = make_board(house.services, GAMES[game], resolve(GAMES[game].options, {}))
        sheet = Sheet.blank((880, 880))
        board.layout(pygame.Rect(0, 0, 880, 880), IDENTITIES[:2], 0)
        board.drawing.draw_ground(sheet)
        grounds.append(pygame.image.tobytes(sheet.surface, "RGB"))
    assert grounds[0] == grounds[1]
