"""The opening hours, day by day: always, closed, or from one time to another; one line is for all days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.kiosk.kinds import ALWAYS, CLOSED, DAY, Span, clock_text
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import ROW_KEYS
from scenes.kiosk.operator.card_head import draw_card_head
from scenes.kiosk.operator.dial import Dial
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.steps import span_moved, span_of
from scenes.kiosk.operator.time_scene import TimeScene
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button, Choice, Widget

DAY_NAME = Style(theme.LIST, theme.INK, bold=True)
STEP = 30  # minutes
USUAL = Span(10 * 60, 22 * 60)  # what a day that was always open or closed begins with
HEAD, FOOT, GAP = 76, 92, 12  # design pixels, as all below


@dataclass(frozen=True, slots=True)
class _Plan:
    """The card's width; a line's height and the width of its parts: name, choice, each time, the copying button."""

    width: float
    line: float
    parts: tuple[float, float, float, float]


_PLANS = {
    Shape.WIDE: _Plan(1560, 86, (216, 420, 272, 236)),
    Shape.CLASSIC: _Plan(1360, 86, (192, 364, 236, 196)),
    Shape.TALL: _Plan(1000, 176, (216, 688, 332, 216)),
}
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
        super().__init__(stage)
        self._kiosk = kiosk
        self._spans = dict.fromkeys(ROW_KEYS["hours"], USUAL)  # the last times of each day

    @property
    def spoken_title(self) -> str:
        return self.stage.t("kiosk.row.hours")

    def resized(self) -> None:
        px = self.stage.metrics.px
        plan = _PLANS[self.stage.metrics.shape]
        self._lines = [ROW_KEYS["hours"], *((key,) for key in ROW_KEYS["hours"])]
        height = HEAD + len(self._lines) * plan.line + GAP + FOOT + 2 * PAD
        inner = self.place(px(plan.width), px(height))
        top = inner.top + px(HEAD)
        self._bands = [
            pygame.Rect(inner.left, top + px(index * plan.line), inner.width, px(plan.line - GAP))
            for index in range(len(self._lines))
        ]
        widgets = [
            widget
            for keys, band in zip(self._lines, self._bands, strict=True)
            for widget in self._line(plan, keys, band)
        ]
        ok = pygame.Rect(0, inner.bottom - px(FOOT), px(320), px(FOOT))
        ok.right = inner.right
        self.focus.set([*widgets, Button(ok, self.stage.t("dialog.ok"), self.done, kind="primary")])

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

    def _line(self, plan: _Plan, keys: tuple[str, ...], band: pygame.Rect) -> list[Widget]:
        """A choice, two times, and a button that gives all days the same hours."""
        t, name, span = self.stage.t, self._name(keys), self._span(keys)
        choice, begin, end, copy = self._places(plan, band)
        modes = [t("kiosk.hours.always"), t("kiosk.hours.closed"), t("kiosk.hours.times")]
        mode = _MODES.index(span) if span in _MODES else len(_MODES)
        if self._differ(keys):
            mode = -1
        choosing = _Modes(choice, modes, mode, partial(self._choose, keys), size=32)
        times: list[Widget] = []
        for which, place in (("begin", begin), ("end", end)):
            dial = Dial(
                place, partial(self._time, keys, which), partial(self._step, keys, which), self._opener(keys, which), 36
            )
            dial.allow(mode == len(_MODES), t("kiosk.hours.fixed", times=t("kiosk.hours.times")))
            dial.name = f"{name}, {t(f'kiosk.hours.{which}')}"
            times.append(dial)
        choosing.name = name
        if len(keys) > 1:
            return [choosing, *times]
        button = Button(copy, t("kiosk.hours.copy"), partial(self._set, ROW_KEYS["hours"], keys), size=30)
        return [choosing, *times, button]

    def _places(self, plan: _Plan, band: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
        px, gap = self.stage.metrics.px, self.stage.metrics.px(16)
        name, choice, time, copy = (px(part) for part in plan.parts)
        left = band.left + name
        if self.stage.metrics.shape is Shape.TALL:  # the times below
            half = (band.height - px(GAP)) // 2
            low = band.top + half + px(GAP)
            times = [pygame.Rect(band.left + i * (time + gap // 2), low, time, half) for i in range(2)]
            return (
                pygame.Rect(left, band.top, band.right - left, half),
                *times,
                pygame.Rect(band.right - copy, low, copy, half),
            )  # type: ignore[return-value]
        first = pygame.Rect(left, band.top, choice, band.height)
        begin = pygame.Rect(first.right + gap, band.top, time, band.height)
        end = begin.move(time + gap, 0)
        return first, begin, end, pygame.Rect(band.right - copy, band.top, copy, band.height)

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
        self._take(keys, span_moved(self._span(keys), which, STEP * direction))

    def _opener(self, keys: tuple[str, ...], which: str) -> Callable[[], Nav]:
        def change(minutes: int) -> bool:
            span = self._span(keys)
            begin, end = (minutes, span.end % DAY) if which == "begin" else (span.begin, minutes)
            found = span_of(begin, end)
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
        stage, px = self.stage, self.stage.metrics.px
        draw_card_head(stage, canvas, self.rect, stage.t("kiosk.row.hours"))
        plan = _PLANS[stage.metrics.shape]
        for keys, band in zip(self._lines, self._bands, strict=True):
            place = pygame.Rect(band)
            if stage.metrics.shape is Shape.TALL:
                place.height = (band.height - px(GAP)) // 2
            name, room = self._name(keys), px(plan.parts[0] - 16)
            style = stage.shrunk(name, stage.capped(DAY_NAME, 1.0), room, 26)
            baseline = place.centery + 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
            stage.text(canvas, name, (place.left, baseline), style)
        line = stage.paint.line(self._bands[0].width, theme.INK_SOFT, 0.4)
        stage.put(canvas, line, (self._bands[0].left, self._bands[0].bottom + px(GAP / 2)))
