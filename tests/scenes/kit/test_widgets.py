"""Buttons, choices, pips, cyclers and dialogs. How the focus moves, presses and tells why it does not. A form made
from descriptions. Names: what is kept of a text, how kana change, and that the card has room for its keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest

from game.core.kinds import Choice as OneOf
from game.core.kinds import Flag, Line, Number, ValueKind, Whole
from game.core.times import TimeOfDay
from game.match_setup import clean_name
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, Point, Signal, SignalKind
from scenes.kit.layout import within
from scenes.kit.scene import Nav, PhoneView, Pop, Scene
from scenes.kit.widgets.choices import Cycler, Picker, Slider
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.focus import PRESS_SECONDS, WHY_SECONDS, Focus, nearest
from scenes.kit.widgets.form import Field, Form, Stepper, control
from scenes.kit.widgets.page import FocusScene
from scenes.kit.widgets.person import alike
from scenes.kit.widgets.widget import Button, Pips, SegmentedControl, Toggle, Widget
from scenes.table.names import PAGES, NameScene, katakana, vary
from tests.scenes import posting
from tests.scenes.conftest import Written
from tests.scenes.hands import button, pip_at
from tests.scenes.noting import pixels
from tests.scenes.playhouse import NARROW, Playhouse

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


def test_one_long_name_leaves_the_others_their_size(house: Playhouse) -> None:
    stage, style = house.stage, Style(40)
    names, widths = ["Aoi", "Ren", "Maximilian-Alexander"], [200] * 3
    assert alike(stage, names, style, widths, 20) == style
    few = ["Aoi", "Maximilian"]  # a little smaller for all is no loss
    width = round(0.9 * stage.fonts.width(few[1], style))
    assert alike(stage, few, style, [width] * 2, 20).size < 40
    assert alike(stage, names[2:], style, widths[2:], 20).size < 32


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


ROW = pygame.Rect(0, 0, 480, 88)
NOTE = "What this means, in a sentence that takes two lines of the narrow column that it has here."


class Held:
    """Values by name, and the fields that set them; 13 is refused."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def field(self, name: str, kind: ValueKind, default: Any, note: str = "", **more: Any) -> Field:
        """A row of `name`, at its default."""
        self.values[name] = default

        def put(value: Any) -> None:
            if value == 13:
                raise ValueError(f"{name}: 13 brings bad luck")
            self.values[name] = value

        value = lambda: self.values[name]  # noqa: E731 - a closure of one line
        return Field(name, name.title(), kind, value, put, default, note=lambda: note, **more)


@pytest.mark.parametrize(
    ("kind", "default", "more", "widget", "value"),
    [
        (Flag(), True, {}, Toggle, "On"),
        (OneOf(("a", "b", "c")), "b", {}, SegmentedControl, "b"),
        (OneOf(tuple("abcdefghij")), "b", {}, Picker, "b"),
        (OneOf(("one that is long", "another long one", "a third one")), "a third one", {}, Picker, "a third one"),
        (Number(0.0, 1.0), 0.5, {}, Slider, "50 %"),
        (Number(0.5, 2.0, (0.5, 1.0, 2.0)), 1.0, {}, SegmentedControl, "1.0"),
        # a value that is not offered is told and left
        (Number(0.5, 4.0, (0.5, 1.0)), 3.25, {"text": lambda value: f"{value} s"}, Picker, "3.25 s"),
        # what opens a card
        (Flag(), True, {"open": lambda: None, "press": "Choose"}, Button, "Choose"),
    ],
)
def test_each_kind_has_its_control(
    house: Playhouse, kind: ValueKind, default: Any, more: dict[str, Any], widget: type[Widget], value: str
) -> None:
    found = control(house.stage, Held().field("thing", kind, default, **more), ROW, print)
    assert type(found) is widget and found.value() == value


@pytest.mark.parametrize(
    ("kind", "default", "after", "most"),
    [(Whole(10, 300, "seconds"), 60, [75, 90], 300), (TimeOfDay(), 23 * 60, [23 * 60 + 30, 0], None)],
)
def test_numbers_and_times_are_stepped(
    house: Playhouse, kind: ValueKind, default: int, after: list[int], most: int | None
) -> None:
    held = Held()
    field = held.field("thing", kind, default, text=lambda value: f"{value} !")
    found = control(house.stage, field, ROW, partial(Form(house.stage).put, field))
    assert isinstance(found, Stepper)
    for value in after:
        assert found.adjust(1)
        assert held.values["thing"] == value and found.value() == f"{value} !"
    found.activate((ROW.left + 5, ROW.centery))
    assert held.values["thing"] == after[0]
    if most is not None:
        held.values["thing"] = most
        assert not found.adjust(1), "the focus may go on from the end"


def test_a_text_without_a_card_is_refused_by_name(house: Playhouse) -> None:
    with pytest.raises(ValueError, match=r"motto: nothing here changes one line of at most 20 characters"):
        control(house.stage, Held().field("motto", Line(20), ""), ROW, print)


