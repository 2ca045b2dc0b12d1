"""Buttons, choices, pips, cyclers and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, Point
from scenes.kit.scene import PhoneView, Pop
from scenes.kit.widgets.choices import Cycler
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.page import FocusScene
from scenes.kit.widgets.person import alike
from scenes.kit.widgets.widget import Button, Pips, SegmentedControl, Toggle, Widget
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import button, pip_at
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick

RECT = pygame.Rect(100, 100, 300, 60)


@pytest.fixture
def changes() -> list[object]:
    return []


def focused(house: Playhouse, widget: Widget) -> Focus:
    focus = Focus(house.stage)
    focus.set([widget])
    return focus


def click(focus: Focus, point: Point) -> None:
    for kind in (Kind.PRESS, Kind.RELEASE):
        focus.intent(Intent(kind, MOUSE, point))


Make = Callable[[Callable[[Any], None]], Widget]
THREE = ["one", "two", "three"]
MAKERS: dict[str, tuple[Make, str, list[object]]] = {
    "button": (lambda on: Button(RECT, "A long label for a button", lambda: on("pressed")), "CONFIRM", ["pressed"]),
    # it stays within its ends, but a confirm goes round
    "choice": (lambda on: SegmentedControl(RECT, THREE, 0, on), "LEFT RIGHT RIGHT RIGHT CONFIRM", [1, 2, 0]),
    "toggle": (lambda on: Toggle(RECT, ["off", "on"], False, on), "RIGHT LEFT CONFIRM", [True, False, True]),
    "pips": (lambda on: Pips(RECT, "level", 4, on), "RIGHT RIGHT CONFIRM LEFT", [5, 1]),
    # those that are not allowed are passed over
    "few pips": (lambda on: Pips(RECT, "level", 1, on, allowed=(1, 3, 4)), "RIGHT RIGHT RIGHT CONFIRM LEFT", [3, 4, 1]),
    "cycler": (lambda on: Cycler(RECT, "device", THREE, 0, on), "LEFT RIGHT RIGHT RIGHT CONFIRM", [1, 2, 0]),
}
each_widget = pytest.mark.parametrize(("make", "keys", "wanted"), MAKERS.values(), ids=MAKERS)


@each_widget
def test_keys_change_a_widget(
    house: Playhouse, changes: list[object], make: Make, keys: str, wanted: list[object]
) -> None:
    focus = focused(house, make(changes.append))
    for name in keys.split():
        focus.intent(Intent(Kind[name], KEYBOARD))
    assert changes == wanted


def test_a_click_takes_the_segment_under_it(house: Playhouse, changes: list[object]) -> None:
    choice = SegmentedControl(RECT, ["one", "two", "three"], 0, changes.append)
    segments = choice.segments()
    assert segments[0].left == RECT.left and segments[-1].right == RECT.right
    assert [a.right for a in segments[:-1]] == [b.left for b in segments[1:]]
    focus = focused(house, choice)
    click(focus, segments[2].center)
    click(focus, segments[2].center)
    click(focus, segments[1].center)
    assert changes == [2, 1], "the same again is no change"


def test_a_click_takes_the_pip_under_it_if_that_is_allowed(house: Playhouse, changes: list[object]) -> None:
    pips = Pips(RECT, "level", 1, changes.append, allowed=(1, 3, 4))
    pips.draw(house.stage, Canvas(house.window.surface), pressed=False)
    for pip in (1, 3):
        columns = [x for x in range(RECT.left, RECT.right) if pip_at(pips, x) == pip]
        click(focused(house, pips), (columns[len(columns) // 2], RECT.centery))
    assert changes == [4]


def test_a_click_on_a_cycler_takes_its_next_value_wherever_it_is(house: Playhouse, changes: list[object]) -> None:
    click(focused(house, MAKERS["cycler"][0](changes.append)), (RECT.left + 2, RECT.centery))
    assert changes == [1]


@each_widget
def test_widgets_draw_inside_their_rectangle(house: Playhouse, make: Make, keys: str, wanted: list[object]) -> None:
    ground = pygame.Surface(house.window.size)
    ground.fill((10, 20, 30))
    canvas = Canvas(pygame.Surface(house.window.size))
    canvas.begin()
    canvas.blit(ground, (0, 0))
    make(lambda value: None).draw(house.stage, canvas, pressed=False)
    canvas.end()
    mask = pygame.mask.from_threshold(canvas.screen, (10, 20, 30), (3, 3, 3, 255))
    mask.invert()
    drawn = mask.get_bounding_rects()
    assert drawn
    around = RECT.inflate(60, 60)  # a button's shadow
    assert all(around.contains(rect) for rect in drawn)


# Dialogs


YES_NO = [DialogAnswer("No", "no"), DialogAnswer("Yes", "yes", primary=True)]


def ask(house: Playhouse, answers: list[DialogAnswer], title: str = "Title", text: str = "Text", **more: Any) -> Dialog:
    return house.show(Dialog(house.stage, title, text, answers, **more))


def test_a_dialog_starts_on_its_brass_answer_or_where_it_was_told_and_back_cancels(house: Playhouse) -> None:
    dialog = ask(house, YES_NO, cancel="nothing")
    assert dialog.intent(Intent(Kind.BACK, KEYBOARD)) == Pop("nothing")
    assert dialog.intent(Intent(Kind.CONFIRM, KEYBOARD)) == Pop("yes")
    assert ask(house, YES_NO, focus=0).intent(Intent(Kind.CONFIRM, KEYBOARD)) == Pop("no")


def test_a_scene_without_a_title_says_its_focus_alone(house: Playhouse) -> None:
    scene = FocusScene(house.stage)
    scene.focus.set([Button(RECT, "Play", lambda: None)])
    assert scene.phone_view(KEYBOARD) == PhoneView("", "Play") and scene.spoken == "Play."


def test_answers_stand_side_by_side_unless_their_words_need_room(house: Playhouse) -> None:
    ask(house, YES_NO)
    assert button(house, "No").rect.top == button(house, "Yes").rect.top
    ask(house, [DialogAnswer(f"{word} " + "very " * 6 + "long", word) for word in ("one", "two", "three")])
    tops = [widget.rect.top for widget in house.on_top(Dialog).focus.widgets]
    assert tops == sorted(set(tops))


def test_a_long_text_makes_the_card_higher(house: Playhouse) -> None:
    short, long = ask(house, YES_NO), ask(house, YES_NO, text="Text " * 60)
    longer = ask(house, YES_NO, "Title " * 20, "Text " * 60)
    assert longer.rect.height > long.rect.height > short.rect.height and longer.rect.width == long.rect.width
    assert long.rect.contains(long.focus.widgets[0].rect)
    assert pygame.Rect((0, 0), house.window.size).contains(long.rect)


def test_what_is_disabled_is_passed_over(house: Playhouse) -> None:
    dialog = ask(house, [DialogAnswer("No", "no", enabled=False), *YES_NO[1:]])
    dialog.intent(Intent(Kind.LEFT, KEYBOARD))
    assert dialog.intent(Intent(Kind.CONFIRM, KEYBOARD)) == Pop("yes")


def test_one_long_name_leaves_the_others_their_size(open_house: OpenHouse) -> None:
    stage, style = open_house().stage, Style(40)
    names, widths = ["Aoi", "Ren", "Maximilian-Alexander"], [200] * 3
    assert alike(stage, names, style, widths, 20) == style
    few = ["Aoi", "Maximilian"]  # a little smaller for all is no loss
    width = round(0.9 * stage.fonts.width(few[1], style))
    assert alike(stage, few, style, [width] * 2, 20).size < 40
    assert alike(stage, names[2:], style, widths[2:], 20).size < 32
