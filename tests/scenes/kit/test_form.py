"""A form made from descriptions: which control each value gets, pages, marks, defaults, and what is refused."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame
import pytest

from game.core.kinds import Choice as OneOf
from game.core.kinds import Flag, Line, Number, ValueKind, Whole
from game.core.times import TimeOfDay
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.layout import within
from scenes.kit.widgets.choices import Picker, Slider
from scenes.kit.widgets.form import Field, Form, Stepper, control
from scenes.kit.widgets.widget import Button, SegmentedControl, Toggle, Widget
from tests.scenes.conftest import Written
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick

RECT = pygame.Rect(0, 0, 480, 88)
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
    found = control(house.stage, Held().field("thing", kind, default, **more), RECT, print)
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
    found = control(house.stage, field, RECT, partial(Form(house.stage).put, field))
    assert isinstance(found, Stepper)
    for value in after:
        assert found.adjust(1)
        assert held.values["thing"] == value and found.value() == f"{value} !"
    found.activate((RECT.left + 5, RECT.centery))
    assert held.values["thing"] == after[0]
    if most is not None:
        held.values["thing"] = most
        assert not found.adjust(1), "the focus may go on from the end"


def test_a_text_without_a_card_is_refused_by_name(house: Playhouse) -> None:
    with pytest.raises(ValueError, match=r"motto: nothing here changes one line of at most 20 characters"):
        control(house.stage, Held().field("motto", Line(20), ""), RECT, print)


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
