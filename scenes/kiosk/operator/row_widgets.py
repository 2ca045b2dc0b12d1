"""The panel of the adjustments and its rows: dark, or enamel with red arrows in focus."""

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
from scenes.kiosk.operator.menu_parts import PAD, ROW_GAP
from scenes.kiosk.operator.operator_actions import Turner
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import brass_bar
from scenes.kit.layout import Places, cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.form import Field, Stepper
from scenes.kit.widgets.widget import Action, HitArea, Touch, Widget

LABEL = Style(32, theme.IVORY)
VALUE = Style(32, theme.IVORY, bold=True)
SPAN = Style(28, theme.MUTED)
LOUD = Style(28, theme.HIGHLIGHT, bold=True)
LEAST = 28
MARGIN = 16  # design pixels from the face's edge to the words
DOT = 5
ARROW = 30
LEAST_VALUE = 88  # between the arrows
REACH = 72  # of an arrow for a finger
THUMB, THUMB_GAP = 60, 10
GROOVE, BEAD = 10, 13
CHIP = 44
HIDDEN = 0.3


class RowWidget(Stepper):
    """Left and right, or a press on a shown arrow, step the value. Any other press opens the row."""

    cycles = False

    def __init__(self, rect: pygame.Rect, field: Field, all: Adjustments) -> None:
        super().__init__(rect, field, partial(all.form.put, field))
        self.name = field.label
        self._all = all
        self._arrows: tuple[pygame.Rect, ...] = ()  # while in focus
        self._armed: tuple[pygame.Rect, ...] | None = None  # those shown when a pointer went down

    def value(self) -> str:
        """Return the value, or why it was refused."""
        return self._all.form.remarks.get(self.field.name) or super().value()

    def drag(self, point: tuple[int, int]) -> None:
        if self._armed is None:
            self._armed = self._arrows

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        armed, self._armed = self._armed or (), None
        if point is not None and self.field.can_step:
            for direction, place in zip((-1, 1), armed, strict=False):
                if place.collidepoint(point):
                    self.step(direction)
                    return None
        if self.field.open is not None:
            return self.field.open()
        self.put(self.field.following())
        return None

    def adjust(self, direction: int) -> bool:
        if self.field.can_step:
            self.step(direction)
        return self.field.can_step

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        face = self.rect.move(0, stage.metrics.px(2)) if touch.pressed else self.rect
        if touch.focused:
            stage.blit(
                canvas, stage.paint.panel("enamel", face.size, radius=self.radius, rim=4, lift=0.5), face.topleft
            )
        else:
            self._arrows, self._armed = (), None
        inner = face.inflate(-2 * stage.metrics.px(MARGIN), 0)
        self.draw_words(stage, canvas, inner, touch.focused)

    def draw_words(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, lit: bool) -> None:
        """Draw label and value within `inner`."""
        left = self.draw_label(stage, canvas, inner, lit)
        self.draw_value(stage, canvas, inner, left + stage.metrics.px(24), lit)

    def draw_label(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, lit: bool) -> int:
        """Draw the label, after a dot if the value is not the default; return its right end."""
        px, left, middle = stage.metrics.px, inner.left, inner.centery
        if self.field.is_changed:
            color = theme.BRASS_DEEP if lit else theme.EYEBROW
            stage.blit(canvas, marks.dot(stage, DOT, color), (left + px(DOT), middle))
            left += px(2 * DOT + 10)
        style = LABEL._replace(color=theme.INK, bold=True) if lit else LABEL
        style = stage.shrink_to_width(self.name, stage.limit_scale(style, 1.0), inner.width * 3 // 5, LEAST)
        return stage.text(canvas, self.name, (left, middle + round(stage.drop(style))), style).right

    def draw_value(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, left: int, lit: bool) -> None:
        """Draw the value at the right, between arrows if it has the focus and can be stepped."""
        text, px = self.value(), stage.metrics.px
        if not text:  # it opens a question
            sign = marks.sign(stage, "right", theme.PRINT_RED if lit else theme.MUTED, ARROW)
            stage.blit(canvas, sign, (inner.right - px(ARROW), inner.centery - px(ARROW) // 2))
            return
        style = VALUE._replace(color=theme.INK) if lit else VALUE
        room = inner.right - left
        if not (lit and self.field.can_step):
            stage.label(canvas, text, pygame.Rect(left, inner.top, room, inner.height), style, "right", least=LEAST)
            return
        room -= 2 * px(ARROW + 16)
        style = stage.shrink_to_width(text, stage.limit_scale(style, 1.0), room, LEAST)
        wide = max(px(LEAST_VALUE), min(room, stage.fonts.width(text, style))) + 2 * px(16)
        box = pygame.Rect(inner.right - px(ARROW) - wide, inner.top, wide, inner.height)
        stage.centred(canvas, text, box, style, room)
        self._draw_arrows(stage, canvas, box)

    def _draw_arrows(self, stage: Stage, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw arrows on both sides of `box`, each large enough for a finger."""
        px, places = stage.metrics.px, []
        for direction, x in ((-1, box.left - px(ARROW)), (1, box.right)):
            sign = marks.sign(stage, "left" if direction < 0 else "right", theme.PRINT_RED, ARROW)
            stage.blit(canvas, sign, (x, box.centery - px(ARROW) // 2))
            place = pygame.Rect(0, self.rect.top, px(REACH), self.rect.height)
            place.centerx = x + px(ARROW) // 2
            places.append(place)
        self._arrows = tuple(places)


class VolumeRow(RowWidget):
    """Three volumes with their times; left and right step the current one."""

    def draw_words(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, lit: bool) -> None:
        at = within(stage.metrics, inner, column(cell("head", 56), row(*[cell("span")] * 3), gap=0))
        left = self.draw_label(stage, canvas, at["head"], lit)
        if lit:
            self.draw_value(stage, canvas, at["head"], left + stage.metrics.px(24), lit)
        steps = volume_steps(self._all.kiosk.config)
        ends = [*(step.begin for step in steps[1:]), self._end(steps)]
        for step, end, place in zip(steps, ends, at.all("span"), strict=True):
            is_now = self._all.volume_key == f"sound.{step.name}"
            self._draw_span(stage, canvas, place, _span_text(step.begin, end), step.volume, lit, is_now)

    def _end(self, steps: list[VolumeStep]) -> int:
        """Return when the last volume ends: at today's closing time, else when the first begins."""
        closing = self._all.kiosk.config.hours.week()[self._all.clock().weekday()].end
        first, last = steps[0].begin, steps[-1].begin
        return closing % DAY if last < closing < DAY + first else first

    def _draw_span(
        self, stage: Stage, canvas: Canvas, place: pygame.Rect, span: str, volume: int, lit: bool, now: bool
    ) -> None:
        at = within(stage.metrics, place, column(cell("words", 48), cell("groove", GROOVE), gap=4))
        words, groove, px = at["words"], at["groove"], stage.metrics.px
        label, loud = SPAN, LOUD
        if lit:
            label = label._replace(color=theme.INK_SOFT)
            loud = loud._replace(color=theme.PRINT_RED if now else theme.INK)
        words.width = stage.label(canvas, str(volume), words, loud, "right").left - px(8) - words.left
        stage.label(canvas, span, words, label, least=22)
        stage.blit(canvas, stage.paint.well(groove.size, GROOVE / 2), groove.topleft)
        bar = (round((groove.width - 2 * px(BEAD)) * volume / 100) + px(BEAD), groove.height)
        stage.blit(canvas, stage.paint.cached(("volume bar", bar), lambda: brass_bar(bar)), groove.topleft)
        stage.blit(canvas, stage.pip(True), (groove.left + bar[0], groove.centery))


class GamesRow(RowWidget):
    """Shows the games' pictures in order; hidden ones come last, faint."""

    def draw_value(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, left: int, lit: bool) -> None:
        shown, kind = self.field.value(), self.field.kind
        assert isinstance(kind, Several)
        games = kind.arranged(shown)
        pitch = min(stage.metrics.px(THUMB + THUMB_GAP), (inner.right - left) // len(games))
        side = min(stage.metrics.px(THUMB), pitch - 2)
        for index, game in enumerate(map(str, reversed(games))):
            picture = marks.game_thumb(stage, game, side, game in shown)
            stage.blit(canvas, picture, (inner.right - side - index * pitch, inner.centery - side // 2))


class LevelsRow(RowWidget):
    """Shows the levels as figures; disabled ones are faint."""

    def draw_value(self, stage: Stage, canvas: Canvas, inner: pygame.Rect, left: int, lit: bool) -> None:
        px, offered = stage.metrics.px, self.field.value()
        width = len(LEVELS) * px(CHIP)
        right = inner.right - (px(ARROW + 8) if lit else 0)
        style = stage.limit_scale(VALUE._replace(color=theme.INK) if lit else VALUE, 1.0)
        for index, level in enumerate(LEVELS):
            cell = pygame.Rect(right - width + index * px(CHIP), inner.top, px(CHIP), inner.height)
            stage.centred(canvas, str(level), cell, style, alpha=1.0 if level in offered else HIDDEN)
        if lit:
            self._draw_arrows(
                stage, canvas, pygame.Rect(right - width - px(8), inner.top, width + px(16), inner.height)
            )


def _span_text(begin: int, end: int) -> str:
    """Return when a volume begins and ends, without minutes if they are zero."""
    if begin % 60 or end % 60:
        return f"{begin // 60}:{begin % 60:02}–{end // 60}:{end % 60:02}"
    return f"{begin // 60}–{end // 60 or 24}"


KINDS = {"volume": VolumeRow, "games": GamesRow, "levels": LevelsRow}
"""The rows that show more than a value."""


class AdjustmentsPanel:
    """The rows of one page."""

    nothing = ""  # the text instead of rows

    def __init__(self, all: Adjustments, places: Places, fields: Sequence[Field], turner: Turner, find: Action) -> None:
        """`find` opens the search."""
        self.stage = all.stage
        self.places = places
        self.turner = turner
        each = zip(fields, places.all("row"), strict=True)
        self.rows = [KINDS.get(field.name, RowWidget)(rect, field, all) for field, rect in each]
        button = [HitArea(place, find, 14, all.stage.t("kiosk.search.title")) for place in places.all("find")]
        self.widgets: list[Widget] = [*self.rows, *button, turner]
        all.form.fields, all.form.controls = fields, list(self.rows)

    def draw(self, canvas: Canvas, current: Widget | None) -> None:
        """Draw the panel below its rows, without lines beside the focused one."""
        stage, px, panel = self.stage, self.stage.metrics.px, self.places["adjustments"]
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        head = stage.t("kiosk.menu.adjustments").upper()
        stage.label(canvas, head, self.places["adjustments_head"], HEAD, least=22)
        for place in self.places.all("find"):
            sign = marks.sign(stage, "find", theme.EYEBROW)
            stage.blit(canvas, sign, (place.centerx - px(marks.SIDE) // 2, place.centery - px(marks.SIDE) // 2))
        for place in self.places.all("nothing"):
            inner = place.inflate(-2 * px(MARGIN), 0)
            stage.label(canvas, self.nothing, inner, LABEL, lines=2, least=LEAST)
        line = stage.paint.line(panel.width - 2 * px(PAD), theme.IVORY, 0.14)
        for above, below in zip(self.rows, self.rows[1:], strict=False):
            if current not in (above, below):
                stage.blit(canvas, line, (panel.left + px(PAD), above.rect.bottom + px(ROW_GAP) // 2))
