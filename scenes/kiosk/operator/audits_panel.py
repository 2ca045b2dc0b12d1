"""What the table has done: figures, bars by game, restarts and errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.audits import Incident
from scenes.kiosk.operator import marks, words
from scenes.kiosk.operator.figures import Bar, Totals
from scenes.kiosk.operator.places import PAD, AuditPlan, OperatorLayout
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage

HEAD = Style(28, theme.EYEBROW, bold=True, spacing=4)
FIGURE = Style(52, theme.IVORY, bold=True)
LABEL = Style(28, theme.MUTED)
TEXT = Style(28, theme.IVORY)
COUNT = Style(28, theme.HIGHLIGHT, bold=True)
LEAST = 22
AXIS = 76  # design pixels from the panel's edge to the first bar, as all below
BAR_GAP = 16
PART_GAP = 2
SWATCH = 20
WORD_GAP, LEGEND_GAP, LEGEND_ROW = 6, 12, 36
FULLEST = 7  # games for which a bar's unit is meant
GOOD_KINDS = frozenset({"start", "restart"})
_Entry = tuple[str, str, str, int]
"""A game, its name, its sum, and how many pixels wide that is."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the panel shows."""

    period: str
    totals: Totals
    bars: Sequence[Bar]
    incidents: Sequence[Incident]  # the newest first


