"""A well with a value between a minus and a plus, and the cards that set a time of the day or a number by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.kinds import DAY, Whole, clock_text
from game.kiosk.config import KEYS
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.words import range_text
from scenes.kit import theme
from scenes.kit.boxes import cell, row
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import DISABLED, Action, Button, Touch, Widget

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
        stage.put(canvas, stage.paint.well(self.rect.size), self.rect.topleft, alpha)
        end = min(self.rect.width // 3, self.rect.height)
        style = stage.capped(Style(self._size, theme.IVORY, bold=True), 1.0)
        room = self.rect.width - 2 * end if self.enabled else self.rect.width
        text = self.value()
        stage.centred(canvas, text, self.rect, stage.shrunk(text, style, room, LEAST), room, alpha)
        if not self.enabled:
            return
        size = self.rect.height * SIGN_SHARE / stage.metrics.scale
        sign = stage.capped(Style(size, theme.BRASS_LIGHT, bold=True), 1.0)
        for left, letter in ((self.rect.left, "−"), (self.rect.right - end, "+")):
            stage.centred(canvas, letter, pygame.Rect(left, self.rect.top, end, self.rect.height), sign, end)


MINUTES = 5  # of a step


class TimeScene(Card):
    """Every press tells `on_change` the time at once, in minutes since midnight; what it refuses is not taken."""

    def __init__(self, stage: Stage, title: str, minutes: int, on_change: Callable[[int], bool]) -> None:
        super().__init__(stage, title)
        self._minutes = minutes % DAY
        self._on_change = on_change

    def resized(self) -> None:
        t = self.stage.t
        dials = self.lay(860, 20, row(cell("dial"), cell("dial"), size=136), cell("ok", 104)).all("dial")
        hour = Dial(dials[0], lambda: self._part(0), partial(self._by, 60), size=72, name=t("kiosk.time.hour"))
        minute = Dial(dials[1], lambda: self._part(1), partial(self._by, MINUTES), size=72, name=t("kiosk.time.minute"))
        self.focus.set([hour, minute, self.ok_button()])

    def _part(self, index: int) -> str:
        return clock_text(self._minutes).split(":")[index]

    def _by(self, step: int, direction: int) -> None:
        """The minutes go round within their hour, the hours within the day."""
        hour, minute = divmod(self._minutes, 60)
        if step == 60:
            wanted = (self._minutes + 60 * direction) % DAY
        else:
            wanted = 60 * hour + (minute // step * step + step * direction) % 60
        if self._on_change(wanted):
            self._minutes = wanted


class NumberScene(Card):
    """Every press changes the setting at once."""

    def __init__(self, stage: Stage, kiosk: Kiosk, key: str, title: str, text: Callable[[int], str]) -> None:
        """`text` is a number with its unit."""
        kind = KEYS[key].kind
        assert isinstance(kind, Whole)
        usual = text(KEYS[key].default)
        super().__init__(stage, title, stage.t("kiosk.menu.range", range=range_text(stage, kind), default=usual))
        self._kiosk = kiosk
        self._key = key
        self._text = text
        self._kind = kind

    def resized(self) -> None:
        fine = cell("less", 124), cell("more", 124)
        places = self.lay(900, 24, cell("dial", 128), row(*fine, cell("usual"), cell("ok"), size=104, gap=16))
        self.focus.set([
            Dial(places["dial"], lambda: self._text(self._value), self._step, self.done, 64, self.title),
            Button(places["less"], "−1", partial(self._by, -1)),
            Button(places["more"], "+1", partial(self._by, 1)),
            Button(places["usual"], self.stage.t("kiosk.menu.default"), self._default),
            self.ok_button(),
        ])  # fmt: skip

    @property
    def _value(self) -> int:
        return int(self._kiosk.config.value(self._key))

    def _take(self, value: int) -> None:
        self._kiosk.change({self._key: max(self._kind.low, min(self._kind.high, value))})

    def _step(self, direction: int) -> None:
        self._take(self._kind.stepped(self._value, direction))

    def _by(self, number: int) -> None:
        self._take(self._value + number)

    def _default(self) -> None:
        self._take(KEYS[self._key].default)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY:
            self._default()
            return None
        return super().intent(intent)
