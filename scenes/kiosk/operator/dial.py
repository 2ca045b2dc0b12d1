"""A well with a value between a minus and a plus, and the cards that set a time of the day or a number by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.kinds import Whole
from game.core.times import DAY, clock_text
from scenes.kiosk.operator.editors import FieldCard
from scenes.kiosk.operator.words import range_text
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, row
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.widget import DISABLED, Action, Button, Touch, Widget
from scenes.services import Services

SIGN_SHARE = 0.62  # of the height
LEAST = 26


class Dial(Widget):
    """Left and right step; so does a press on an end of it. A press in its middle, or a confirm, opens or steps on."""

    radius = 14
    cycles = True

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
        self._text = text
        self._step = step
        self._open = open
        self._size = size

    def value(self) -> str:
        return self._text() if self.enabled else "–"

    def adjust(self, direction: int) -> bool:
        self._step(direction)
        return True

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        end = min(self.rect.width // 3, self.rect.height * 5 // 4)
        if point is not None and point[0] < self.rect.left + end:
            self._step(-1)
        elif self._open is None or (point is not None and point[0] >= self.rect.right - end):
            self._step(1)
        else:
            return self._open()
        return None

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        alpha = 1.0 if self.enabled else DISABLED
        stage.blit(canvas, stage.paint.well(self.rect.size), self.rect.topleft, alpha)
        end = min(self.rect.width // 3, self.rect.height)
        style = stage.limit_scale(Style(self._size, theme.IVORY, bold=True), 1.0)
        room = self.rect.width - 2 * end if self.enabled else self.rect.width
        text = self.value()
        stage.centred(canvas, text, self.rect, stage.shrink_to_width(text, style, room, LEAST), room, alpha)
        if not self.enabled:
            return
        size = self.rect.height * SIGN_SHARE / stage.metrics.scale
        sign = stage.limit_scale(Style(size, theme.BRASS_LIGHT, bold=True), 1.0)
        for left, letter in ((self.rect.left, "−"), (self.rect.right - end, "+")):
            stage.centred(canvas, letter, pygame.Rect(left, self.rect.top, end, self.rect.height), sign, end)


MINUTES = 5  # of a step


class TimeScene(FieldCard):
    """A time of the day, in minutes since midnight; one that has gone past midnight is that of the next day."""

    def resized(self) -> None:
        t = self.stage.t
        dials = self.lay(860, 20, row(cell("dial"), cell("dial"), size=136), cell("ok", 104)).all("dial")
        hour = Dial(dials[0], lambda: self._part(0), partial(self._by, 60), size=72, name=t("kiosk.time.hour"))
        minute = Dial(dials[1], lambda: self._part(1), partial(self._by, MINUTES), size=72, name=t("kiosk.time.minute"))
        self.focus.set([hour, minute, self.ok_button()])

    def _part(self, index: int) -> str:
        return clock_text(self.field.value()).split(":")[index]

    def _by(self, step: int, direction: int) -> None:
        """The minutes go round within their hour, the hours within the day."""
        minutes = self.field.value()
        hour, minute = divmod(minutes, 60)
        if step == 60:
            self.put((minutes + 60 * direction) % DAY)
        else:
            self.put(60 * hour + (minute // step * step + step * direction) % 60)


def time_dial(
    services: Services, rect: pygame.Rect, time: Field, size: float, step: Callable[[int], None] | None = None
) -> Dial:
    """A time of the day in a dial, whose press opens the card for it; `step` changes it otherwise than by its kind."""

    def by_kind(direction: int) -> None:
        time.put(time.beside(direction))

    def open() -> Nav:
        return Push(lambda: TimeScene(services, time))

    return Dial(rect, lambda: clock_text(time.value()), step or by_kind, open, size, time.label)


class NumberScene(FieldCard):
    """A whole number, by the steps of its ladder or one by one."""

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
