"""What stands below a heading, a figure or a value grows with the text, as far as its place has room."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest

from game.registry import find
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import KEYBOARD, Kind
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.menu.menu_scene import MenuScene
from scenes.records.records_scene import RecordsScene
from scenes.settings.settings_scene import SettingsScene
from scenes.settings.tabs import Tab
from scenes.setup.setup_scene import SetupScene
from scenes.table.chances import draw_analysis
from scenes.today.today_scene import TodayScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import Playhouse

LARGEST = 1.5
UPRIGHT = (1080, 1920)
WIDTHS = range(300, 900, 40)


def today(house: Playhouse) -> None:
    house.show(TodayScene(house.services))
    house.app.draw()


def menu(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    house.app.draw()


def records(house: Playhouse) -> None:
    house.show(RecordsScene(house.services))
    house.app.draw()


def analysis(house: Playhouse) -> None:
    """The panel of a position with little room, without its curve."""
    seats = [SimpleNamespace(identity=seat) for seat in range(2)]
    board = SimpleNamespace(context=SimpleNamespace(seats=seats, stage=house.stage))
    found = SimpleNamespace(answer="", balance="6 to go, the rival 5", line=(), seat=0, value=None)
    room = pygame.Rect(0, 0, house.stage.metrics.px(300), house.stage.metrics.px(170))
    draw_analysis(house.stage, cast(Any, SurfaceCanvas.blank(room.size)), room, cast(Any, board), cast(Any, found), 0)


OF_MENU = "2 players", "1 to 8 players", "Today"


@pytest.mark.parametrize(
    ("draw", "size", "texts", "growth"),
    [
        (today, UPRIGHT, ("Only one move wins", "to move"), 1.2),
        (records, UPRIGHT, ("Streak",), 1.2),
        (analysis, UPRIGHT, ("6 to go, the rival 5",), 1.2),
        (menu, (1920, 1080), OF_MENU, 1.4),
        (menu, UPRIGHT, OF_MENU, 1.4),
        (menu, (1024, 768), OF_MENU, 1.15),  # as far as the narrow plate allows
    ],
)
def test_a_line_below_another_grows(
    house: Playhouse,
    written: Written,
    draw: Callable[[Playhouse], None],
    texts: tuple[str, ...],
    growth: float,
) -> None:
    heights = []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        written.clear()
        draw(house)
        heights.append([[place.height for line, place in written if text in line][-1] for text in texts])
    assert all(large >= growth * usual for usual, large in zip(*heights, strict=True)), heights


@pytest.mark.quick
@pytest.mark.parametrize("grow", [1.0, 1.2, LARGEST])
def test_a_text_that_no_word_is_broken_for_is_never_smaller(house: Playhouse, grow: float) -> None:
    """In a place of any width, whose largest sizes may fit only while the text is of its usual size."""
    sizes, heights = [Style(size) for size in (60, 48, 40, 28)], []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        fitted = [house.stage.untorn(["Maximiliane to move"], sizes, (width, 60), grow) for width in WIDTHS]
        heights.append([house.stage.fonts.line_height(style) for style in fitted])
    usual, large = heights
    assert all(map(int.__ge__, large, usual)), heights
    assert (large != usual) == (grow > 1.0)


@pytest.mark.quick
def test_words_of_a_low_bar_are_never_smaller(house: Playhouse, written: Written) -> None:
    """Keys beside them leave the words their room."""
    house.stage.devices.current = KEYBOARD
    labels = {Kind.BACK: "Back", Kind.CONFIRM: "Play from here", Kind.HINT: "Analysis", Kind.UNDO: "Take home"}
    heights = []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        written.clear()
        for width in WIDTHS:
            bar = GlyphBar(house.stage, pygame.Rect(0, 0, width, house.stage.metrics.px(60)))
            bar.set([Prompt(kind, label) for kind, label in labels.items()])
            bar.draw(cast(Any, SurfaceCanvas.blank((900, 100))))
        heights.append([place.height for label, place in written if label in labels.values()])
    usual, large = heights
    assert len(usual) == len(large) == len(labels) * len(WIDTHS)
    assert all(map(int.__ge__, large, usual)) and large != usual, heights


@pytest.mark.quick
def test_the_board_of_a_setup_is_never_smaller(house: Playhouse) -> None:
    """Nor are the letters on its frame: larger words below it take their room from Start."""
    scene = house.show(SetupScene(house.services, find("quoridor")))
    boards = []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        assert scene.preview is not None
        boards.append(scene.preview.size)
    usual, large = boards
    assert large >= usual


@pytest.mark.quick
def test_rows_of_an_upright_window_leave_out_their_notes_before_their_controls_are_narrower(
    open_house: OpenHouse,
) -> None:
    house = open_house(size=(1080, 1920))
    scene = house.show(SettingsScene(house.services))
    next(tab for tab in scene.focus.widgets if isinstance(tab, Tab) and tab.icon == "picture").action()
    rows = []
    for scale in (1.0, LARGEST):
        house.services.settings.change(text_scale=scale)
        rows.append(([place.width for place in scene.places.all("control")], "note" in scene.places))
    (usual, one_note), (large, shared_note) = rows
    assert usual and large == usual and (one_note, shared_note) == (False, True)
