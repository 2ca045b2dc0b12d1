"""Everything on every screen can be reached with nothing but a d-pad; and how the focus behaves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.core.record import Record
from game.quoridor import SPEC
from game.session import Session
from game.table import default_table
from scenes.kit.app import App
from scenes.kit.focus import PRESS_SECONDS, WHY_SECONDS, Focus, nearest
from scenes.kit.intents import KEYBOARD, MOUSE, Intent, Kind, Point
from scenes.kit.scanner import Scanner
from scenes.kit.scene import Push, Route, Scene
from scenes.kit.widgets import Button, Widget
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import MenuScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import PadHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse, result_of
from tools.catalogue.operator import menu_scene

OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
LONGEST = 6  # presses that a choice may need before it lets the focus go
WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]


def session(actions: list[str]) -> Session:
    return Session.resume(SPEC, Record("quoridor", {"players": 2}, 0, tuple(actions), (PERSON, RIVAL)))


def undone() -> Session:
    """A session in which every entry of the pause menu can be chosen."""
    game = session(["e2", "e8"])
    game.undo()
    return game


def setup(house: Playhouse, players: int) -> Scene:
    house.services.remember(default_table(SPEC).with_options(SPEC, {"players": players}))
    return SetupScene(house.services, SPEC)


def settings(house: Playhouse, section: int) -> Scene:
    scene = SettingsScene(house.services)
    scene.section = section
    return scene


def quit_dialog(house: Playhouse) -> Scene:
    menu = MenuScene(house.services)
    menu.enter()
    asked = menu.intent(Intent(Kind.BACK, KEYBOARD))
    assert isinstance(asked, Push) and not isinstance(asked.to, Route)
    return asked.to()


SCENES: dict[str, Callable[[Playhouse], Scene]] = {
    "menu": lambda house: MenuScene(house.services),
    "setup for 2": lambda house: setup(house, 2),
    "setup for 4": lambda house: setup(house, 4),
    "pause": lambda house: PauseScene(house.services, undone(), 0),
    "result": lambda house: result_of(house, session(WON)),
    "quit": quit_dialog,
    "seat editor": lambda house: SeatEditor(house.services, default_table(SPEC), 0),
    "house rules": lambda house: HouseRulesScene(house.services, SPEC, default_table(SPEC)),
    "operator": lambda house: menu_scene(house.services),
    "controls": lambda house: ControlsScene(house.services),
    **{f"settings, {name}": partial(settings, section=i) for i, name in enumerate(SECTIONS)},
}


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: only the focus is looked at, and no pad becomes a switch where that is set."""
    monkeypatch.setattr(App, "draw", lambda app: None)
    monkeypatch.setattr(Scanner, "active", False)


def moved(house: Playhouse, pad: PadHand, index: int, direction: str) -> int:
    """Where presses in one direction lead from the widget number `index`."""
    focus = focus_of(house)
    count = len(focus.widgets)
    focus.focus(focus.widgets[index])
    for _ in range(LONGEST):
        pad.pad.tap(direction)
        house.frame()
        if len(focus.widgets) != count:  # the number of seats was changed: back
            pad.pad.tap(OPPOSITE[direction])
            house.frame()
            assert len(focus.widgets) == count
            return index
        assert focus.current is not None
        here = focus.widgets.index(focus.current)
        if here != index:
            return here
    return index


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(6)
def test_every_widget_is_reached_by_d_pad_alone(
    blind: None, open_house: OpenHouse, size: tuple[int, int], scene: str
) -> None:
    house = open_house(size)
    pad = PadHand(house)
    house.show(SCENES[scene](house))
    focus = focus_of(house)
    assert focus.current is not None
    enabled = {i for i, widget in enumerate(focus.widgets) if widget.is_stop}
    first = focus.widgets.index(focus.current)
    reached, waiting = {first}, [first]
    while waiting:
        index = waiting.pop()
        for direction in OPPOSITE:
            found = moved(house, pad, index, direction)
            if found not in reached:
                reached.add(found)
                waiting.append(found)
    assert reached == enabled


def test_in_the_pause_menu_everything_was_enabled(house: Playhouse) -> None:
    house.show(SCENES["pause"](house))
    assert all(widget.enabled for widget in focus_of(house).widgets)


# The focus itself


@pytest.fixture
def pressed() -> list[str]:
    return []


