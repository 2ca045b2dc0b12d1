"""The adjustments' panel: its head, the rows of the open page and the lines between them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pygame

from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import Adjustment, Adjustments
from scenes.kiosk.operator.audits_panel import HEAD
from scenes.kiosk.operator.controls import Turner
from scenes.kiosk.operator.places import PAD, ROW_GAP, pages_of
from scenes.kiosk.operator.row_widgets import GamesRow, LevelsRow, RowWidget, VolumeRow
from scenes.kit import theme
from scenes.kit.boxes import Places
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
        places: Places,
        page: int,
        turn: Callable[[int], None],
    ) -> None:
        self.stage = services.stage
        self.places = places
        self._services = services
        self._kiosk = kiosk
        self._all = all
        self._clock = clock
        pages = pages_of(self.stage.metrics.shape)
        text = self.stage.t("kiosk.menu.pages", page=page + 1, pages=len(pages))
        self.turner = Turner(places["turner"], text, page, len(pages), turn)
        self.rows = [self._row(name, rect) for name, rect in zip(pages[page], places.all("row"), strict=True)]
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
        stage, px, panel = self.stage, self.stage.metrics.px, self.places["adjustments"]
        stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        head = stage.t("kiosk.menu.adjustments").upper()
        stage.label(canvas, head, self.places["adjustments_head"], HEAD, least=22)
        line = stage.paint.line(panel.width - 2 * px(PAD), theme.IVORY, 0.14)
        for row, after in zip(self.rows, self.rows[1:], strict=False):
            if current not in (row, after):
                stage.put(canvas, line, (panel.left + px(PAD), row.rect.bottom + px(ROW_GAP) // 2))
