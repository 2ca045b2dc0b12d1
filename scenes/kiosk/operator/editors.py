"""Editors of a row's value: cards that change it at every press, and a keyboard for a text.

A dial sets a time or a number with a minus and a plus. There are three volumes; each begins at a time of day and ends
when the next one begins. Opening hours are set for each day (always, closed, or from one time to another) or for all
days at once. In a list each item is on or off; where their order matters, it can be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.core.kinds import Line, Several, Whole
from game.core.times import ALWAYS, CLOSED, DAY, HALF_HOUR, Span, TimeOfDay, clock_text
from scenes.kiosk.operator.auto_close import AutoCloseScene, MenuCard, Question
from scenes.kiosk.operator.words import range_text
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Part, Shape, cell, column, row
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Faces, Slider, Stepped
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.widget import Action, Button, SegmentedControl, Toggle, Widget
from scenes.services import Services
from scenes.table.names import PAGES, NameScene

NAME = Style(theme.LIST, theme.INK, bold=True)  # style of the name at the beginning of a card's line
SIGNS = {"-/&": ("-_/\\:;.,!?", "()[]<>{}+=", "&#%@*~\"'|^", "、。「」・！？～：／", "¥$€£°…–†©®")}


class FieldCard(MenuCard):
    """A card that changes the value at every press.

    After an error it shows the error as its note and keeps the value.
    """

    def __init__(self, services: Services, field: Field, note: str = "") -> None:
        super().__init__(services.stage, field.label, note or field.note())
        self.services = services
        self.field = field
        self._usual = self.note

    def put(self, value: object) -> None:
        """Set another value."""
        before, self.note, self.note_ink = self.note, self._usual, theme.INK_SOFT
        try:
            self.field.put(value)
        except ValueError as error:
            self.note, self.note_ink = str(error), theme.PRINT_RED
            self.stage.say(self.note)
        if self.note != before:
            self.resized()

    def restore(self) -> None:
        """Restore the default."""
        self.put(self.field.default)
        self.resized()

    def default_button(self) -> Button:
        """Make the button that restores the default, in the part `usual`."""
        return Button(self.places["usual"], self.stage.t("kiosk.menu.default"), self.restore)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY and "usual" in self.places:
            self.restore()
            return None
        return super().intent(intent)


class LineScene(AutoCloseScene, NameScene):
    """Edits one line of text, which may be empty. OK sets it, Back leaves it unchanged.

    The keyboard on the screen has a page of signs (SIGNS). If the text is refused, the reason is shown and the text can
    be corrected.
    """

    pages: Mapping[str, tuple[str, ...]] = {**PAGES, **SIGNS}

    def __init__(self, services: Services, field: Field) -> None:
        assert isinstance(field.kind, Line)
        self.longest = field.kind.longest
        self._field = field
        super().__init__(services.stage, field.value())

    def done(self) -> Nav:
        try:
            self._field.put(self.name.strip())
        except ValueError as error:
            return tell(self.stage, str(error), "", kind=Question)
        return super().done()

    def heading(self) -> tuple[str, str]:
        return self._field.label, self.stage.t("naming.note", count=self.longest)

    def helpers(self) -> list[tuple[str, Action]]:
        return [*super().helpers(), (self.stage.t("kiosk.menu.empty"), self._empty)]

    def _empty(self) -> None:
        self.name = ""

    def clean(self, text: str) -> str:
        return text[: self.longest]


SIGN_SHARE = 0.62  # type size of minus and plus, as a share of the dial's height
LEAST = 26


class Dial(Stepped):
    """A value between minus and plus."""

    signs = "−", "+"

    def __init__(
        self,
        rect: pygame.Rect,
        text: Callable[[], str],
        step: Callable[[int], None],
        open: Action | None = None,
        size: float = 40,
        name: str = "",
    ) -> None:
        super().__init__(rect)
        self.name = name
        self.open = open
        self._text = text
        self._step = step
        self._size = size

    def value(self) -> str:
        return self._text() if self.enabled else "–"

    def step(self, direction: int) -> None:
        self._step(direction)

    def faces(self, stage: Stage) -> Faces:
        value = Style(self._size, theme.IVORY, bold=True)
        sign = Style(self.rect.height * SIGN_SHARE / stage.metrics.scale, theme.BRASS_LIGHT, bold=True)
        return Faces(min(self.rect.width // 3, self.rect.height), value, sign, 1.0, LEAST)


MINUTES = 5  # minutes by which one step changes a time


class TimeScene(FieldCard):
    """Edits a time of day in minutes since midnight. Times past 24:00 are in the next day."""

    def resized(self) -> None:
        t = self.stage.t
        dials = self.lay(860, 20, row(cell("dial"), cell("dial"), size=136), cell("ok", 104)).all("dial")
        hour = Dial(dials[0], lambda: self._part(0), partial(self._by, 60), size=72, name=t("kiosk.time.hour"))
        minute = Dial(dials[1], lambda: self._part(1), partial(self._by, MINUTES), size=72, name=t("kiosk.time.minute"))
        self.focus.set([hour, minute, self.ok_button()])

    def _part(self, index: int) -> str:
        return clock_text(self.field.value()).split(":")[index]

    def _by(self, step: int, direction: int) -> None:
        """Step the minutes within their hour, or the hours within the day."""
        minutes = self.field.value()
        hour, minute = divmod(minutes, 60)
        if step == 60:
            self.put((minutes + 60 * direction) % DAY)
        else:
            self.put(60 * hour + (minute // step * step + step * direction) % 60)


def time_dial(
    services: Services, rect: pygame.Rect, time: Field, size: float, step: Callable[[int], None] | None = None
) -> Dial:
    """Make a dial for a time of day; a press in its middle opens a card.

    `step` replaces the usual steps.
    """

    def by_kind(direction: int) -> None:
        time.put(time.beside(direction))

    def open() -> Nav:
        return Push(lambda: TimeScene(services, time))

    return Dial(rect, lambda: clock_text(time.value()), step or by_kind, open, size, time.label)


class NumberScene(FieldCard):
    """Edits a whole number in steps of one, or in the round steps of its kind."""

    def __init__(self, services: Services, field: Field) -> None:
        assert isinstance(field.kind, Whole)
        values, usual = range_text(services.stage, field.kind), field.text(field.default)
        super().__init__(services, field, services.stage.t("kiosk.menu.range", range=values, default=usual))
        self._kind = field.kind

    def resized(self) -> None:
        fine = cell("less", 124), cell("more", 124)
        places = self.lay(900, 24, cell("dial", 128), row(*fine, cell("usual"), cell("ok"), size=104, gap=16))
        self.focus.set([
            Dial(places["dial"], self._text, self._step, self.done, 64, self.title),
            Button(places["less"], "−1", partial(self._by, -1)),
            Button(places["more"], "+1", partial(self._by, 1)),
            self.default_button(),
            self.ok_button(),
        ])  # fmt: skip

    def _text(self) -> str:
        return self.field.text(self.field.value())

    def _step(self, direction: int) -> None:
        self.put(self.field.beside(direction))

    def _by(self, number: int) -> None:
        self.put(max(self._kind.low, min(self._kind.high, self.field.value() + number)))


class VolumeScene(FieldCard):
    """Edits a tuple of the times and volumes of the day: when the first volume begins, its value, and so on."""

    def resized(self) -> None:
        lines = range(0, len(self.field.value()), 2)  # where each line begins in the value
        width = self.stage.natural(self.stage.t("kiosk.volume.from"), self.stage.limit_scale(NAME, 1.0))
        line = row(cell("from", least=72, fit=width), cell("time", 300), cell("volume"), size=104)
        foot = row(cell("usual"), cell("ok"), size=104)
        places = self.lay(1180, 20, *[line] * len(lines), foot)
        widgets: list[Widget] = []
        for at, dial, slide in zip(lines, places.all("time"), places.all("volume"), strict=True):
            slider = VolumeSlider(self.stage, slide, self.field.value()[at + 1] / 100, partial(self._take, at + 1))
            slider.name = self.title
            widgets += [time_dial(self.services, dial, self._time(at), 40), slider]
        self.focus.set([*widgets, self.default_button(), self.ok_button()])

    def _time(self, at: int) -> Field:
        """Return the field for the time when a volume begins."""
        label = self.stage.t("kiosk.volume.from")
        return Field(f"from {at}", label, TimeOfDay(), lambda: self.field.value()[at], partial(self._set, at))

    def _set(self, at: int, value: object) -> None:
        self.put((*self.field.value()[:at], value, *self.field.value()[at + 1 :]))

    def _take(self, at: int, share: float) -> None:
        self._set(at, round(share * 100))

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        for place in self.places.all("from"):
            self.stage.label(canvas, self.stage.t("kiosk.volume.from"), place, NAME)


class VolumeSlider(Slider):
    """A slider for a volume, with its number."""

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        stage.blit(canvas, stage.paint.face("lacquer", self.rect.size, 14), self.rect.topleft)
        super().draw(stage, canvas, pressed)


# The hours proposed for a day that had no opening times until now: it was closed, or open all day.
USUAL = Span(10 * 60, 22 * 60)
GAP = 12  # design pixels between two lines
_MODES = (ALWAYS, CLOSED)


class HoursScene(FieldCard):
    """Edits the hours of each day from Monday on."""

    def __init__(self, services: Services, field: Field) -> None:
        super().__init__(services, field)
        week = range(len(field.value()))
        self._times = dict.fromkeys(week, USUAL)  # the opening times that each day had last
        self._lines: list[Sequence[int]] = [week, *((day,) for day in week)]

    def resized(self) -> None:
        lines = [self._part(copies=len(days) == 1) for days in self._lines]
        self.lay(1560, GAP, *lines, cell(size=0), row(cell(), cell("ok", 320), size=92))
        widgets = [widget for index in range(len(lines)) for widget in self._line(index)]
        self.focus.set([*widgets, self.ok_button()])

    def _part(self, copies: bool) -> Part:
        """Lay out a line. In an upright window, the line's times lie below its name and choice."""
        is_tall = self.stage.metrics.shape is Shape.TALL
        time, copy = (332, 216) if is_tall else (272, 236)
        day = cell("name", share=200), cell("choice", share=688 if is_tall else 420)
        times = cell("begin", share=time), cell("end", share=time), cell("copy" if copies else "", share=copy)
        if is_tall:
            return column(row(*day, gap=16), row(*times, gap=16), size=164, gap=GAP)
        return row(*day, *times, size=74, gap=16)

    # Lines

    def _name(self, days: Sequence[int]) -> str:
        return self.stage.t("kiosk.hours.all" if len(days) > 1 else f"weekday.long.{days[0]}")

    def _span(self, days: Sequence[int]) -> Span:
        """Return the hours of the first of `days`."""
        span = self.field.value()[days[0]]
        assert isinstance(span, Span)
        return span

    def _line(self, index: int) -> list[Widget]:
        """Make a line's choice, two times, and a button that copies its hours to all days."""
        days, places = self._lines[index], self.places
        t, name, span = self.stage.t, self._name(days), self._span(days)
        modes = [t("kiosk.hours.always"), t("kiosk.hours.closed"), t("kiosk.hours.times")]
        mode = _MODES.index(span) if span in _MODES else len(_MODES)
        if len({self.field.value()[day] for day in days}) > 1:
            mode = -1  # the days have different hours
        choosing = SegmentedControl(places.all("choice")[index], modes, mode, partial(self._choose, days), size=32)
        choosing.name = name
        line: list[Widget] = [choosing]
        for which in ("begin", "end"):
            time = self._time(days, which)
            dial = time_dial(self.services, places.all(which)[index], time, 36, partial(self._step, days, which))
            dial.allow(mode == len(_MODES), t("kiosk.hours.fixed", times=t("kiosk.hours.times")))
            line.append(dial)
        if len(days) == 1:
            copy = places.all("copy")[index - 1]
            line.append(Button(copy, t("kiosk.hours.copy"), partial(self._copy, days), size=30))
        return line

    def _time(self, days: Sequence[int], which: str) -> Field:
        """Return the field for the time when the hours of `days` begin or end."""
        label = f"{self._name(days)}, {self.stage.t(f'kiosk.hours.{which}')}"
        return Field(which, label, TimeOfDay(), lambda: self._minutes(days, which), partial(self._set, days, which))

    # Presses

    def _minutes(self, days: Sequence[int], which: str) -> int:
        span = self._span(days)
        return span.begin if which == "begin" else span.end % DAY

    def _take(self, days: Sequence[int], span: Span) -> None:
        if span not in _MODES:
            self._times |= dict.fromkeys(days, span)
        self.put(tuple(span if day in days else before for day, before in enumerate(self.field.value())))
        self.resized()

    def _choose(self, days: Sequence[int], mode: int) -> None:
        self._take(days, _MODES[mode] if mode < len(_MODES) else self._times[days[0]])

    def _copy(self, days: Sequence[int]) -> None:
        self._take(self._lines[0], self._span(days))

    def _step(self, days: Sequence[int], which: str, direction: int) -> None:
        self._take(days, self._span(days).moved(which, HALF_HOUR * direction))

    def _set(self, days: Sequence[int], which: str, minutes: int) -> None:
        """Set another begin or end of `days`. Raises ValueError if the hours would be empty."""
        begin, end = (minutes if part == which else self._minutes(days, part) for part in ("begin", "end"))
        found = Span.between(begin, end)
        if found is None:
            raise ValueError(self.stage.t("kiosk.hours.same"))
        self._take(days, found)

    # Drawing

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        stage = self.stage
        for days, place in zip(self._lines, self.places.all("name"), strict=True):
            stage.label(canvas, self._name(days), place, NAME, least=26)
        head, below = self.places["title"], self.places.all("end")[0].bottom + stage.metrics.px(GAP / 2)
        stage.blit(canvas, stage.paint.line(head.width, theme.INK_SOFT, 0.4), (head.left, below))


