"""The table's history: figures, bars by game, restarts and errors.

First come functions that add up the audits by hour or day; then the panel, and the lists of incidents and of
configuration problems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pygame

from game.kiosk.config import Config
from game.storage.audits import HourCount, Incident
from scenes.kiosk.operator import marks, words
from scenes.kiosk.operator.auto_close import MenuCard
from scenes.kiosk.operator.menu_parts import AXIS
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Places, Shape, cell, column, row, within
from scenes.kit.scene import Nav, Scene
from scenes.kit.stage import Stage
from scenes.kit.text.strings import past_day
from scenes.kit.widgets.table import ScrollList

PERIODS = ("day", "week", "month")
DAYS = {"day": 1, "week": 7, "month": 30}
_HOUR = 60  # minutes
# The hours shown if the table never closes and nobody has played.
_USUAL = (10, 22)


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A bar: the number of `games` (by id) that ended in the hour `hour` of `day`; if `hour` is None, in that day."""

    day: date
    hour: int | None
    games: Mapping[str, int]

    @property
    def total(self) -> int:
        """The number of games."""
        return sum(self.games.values())


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a period."""

    games: int
    seconds: int
    finished: int
    left: int
    ai_games: int
    ai_won: int
    by_game: Mapping[str, int]

    @property
    def mean(self) -> int | None:
        """The mean length of a game in seconds; None without games."""
        return round(self.seconds / self.games) if self.games else None


def first_day(period: str, today: date) -> date:
    """Return the first day of a period that ends today."""
    return today - timedelta(days=DAYS[period] - 1)


def totals(counts: Iterable[HourCount]) -> Totals:
    """Return the sums of `counts`."""
    counts = list(counts)
    by_game: Counter[str] = Counter()
    for count in counts:
        by_game[count.game] += count.finished + count.left
    return Totals(
        by_game.total(),
        sum(count.seconds for count in counts),
        sum(count.finished for count in counts),
        sum(count.left for count in counts),
        sum(count.ai_games for count in counts),
        sum(count.ai_won for count in counts),
        by_game,
    )


def bars(counts: Sequence[HourCount], period: str, today: date, config: Config) -> list[ChartBar]:
    """Return a bar for each of today's hours (see `_hours`), or for each day of a longer period."""
    if period == "day":
        return [
            ChartBar(today, hour, _summed(c for c in counts if c.hour == hour))
            for hour in _hours(counts, today, config)
        ]
    days = [first_day(period, today) + timedelta(days=i) for i in range(DAYS[period])]
    return [ChartBar(day, None, _summed(c for c in counts if c.day == day)) for day in days]


