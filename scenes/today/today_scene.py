"""Today: a sheet with the day's puzzle of each game, the streak in days, and a calendar of playable days.

The calendar has a dot for each game of a day. Any device can enter the code of a shared day, which opens that day.
"""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from enum import Enum, auto
from functools import partial
from itertools import groupby

import pygame

from game import paths
from game.core.incremental import IncrementalRun
from game.puzzles.day_code import LONGEST, clean_code, spelt
from game.puzzles.results import MOST_DAYS, InARow
from game.records import files
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Places, Shape, cell, column, grid, row
from scenes.kit.scene import Item, Nav, Pop, Push, ScanGroup, Switch
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.text.strings import day_and_month
from scenes.kit.widgets.dialog import DialogAnswer, tell
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.scanner import prompt_targets, targets_of
from scenes.kit.widgets.widget import Action, Button, HitArea, Widget
from scenes.routes import ToMenu
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.exercises import puzzle_days
from scenes.table.names import NameScene
from scenes.table.sharing.share_dialog import ShareDialog
from scenes.today import occasion as words
from scenes.today.occasion import OfDay
from scenes.today.practice_scene import PracticeScene, begin_match
from scenes.today.sheet import Pictures, SheetCell, SheetEntry, entries_of, share_text, shared_card, spoken
from scenes.today.solving_scene import NextStep, SolvingScene

DAYS, WEEKS = 7, 6
HEAD = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
COUNT, UNIT = Style(104, theme.IVORY, bold=True), Style(40, theme.MUTED)
BEST = Style(theme.CAPTION, theme.MUTED)
WEEKDAY, DAY = Style(22, theme.MUTED), Style(26, theme.IVORY)
LEAST_SIZE, SMALLEST = 16, 12
DOT = 8  # design pixels
DOTS = ("none", "#8A6B35", "#B98F45", "#EBC66F")  # colours by number of stars
LINE = "#7A684D"


def days_card(is_low: bool) -> Part:
    """Lay out the streak and the month; side by side if `is_low`."""
    weekdays = row(*[cell("weekday")] * DAYS, size=30, gap=2)
    month = column(weekdays, grid("day", DAYS * WEEKS, DAYS, gap=2), gap=4)
    kept = cell("head", 36), cell("count", 104), cell("best", 76)
    if is_low:
        return row(column(*kept, cell(), gap=6, size=330), month, name="card", gap=32, pad=24)
    return column(*kept, cell("line", 2), month, name="card", gap=8, pad=(24, 20, 24, 16))


def month_of(day: date) -> list[date | None]:
    """Return the days of a month in weeks that begin on Monday; None stands for a day of another month."""
    first, count = calendar.monthrange(day.year, day.month)
    days = [day.replace(day=1) + timedelta(days=index) for index in range(count)]
    return [*[None] * first, *days, *[None] * (DAYS * WEEKS - first - count)]


def day_spoken(stage: Stage, day: date, stars: Sequence[int]) -> str:
    """Return a day of the month with its total stars, to be read aloud."""
    date_text = day_and_month(stage.t, day)
    when = stage.t("records.date", weekday=stage.t(f"weekday.long.{day.weekday()}"), date=date_text)
    return stage.t("speech.value", name=when, value=stage.t("today.stars", count=sum(stars)))


def draw_card(
    stage: Stage,
    canvas: Canvas,
    places: Places,
    kept: InARow,
    chosen: date,
    today: date,
    stars: Mapping[date, Sequence[int]],
) -> None:
    """Draw the streak, and the month of the `chosen` day."""
    panel = places["card"]
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
    stage.label(canvas, stage.t("today.row").upper(), places["head"], HEAD, grow=1.2, least=LEAST_SIZE)
    number = stage.label(canvas, str(kept.days), places["count"], COUNT)
    rest = pygame.Rect(places["count"])
    rest.left = number.right + stage.metrics.px(12)
    rest.width = places["count"].right - rest.left
    stage.label(canvas, stage.t("today.days", count=kept.days), rest, UNIT, least=LEAST_SIZE)
    best = stage.t("today.best", count=kept.best)
    stage.label(canvas, best, places["best"], BEST, lines=0, grow=1.15, least=LEAST_SIZE, top=True)
    for weekday, place in enumerate(places.all("weekday")):
        inner = place.inflate(-stage.metrics.px(6), 0)
        stage.label(canvas, stage.t(f"weekday.{weekday}"), inner, WEEKDAY, "centre", least=SMALLEST)
    for day, place in zip(month_of(chosen), places.all("day"), strict=True):
        if day is not None:
            _draw_day(stage, canvas, place, day, stars.get(day, ()), is_future=day > today)
            if day == chosen:
                stage.blit(canvas, stage.paint.ring(place.size, 8, 0, 3), place.topleft)


