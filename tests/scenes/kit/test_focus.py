"""How the focus moves, presses and tells why it does not."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, Point
from scenes.kit.scene import Nav, Scene
from scenes.kit.widgets.focus import PRESS_SECONDS, WHY_SECONDS, Focus, nearest
from scenes.kit.widgets.widget import Button, Widget
from tests.scenes import posting
from tests.scenes.noting import pixels
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick


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


WAYS = {"R": "b", "RR": "c", "D": "d", "DDR": "h", "RDD": "h", "L": "a", "U": "a", "RRDDLLUU": "a"}


@pytest.mark.parametrize("way", WAYS)
def test_directions_go_to_the_neighbour_and_pass_over_what_is_disabled(focus: Focus, way: str) -> None:
    for letter in way:
        give(focus, {"R": Kind.RIGHT, "L": Kind.LEFT, "U": Kind.UP, "D": Kind.DOWN}[letter])
    assert label(focus) == WAYS[way]


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


@pytest.mark.parametrize("by_pointer", [False, True])
def test_what_is_pressed_looks_so_on_the_screen_before_it_acts(house: Playhouse, by_pointer: bool) -> None:
    """What it does may take a while; the loop itself, which shows it, is asked here."""
    seen: list[bytes] = []
    rect = pygame.Rect(100, 100, 150, 60)
    focus = Focus(house.stage)
    focus.set([Button(rect, "a", lambda: seen.append(pixels(house, rect)))])

    class Page(Scene):
        def intent(self, intent: Intent) -> Nav | None:
            return focus.intent(intent)[1]

        def draw(self, canvas: Canvas, alpha: float) -> None:
            canvas.blit(house.stage.table, (0, 0))
            focus.draw(canvas)

    page = Page(house.stage)
    frames = iter(range(60))

    def over() -> bool:
        frame = next(frames)
        if frame == 50:
            seen.append(pixels(house, rect))
            posting.click(rect.center) if by_pointer else posting.tap_key(pygame.K_RETURN)
        return frame >= 52

    house.app.ended = over
    house.app.run(page)
    before, pressed = seen
    assert pressed != before


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


def test_what_is_disabled_does_nothing_by_any_press_and_says_why(focus: Focus, pressed: list[str]) -> None:
    said: list[str] = []
    focus.stage.say = lambda text, *_, **more: said.append(text)  # type: ignore[method-assign]
    middle = focus.widgets[4]
    for why in ("", "Not yet."):
        middle.allow(False, why)
        give(focus, Kind.PRESS, middle.rect.center)
        give(focus, Kind.RELEASE, middle.rect.center)
        assert pressed == [] and focus.is_animated == bool(why)
    assert said[-1] == "Not yet."
    focus.focus(focus.widgets[1])
    give(focus, Kind.DOWN)
    said.clear()
    give(focus, Kind.CONFIRM)
    assert focus.current is middle and said == ["Not yet."] and pressed == []
    focus.tick(WHY_SECONDS)
    focus.tick(PRESS_SECONDS)
    assert not focus.is_animated
    middle.enabled, middle.why = False, ""
    give(focus, Kind.CONFIRM)
    assert pressed == []
    middle.allow(True, "Not yet.")
    give(focus, Kind.CONFIRM)
    assert pressed == ["e"] and not middle.why
