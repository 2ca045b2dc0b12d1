"""The table's history: figures, bars by game, restarts and errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.audits import Incident
from scenes.kiosk.operator import marks, words
from scenes.kiosk.operator.figures import ChartBar, Totals
from scenes.kiosk.operator.places import AXIS
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Places, cell, row, within
from scenes.kit.stage import Stage

HEAD = Style(28, theme.EYEBROW, bold=True, spacing=4)
FIGURE = Style(48, theme.IVORY, bold=True)
LABEL = Style(28, theme.MUTED)
TEXT = Style(28, theme.IVORY)
COUNT = Style(28, theme.HIGHLIGHT, bold=True)
LEAST = 22
UNIT = 26  # design pixels of a game in a bar at most, as all below
BAR_GAP = 16
PART_GAP = 2
SWATCH = 20
WORD_GAP, LEGEND_GAP, LEGEND_ROW = 6, 12, 36
FULLEST = 7  # games for which a bar's unit is meant
GOOD_KINDS = frozenset({"start", "restart", "update"})
_Entry = tuple[str, str, str, int]
"""A game, its name, its sum, and how many pixels wide that is."""


@dataclass(frozen=True, slots=True)
class AuditsView:
    """The content of the panel."""

    period: str
    totals: Totals
    bars: Sequence[ChartBar]
    incidents: Sequence[Incident]  # the newest first


class AuditsPanel:
    """Draws it all but the tabs, in the arrangement of the window."""

    def __init__(self, stage: Stage, places: Places) -> None:
        self.stage = stage
        self.places = places
        self._lift = 0  # by how much the bars lie higher, for a second row of the legend

    def draw(self, canvas: Canvas, shown: AuditsView) -> None:
        """Draw the panel with all on it but the tabs."""
        stage, panel, rule = self.stage, self.places["audits"], self.places["rule"]
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        stage.label(canvas, stage.t("kiosk.menu.games").upper(), self.places["games_head"], HEAD)
        self._draw_figures(canvas, shown.totals)
        legend = self._legend(shown.totals)
        self._lift = self.stage.metrics.px(LEGEND_ROW) * (len(legend) - 1)
        self._draw_bars(canvas, shown)
        self._draw_legend(canvas, legend)
        stage.blit(canvas, stage.paint.line(rule.width, theme.IVORY, 0.18), rule.topleft)
        self._draw_incidents(canvas, shown.incidents)

    # Figures

    def _draw_figures(self, canvas: Canvas, totals: Totals) -> None:
        """The four figures; below them what came of games against the AI."""
        stage, t = self.stage, self.stage.t
        figures, labels = self.places["figures"], self.places["labels"]
        texts = (
            (str(totals.games), t("kiosk.figure.games", count=totals.games)),
            (words.length_text(totals.mean), t("kiosk.figure.mean")),
            (str(totals.finished), t("kiosk.figure.finished")),
            (str(totals.left), t("kiosk.figure.left")),
        )
        label, figure = stage.limit_scale(LABEL, 1.0), stage.limit_scale(FIGURE, 1.0)
        widths = [max(stage.fonts.width(number, figure), stage.fonts.width(name, label)) for number, name in texts]
        gap = max(0, min(stage.metrics.px(150), (figures.width - sum(widths)) // (len(widths) - 1)))
        x = figures.left
        for (number, name), width in zip(texts, widths, strict=True):
            stage.label(canvas, number, pygame.Rect(x, figures.top, width, figures.height), FIGURE)
            stage.label(canvas, name, pygame.Rect(x, labels.top, width, labels.height), LABEL)
            x += width + gap
        if totals.ai_games:
            text = t("kiosk.figure.ai", won=totals.ai_won, games=totals.ai_games)
        else:
            text = t("kiosk.figure.no_ai")
        stage.label(canvas, text, self.places["ai"], LABEL, least=LEAST)

    # Bars

    def _draw_bars(self, canvas: Canvas, shown: AuditsView) -> None:
        stage, px, place = self.stage, self.stage.metrics.px, self.places["bars"]
        base, left = place.bottom - self._lift, place.left
        most = max((bar.total for bar in shown.bars), default=0)
        unit = min(UNIT * stage.metrics.scale, (base - place.top) / max(most, FULLEST - 1))
        number_place = pygame.Rect(0, 0, px(AXIS), px(40))
        for number in _grid(max(most, FULLEST - 1)):
            y = round(base - number * unit)
            strength = 0.30 if number == 0 else 0.12
            stage.blit(canvas, stage.paint.line(place.width, theme.IVORY, strength), (left, y))
            number_place.midright = (left - px(16), y)
            stage.label(canvas, str(number), number_place, LABEL, "right")
        pitch = place.width / len(shown.bars)
        width = max(2, round(pitch - min(px(BAR_GAP), pitch * 0.32)))
        width = min(width, px(64))
        every = self._every(shown, pitch)
        for index, bar in enumerate(shown.bars):
            middle = round(left + (index + 0.5) * pitch)
            self._draw_bar(canvas, bar, middle - width // 2, width, base, unit)
            if index % every == 0:
                self._draw_mark(canvas, bar, middle, shown.period)

    def _every(self, shown: AuditsView, pitch: float) -> int:
        """How many bars have one mark in common."""
        stage = self.stage
        style = stage.limit_scale(LABEL, 1.0)
        widest = max(stage.fonts.width(self._mark(bar, shown.period), style) for bar in shown.bars)
        return next((n for n in (1, 2, 3, 4, 6, 8, 12) if n * pitch >= widest + stage.metrics.px(20)), 15)

    def _mark(self, bar: ChartBar, period: str) -> str:
        if bar.hour is not None:
            return str(bar.hour)
        return self.stage.t(f"weekday.{bar.day.weekday()}") if period == "week" else str(bar.day.day)

    def _draw_mark(self, canvas: Canvas, bar: ChartBar, middle: int, period: str) -> None:
        hours = self.places["hours"]
        place = pygame.Rect(0, hours.top - self._lift, self.stage.metrics.px(100), hours.height)
        place.centerx = middle
        self.stage.label(canvas, self._mark(bar, period), place, LABEL, "centre")

    def _draw_bar(self, canvas: Canvas, bar: ChartBar, left: int, width: int, base: int, unit: float) -> None:
        """Its parts from below, each game's in its colour and pattern."""
        below = 0
        gap = self.stage.metrics.px(PART_GAP)
        for game in marks.games_of(set(bar.games)):
            count = bar.games.get(game, 0)
            if count:
                bottom, top = base - round(below * unit), base - round((below + count) * unit)
                height = max(2, bottom - top - gap)
                part = marks.bar_part(self.stage, game, (width, height))
                self.stage.blit(canvas, part, (left, bottom - height))
                below += count

    def _legend(self, totals: Totals) -> list[list[_Entry]]:
        """Every game with its sum, in one row where that has room, else in two."""
        stage, px = self.stage, self.stage.metrics.px
        label, count = stage.limit_scale(TEXT, 1.0), stage.limit_scale(COUNT, 1.0)
        entries: list[_Entry] = []
        for game in marks.games_of(set(totals.by_game)):
            name, number = words.game_text(stage, game), str(totals.by_game.get(game, 0))
            width = px(SWATCH + 2 * WORD_GAP) + stage.fonts.width(name, label) + stage.fonts.width(number, count)
            entries.append((game, name, number, width))
        if sum(entry[-1] for entry in entries) + px(LEGEND_GAP) * (len(entries) - 1) <= self.places["legend"].width:
            return [entries]
        half = -(-len(entries) // 2)
        return [entries[:half], entries[half:]]

    def _draw_legend(self, canvas: Canvas, rows: Sequence[Sequence[_Entry]]) -> None:
        stage, px, lowest = self.stage, self.stage.metrics.px, self.places["legend"]
        for back, entries in enumerate(reversed(rows)):
            place = lowest.move(0, -back * px(LEGEND_ROW))
            gap = min(px(40), (place.width - sum(entry[-1] for entry in entries)) // max(1, len(entries) - 1))
            pitch = place.width // len(entries) if len(rows) > 1 else 0  # those of two rows stand below each other
            for game, name, number, width in entries:
                swatch = marks.bar_part(stage, game, (px(SWATCH), px(SWATCH)))
                stage.blit(canvas, swatch, (place.left, place.centery - px(SWATCH) // 2))
                named = place.move(px(SWATCH + WORD_GAP), 0)
                end = stage.label(canvas, name, named, TEXT).right
                stage.label(canvas, number, place.move(end + px(WORD_GAP) - place.left, 0), COUNT)
                place = place.move(pitch or width + gap, 0)

    # Restarts and errors

    def _draw_incidents(self, canvas: Canvas, incidents: Sequence[Incident]) -> None:
        stage, lines = self.stage, self.places.all("incident")
        stage.label(canvas, stage.t("kiosk.menu.incidents").upper(), self.places["incidents_head"], HEAD, least=LEAST)
        stage.label(canvas, stage.t("kiosk.menu.last_days"), self.places["last_days"], LABEL, "right", least=LEAST)
        if not incidents:
            stage.label(canvas, stage.t("kiosk.menu.no_incidents"), lines[0], LABEL)
        for incident, place in zip(incidents, lines, strict=False):
            draw_incident(stage, canvas, incident, place)


def draw_incident(stage: Stage, canvas: Canvas, incident: Incident, place: pygame.Rect) -> None:
    """A line: date, time, what has happened, and whether that was in order."""
    sign = cell("sign", 30, across=30, align=Align.MIDDLE)
    at = within(stage.metrics, place, row(cell("day", 104), cell("time", 84), cell("what"), sign, gap=12))
    stage.label(canvas, words.day_text(stage, incident.at.date()), at["day"], LABEL)
    stage.label(canvas, f"{incident.at:%H:%M}", at["time"], LABEL)
    stage.label(canvas, stage.t(f"kiosk.incident.{incident.kind}"), at["what"], TEXT, least=LEAST)
    tick = "tick" if incident.kind in GOOD_KINDS else "warning"
    stage.blit(canvas, marks.sign(stage, tick, side=30), at["sign"].topleft)


def _grid(most: int) -> tuple[int, ...]:
    """Zero and two round numbers up to `most`."""
    for step in (1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 100, 150, 200, 250, 300, 500):
        if step * 3 > most:
            return (0, step, 2 * step)
    step = most // 3
    return (0, step, 2 * step)