class TestRows:
    @pytest.fixture(autouse=True)
    def made(self, house: Playhouse) -> None:
        self.house, self.held, self.form = house, Held(), Form(house.stage)
        self.fields = [
            self.held.field("lamp", Flag(), False, section="Light"),
            self.held.field("cups", OneOf((1, 2, 13)), 1, note="How many."),
        ]
        self.places = within(house.stage.metrics, pygame.Rect(0, 0, 1200, 500), self.form.part(self.fields, 1200))
        self.lamp, self.cups = self.form.widgets(self.places)

    def test_a_change_takes_effect_at_once_is_marked_and_goes_back(self) -> None:
        assert isinstance(self.lamp, Toggle) and not self.form.may_restore(self.lamp)
        self.lamp.choose(1)
        assert self.held.values == {"lamp": True, "cups": 1}
        assert self.fields[0].is_changed and self.form.may_restore(self.lamp) and not self.form.may_restore(self.cups)
        self.form.restore(self.lamp)
        assert self.held.values["lamp"] is False and not self.form.may_restore(self.lamp)

    def test_what_is_refused_is_told_at_its_row_and_changes_nothing(self) -> None:
        assert isinstance(self.cups, SegmentedControl)
        self.cups.choose(2)
        assert self.held.values["cups"] == 1
        assert self.form.remarks == {"cups": "cups: 13 brings bad luck"}
        self.cups.choose(1)
        assert (self.held.values["cups"], self.form.remarks) == (2, {})

    def test_a_section_has_a_heading_and_rows_are_found_by_name_note_or_section(self) -> None:
        assert len(self.places.all("section")) == 1 and self.places["section"].top < self.places.all("band")[0].top
        found = [
            [field.name for field in self.fields if field.matches(text)] for text in ("LAMP", "how", "light", "tea")
        ]
        assert found == [["lamp"], ["cups"], ["lamp"], []]


class TestPages:
    def fields(self, count: int, note: str = NOTE) -> list[Field]:
        """Rows alike, with notes."""
        held = Held()
        return [held.field(f"thing {number}", Flag(), False, f"{note} {number}") for number in range(count)]

    def test_without_room_for_the_notes_the_one_in_focus_is_told_below(
        self, house: Playhouse, written: Written
    ) -> None:
        form, fields = Form(house.stage), self.fields(5)
        assert form.pages(fields, 1000, form.height(fields, 1000)) == [fields] and not form.brief
        assert form.pages(fields, 1000, form.height(fields, 1000) - 1) == [fields] and form.brief
        places = within(house.stage.metrics, pygame.Rect(0, 0, 1000, 640), form.part(fields, 1000))
        controls = form.widgets(places)
        assert places["note"].top >= places.all("band")[-1].bottom and not places.crowded
        written.clear()
        form.draw(Canvas(pygame.Surface((1000, 640))), places, controls[3])
        notes = [text for text, place in written if places["note"].contains(place)]
        assert " ".join(notes) == f"{NOTE} 3"

    @pytest.mark.parametrize("count", [7, 8, 11, 20])
    def test_pages_are_as_few_as_will_do_and_about_equally_full(self, house: Playhouse, count: int) -> None:
        form, fields = Form(house.stage), self.fields(count)
        pages = form.pages(fields, 1000, 640)
        sizes = [len(page) for page in pages]
        assert [field for page in pages for field in page] == fields
        assert max(sizes) - min(sizes) <= 1 and all(form.height(page, 1000) <= 640 for page in pages)
        assert len(pages) == -(-count // 5), "five rows and a note have room"


@pytest.mark.parametrize(
    ("text", "name"), [("  Jo\tAnn ", "Jo Ann"), ("@aoi", "aoi"), ("x" * 30, "x" * 20), ("か\u3099", "が"), ("\n", "")]
)
def test_clean_names(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_kana_change_round() -> None:
    text, seen = "カツ", []
    for _ in range(3):
        text = vary(text)
        seen.append(text)
    assert seen == ["カッ", "カヅ", "カツ"]
    assert vary("") == ""
    assert vary("A") == "A"
    assert katakana("ぁあゖー・") == "ァアヶー・"
    assert all(len(row) <= 10 for rows in PAGES.values() for row in rows)


@pytest.mark.parametrize("text", ["", " \n", "\U0001f642", "☕\u0e01"])
def test_what_cannot_be_pasted_is_said(house: Playhouse, text: str) -> None:
    scene = house.show(NameScene(house.stage, "Aoi"))
    house.app.manager.signal(Signal(SignalKind.PASTED, text="x"))
    house.run(0.2)
    assert house.on_top(NameScene) is scene and scene.name == "Aoix"
    house.app.manager.signal(Signal(SignalKind.PASTED, text=text))
    house.run(0.2)
    assert house.on_top(Dialog).title == house.stage.t("naming.pasted.none") and scene.name == "Aoix"


@pytest.mark.parametrize("size", NARROW)
@pytest.mark.parametrize("language", ["ja"])
def test_the_card_lies_in_the_window(house: Playhouse, size: tuple[int, int]) -> None:
    scene = house.show(NameScene(house.stage, ""))
    for page in range(len(PAGES)):
        scene.turn_to(page)
        assert pygame.Rect((0, 0), size).contains(scene.rect)
        rects = [widget.rect for widget in scene.focus.widgets]
        assert all(scene.rect.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[i + 1 :]) == -1 for i, rect in enumerate(rects))
