"""A time of the day to the minute: hours and minutes are two dials."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.kiosk.kinds import DAY, clock_text
from scenes.kiosk.operator.card_head import draw_card_head
from scenes.kiosk.operator.dial import Dial
from scenes.kiosk.operator.quiet import Card
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button

WIDTH, HEAD, DIAL, FOOT, GAP = 860, 84, 136, 104, 24  # design pixels
MINUTES = 5  # of a step


class TimeScene(Card):
    """Every press tells `on_change` the time at once, in minutes since midnight; what it refuses is not taken."""

    def __init__(self, stage: Stage, title: str, minutes: int, on_change: Callable[[int], bool]) -> None:
        super().__init__(stage)
        self._title = title
        self._minutes = minutes % DAY
        self._on_change = on_change

    @property
    def spoken_title(self) -> str:
        return self._title

    def resized(self) -> None:
        px, t = self.stage.metrics.px, self.stage.t
        width = min(px(WIDTH), self.stage.metrics.size[0] - px(80))
        inner = self.place(width, px(HEAD + DIAL + FOOT + GAP + 2 * PAD))
        half = (inner.width - px(GAP)) // 2
        first = pygame.Rect(inner.left, inner.top + px(HEAD), half, px(DIAL))
        second = first.move(inner.width - half, 0)
        ok = pygame.Rect(inner.left, first.bottom + px(GAP), inner.width, px(FOOT))
        self.focus.set([
            Dial(first, lambda: self._part(0), partial(self._by, 60), size=72, name=t("kiosk.time.hour")),
            Dial(second, lambda: self._part(1), partial(self._by, MINUTES), size=72, name=t("kiosk.time.minute")),
            Button(ok, t("dialog.ok"), self.done, kind="primary"),
        ])  # fmt: skip

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

    def draw_face(self, canvas: Canvas) -> None:
        draw_card_head(self.stage, canvas, self.rect, self._title)