class AuditsPanel:
    """Draws it all but the tabs, in the arrangement of the window."""

    def __init__(self, stage: Stage, layout: OperatorLayout) -> None:
        self.stage = stage
        self.rect = layout.audits
        self.plan: AuditPlan = layout.plan.audit
        self._left = self.rect.left + stage.metrics.px(PAD)
        self._right = self.rect.right - stage.metrics.px(PAD)
        self._lift = 0  # by how much the bars lie higher, for a second row of the legend

    def draw(self, canvas: Canvas, shown: Shown) -> None:
        """Draw the panel with all on it but the tabs."""
        stage, plan = self.stage, self.plan
        stage.put(canvas, stage.paint.panel("lacquer", self.rect.size), self.rect.topleft)
        stage.text(canvas, stage.t("kiosk.menu.games").upper(), (self._left, self._y(56)), stage.capped(HEAD, 1.0))
        self._draw_figures(canvas, shown.totals)
        legend = self._legend(shown.totals)
        self._lift = self.stage.metrics.px(LEGEND_ROW) * (len(legend) - 1)
        self._draw_bars(canvas, shown)
        self._draw_legend(canvas, legend)
        line = stage.paint.line(self._right - self._left, theme.IVORY, 0.18)
        stage.put(canvas, line, (self._left, self._y(plan.line)))
        self._draw_incidents(canvas, shown.incidents)

    def _y(self, offset: float) -> int:
        return self.rect.top + self.stage.metrics.px(offset)

    # Figures

    def _draw_figures(self, canvas: Canvas, totals: Totals) -> None:
        """The four figures; below them what came of games against the AI."""
        stage, t, plan = self.stage, self.stage.t, self.plan
        texts = (
            (str(totals.games), t("kiosk.figure.games", count=totals.games)),
            (words.length_text(totals.mean), t("kiosk.figure.mean")),
            (str(totals.finished), t("kiosk.figure.finished")),
            (str(totals.left), t("kiosk.figure.left")),
        )
        label = stage.capped(LABEL, 1.0)
        figure = stage.capped(FIGURE, 1.0)
        widths = [max(stage.fonts.width(number, figure), stage.fonts.width(name, label)) for number, name in texts]
        gap = max(0, min(stage.metrics.px(150), (self._right - self._left - sum(widths)) // (len(widths) - 1)))
        x = self._left
        for (number, name), width in zip(texts, widths, strict=True):
            stage.text(canvas, number, (x, self._y(plan.figures)), figure)
            stage.text(canvas, name, (x, self._y(plan.labels)), label)
            x += width + gap
        if totals.ai_games:
            text = t("kiosk.figure.ai", won=totals.ai_won, games=totals.ai_games)
        else:
            text = t("kiosk.figure.no_ai")
        room = self._right - self._left
        stage.text(canvas, text, (self._left, self._y(plan.ai)), stage.shrunk(text, label, room, LEAST), width=room)

    # Bars

    def _draw_bars(self, canvas: Canvas, shown: Shown) -> None:
        stage, px, plan = self.stage, self.stage.metrics.px, self.plan
        base, left = self._y(plan.base) - self._lift, self.rect.left + px(AXIS)
        most = max((bar.total for bar in shown.bars), default=0)
        unit = min(plan.unit * stage.metrics.scale, (base - self._y(plan.top)) / max(most, FULLEST - 1))
        for number in _grid(max(most, FULLEST - 1)):
            y = round(base - number * unit)
            strength = 0.30 if number == 0 else 0.12
            stage.put(canvas, stage.paint.line(self._right - left, theme.IVORY, strength), (left, y))
            style = stage.capped(LABEL, 1.0)
            middle = y + round(0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale)
            stage.text(canvas, str(number), (left - px(16), middle), style, "right")
        pitch = (self._right - left) / len(shown.bars)
        width = max(2, round(pitch - min(px(BAR_GAP), pitch * 0.32)))
        width = min(width, px(64))
        every = self._every(shown, pitch)
        for index, bar in enumerate(shown.bars):
            middle = round(left + (index + 0.5) * pitch)
            self._draw_bar(canvas, bar, middle - width // 2, width, base, unit)
            if index % every == 0:
                self._draw_mark(canvas, bar, middle, shown.period)

    def _every(self, shown: Shown, pitch: float) -> int:
        """How many bars have one mark in common."""
        stage = self.stage
        style = stage.capped(LABEL, 1.0)
        widest = max(stage.fonts.width(self._mark(bar, shown.period), style) for bar in shown.bars)
        return next((n for n in (1, 2, 3, 4, 6, 8, 12) if n * pitch >= widest + stage.metrics.px(20)), 15)

    def _mark(self, bar: Bar, period: str) -> str:
        if bar.hour is not None:
            return str(bar.hour)
        return self.stage.t(f"weekday.{bar.day.weekday()}") if period == "week" else str(bar.day.day)

    def _draw_mark(self, canvas: Canvas, bar: Bar, middle: int, period: str) -> None:
        style = self.stage.capped(LABEL, 1.0)
        self.stage.text(
            canvas, self._mark(bar, period), (middle, self._y(self.plan.hours) - self._lift), style, "centre"
        )

    def _draw_bar(self, canvas: Canvas, bar: Bar, left: int, width: int, base: int, unit: float) -> None:
        """Its parts from below, each game's in its colour and pattern."""
        below = 0
        gap = self.stage.metrics.px(PART_GAP)
        for game in marks.games_of(set(bar.games)):
            count = bar.games.get(game, 0)
            if count:
                bottom, top = base - round(below * unit), base - round((below + count) * unit)
                height = max(2, bottom - top - gap)
                part = marks.bar_part(self.stage, game, (width, height))
                self.stage.put(canvas, part, (left, bottom - height))
                below += count

    def _legend(self, totals: Totals) -> list[list[_Entry]]:
        """Every game with its sum, in one row where that has room, else in two."""
        stage, px = self.stage, self.stage.metrics.px
        label, count = stage.capped(TEXT, 1.0), stage.capped(COUNT, 1.0)
        entries: list[_Entry] = []
        for game in marks.games_of(set(totals.by_game)):
            name, number = words.game_text(stage, game), str(totals.by_game.get(game, 0))
            width = px(SWATCH + 2 * WORD_GAP) + stage.fonts.width(name, label) + stage.fonts.width(number, count)
            entries.append((game, name, number, width))
        if sum(entry[-1] for entry in entries) + px(LEGEND_GAP) * (len(entries) - 1) <= self._right - self._left:
            return [entries]
        half = -(-len(entries) // 2)
        return [entries[:half], entries[half:]]

    def _draw_legend(self, canvas: Canvas, rows: Sequence[Sequence[_Entry]]) -> None:
        stage, px = self.stage, self.stage.metrics.px
        label, count = stage.capped(TEXT, 1.0), stage.capped(COUNT, 1.0)
        room = self._right - self._left
        for back, row in enumerate(reversed(rows)):
            baseline = self._y(self.plan.legend) - back * px(LEGEND_ROW)
            gap = min(px(40), (room - sum(entry[-1] for entry in row)) // max(1, len(row) - 1))
            pitch = room // len(row) if len(rows) > 1 else 0  # those of two rows stand below each other
            x = self._left
            for game, name, number, width in row:
                swatch = marks.bar_part(stage, game, (px(SWATCH), px(SWATCH)))
                stage.put(canvas, swatch, (x, baseline - px(SWATCH)))
                end = stage.text(canvas, name, (x + px(SWATCH + WORD_GAP), baseline), label).right
                stage.text(canvas, number, (end + px(WORD_GAP), baseline), count)
                x += pitch or width + gap

    # Restarts and errors

    def _draw_incidents(self, canvas: Canvas, incidents: Sequence[Incident]) -> None:
        stage, plan = self.stage, self.plan
        head, aside = stage.t("kiosk.menu.incidents").upper(), stage.t("kiosk.menu.last_days")
        y, small = self._y(plan.head), stage.shrunk(aside, stage.capped(LABEL, 1.0), self.rect.width // 3, LEAST)
        place = stage.text(canvas, aside, (self._right, y), small, "right")
        style = stage.capped(HEAD, 1.0)
        if stage.metrics.shape is Shape.CLASSIC:
            style = style._replace(spacing=2)
        room = place.left - stage.metrics.px(16) - self._left
        stage.text(canvas, head, (self._left, y), stage.shrunk(head, style, room, LEAST))
        if not incidents:
            none = stage.t("kiosk.menu.no_incidents")
            stage.text(canvas, none, (self._left, self._y(plan.incidents[0])), stage.capped(LABEL, 1.0))
        for incident, offset in zip(incidents, plan.incidents, strict=False):
            draw_incident(stage, canvas, incident, (self._left, self._right), self._y(offset))


def draw_incident(stage: Stage, canvas: Canvas, incident: Incident, across: tuple[int, int], baseline: int) -> None:
    """A line from `across[0]` to `across[1]` (pixels): date, time, what has happened, and whether that was in order."""
    px, (left, right) = stage.metrics.px, across
    muted, text = stage.capped(LABEL, 1.0), stage.capped(TEXT, 1.0)
    stage.text(canvas, words.day_text(stage, incident.at.date()), (left, baseline), muted)
    stage.text(canvas, f"{incident.at:%H:%M}", (left + px(116), baseline), muted)
    side = px(30)
    sign = marks.sign(stage, "tick" if incident.kind in GOOD_KINDS else "warning", side=30)
    stage.put(canvas, sign, (right - side, baseline - px(26)))
    sentence = stage.t(f"kiosk.incident.{incident.kind}")
    begin = left + px(212)
    room = right - side - px(12) - begin
    stage.text(canvas, sentence, (begin, baseline), stage.shrunk(sentence, text, room, LEAST), width=room)


def _grid(most: int) -> tuple[int, ...]:
    """Zero and two round numbers up to `most`."""
    for step in (1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 100, 150, 200, 250, 300, 500):
        if step * 3 > most:
            return (0, step, 2 * step)
    step = most // 3
    return (0, step, 2 * step)
