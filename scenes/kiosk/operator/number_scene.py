"""A number of its own: in the steps of its row, one by one, or as it comes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.kiosk.config import KEYS
from game.kiosk.kinds import Whole
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.card_head import draw_card_head
from scenes.kiosk.operator.dial import Dial
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.ranges import range_text
from scenes.kiosk.operator.steps import stepped
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button

WIDTH, HEAD, DIAL, FOOT, GAP = 900, 124, 128, 104, 24  # design pixels


class NumberScene(Card):
    """Every press changes the setting at once."""

    def __init__(self, stage: Stage, kiosk: Kiosk, key: str, title: str, text: Callable[[int], str]) -> None:
        """`text` is a number with its unit."""
        super().__init__(stage)
        self._kiosk = kiosk
        self._key = key
        self._title = title
        self._text = text
        kind = KEYS[key].kind
        assert isinstance(kind, Whole)
        self._kind = kind

    @property
    def spoken_title(self) -> str:
        return self._title

    def resized(self) -> None:
        px, t = self.stage.metrics.px, self.stage.t
        width = min(px(WIDTH), self.stage.metrics.size[0] - px(80))
        inner = self.place(width, px(HEAD + DIAL + FOOT + GAP + 2 * PAD))
        dial = pygame.Rect(inner.left, inner.top + px(HEAD), inner.width, px(DIAL))
        top = dial.bottom + px(GAP)
        gap, fine = px(16), px(124)
        wide = (inner.width - 2 * fine - 3 * gap) // 2
        lefts = (inner.left, inner.left + fine + gap, inner.left + 2 * (fine + gap), inner.right - wide)
        places = [
            pygame.Rect(left, top, width, px(FOOT)) for left, width in zip(lefts, (fine, fine, wide, wide), strict=True)
        ]
        value = Dial(dial, lambda: self._text(self._value), self._step, self.done, 64, self._title)
        self.focus.set([
            value,
            Button(places[0], "−1", partial(self._by, -1)),
            Button(places[1], "+1", partial(self._by, 1)),
            Button(places[2], t("kiosk.menu.default"), self._default),
            Button(places[3], t("dialog.ok"), self.done, kind="primary"),
        ])  # fmt: skip

    @property
    def _value(self) -> int:
        return int(self._kiosk.config.value(self._key))

    def _take(self, value: int) -> None:
        self._kiosk.change({self._key: max(self._kind.low, min(self._kind.high, value))})

    def _step(self, direction: int) -> None:
        self._take(stepped(self._kind, self._value, direction))

    def _by(self, number: int) -> None:
        self._take(self._value + number)

    def _default(self) -> None:
        self._take(KEYS[self._key].default)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY:
            self._default()
            return None
        return super().intent(intent)

    def draw_face(self, canvas: Canvas) -> None:
        stage, usual = self.stage, self._text(KEYS[self._key].default)
        note = stage.t("kiosk.menu.range", range=range_text(stage, self._kind), default=usual)
        draw_card_head(stage, canvas, self.rect, self._title, note)