def _summed(counts: Iterable[HourCount]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for count in counts:
        found[count.game] += count.finished + count.left
    return found


def _hours(counts: Sequence[HourCount], today: date, config: Config) -> range:
    """Return today's hours, from the first to the last in which the table was open or used."""
    week = config.hours.week()
    span, before = week[today.weekday()], week[(today.weekday() - 1) % len(week)]
    found = {count.hour for count in counts}
    if span.begin < span.end:
        found |= {span.begin // _HOUR, min(23, (span.end - 1) // _HOUR)}
    if before.end > 24 * _HOUR:  # yesterday's opening hours end after midnight
        found |= {0, (before.end - 1) // _HOUR - 24}
    found = found or set(_USUAL)
    return range(min(found), max(found) + 1)


HEAD = Style(28, theme.EYEBROW, bold=True, spacing=4)
FIGURE = Style(48, theme.IVORY, bold=True)
LABEL = Style(28, theme.MUTED)
TEXT = Style(28, theme.IVORY)
COUNT = Style(28, theme.HIGHLIGHT, bold=True)
LEAST = 22
UNIT = 26  # the most design pixels for one game in a bar
BAR_GAP = 16
PART_GAP = 2
SWATCH = 20
WORD_GAP, LEGEND_GAP, LEGEND_ROW = 6, 12, 36
# The chart's height stands for at least FULLEST - 1 games, so that a few games do not fill it.
FULLEST = 7
GOOD_KINDS = frozenset({"start", "restart", "update"})
_Entry = tuple[str, str, str, int]
"""An entry of the legend: a game's id, its name, its number of games as text, and the entry's width in pixels."""


@dataclass(frozen=True, slots=True)
class AuditsView:
    """The content of the panel."""

    period: str
    totals: Totals
    bars: Sequence[ChartBar]
    incidents: Sequence[Incident]  # newest first


class AuditsPanel:
    """Draws the panel except its tabs."""

    def __init__(self, stage: Stage, places: Places) -> None:
        self.stage = stage
        self.places = places
        self._lift = 0  # pixels by which a second row of the legend raises the bars

    def draw(self, canvas: Canvas, shown: AuditsView) -> None:
        """Draw the panel without the tabs."""
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
        """Draw the four figures, and below them the results against the AI."""
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
        """Return the number of bars from one mark on the axis to the next."""
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
        """Draw a bar's parts from the bottom up, each game in its colour and pattern."""
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
        """Return the legend's entries, one for each game: in one row if they fit, otherwise in two."""
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
            pitch = place.width // len(entries) if len(rows) > 1 else 0  # both rows are aligned
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
    """Draw a line: date, time, incident, and a sign that says whether it is a problem."""
    sign = cell("sign", 30, across=30, align=Align.MIDDLE)
    at = within(stage.metrics, place, row(cell("day", 104), cell("time", 84), cell("what"), sign, gap=12))
    stage.label(canvas, words.day_text(stage, incident.at.date()), at["day"], LABEL)
    stage.label(canvas, f"{incident.at:%H:%M}", at["time"], LABEL)
    stage.label(canvas, stage.t(f"kiosk.incident.{incident.kind}"), at["what"], TEXT, least=LEAST)
    tick = "tick" if incident.kind in GOOD_KINDS else "warning"
    stage.blit(canvas, marks.sign(stage, tick, side=30), at["sign"].topleft)


def _grid(most: int) -> tuple[int, ...]:
    """Return zero and two round numbers up to `most`."""
    for step in (1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 100, 150, 200, 250, 300, 500):
        if step * 3 > most:
            return (0, step, 2 * step)
    step = most // 3
    return (0, step, 2 * step)


MOST_SHARE = 0.62  # the largest share of the window's height that a list takes
TRAY, ROW_GAP = 40, 12  # design pixels around the rows and between them
_LIST = frozenset({Kind.UP, Kind.DOWN, Kind.PREVIOUS, Kind.NEXT, Kind.TURN})

DrawRow = Callable[[int, tuple[int, int], bool], pygame.Surface]


class ListCard(MenuCard):
    """A list in which up and down scroll; Confirm or Back closes it."""

    material = "lacquer"
    rim = 0.0
    ink = theme.IVORY

    def __init__(
        self, stage: Stage, title: str, count: int, row: float, draw_row: DrawRow, text: Callable[[int], str]
    ) -> None:
        """`row` is a row's height in design pixels; `text` returns a row's text to be read aloud."""
        super().__init__(stage, title)
        self.count = count
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
        height = min(most, TRAY + self.count * (self._row + ROW_GAP))
        places = self.lay(1500, 24, cell("list", height), row(cell(), cell("ok", 360), size=96))
        self.list = ScrollList(self.stage, places["list"], self._row, self.count, self._draw_row, self._chosen)
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


LISTED = Style(30, theme.IVORY, bold=True)
DATE = Style(28, theme.MUTED)
INCIDENT_ROW, PROBLEM_ROW, TALL_MORE = 92, 128, 44  # heights in design pixels; an upright window adds TALL_MORE
WHEN = 306


def incident_list(stage: Stage, incidents: Sequence[Incident], today: date) -> Scene:
    """Return the list of all incidents, newest first, with days named as of `today`."""

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
    """Return the list of problems in full, below the file's name."""
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
    """Draw a row: time, incident, details in a second line, and a sign."""
    sheet, is_tall = SurfaceCanvas.blank(size), stage.metrics.shape is Shape.TALL
    if chosen:
        stage.blit(sheet, stage.paint.face("lacquer", size, 12), (0, 0))
    date = cell("when", 34 if is_tall else WHEN) if when else None
    texts = cell("text"), cell("detail") if detail else None
    words = column(date if is_tall else None, *texts, gap=0, pad=(0, 10))
    sign = None if good is None else cell("sign", marks.SIDE, across=marks.SIDE, align=Align.MIDDLE)
    line = row(None if is_tall else date, words, sign, pad=(24, 0))
    places = within(stage.metrics, pygame.Rect((0, 0), size), line)
    if good is not None:
        stage.blit(sheet, marks.sign(stage, "tick" if good else "warning"), places["sign"].topleft)
    if when:
        stage.label(sheet, when, places["when"], DATE)
    if detail:
        stage.label(sheet, detail, places["detail"], DATE)
    stage.label(sheet, text, places["text"], LISTED, lines=1 if detail else 4)
    return sheet.surface
