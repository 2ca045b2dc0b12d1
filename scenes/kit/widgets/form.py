"""A form: rows of settings made from descriptions, and texts for values. Each change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import pygame

from game.core.kinds import Flag, Line, Number, Several, ValueKind, Whole, neighbour_value, next_value
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Part, Places, cell, column, row
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Picker, Slider, Stepped
from scenes.kit.widgets.widget import Action, Button, SegmentedControl, Toggle, Widget

SEGMENTS = 6  # with more values than this, a picker takes the place of segments
SEARCHED = 20  # a form with more rows than this has a search
LEAST_ROW, BRIEF_ROW, SECTION = 104, 92, 56  # design pixels, like the lengths below
PAD = 6  # space above and below a row's text
NOTE_PAD = 24  # space around the note of a brief form
GAP = 40  # space between a row's text and its control
DOT = 12  # size of the mark of a changed value
INDENT = 28  # indent of a row's text, to the right of the mark
SMALLEST = 20  # the smallest type of a note
_MINUTE, _HOUR = 60, 3_600  # seconds
# Seconds from which the unit is minutes, and seconds from which it is hours.
_LONG_SECONDS, _LONG_MINUTES = 600, 7_200


@dataclass(frozen=True, slots=True)
class Field:
    """A row: its setting, its texts, and its control.

    `put` sets another value; if it raises ValueError, the row shows the message. `open` is the action of a press, if
    the row has no value or a card changes the value. `press` is the label of the button, by default the value.
    `values` are the offered values, or a function that finds them; by default those of `kind` are offered. `step`
    returns the neighbouring value where neither `values` nor `kind` defines one. `notes` are all possible results of
    `note`.
    """

    name: str
    label: str
    kind: ValueKind
    value: Callable[[], Any]
    put: Callable[[Any], object]
    default: Any = None
    text: Callable[[Any], str] = str
    note: Callable[[], str] = lambda: ""
    notes: Sequence[str] = ()
    values: Sequence[Any] | Callable[[], Sequence[Any]] = ()
    step: Callable[[int], Any] | None = None
    why: str = ""  # why the value cannot be changed now
    open: Action | None = None
    press: str = ""
    section: str = ""

    @property
    def offered(self) -> Sequence[Any]:
        """The values to choose from; () if they are too many for a list."""
        values = self.values() if callable(self.values) else self.values
        return values or (() if isinstance(self.kind, Whole) else self.kind.values)

    @property
    def can_step(self) -> bool:
        """Whether left and right can step the value."""
        return bool(self.values or self.step) or self.kind.can_step

    def beside(self, direction: int) -> Any:
        """The previous (-1) or next (1) value; at the ends, the present one."""
        if self.step:
            return self.step(direction)
        if self.values:
            return neighbour_value(self.offered, self.value(), direction)
        return self.kind.stepped(self.value(), direction)

    def following(self) -> Any:
        """The next value; after the last one, the first."""
        return next_value(self.offered, self.value())

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from its default."""
        return self.default is not None and self.value() != self.default

    def matches(self, text: str) -> bool:
        """Whether the row matches a search for `text`."""
        return text.casefold() in f"{self.section} {self.label} {self.note()}".casefold()


@dataclass(frozen=True, slots=True)
class FormLook:
    """The colours of a form, and the width in design pixels of a control beside the text."""

    ink: str = theme.IVORY
    soft: str = theme.MUTED
    loud: str = theme.EYEBROW  # colour of section headings, and of the marks of changed values
    wrong: str = theme.HIGHLIGHT
    control: float = 588
    size: float = theme.NAME  # type size of labels
    line: float = 0.18  # opacity of the lines between rows


DARK = FormLook()
LIGHT = FormLook(theme.INK, theme.INK_SOFT, theme.PRINT_RED, theme.PRINT_RED, 480, line=0.0)


