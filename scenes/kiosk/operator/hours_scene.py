"""The opening hours, day by day: always, closed, or from one time to another; one line is for all days."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.times import ALWAYS, CLOSED, DAY, HALF_HOUR, Span, TimeOfDay
from scenes.kiosk.operator.dial import time_dial
from scenes.kiosk.operator.editors import FieldCard
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.widget import Button, SegmentedControl, Widget
from scenes.services import Services

DAY_NAME = Style(theme.LIST, theme.INK, bold=True)
USUAL = Span(10 * 60, 22 * 60)  # what a day that was always open or closed begins with
GAP = 12  # design pixels between two lines
_MODES = (ALWAYS, CLOSED)


class HoursScene(FieldCard):
    """The value is the hours of each day from Monday on."""

    def __init__(self, services: Services, field: Field) -> None:
        super().__init__(services, field)
        week = range(len(field.value()))
        self._times = dict.fromkeys(week, USUAL)  # the last ones of each day
        self._lines: list[Sequence[int]] = [week, *((day,) for day in week)]

    def resized(self) -> None:
        lines = [self._part(copies=len(days) == 1) for days in self._lines]
        self.lay(1560, GAP, *lines, cell(size=0), row(cell(), cell("ok", 320), size=92))
        widgets = [widget for index in range(len(lines)) for widget in self._line(index)]
        self.focus.set([*widgets, self.ok_button()])

    def _part(self, copies: bool) -> Part:
        """A line; its times lie below its name and choice where the window is upright."""
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
        """What is set for the day, or for the first of them."""
        span = self.field.value()[days[0]]
        assert isinstance(span, Span)
        return span

    def _line(self, index: int) -> list[Widget]:
        """A choice, two times, and a button that gives all days the same hours."""
        days, places = self._lines[index], self.places
        t, name, span = self.stage.t, self._name(days), self._span(days)
        modes = [t("kiosk.hours.always"), t("kiosk.hours.closed"), t("kiosk.hours.times")]
        mode = _MODES.index(span) if span in _MODES else len(_MODES)
        if len({self.field.value()[day] for day in days}) > 1:
            mode = -1  # the days differ
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
        """When these days begin or end."""
        label = f"{self._name(days)}, {self.stage.t(f'kiosk.hours.{which}')}"
        return Field(which, label, TimeOfDay(), lambda: self._minutes(days, which), partial(self._set, days, which))

    # What presses do

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
        """Let these days begin or end at another time. Raises ValueError where that would be no hours."""
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
            stage.label(canvas, self._name(days), place, DAY_NAME, least=26)
        head, below = self.places["title"], self.places.all("end")[0].bottom + stage.metrics.px(GAP / 2)
        stage.blit(canvas, stage.paint.line(head.width, theme.INK_SOFT, 0.4), (head.left, below))
