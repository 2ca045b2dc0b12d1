"""The form of the adjustments and its controls.

The form is compact: its rows are as low as a finger allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.core.kinds import Several
from game.core.spec import LEVELS
from game.core.times import DAY
from game.kiosk.config import VolumeStep, volume_steps
from scenes.kiosk.operator import marks
from scenes.kiosk.operator.adjustments import Adjustments
from scenes.kiosk.operator.audits_panel import HEAD
from scenes.kiosk.operator.menu_parts import CONTROL, INSET
from scenes.kiosk.operator.operator_actions import Turner
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import brass_bar
from scenes.kit.layout import Places, cell, column, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Faces
from scenes.kit.widgets.form import Field, Form, FormLook, Stepper
from scenes.kit.widgets.widget import Action, HitArea, Widget

COMPACT = FormLook(control=CONTROL, size=32)
VALUE = Style(32, theme.IVORY, bold=True)
SIGN = Style(40, theme.BRASS_LIGHT, bold=True)
SPAN = Style(28, theme.MUTED)
LOUD = Style(28, theme.HIGHLIGHT, bold=True)
LEAST = 22
END = 34  # width of an arrow's place, in design pixels, as are the sizes below
THUMB, THUMB_GAP = 44, 6
GROOVE, THUMB_SIDE = 10, 13
HIDDEN = 0.3


class RowWidget(Stepper):
    """A row's control. Left and right, or a press on an arrow, step the value. Any other press opens a card."""

    cycles = False

    def __init__(self, rect: pygame.Rect, field: Field, form: AdjustmentsForm) -> None:
        super().__init__(rect, field, partial(form.put, field))
        self.open = self._open
        self._remarks = form.remarks
        self.signs = "‹" if field.can_step else "", "›"

    def value(self) -> str:
        """Return the row's value as text, or the reason why a value was refused."""
        return self._remarks.get(self.field.name) or super().value()

    def _open(self) -> Nav | None:
        if self.field.open is not None:
            return self.field.open()
        self.put(self.field.following())
        return None

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        return super().activate(point if self.field.can_step else None)

    def adjust(self, direction: int) -> bool:
        if self.field.can_step:
            self.step(direction)
        return self.field.can_step

    def faces(self, stage: Stage) -> Faces:
        return Faces(stage.metrics.px(END), VALUE, SIGN, 1.0, LEAST)


class GamesRow(RowWidget):
    """The games' pictures in their order; hidden games come last and are faint."""

    def draw_value(self, stage: Stage, canvas: Canvas, room: pygame.Rect, alpha: float) -> None:
        shown, kind = self.field.value(), self.field.kind
        assert isinstance(kind, Several)
        games = kind.arranged(shown)
        pitch = min(stage.metrics.px(THUMB + THUMB_GAP), room.width // len(games))
        side = min(stage.metrics.px(THUMB), pitch - 2, room.height - 2)
        left = room.centerx - ((len(games) - 1) * pitch + side) // 2
        for index, game in enumerate(map(str, games)):
            picture = marks.game_thumb(stage, game, side, game in shown)
            stage.blit(canvas, picture, (left + index * pitch, room.centery - side // 2))


class LevelsRow(RowWidget):
    """The levels as figures; levels that visitors are not offered are faint."""

    def draw_value(self, stage: Stage, canvas: Canvas, room: pygame.Rect, alpha: float) -> None:
        offered, wide = self.field.value(), room.width // len(LEVELS)
        for index, level in enumerate(LEVELS):
            place = pygame.Rect(room.left + index * wide, room.top, wide, room.height)
            shown = alpha if level in offered else HIDDEN
            stage.centred(canvas, str(level), place, stage.limit_scale(VALUE, 1.0), alpha=shown)


KINDS = {"games": GamesRow, "levels": LevelsRow}
"""The rows that show their value as more than a text."""


class AdjustmentsForm(Form):
    """The rows of one page on their panel, for the window's present size."""

    nothing = ""  # a text that is shown if there are no rows

    def __init__(self, all: Adjustments, places: Places, fields: Sequence[Field], turner: Turner, find: Action) -> None:
        """`find` begins a search."""
        super().__init__(all.stage, COMPACT)
        self.brief = True
        self.remarks = all.remarks
        self.places = places
        self.turner = turner
        self._all = all
        self.fields = fields
        self.rows = [widget for widget in self.widgets(places) if isinstance(widget, RowWidget)]
        button = [HitArea(place, find, 14, all.stage.t("kiosk.search.title")) for place in places.all("find")]
        self.stops: list[Widget] = [*self.rows, *button, turner]

    def control_of(self, field: Field, place: pygame.Rect) -> Widget:
        return KINDS.get(field.name, RowWidget)(place, field, self)

    def draw_panel(self, canvas: Canvas) -> None:
        """Draw the panel with the words of the rows, and below the row of volumes the volumes of the day."""
        stage, px, panel = self.stage, self.stage.metrics.px, self.places["adjustments"]
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        head = stage.t("kiosk.menu.adjustments").upper()
        stage.label(canvas, head, self.places["adjustments_head"], HEAD, least=22)
        for place in self.places.all("find"):
            sign = marks.sign(stage, "find", theme.EYEBROW)
            stage.blit(canvas, sign, (place.centerx - px(marks.SIDE) // 2, place.centery - px(marks.SIDE) // 2))
        for place in self.places.all("nothing"):
            inner = place.inflate(-2 * px(INSET), 0)
            stage.label(canvas, self.nothing, inner, VALUE, lines=2, least=LEAST)
        self.draw(canvas, self.places)
        steps = volume_steps(self._all.kiosk.config)
        ends = [*(step.begin for step in steps[1:]), self._end(steps)]
        for step, end, place in zip(steps, ends, self.places.all("span"), strict=False):
            now = self._all.volume_key == f"sound.{step.name}"
            self._draw_span(canvas, place, _span_text(step.begin, end), step.volume, now)

    def _end(self, steps: list[VolumeStep]) -> int:
        """Return the minute of the day at which the last volume ends: closing time, or the first volume's beginning."""
        closing = self._all.kiosk.config.hours.week()[self._all.clock().weekday()].end
        first, last = steps[0].begin, steps[-1].begin
        return closing % DAY if last < closing < DAY + first else first

    def _draw_span(self, canvas: Canvas, place: pygame.Rect, span: str, volume: int, now: bool) -> None:
        """Draw one of the day's volumes with its times. The row's control changes the volume marked `now`."""
        stage, px = self.stage, self.stage.metrics.px
        at = within(stage.metrics, place, column(cell("words", 48), cell("groove", GROOVE), gap=4))
        words, groove = at["words"], at["groove"]
        loud = LOUD if now else LOUD._replace(color=theme.IVORY)
        words.width = stage.label(canvas, str(volume), words, loud, "right").left - px(8) - words.left
        stage.label(canvas, span, words, SPAN, least=22)
        stage.blit(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = (round((groove.width - 2 * px(THUMB_SIDE)) * volume / 100) + px(THUMB_SIDE), groove.height)
        stage.blit(canvas, stage.paint.cached(("volume bar", bar), lambda: brass_bar(bar)), groove.topleft)
        stage.blit(canvas, stage.pip(True), (groove.left + bar[0], groove.centery))


def _span_text(begin: int, end: int) -> str:
    """The times of a volume as text. Full hours have no minutes."""
    if begin % 60 or end % 60:
        return f"{begin // 60}:{begin % 60:02}–{end // 60}:{end % 60:02}"
    return f"{begin // 60}–{end // 60 or 24}"
