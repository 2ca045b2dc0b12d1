"""A form: rows of what can be set, made from descriptions, and texts for values. Each change takes effect at once."""

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

SEGMENTS = 6  # more values than this are picked one by one
SEARCHED = 20  # a form with more rows can be searched
LEAST_ROW, BRIEF_ROW, SECTION = 104, 92, 56  # design pixels, as all below
PAD = 6  # above and below the words of a row
NOTE_PAD = 24  # around the note of a brief form
GAP = 40  # between words and control
DOT = 12  # what marks a changed value
INDENT = 28  # of its row's words
SMALLEST = 20  # of a note
_MINUTE, _HOUR = 60, 3_600  # seconds
_LONG_SECONDS, _LONG_MINUTES = 600, 7_200  # seconds from which minutes, and hours, are told instead


@dataclass(frozen=True, slots=True)
class Field:
    """A row: what it sets, how that reads, and what changes it.

    `put` takes another value, and may raise ValueError, which is then told at the row. `open` is what a press does
    where a card of its own changes the value, or where there is none; `press` stands on its button. `values` are those
    offered, or what looks for them, where these are not those of `kind`; `step` is the value beside the one that is
    set, where another one is meant than by values and kind. `notes` are all that `note` may say.
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
    why: str = ""  # nothing can be changed now
    open: Action | None = None
    press: str = ""
    section: str = ""

    @property
    def offered(self) -> Sequence[Any]:
        """The values to choose from; () where there are too many to list."""
        values = self.values() if callable(self.values) else self.values
        return values or (() if isinstance(self.kind, Whole) else self.kind.values)

    @property
    def can_step(self) -> bool:
        """Whether left and right can take the value beside it."""
        return bool(self.values or self.step) or self.kind.can_step

    def beside(self, direction: int) -> Any:
        """The value before (-1) or after (1) the one that is set; at the ends the same."""
        if self.step:
            return self.step(direction)
        if self.values:
            return neighbour_value(self.offered, self.value(), direction)
        return self.kind.stepped(self.value(), direction)

    def following(self) -> Any:
        """The value after the one that is set, after the last one the first."""
        return next_value(self.offered, self.value())

    @property
    def is_changed(self) -> bool:
        """Whether the value is not as it comes."""
        return self.default is not None and self.value() != self.default

    def matches(self, text: str) -> bool:
        """Whether somebody who looks for `text` means this row."""
        return text.casefold() in f"{self.section} {self.label} {self.note()}".casefold()


@dataclass(frozen=True, slots=True)
class FormLook:
    """The colours of a form, by what it lies on, and design pixels of a control beside the words."""

    ink: str = theme.IVORY
    soft: str = theme.MUTED
    loud: str = theme.EYEBROW  # headings of sections, and the marks of changed values
    wrong: str = theme.HIGHLIGHT
    control: float = 588
    line: float = 0.18  # how much is seen of the lines between rows


DARK = FormLook()
LIGHT = FormLook(theme.INK, theme.INK_SOFT, theme.PRINT_RED, theme.PRINT_RED, 480, 0.0)


class Form:
    """The rows of one page of it, as widgets and drawn; `remarks` take the place of notes, by name.

    Where the notes leave no room for all rows on one page, it is `brief`: the note of the row in focus stands below
    all of them.
    """

    def __init__(self, stage: Stage, look: FormLook = DARK) -> None:
        self.stage = stage
        self.look = look
        self.fields: Sequence[Field] = ()
        self.remarks: dict[str, str] = {}
        self.controls: list[Widget] = []
        self.brief = False
        self._changed: list[Field] = []  # the rows that are not as they come

    # Layout

    def part(self, fields: Sequence[Field], width: float, stacked: bool = False) -> Part:
        """The rows in `width` design pixels, as high as they must be at least and equally higher where there is room.

        The control stands beside the words, or below them (`stacked`). Parts are called `section`, `band`, `words` and
        `control`, and `note` below all rows of a brief form.
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
        """The design pixels that these rows take at least."""
        return self._measured(fields, width, stacked)(0, len(fields))

    def _measured(self, fields: Sequence[Field], width: float, stacked: bool) -> Callable[[int, int], float]:
        """What the rows from one number up to another one take at least; each of them is measured once."""
        bands = [self._band(field, width, stacked).least for field in fields]
        small = self.stage.limit_scale(self._styles()[1], 1.0)
        notes = [self._note_height(field, small, width) + NOTE_PAD for field in fields] if self.brief else []

        def taken(first: int, end: int) -> float:
            headings = sum(_begins_section(fields, number, first) for number in range(first, end))
            return sum(bands[first:end]) + SECTION * headings + max(notes[first:end], default=0.0)

        return taken

    def _band(self, field: Field, width: float, stacked: bool) -> Part:
        control = cell("control", self.look.control, across=88, align=Align.MIDDLE)
        if self.brief:
            return row(cell("words"), replace(control, across=76), name="band", gap=GAP, least=BRIEF_ROW)
        least = self._words_height(field, width - (0 if stacked else self.look.control + GAP)) + 2 * PAD
        if stacked:
            words, control = cell("words"), cell("control", 104)
            return column(words, control, name="band", gap=12, pad=(0, 0, 0, 24), least=least + 140)
        return row(cell("words"), control, name="band", gap=GAP, least=max(least, LEAST_ROW))

    def _words_height(self, field: Field, width: float) -> float:
        """Of a label and the longest of its notes, in design pixels, as large as the text is set."""
        style, small = self._styles()
        room = round((width - INDENT) * self.stage.metrics.scale)
        style = self.stage.shrink_to_width(field.label, style, room)
        return self.stage.natural_height(field.label, style, room) + self._note_height(field, small, width - INDENT)

    def _note_height(self, field: Field, small: Style, width: float) -> float:
        """Of the longest of its notes, in design pixels."""
        notes, room = field.notes or (field.note(),), round(width * self.stage.metrics.scale)
        return max((self.stage.natural_height(note, small, room) for note in notes if note), default=0.0)

    def pages(self, fields: Sequence[Field], width: float, room: float, stacked: bool = False) -> list[list[Field]]:
        """The rows on as few pages of `room` design pixels as will do, about equally full."""

        def dealt(room: float) -> list[int]:
            starts = [0]
            for number in range(1, len(fields)):
                if taken(starts[-1], number + 1) > room:
                    starts.append(number)
            return starts

        self.brief = False
        taken = self._measured(fields, width, stacked)
        if len(dealt(room)) == 1:
            return [list(fields)]
        self.brief = True
        taken = self._measured(fields, width, stacked)
        fewest = len(dealt(room))
        runs = sorted({taken(i, j) for j in range(len(fields) + 1) for i in range(j)})
        starts = next(found for run in runs if len(found := dealt(min(run, room))) == fewest)
        return [list(fields[first:end]) for first, end in pairwise([*starts, len(fields)])]

    # Widgets

    def widgets(self, places: Places) -> list[Widget]:
        """The control of each row."""
        found = []
        for field, place in zip(self.fields, places.all("control"), strict=True):
            widget = control(self.stage, field, place, partial(self.put, field))
            widget.name = field.label
            if field.why:
                widget.allow(False, field.why)
            found.append(widget)
        self.controls = found
        self._follow()
        return found

    def _follow(self) -> None:
        """Note which rows are not as they come: what is drawn reads no value."""
        self._changed = [field for field in self.fields if field.is_changed]

    def put(self, field: Field, value: Any) -> None:
        """Set a value; what refuses it is told at its row."""
        self.remarks.pop(field.name, None)
        try:
            field.put(value)
        except ValueError as error:
            self.remarks[field.name] = str(error)
        self._follow()

    def may_restore(self, widget: Widget | None) -> bool:
        """Whether the row of a control is not as it comes."""
        field = self.field_of(widget)
        return any(field is changed for changed in self._changed)

    def restore(self, widget: Widget | None) -> None:
        """Let the row of a control be as it comes."""
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
        return Style(theme.NAME, self.look.ink, bold=True), Style(theme.CAPTION, self.look.soft)

    def draw(self, canvas: Canvas, places: Places, focused: Widget | None = None) -> None:
        """Draw the words of the rows, and the headings of sections above them; `focused` is what has the focus."""
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
            stage.label(canvas, field.label, box, style, lines=2, grow=grow)
            if field is (self.field_of(focused) or self.fields[0]):
                stage.label(canvas, note, places["note"], below, lines=4, grow=grow, least=SMALLEST)

    def _note(self, field: Field, small: Style) -> tuple[str, Style]:
        """What stands below a label, and how."""
        remark = self.remarks.get(field.name, "")
        return remark or field.note(), small._replace(color=self.look.wrong) if remark else small

    def _mark(self, canvas: Canvas, words: pygame.Rect) -> None:
        side = self.stage.metrics.px(DOT)
        dot = self.stage.drawing("dot", (side, side), color=self.look.loud)
        self.stage.blit(canvas, dot, (words.left, words.centery - side // 2))


def _begins_section(fields: Sequence[Field], number: int, first: int = 0) -> bool:
    """Whether the heading of a section stands above a row, on a page from row `first` on."""
    section = fields[number].section
    return bool(section) and (number == first or fields[number - 1].section != section)


class Stepper(Stepped):
    """The value of a row that is not listed: of a long range of numbers, or of times."""

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
    """Return the widget that changes a value: a toggle, segments, a picker, a slider, or the button of a card.

    Raises ValueError for a field of a kind that needs a card, as a text does, and has none.
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
    """Whether the values can be read side by side."""
    style = Style(theme.CAPTION / stage.metrics.text_scale, bold=True)
    widest = max(stage.fonts.width(label, style) for label in labels)
    return len(labels) <= SEGMENTS and widest <= width // len(labels) - stage.metrics.px(28)


def value_text(stage: Stage, prefix: str, kind: ValueKind, value: Any) -> str:
    """A value by a text of its own, `PREFIX.VALUE` ("none" for an empty one), or else by its kind and unit."""
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    is_written = bool(value) and isinstance(kind, Line)  # by somebody: what they wrote is no key
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
    """A length of time in the unit in which it is a whole number that is easily read."""
    if seconds >= _LONG_MINUTES and seconds % _HOUR == 0:
        return stage.t("unit.hours", number=round(seconds) // _HOUR)
    if seconds >= _LONG_SECONDS and seconds % _MINUTE == 0:
        return stage.t("unit.minutes", number=round(seconds) // _MINUTE)
    return stage.t("unit.seconds", number=f"{seconds:g}")