THUMB = 72  # side of an item's picture in design pixels
_Picture = Callable[[Stage, Any, int, bool], Sprite]
_WAYS = (("up", -1, "↑"), ("down", 1, "↓"))


class SeveralScene(FieldCard):
    """Chooses several items of a list, at least one. Unchosen items come last if the order matters."""

    def __init__(
        self,
        services: Services,
        field: Field,
        name: Callable[[Stage, Any], str] | None = None,
        picture: _Picture | None = None,
    ) -> None:
        """`name` returns an item's name; by default the text of `field` is used.

        `picture` draws an item in a given size, on or off.
        """
        super().__init__(services, field)
        assert isinstance(field.kind, Several)
        self._kind = field.kind
        self._name = name
        self._picture = picture

    @property
    def _things(self) -> Sequence[Any]:
        """All items, from top to bottom."""
        return self._kind.arranged(self.field.value())

    def _text(self, thing: str | int) -> str:
        return self._name(self.stage, thing) if self._name else self.field.text((thing,))

    def resized(self) -> None:
        picture = cell("picture", THUMB, across=THUMB, align=Align.MIDDLE) if self._picture else None
        ways = () if self._kind.in_order else (cell("up", 96), cell("down", 96))
        line = row(picture, cell("name"), *ways, cell("switch", 340), size=88, gap=16)
        self.lay(1040, 16, *[line] * len(self._kind.words), row(cell(), cell("ok", 360), size=104))
        widgets: list[Widget] = []
        for index, thing in enumerate(self._things):
            widgets += [*self._movers(index, thing), self._switch(index, thing)]
        self.focus.set([*widgets, self.ok_button()])

    def _switch(self, index: int, thing: str | int) -> Widget:
        labels = [self.stage.t("setup.off"), self.stage.t("setup.on")]
        is_on = thing in self.field.value()
        switch = Toggle(self.places.all("switch")[index], labels, is_on, partial(self._turn, thing))
        switch.name = self._text(thing)
        return switch

    def _movers(self, index: int, thing: str | int) -> list[Widget]:
        """Make the buttons that move an item up and down."""
        found, on = list[Widget](), self.field.value()
        for name, by, sign in () if self._kind.in_order else _WAYS:
            place = self.places.all(name)[index]
            button = Button(place, sign, partial(self._move, thing, by), ground=theme.INK)
            button.allow(thing in on and 0 <= index + by < len(on), self._why_it_stays(thing, by))
            button.name = self.field.text((thing,))
            found.append(button)
        return found

    def _why_it_stays(self, thing: str | int, by: int) -> str:
        if thing not in self.field.value():
            return self.stage.t("kiosk.order.hidden")
        return self.stage.t("kiosk.order.first" if by < 0 else "kiosk.order.last")

    def _turn(self, thing: str | int, on: bool) -> None:
        if on != (thing in self.field.value()):
            self.put(self._kind.toggled(self.field.value(), thing))
        self._follow(thing)

    def _move(self, thing: str | int, by: int) -> None:
        self.put(self._kind.moved(self.field.value(), thing, by))
        self._follow(thing)

    def _follow(self, thing: str | int) -> None:
        """Lay out again. The focus stays on the same widget in the line of `thing`."""
        focus, each = self.focus, 1 if self._kind.in_order else 1 + len(_WAYS)  # the number of widgets in a line
        part = focus.widgets.index(focus.current) % each if focus.current else 0
        self.resized()
        focus.focus(focus.widgets[self._things.index(thing) * each + part])

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        for thing, place in zip(self._things, self.places.all("name"), strict=True):
            self.stage.label(canvas, self._text(thing), place, NAME, least=24)
        for thing, place in zip(self._things, self.places.all("picture"), strict=False):
            assert self._picture is not None
            picture = self._picture(self.stage, thing, place.width, thing in self.field.value())
            self.stage.blit(canvas, picture, place.topleft)
