"""The menu's two lists: what has happened to the table, and what is wrong with its configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pygame

from game.audits import Incident
from scenes.kiosk.operator import marks
from scenes.kiosk.operator.audits_panel import GOOD_KINDS
from scenes.kiosk.operator.auto_close import MenuCard
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Shape, cell, column, row, within
from scenes.kit.scene import Nav, Scene
from scenes.kit.stage import Stage
from scenes.kit.text.dates import past_day
from scenes.kit.widgets.scroll import ScrollList

MOST_SHARE = 0.62  # of the design's height that a list takes
TRAY, ROW_GAP = 40, 12  # design pixels: what a list has around its rows and between them
_LIST = frozenset({Kind.UP, Kind.DOWN, Kind.PREVIOUS, Kind.NEXT, Kind.TURN})

DrawRow = Callable[[int, tuple[int, int], bool], pygame.Surface]


class ListCard(MenuCard):
    """Up and down scroll; a confirm or back closes it."""

    material = "lacquer"
    rim = 0.0
    ink = theme.IVORY

    def __init__(
        self, stage: Stage, title: str, count: int, row: float, draw_row: DrawRow, text: Callable[[int], str]
    ) -> None:
        """`row` is a row's height in design pixels, `text` gives the text to be read aloud."""
        super().__init__(stage, title)
        self._count = count
        self._row = row
        self._draw_row = draw_row
        self._text = text
        self._gripped = False
        self._chosen = 0

    @property
    def spoken_title(self) -> str:
        return f"{self.title}\n{self._text(self._chosen)}"

    def resized(self) -> None:
        most = MOST_SHARE * self.stage.metrics.design[1]
        height = min(most, TRAY + self._count * (self._row + ROW_GAP))
        places = self.lay(1500, 24, cell("list", height), row(cell(), cell("ok", 360), size=96))
        self.list = ScrollList(self.stage, places["list"], self._row, self._count, self._draw_row, self._chosen)
        self.focus.set([self.ok_button()])

    def tick(self, dt: float) -> Nav | None:
        self.list.tick(dt)
        return super().tick(dt)

    @property
    def is_animated(self) -> bool:
        return super().is_animated or self.list.is_animated

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
        super().draw_face(canvas)
        self.list.draw(canvas, ring=False)


TEXT = Style(30, theme.IVORY, bold=True)
DATE = Style(28, theme.MUTED)
INCIDENT_ROW, PROBLEM_ROW, TALL_MORE = 92, 128, 44  # design pixels
WHEN = 306


def incident_list(stage: Stage, incidents: Sequence[Incident], today: date) -> Scene:
    """All of them, the newest first, with their days as they are called on the day `today`."""

    def text(index: int) -> str:
        if not incidents:
            return stage.t("kiosk.menu.no_incidents")
        one = incidents[index]
        return f"{_date(stage, one, today)}\n{stage.t(f'kiosk.incident.{one.kind}')}\n{one.detail}".rstrip()

    def draw(index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        if not incidents:
            return _row(stage, size, chosen, "", stage.t("kiosk.menu.no_incidents"), "", None)
        one = incidents[index]
        sentence = stage.t(f"kiosk.incident.{one.kind}")
        return _row(stage, size, chosen, _date(stage, one, today), sentence, one.detail, one.kind in GOOD_KINDS)

    return ListCard(
        stage, stage.t("kiosk.menu.incidents"), max(1, len(incidents)), _height(stage, INCIDENT_ROW), draw, text
    )


def problem_list(stage: Stage, texts: Sequence[str], path: Path) -> Scene:
    """Each in full, below the name of the file."""
    shown = list(texts) or [stage.t("kiosk.problem.none")]

    def draw(index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        return _row(stage, size, chosen, "", shown[index], "", None if not texts else False)

    title = stage.t("kiosk.problem.title", file=path.name)
    return ListCard(stage, title, len(shown), _height(stage, PROBLEM_ROW), draw, shown.__getitem__)


def _height(stage: Stage, wide: float) -> float:
    return wide + (TALL_MORE if stage.metrics.shape is Shape.TALL else 0)


def _date(stage: Stage, incident: Incident, today: date) -> str:
    day = past_day(stage.t, incident.at.date(), today)
    return stage.t("archive.date", date=day, time=f"{incident.at:%H:%M}")


def _row(
    stage: Stage, size: tuple[int, int], chosen: bool, when: str, text: str, detail: str, good: bool | None
) -> pygame.Surface:
    """A row: when, what, more of it in a second line, and a sign."""
    sheet, is_tall = SurfaceCanvas.blank(size), stage.metrics.shape is Shape.TALL
    if chosen:
        stage.blit(sheet, stage.paint.face("lacquer", size, 12), (0, 0))
    date = cell("when", 34 if is_tall else WHEN) if when else None
    said = cell("text"), cell("detail") if detail else None
    words = column(date if is_tall else None, *said, gap=0, pad=(0, 10))
    sign = None if good is None else cell("sign", marks.SIDE, across=marks.SIDE, align=Align.MIDDLE)
    line = row(None if is_tall else date, words, sign, pad=(24, 0))
    places = within(stage.metrics, pygame.Rect((0, 0), size), line)
    if good is not None:
        stage.blit(sheet, marks.sign(stage, "tick" if good else "warning"), places["sign"].topleft)
    if when:
        stage.label(sheet, when, places["when"], DATE)
    if detail:
        stage.label(sheet, detail, places["detail"], DATE)
    stage.label(sheet, text, places["text"], TEXT, lines=1 if detail else 4)
    return sheet.surface