def _draw_day(
    stage: Stage, canvas: Canvas, place: pygame.Rect, day: date, stars: Sequence[int], is_future: bool
) -> None:
    upper = pygame.Rect(place.left, place.top, place.width, place.height * 3 // 5)
    alpha = 0.4 if is_future else 1.0
    stage.label(canvas, str(day.day), upper, DAY, "centre", least=LEAST_SIZE, alpha=alpha)
    if not is_future and stars:
        size = place.width, place.height - upper.height
        dots = stage.paint.cached(("day dots", size, tuple(stars)), lambda: Sprite(_dots(stage, size, stars)))
        stage.blit(canvas, dots, upper.bottomleft)


def _dots(stage: Stage, size: tuple[int, int], stars: Sequence[int]) -> pygame.Surface:
    """Draw a dot for each puzzle of a day."""
    radius = stage.paint.px(DOT) / 2
    step = min(size[0] / (len(stars) + 0.5), 3 * radius)
    first = size[0] / 2 - step * (len(stars) - 1) / 2
    body = ""
    for index, count in enumerate(stars):
        fill = "none" if not count else DOTS[count]
        stroke = f'stroke="{LINE}" stroke-width="{max(1.0, stage.paint.px(1.5)):.2f}"'
        body += (
            f'<circle cx="{first + index * step:.2f}" cy="{size[1] / 2:.2f}" r="{radius:.2f}" fill="{fill}" {stroke}/>'
        )
    return svg.render(body, *size)


class CodeScene(NameScene):
    """Where people enter the code of a day. The result is the way to that day (`Switch`), or None if they leave.

    A wrong code is reported and can be corrected.
    """

    longest = LONGEST
    columns = 8
    pages: Mapping[str, tuple[str, ...]] = {"K": ("01234567", "89ABCDEF", "GHJKMNPQ", "RSTVWXYZ")}

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage, "")
        self._services = services

    def heading(self) -> tuple[str, str]:
        return self.stage.t("today.enter.title"), self.stage.t("today.enter.note")

    def clean(self, text: str) -> str:
        return clean_code(text)[: self.longest]

    def helpers(self) -> list[tuple[str, Action]]:
        return [(self.stage.t("naming.erase"), self._erase)]

    def done(self) -> Nav:
        return self._opened(spelt(self.name)) if self.name else Pop()

    def signal(self, signal: Signal) -> Nav | None:
        return self._opened(signal.text) if signal.kind is SignalKind.PASTED else super().signal(signal)

    def _opened(self, text: str) -> Nav:
        """Return the way to the day of the code in a text, or a message that there is no such day."""
        leads = puzzle_days.opened_by(self._services, text)
        if leads is None:
            return tell(self.stage, self.stage.t("today.enter.wrong"), self.stage.t("today.enter.wrong_body"))
        return Pop(leads) if isinstance(leads, Switch) else leads


TITLE = Style(72, theme.PRINT_RED, bold=True)
DATE = Style(32, theme.INK_SOFT)
NUMBER = Style(32, theme.PRINT_RED, bold=True)
TEETH = 53
LEAST = 22
CELL_RADIUS = 10
CARD = "Kissaten {day}.png"


class Save(Enum):
    """A further answer in the dialog that shares a day."""

    PICTURE = auto()


