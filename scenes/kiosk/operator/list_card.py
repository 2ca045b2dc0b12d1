"""A list to be read: all restarts and errors, or all that is wrong with the configuration."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.kiosk.operator.quiet import Card
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav
from scenes.kit.scroll import ScrollList
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button

TITLE = Style(theme.TITLE, theme.IVORY, bold=True)
HEAD, FOOT, GAP = 88, 96, 24  # design pixels, as all below
TRAY, ROW_GAP = 40, 12  # what a list has around its rows and between them
SIZES = {Shape.WIDE: (1500, 920), Shape.CLASSIC: (1296, 960), Shape.TALL: (1000, 1640)}
_LIST = frozenset({Kind.UP, Kind.DOWN, Kind.PREVIOUS, Kind.NEXT, Kind.TURN})

DrawRow = Callable[[int, tuple[int, int], bool], pygame.Surface]


class ListCard(Card):
    """Up and down scroll; a confirm or back closes it."""

    material = "lacquer"
    rim = 0.0

    def __init__(
        self, stage: Stage, title: str, count: int, row: float, draw_row: DrawRow, text: Callable[[int], str]
    ) -> None:
        """`row` is a row's height in design pixels, `text` what is read aloud of it."""
        super().__init__(stage)
        self._title = title
        self._count = count
        self._row = row
        self._draw_row = draw_row
        self._text = text
        self._gripped = False
        self._chosen = 0

    @property
    def spoken_title(self) -> str:
        return f"{self._title}\n{self._text(self._chosen)}"

    def resized(self) -> None:
        px = self.stage.metrics.px
        width, most = SIZES[self.stage.metrics.shape]
        height = HEAD + FOOT + GAP + 2 * PAD + TRAY + self._count * (self._row + ROW_GAP)
        inner = self.place(px(width), px(min(most, height)))
        tray = pygame.Rect(inner.left, inner.top + px(HEAD), inner.width, inner.height - px(HEAD + FOOT + GAP))
        self.list = ScrollList(self.stage, tray, self._row, self._count, self._draw_row, self._chosen)
        close = pygame.Rect(0, inner.bottom - px(FOOT), px(360), px(FOOT))
        close.right = inner.right
        self.focus.set([Button(close, self.stage.t("dialog.ok"), self.done, kind="primary")])

    def tick(self, dt: float) -> Nav | None:
        self.list.tick(dt)
        return super().tick(dt)

    @property
    def lively(self) -> bool:
        return super().lively or self.list.lively

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.PRESS:
            self._gripped = intent.point is not None and self.list.rect.collidepoint(intent.point)
        on_list = intent.kind in _LIST or (intent.point is not None and self._gripped)
        if not on_list:
            return super().intent(intent)
        self.quiet = 0.0
        self.list.intent(intent)
        if self.list.chosen != self._chosen:
            self._chosen = self.list.chosen
            self.stage.say(self._text(self._chosen), passing=True)
        return None

    def draw_face(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        left, room = self.rect.left + px(PAD), self.rect.width - 2 * px(PAD)
        style = stage.shrunk(self._title, stage.capped(TITLE, 1.0), room)
        stage.text(canvas, self._title, (left, self.rect.top + px(PAD + 44)), style, width=room)
        self.list.draw(canvas, ring=False)
