"""The adjustments' panel: its head, the rows of the open page and the lines between them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pygame

from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import Adjustment, Adjustments
from scenes.kiosk.operator.audits_panel import HEAD
from scenes.kiosk.operator.controls import Turner
from scenes.kiosk.operator.places import INSET, PAD, ROW_GAP, OperatorLayout
from scenes.kiosk.operator.row_widgets import GamesRow, LevelsRow, RowWidget, VolumeRow
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.widgets import Widget
from scenes.services import Services


class AdjustmentsPanel:
    """The rows of one page, for the window as it is."""

    def __init__(
        self,
        services: Services,
        kiosk: Kiosk,
        all: Adjustments,
        clock: Callable[[], datetime],
        layout: OperatorLayout,
        page: int,
        turn: Callable[[int], None],
    ) -> None:
        self.stage = services.stage
        self.rect = layout.adjustments
        self._services = services
        self._kiosk = kiosk
        self._all = all
        self._clock = clock
        pages = layout.plan.pages
        text = self.stage.t("kiosk.menu.pages", page=page + 1, pages=len(pages))
        self.turner = Turner(layout.turner, text, page, len(pages), turn)
        self.rows = [self._row(name, rect) for name, rect in zip(pages[page], layout.rows, strict=True)]
        self.widgets: list[Widget] = [*self.rows, self.turner]

    def _row(self, name: str, rect: pygame.Rect) -> RowWidget:
        row, label = self._all.rows[name], self.stage.t(f"kiosk.row.{name}")
        if name == "volume":
            return VolumeRow(rect, row, self._all, label, self._kiosk, self._clock)
        if name == "games":
            return GamesRow(rect, row, self._all, label, self._services, self._kiosk)
        if name == "levels":
            return LevelsRow(rect, row, self._all, label, self._kiosk)
        return RowWidget(rect, row, self._all, label)

    def row_of(self, widget: Widget | None) -> Adjustment | None:
        """What a widget changes."""
        return next((row.row for row in self.rows if row is widget), None)

    def draw(self, canvas: Canvas, current: Widget | None) -> None:
        """Draw the panel below its rows; no line lies beside the focused one."""
        stage, px = self.stage, self.stage.metrics.px
        stage.put(canvas, stage.paint.panel("lacquer", self.rect.size), self.rect.topleft)
        head = stage.t("kiosk.menu.adjustments").upper()
        room = self.turner.rect.left - self.rect.left - px(PAD)
        style = stage.shrunk(head, stage.capped(HEAD, 1.0), room, 22)
        stage.text(canvas, head, (self.rect.left + px(PAD), self.rect.top + px(56)), style)
        line = stage.paint.line(self.rect.width - 2 * px(PAD), theme.IVORY, 0.14)
        for row, after in zip(self.rows, self.rows[1:], strict=False):
            if current not in (row, after):
                y = row.rect.bottom + px(ROW_GAP) // 2
                stage.put(canvas, line, (row.rect.left - px(INSET) + px(PAD), y))