class TodayScene(PageScene):
    """Opens with today; the shoulder buttons and the month lead to earlier days."""

    spare = (SHOULDERS,)

    def __init__(self, services: Services, day: date | None = None, practice: str = "") -> None:
        """`day` is the first day, None for today; `practice` is the game whose packs open at once, "" for none."""
        super().__init__(services.stage)
        self.services = services
        self.day = self._kept(services.today if day is None else day)
        self._practice = practice
        self.pictures = Pictures(services)
        self._card: IncrementalRun[bytes] | None = None  # the picture that is being drawn, to be saved

    # Life

    def enter(self) -> None:
        self._read()
        super().enter()

    def leave(self) -> None:
        self.pictures.close()

    def resume(self, result: object) -> Nav | None:
        self._read()
        self.resized()
        if result is NextStep.NEXT:
            following = next((entry for entry in self.entries if self._is_next(entry)), None)
            return None if following is None else self._open(following)
        if result is Save.PICTURE:
            self._card = IncrementalRun(shared_card(self.stage, self.day, self.entries, self.row))
        return result if isinstance(result, Switch) else None

    def _read(self) -> None:
        """Read the progress of the puzzles."""
        found = puzzle_days.all_attempts(self.services)
        self.entries = entries_of(found, self.day)
        self.row = puzzle_days.days_in_a_row(found.values(), self.services.today)
        days = [day for day in month_of(self.day) if day is not None]
        self.stars = {day: [each[day].stars if day in each else 0 for each in found.values()] for day in days}

    # The page

    def parts(self, shape: Shape) -> Part:
        title = cell("title", fit=self.stage.natural(self._title, self.stage.limit_scale(TITLE, 1.0)) + 4)
        heading = row(title, cell("date"), cell("number", 170), size=84, gap=28)
        head = column(heading, cell("rule", 12), size=100, gap=4)
        side = 28 if shape is Shape.CLASSIC else 40
        cells = grid("cell", len(self.entries), 1 if shape is Shape.TALL else 2, gap=16)
        sheet = column(head, cells, name="sheet", gap=20, pad=(side, 16, side, 32))
        below = [cell("button")] * len(self._buttons())
        if shape is Shape.TALL:
            return column(sheet, column(days_card(is_low=True), size=430), row(*below, size=88, gap=18), gap=20)
        width, gap = (408, 40) if shape is Shape.WIDE else (320, 24)
        first = below[:-2] if shape is Shape.CLASSIC else [row(*below[:-2], gap=18)]
        lines = [*first, row(*below[-2:], gap=18)]
        buttons = column(*lines, size=98 * len(lines) - 18, gap=18)
        beside = column(days_card(is_low=False), buttons, size=width, gap=18)
        return row(sheet, beside, gap=gap)

    def widgets(self) -> list[Widget]:
        t = self.stage.t
        places = self.places.all("cell")
        self.cells = [SheetCell(self.services, *each) for each in zip(self.entries, places, strict=True)]
        self.pictures.want([wanted for each in self.cells if (wanted := each.wants) is not None])
        found: list[Widget] = []
        for each in self.cells:
            widget = HitArea(each.rect, partial(self._open, each.entry), CELL_RADIUS, spoken(self.stage, each.entry))
            widget.allow(each.entry.puzzle is not None, t("today.unreadable"))
            found.append(widget)
        for day, place in zip(month_of(self.day), self.places.all("day"), strict=True):
            if day is not None and day <= self.services.today:
                stars = self.stars[day]
                found.append(HitArea(place, partial(self.turn_to, day), 8, day_spoken(self.stage, day, stars)))
        places = self.places.all("button")
        return found + [Button(place, *each, size=32) for place, each in zip(places, self._buttons(), strict=True)]

    def scan(self) -> Sequence[Item]:
        """Return the puzzles, then the month by weeks, then the buttons."""
        stage, cells, keys = self.stage, len(self.cells), len(self._buttons())
        puzzles, days, buttons = (
            targets_of(stage, self.focus, widgets)
            for widgets in (self.focus.widgets[:cells], self.focus.widgets[cells:-keys], self.focus.widgets[-keys:])
        )
        shown = [day for day in month_of(self.day) if day is not None and day <= self.services.today]
        weeks = groupby(zip(shown, days, strict=True), lambda each: each[0].isocalendar().week)
        rows = [self._week(week, list(found)) for week, found in weeks]
        return (
            ScanGroup("puzzles", self._title, puzzles),
            ScanGroup("days", stage.t(f"month.{self.day.month}"), tuple(rows)),
            *buttons,
            *prompt_targets(self, self.bar),
        )

    def _week(self, week: int, found: Sequence[tuple[date, Item]]) -> ScanGroup:
        first, last = (day_and_month(self.stage.t, found[at][0]) for at in (0, -1))
        name = self.stage.t("scan.span", first=first, last=last)
        return ScanGroup(("week", week), name, tuple(item for _, item in found))

    def _buttons(self) -> list[tuple[str, Action]]:
        """Return the buttons below the month; visitors cannot enter a code."""
        t = self.stage.t
        code = [] if self.services.is_unattended else [(t("today.enter"), self._enter_code)]
        return [self._other_day, (t("practice.title"), self._practise), *code, (t("today.share"), self._share)]

    @property
    def _title(self) -> str:
        today = self.services.today
        if self.day == today:
            return self.stage.t("today.title")
        return self.stage.t("date.yesterday" if self.day == today - timedelta(days=1) else "today.earlier")

    @property
    def _date(self) -> str:
        t, day = self.stage.t, self.day
        return t("records.date", weekday=t(f"weekday.long.{day.weekday()}"), date=day_and_month(t, day))

    @property
    def spoken_title(self) -> str:
        return sentences(self._title, self._date)

    # Days

    def turn_to(self, day: date) -> None:
        """Show another day, within the days that are playable."""
        day = self._kept(day)
        if day == self.day:
            return
        self.day = day
        self._read()
        self.resized()
        self.stage.audio.play("focus", 0.5)
        self.stage.say(self.spoken_title, passing=True)

    def _kept(self, day: date) -> date:
        """Return the day, or the nearest playable one."""
        today = self.services.today
        return min(today, max(day, today - timedelta(days=MOST_DAYS - 1)))

    @property
    def _other_day(self) -> tuple[str, Action]:
        """The button that leads to yesterday, or back to today."""
        today = self.services.today
        if self.day == today:
            return self.stage.t("date.yesterday"), partial(self.turn_to, today - timedelta(days=1))
        return self.stage.t("date.today"), partial(self.turn_to, today)

    def _practise(self, game: str = "") -> Nav:
        return Push(lambda: PracticeScene(self.services, game))

    def _enter_code(self) -> Nav:
        return Push(lambda: CodeScene(self.services))

    def _share(self) -> Nav:
        text = share_text(self.stage, self.day, self.entries, self.row)
        saves = (
            []
            if self.services.is_unattended
            else [DialogAnswer(self.stage.t("today.save"), Save.PICTURE, is_for_owner=True)]
        )
        return Push(lambda: ShareDialog(self.services, text, more=saves))

    def _save(self, picture: bytes) -> Nav:
        """Write the picture of the day to the export folder."""
        t, folder = self.stage.t, paths.export_dir()
        try:
            path = files.export_bytes(picture, folder, CARD.format(day=self.day.isoformat()))
        except OSError as error:
            return tell(self.stage, t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        return tell(self.stage, t("today.saved"), t("archive.exported_body", name=path.name, folder=path.parent))

    # Presses

    def back(self) -> Nav | None:
        self.stage.audio.play("back")
        return Switch(ToMenu())

    def signal(self, signal: Signal) -> Nav | None:
        """Open the day of a pasted code."""
        return puzzle_days.opened_by(self.services, signal.text) if signal.kind is SignalKind.PASTED else None

    def unpasted(self) -> Nav | None:
        """Say that the pasted text has no code."""
        t = self.stage.t
        none = t("today.pasted.none"), t("today.pasted.none_body")
        return None if self.services.is_unattended else tell(self.stage, *none)

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.HINT:
            return self._share()
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            self.turn_to(self.day + timedelta(days=1 if intent.kind is Kind.NEXT else -1))
            return None
        return super().meant(intent)

    def _open(self, entry: SheetEntry) -> Nav | None:
        """Open a puzzle to solve it or see its solution. If it is solved by a match, begin or resume that match."""
        puzzle, day = entry.puzzle, self.day
        assert puzzle is not None
        if puzzle.is_match:
            return begin_match(self.services, puzzle)
        others = [other for other in self.entries if other.game != entry.game]
        has_next = any(map(self._is_next, others))
        return Push(lambda: SolvingScene(self.services, OfDay(self.services, puzzle, day, has_next)))

    def _is_next(self, entry: SheetEntry) -> bool:
        """Return whether a puzzle is unsolved and can follow another one."""
        return entry.puzzle is not None and not (entry.puzzle.is_match or entry.attempt.is_over)

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.pictures.tick()
        if self._practice:
            game, self._practice = self._practice, ""
            return self._practise(game)
        if self._card is not None and self._card.go(self.stage.clock):
            made, self._card = self._card.result, None
            return self._save(made)
        return super().tick(dt)

    @property
    def is_animated(self) -> bool:
        return super().is_animated or self.pictures.is_animated or self._card is not None

    def prompts(self) -> Sequence[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("today.solve"), ""),
            Prompt(SHOULDERS, t("today.day"), "minor"),
            Prompt(Kind.HINT, t("today.share"), "minor"),
        ]

    def draw_page(self, canvas: Canvas) -> None:
        stage, places = self.stage, self.places
        sheet = places["sheet"]
        strip = stage.paint.cached(("today", sheet.size), lambda: paper(self.stage, sheet.size, TEETH))
        stage.blit(canvas, strip, sheet.topleft)
        stage.label(canvas, self._title, places["title"], TITLE, least=LEAST)
        stage.label(canvas, self._date, places["date"], DATE, grow=1.2, least=LEAST)
        number = stage.t("today.number", number=words.number(self.day))
        stage.label(canvas, number, places["number"], NUMBER, "right", grow=1.2, least=LEAST)
        draw_double_rule(stage, canvas, places["rule"])
        for each in self.cells:
            each.draw(canvas, self.pictures.of)
        draw_card(stage, canvas, places, self.row, self.day, self.services.today, self.stars)