class Form:
    """The rows of one page of a form. `remarks` maps names of rows to texts that replace their notes.

    If all notes would leave too little room for the rows, the form is `brief`: only the note of the focused row is
    shown, below all rows.
    """

    def __init__(self, stage: Stage, look: FormLook = DARK) -> None:
        self.stage = stage
        self.look = look
        self.fields: Sequence[Field] = ()
        self.remarks: dict[str, str] = {}
        self.controls: list[Widget] = []
        self.brief = False
        self._is_beside = True  # whether a brief form always has its controls beside the text
        self._changed: list[Field] = []  # rows whose value is not the default

    # Layout

    def part(self, fields: Sequence[Field], width: float, stacked: bool = False) -> Part:
        """The rows in `width` design pixels, at their least heights. All grow equally if there is more room.

        The control stands beside the text, or below it (`stacked`). Parts are named `section` (a heading), `band` (a
        row), `words` and `control`, and `note` below all rows of a brief form.
        """
        self.fields = fields
        lines = []
        for number, field in enumerate(fields):
            if _begins_section(fields, number):
                lines.append(cell("section", SECTION))
            lines.append(self._band(field, width, stacked))
        if self.brief:
            small = self.stage.limit_scale(self._styles()[1], 1.0)
            lines.append(cell("note", max(self._note_height(field, small, width) for field in fields) + NOTE_PAD))
        return column(*lines, gap=0)

    def height(self, fields: Sequence[Field], width: float, stacked: bool = False) -> float:
        """The least height of these rows, in design pixels."""
        return self._measured(fields, width, stacked)(0, len(fields))

    def _measured(self, fields: Sequence[Field], width: float, stacked: bool) -> Callable[[int, int], float]:
        """A function that returns the least height of the rows from one index to another. Each row is measured once."""
        bands = [self._band(field, width, stacked).least for field in fields]
        small = self.stage.limit_scale(self._styles()[1], 1.0)
        notes = [self._note_height(field, small, width) + NOTE_PAD for field in fields] if self.brief else []

        def taken(first: int, end: int) -> float:
            headings = sum(_begins_section(fields, number, first) for number in range(first, end))
            return sum(bands[first:end]) + SECTION * headings + max(notes[first:end], default=0.0)

        return taken

    def _band(self, field: Field, width: float, stacked: bool) -> Part:
        control = cell("control", self.look.control, across=88, align=Align.MIDDLE)
        if self.brief and (self._is_beside or not stacked):
            return row(cell("words"), replace(control, across=76), name="band", gap=GAP, least=BRIEF_ROW)
        least = self._words_height(field, width - (0 if stacked else self.look.control + GAP)) + 2 * PAD
        if stacked:
            words, control = cell("words"), cell("control", 104)
            return column(words, control, name="band", gap=12, pad=(0, 0, 0, 24), least=least + 140)
        return row(cell("words"), control, name="band", gap=GAP, least=max(least, LEAST_ROW))

    def _words_height(self, field: Field, width: float) -> float:
        """The height of a label and its longest note, in design pixels, with the text scale."""
        style, small = self._styles()
        room = round((width - INDENT) * self.stage.metrics.scale)
        style = self.stage.shrink_to_width(field.label, style, room)
        note = 0.0 if self.brief else self._note_height(field, small, width - INDENT)
        return self.stage.natural_height(field.label, style, room) + note

    def _note_height(self, field: Field, small: Style, width: float) -> float:
        """The height of a row's longest note, in design pixels."""
        notes, room = field.notes or (field.note(),), round(width * self.stage.metrics.scale)
        return max((self.stage.natural_height(note, small, room) for note in notes if note), default=0.0)

    def pages(self, fields: Sequence[Field], width: float, room: float, stacked: bool = False) -> list[list[Field]]:
        """The rows split into the fewest pages of `room` design pixels, about equally full."""

        def dealt(room: float) -> list[int]:
            starts = [0]
            for number in range(1, len(fields)):
                if taken(starts[-1], number + 1) > room:
                    starts.append(number)
            return starts

        for self.brief, self._is_beside in ((False, True), (True, False), (True, True)):
            taken = self._measured(fields, width, stacked)
            if len(dealt(room)) == 1:
                return [list(fields)]
        fewest = len(dealt(room))
        runs = sorted({taken(i, j) for j in range(len(fields) + 1) for i in range(j)})
        starts = next(found for run in runs if len(found := dealt(min(run, room))) == fewest)
        return [list(fields[first:end]) for first, end in pairwise([*starts, len(fields)])]

    # Widgets

    def widgets(self, places: Places) -> list[Widget]:
        """The control of each row."""
        found = []
        for field, place in zip(self.fields, places.all("control"), strict=True):
            widget = self.control_of(field, place)
            widget.name = field.label
            if field.why:
                widget.allow(False, field.why)
            found.append(widget)
        self.controls = found
        self._follow()
        return found

    def control_of(self, field: Field, place: pygame.Rect) -> Widget:
        """Return the widget that changes a row's value."""
        return control(self.stage, field, place, partial(self.put, field))

    def _follow(self) -> None:
        """Note which rows have changed values, so that drawing need not read the values."""
        self._changed = [field for field in self.fields if field.is_changed]

    def put(self, field: Field, value: Any) -> None:
        """Set a value; a refusal is shown at its row."""
        self.remarks.pop(field.name, None)
        try:
            field.put(value)
        except ValueError as error:
            self.remarks[field.name] = str(error)
        self._follow()

    def may_restore(self, widget: Widget | None) -> bool:
        """Whether the row of a control has a changed value."""
        field = self.field_of(widget)
        return any(field is changed for changed in self._changed)

    def restore(self, widget: Widget | None) -> None:
        """Restore the default of a control's row."""
        field = self.field_of(widget)
        if field is not None and field.is_changed:
            self.put(field, field.default)
            self.stage.audio.play("press")

    def field_of(self, widget: Widget | None) -> Field | None:
        """The row of a control."""
        pairs = zip(self.controls, self.fields, strict=True)
        return next((field for control, field in pairs if control is widget), None)

    # Drawing

    def _styles(self) -> tuple[Style, Style]:
        return Style(self.look.size, self.look.ink, bold=True), Style(theme.CAPTION, self.look.soft)

    def draw(self, canvas: Canvas, places: Places, focused: Widget | None = None) -> None:
        """Draw the rows' texts and section headings; `focused` is the focused widget."""
        stage, (style, small) = self.stage, self._styles()
        fields = enumerate(self.fields)
        sections = [field.section for number, field in fields if _begins_section(self.fields, number)]
        heading = Style(theme.CAPTION, self.look.loud, bold=True, spacing=4)
        for section, place in zip(sections, places.all("section"), strict=True):
            stage.label(canvas, section.upper(), place, heading)
        for number, band in enumerate(places.all("band")):
            if number and self.look.line:
                stage.blit(canvas, stage.paint.line(band.width, self.look.ink, self.look.line), band.topleft)
        for field, words in zip(self.fields, places.all("words"), strict=True):
            box = words
            if any(field is changed for changed in self._changed):
                self._mark(canvas, words)
                box = words.inflate(-stage.metrics.px(INDENT), 0)
                box.right = words.right
            note, below, grow = *self._note(field, small), stage.metrics.text_scale
            if not self.brief:
                stage.note(canvas, box, field.label, style, note, below, grow, SMALLEST)
                continue
            stage.label(canvas, field.label, box, style, lines=2, grow=grow, least=SMALLEST)
            if field is (self.field_of(focused) or self.fields[0]):
                for place in places.all("note"):
                    stage.label(canvas, note, place, below, lines=4, grow=grow, least=SMALLEST)

    def _note(self, field: Field, small: Style) -> tuple[str, Style]:
        """The text below a label, and its style."""
        remark = self.remarks.get(field.name, "")
        return remark or field.note(), small._replace(color=self.look.wrong) if remark else small

    def _mark(self, canvas: Canvas, words: pygame.Rect) -> None:
        side = self.stage.metrics.px(DOT)
        dot = self.stage.drawing("dot", (side, side), color=self.look.loud)
        self.stage.blit(canvas, dot, (words.left, words.centery - side // 2))


def _begins_section(fields: Sequence[Field], number: int, first: int = 0) -> bool:
    """Whether a section's heading stands above a row, on a page that begins with the row `first`."""
    section = fields[number].section
    return bool(section) and (number == first or fields[number - 1].section != section)


class Stepper(Stepped):
    """A control for a value with too many choices for a list: a number of a long range, or a time."""

    def __init__(self, rect: pygame.Rect, field: Field, put: Callable[[Any], None]) -> None:
        super().__init__(rect)
        self.field = field
        self.put = put

    def value(self) -> str:
        return self.field.text(self.field.value())

    def step(self, direction: int) -> None:
        self.put(self.field.beside(direction))

    def adjust(self, direction: int) -> bool:
        if self.field.beside(direction) == self.field.value():
            return False
        return super().adjust(direction)


def control(stage: Stage, field: Field, rect: pygame.Rect, put: Callable[[Any], None]) -> Widget:
    """Return the widget that changes a value: a toggle, segments, a picker, a slider, a stepper, or a button.

    The button opens a card. Raises ValueError for a field that needs a card, such as a text, and has none.
    """
    value, values = field.value(), field.offered
    if field.open is not None:
        return Button(rect, field.press or field.text(value), field.open)
    if isinstance(field.kind, Flag):
        return Toggle(rect, [stage.t("setup.off"), stage.t("setup.on")], bool(value), put)
    if isinstance(field.kind, Number) and not values:
        return Slider(stage, rect, value, put)
    if not values and field.kind.can_step:
        return Stepper(rect, field, put)
    if not values:
        raise ValueError(f"{field.name}: nothing here changes {field.kind.range}; it needs a card to open")

    def take(index: int) -> None:
        put(values[index])

    labels = [field.text(each) for each in values]
    index = values.index(value) if value in values else None
    if index is None or not _fits(stage, labels, rect.width):
        return Picker(rect, labels, index, take, other=field.text(value))
    return SegmentedControl(rect, labels, index, take)


def _fits(stage: Stage, labels: Sequence[str], width: int) -> bool:
    """Whether the labels of all values fit side by side in `width` pixels."""
    style = Style(theme.CAPTION / stage.metrics.text_scale, bold=True)
    widest = max(stage.fonts.width(label, style) for label in labels)
    return len(labels) <= SEGMENTS and widest <= width // len(labels) - stage.metrics.px(28)


def value_text(stage: Stage, prefix: str, kind: ValueKind, value: Any) -> str:
    """A value in words: the text with the key `PREFIX.VALUE` if there is one, else a text made by its kind and unit.

    For an empty value, the key may also be `PREFIX.none`.
    """
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    is_written = bool(value) and isinstance(kind, Line)  # text that a person wrote is not a key
    for own in (plain, "none") if not value else () if is_written else (plain,):
        if stage.strings.has(f"{prefix}.{own}"):
            return stage.t(f"{prefix}.{own}")
    if isinstance(kind, Flag):
        return stage.t("setup.on" if value else "setup.off")
    if isinstance(kind, Several):
        return ", ".join(value_text(stage, prefix, ValueKind(), word) for word in value)
    unit = getattr(kind, "unit", "")
    if unit == "seconds":
        return seconds_text(stage, value)
    return stage.t(f"unit.{unit}", number=plain) if unit else kind.text(value)


def seconds_text(stage: Stage, seconds: float) -> str:
    """A length of time in words.

    From two hours on, whole hours are given in hours. From ten minutes on, whole minutes are given in minutes. All
    other lengths are given in seconds.
    """
    if seconds >= _LONG_MINUTES and seconds % _HOUR == 0:
        return stage.t("unit.hours", number=round(seconds) // _HOUR)
    if seconds >= _LONG_SECONDS and seconds % _MINUTE == 0:
        return stage.t("unit.minutes", number=round(seconds) // _MINUTE)
    return stage.t("unit.seconds", number=f"{seconds:g}")
