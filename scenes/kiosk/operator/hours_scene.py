"""The opening hours, day by day: always, closed, or from one time to another; one line is for all days."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.kinds import ALWAYS, CLOSED, DAY, HALF_HOUR, Span, clock_text
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import ROW_KEYS
from scenes.kiosk.operator.dial import Dial, TimeScene
from scenes.kiosk.operator.quiet import Card
from scenes.kit import theme
from scenes.kit.boxes import Part, cell, column, row
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button, Choice, Widget

DAY_NAME = Style(theme.LIST, theme.INK, bold=True)
USUAL = Span(10 * 60, 22 * 60)  # what a day that was always open or closed begins with
GAP = 12  # design pixels between two lines
_MODES = (ALWAYS, CLOSED)


class _Modes(Choice):
    """Always, closed, or times; none of them (-1) where the days differ."""

    def value(self) -> str:
        return self.labels[self.index] if self.index >= 0 else ""

    def adjust(self, direction: int) -> bool:
        if self.index >= 0:
            return super().adjust(direction)
        self.choose(0 if direction > 0 else len(self.labels) - 1)
        return True


class HoursScene(Card):
    """Every press changes the hours at once."""

    def __init__(self, stage: Stage, kiosk: Kiosk) -> None:
        super().__init__(stage, stage.t("kiosk.row.hours"))
        self._kiosk = kiosk
        self._spans = dict.fromkeys(ROW_KEYS["hours"], USUAL)  # the last times of each day

    def resized(self) -> None:
        self._lines = [ROW_KEYS["hours"], *((key,) for key in ROW_KEYS["hours"])]
        lines = [self._part(copies=len(keys) == 1) for keys in self._lines]
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

    def _name(self, keys: tuple[str, ...]) -> str:
        if len(keys) > 1:
            return self.stage.t("kiosk.hours.all")
        return self.stage.t(f"weekday.long.{ROW_KEYS['hours'].index(keys[0])}")

    def _span(self, keys: tuple[str, ...]) -> Span:
        """What is set for the day, or for the first of them."""
        span = self._kiosk.config.value(keys[0])
        assert isinstance(span, Span)
        return span

    def _differ(self, keys: tuple[str, ...]) -> bool:
        """Whether the days are not all alike."""
        return len({self._kiosk.config.value(key) for key in keys}) > 1

    def _line(self, index: int) -> list[Widget]:
        """A choice, two times, and a button that gives all days the same hours."""
        keys, places = self._lines[index], self.places
        t, name, span = self.stage.t, self._name(keys), self._span(keys)
        modes = [t("kiosk.hours.always"), t("kiosk.hours.closed"), t("kiosk.hours.times")]
        mode = _MODES.index(span) if span in _MODES else len(_MODES)
        if self._differ(keys):
            mode = -1
        choosing = _Modes(places.all("choice")[index], modes, mode, partial(self._choose, keys), size=32)
        choosing.name = name
        line: list[Widget] = [choosing]
        for which in ("begin", "end"):
            text, step = partial(self._time, keys, which), partial(self._step, keys, which)
            dial = Dial(places.all(which)[index], text, step, self._opener(keys, which), 36)
            dial.allow(mode == len(_MODES), t("kiosk.hours.fixed", times=t("kiosk.hours.times")))
            dial.name = f"{name}, {t(f'kiosk.hours.{which}')}"
            line.append(dial)
        if len(keys) == 1:
            copy = places.all("copy")[index - 1]
            line.append(Button(copy, t("kiosk.hours.copy"), partial(self._set, ROW_KEYS["hours"], keys), size=30))
        return line

    # What presses do

    def _time(self, keys: tuple[str, ...], which: str) -> str:
        span = self._span(keys)
        return clock_text(span.begin if which == "begin" else span.end % DAY)

    def _take(self, keys: tuple[str, ...], span: Span) -> None:
        if span not in _MODES:
            self._spans |= dict.fromkeys(keys, span)
        self._kiosk.change({key: str(span) for key in keys})
        self.resized()

    def _choose(self, keys: tuple[str, ...], mode: int) -> None:
        self._take(keys, _MODES[mode] if mode < len(_MODES) else self._spans[keys[0]])

    def _set(self, keys: tuple[str, ...], like: tuple[str, ...]) -> None:
        self._take(keys, self._span(like))

    def _step(self, keys: tuple[str, ...], which: str, direction: int) -> None:
        self._take(keys, self._span(keys).moved(which, HALF_HOUR * direction))

    def _opener(self, keys: tuple[str, ...], which: str) -> Callable[[], Nav]:
        def change(minutes: int) -> bool:
            span = self._span(keys)
            begin, end = (minutes, span.end % DAY) if which == "begin" else (span.begin, minutes)
            found = Span.between(begin, end)
            if found is not None:
                self._take(keys, found)
            return found is not None

        def open() -> Nav:
            span = self._span(keys)
            minutes = span.begin if which == "begin" else span.end
            title = f"{self._name(keys)}, {self.stage.t(f'kiosk.hours.{which}')}"
            return Push(lambda: TimeScene(self.stage, title, minutes, change))

        return open

    # Drawing

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        stage = self.stage
        for keys, place in zip(self._lines, self.places.all("name"), strict=True):
            stage.label(canvas, self._name(keys), place, DAY_NAME, least=26)
        head, below = self.places["title"], self.places.all("end")[0].bottom + stage.metrics.px(GAP / 2)
        stage.put(canvas, stage.paint.line(head.width, theme.INK_SOFT, 0.4), (head.left, below))