@pytest.fixture
def focus(house: Playhouse, pressed: list[str]) -> Focus:
    """Nine buttons in three rows, "a" to "i"; the middle one is disabled."""
    buttons: list[Widget] = []
    for number, name in enumerate("abcdefghi"):
        rect = pygame.Rect(100 + number % 3 * 200, 100 + number // 3 * 100, 150, 60)
        buttons.append(Button(rect, name, lambda name=name: pressed.append(name)))
    buttons[4].enabled = False
    focus = Focus(house.stage)
    focus.set(buttons)
    return focus


def label(focus: Focus) -> str:
    assert isinstance(focus.current, Button)
    return focus.current.label


def give(focus: Focus, kind: Kind, point: Point | None = None) -> bool:
    return focus.intent(Intent(kind, MOUSE if point else KEYBOARD, point))[0]


@pytest.mark.parametrize(
    ("way", "end"),
    [
        ("R", "b"),
        ("RR", "c"),
        ("D", "d"),
        ("DDR", "h"),
        ("RDD", "h"),
        ("L", "a"),
        ("U", "a"),
        ("RRDDLLUU", "a"),
    ],
)
def test_directions_go_to_the_neighbour_and_pass_over_what_is_disabled(focus: Focus, way: str, end: str) -> None:
    for letter in way:
        give(focus, {"R": Kind.RIGHT, "L": Kind.LEFT, "U": Kind.UP, "D": Kind.DOWN}[letter])
    assert label(focus) == end


def test_a_neighbour_in_line_comes_before_a_nearer_one_aside() -> None:
    start = pygame.Rect(0, 0, 100, 50)
    in_line, aside = Widget(pygame.Rect(0, 200, 100, 50)), Widget(pygame.Rect(180, 60, 100, 50))
    assert nearest(start, [aside, in_line], 0, 1) is in_line
    assert nearest(start, [aside], 0, 1) is aside
    assert nearest(start, [in_line], 1, 0) is None


def test_hovering_moves_the_focus_but_not_to_what_is_disabled(focus: Focus) -> None:
    give(focus, Kind.HOVER, focus.widgets[8].rect.center)
    assert label(focus) == "i"
    assert not give(focus, Kind.HOVER, focus.widgets[4].rect.center)
    assert label(focus) == "i"


def test_a_click_counts_on_release_inside(focus: Focus, pressed: list[str]) -> None:
    inside, elsewhere = focus.widgets[2].rect.center, focus.widgets[6].rect.center
    give(focus, Kind.PRESS, inside)
    assert pressed == []
    give(focus, Kind.RELEASE, inside)
    assert pressed == ["c"]
    give(focus, Kind.PRESS, inside)
    give(focus, Kind.RELEASE, elsewhere)
    give(focus, Kind.RELEASE, elsewhere)
    assert pressed == ["c"]


def test_what_is_disabled_cannot_be_pressed(focus: Focus, pressed: list[str]) -> None:
    point = focus.widgets[4].rect.center
    give(focus, Kind.PRESS, point)
    give(focus, Kind.RELEASE, point)
    focus.widgets[0].enabled = False
    give(focus, Kind.CONFIRM)
    assert pressed == []


def test_a_new_layout_keeps_the_focus_where_it_was(focus: Focus) -> None:
    focus.focus(focus.widgets[5])
    focus.set([Button(widget.rect.move(5, 5), f"new {i}", lambda: None) for i, widget in enumerate(focus.widgets)])
    assert label(focus) == "new 5"
    focus.set(focus.widgets[:3])
    assert label(focus) == "new 0"


def test_without_widgets_nothing_happens(house: Playhouse) -> None:
    empty = Focus(house.stage)
    empty.set([])
    for kind in (Kind.UP, Kind.CONFIRM):
        assert not give(empty, kind)
    assert not give(empty, Kind.RELEASE, (1, 1))


def test_what_is_disabled_says_why_by_any_press_and_does_nothing(focus: Focus, pressed: list[str]) -> None:
    said: list[str] = []
    middle = focus.widgets[4]
    middle.allow(False, "Not yet.")
    focus.stage.say = lambda text, *_, **more: said.append(text)  # type: ignore[method-assign]
    give(focus, Kind.PRESS, middle.rect.center)
    give(focus, Kind.RELEASE, middle.rect.center)
    assert said[-1] == "Not yet." and pressed == [] and focus.lively
    focus.focus(focus.widgets[1])
    give(focus, Kind.DOWN)
    said.clear()
    give(focus, Kind.CONFIRM)
    assert focus.current is middle and said == ["Not yet."] and pressed == []
    focus.tick(WHY_SECONDS)
    focus.tick(PRESS_SECONDS)
    assert not focus.lively
    middle.allow(True, "Not yet.")
    give(focus, Kind.CONFIRM)
    assert pressed == ["e"] and not middle.why
