"""The records of the house (this table), a page for each game: ranking, fastest wins, calendar of the puzzle.

The calendar is only for games whose puzzles are matches. Other games have the figures of all people together in its
place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pygame

from game import paths
from game.core.spec import LEVELS, GameSpec
from game.puzzles.practice_results import best, best_of_house
from game.puzzles.puzzle import MOST_STARS
from game.records import files
from game.registry import GAMES
from game.storage.figures import Figures
from game.storage.profiles import Profile
from game.storage.statistics import ORDERS, Fastest, csv_text, house_records
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Part, Places, Shape, cell, column, grid, row, stack, within
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Tabs
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.table import stop
from scenes.kit.widgets.widget import Button, Widget
from scenes.records import words
from scenes.records.curve_scene import CurveScene
from scenes.records.words import FRAME, Minutes, Ranking, draw_board
from scenes.routes import ToJoin, ToSetup
from scenes.services import Services
from scenes.table.art.faces import Face, draw_face
from scenes.table.art.laurel import draw_empty
from scenes.table.exercises import puzzle_days

DAYS, WEEKS = 7, 5
PAD = 24  # design pixels from a panel's edge to its content
HEAD = 56  # height of a panel's title
TITLE = Style(28, theme.EYEBROW, bold=True)
ASIDE = Style(28, theme.IVORY)
LEVEL = Style(theme.CAPTION, theme.MUTED)
MOVES = Style(36, theme.IVORY, bold=True)
HOLDER = Style(theme.CAPTION, theme.IVORY)
FIGURE = Style(60, theme.IVORY, bold=True)
LABEL = Style(26, theme.MUTED)
WEEKDAY = Style(22, theme.MUTED)
DAY = Style(24, theme.MUTED)
LEAST = 16
# The smallest type of levels and names. Longer ones are cut.
LEAST_NAME = 18
BEAN, FACE, MOVES_ROOM = 42, 36, 46  # widths
ROASTS = ("#C9904F", "#A86A34", "#854C24", "#5E3219", "#3E2012")  # by level: a stronger AI's bean is roasted darker
STAR = 18
_ABOVE, _FIGURE, _BELOW = cell(share=17), cell("figure", share=42), cell(share=7)
FIGURE_PARTS = column(_ABOVE, _FIGURE, cell("label", share=34), _BELOW, gap=0)


def draw_panel(stage: Stage, canvas: Canvas, rect: pygame.Rect, title: str, aside: str = "") -> None:
    """Draw a lacquer card with its title, and a note at its right."""
    px = stage.metrics.px
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size), rect.topleft)
    head = pygame.Rect(rect.left + px(PAD), rect.top + px(12), rect.width - 2 * px(PAD), px(36))
    if aside:
        beside = pygame.Rect(head.right - head.width * 11 // 20, head.top, head.width * 11 // 20, head.height)
        head.width = stage.label(canvas, aside, beside, ASIDE, "right", least=LEAST).left - px(16) - head.left
    stage.label(canvas, title, head, TITLE, least=LEAST)


def draw_minutes(stage: Stage, canvas: Canvas, place: pygame.Rect, minutes: Minutes, lit: bool) -> None:
    """Draw the house's best three-minute run with its holders, below the fastest wins."""
    if lit:
        stage.blit(canvas, stage.paint.segment(place.size), place.topleft)
    soft, ink = (theme.INK_SOFT, theme.INK) if lit else (theme.MUTED, theme.IVORY)
    name = stage.t("practice.minutes")
    widest = stage.natural(name, stage.limit_scale(LEVEL, 1.0))
    line = row(cell("name", widest + 2), cell("moves", MOVES_ROOM), cell("holder"), gap=6, pad=(6, 0, 2, 0))
    at = within(stage.metrics, place, line)
    stage.label(canvas, name, at["name"], LEVEL._replace(color=soft), least=LEAST_NAME)
    stage.label(canvas, str(minutes.count), at["moves"], MOVES._replace(color=ink), "right", least=LEAST_NAME)
    if minutes.holders:
        _draw_holder(stage, canvas, minutes.holders, at["holder"], HOLDER._replace(color=ink))


def _widest_level(stage: Stage) -> float:
    """Return the width of the longest name of a level, in design pixels."""
    return max(stage.natural(stage.t(f"level.{level}"), stage.limit_scale(LEVEL, 1.0)) for level in LEVELS) + 2


def draw_fastest(
    stage: Stage, canvas: Canvas, places: Places, fastest: Mapping[int, Fastest], focused: int | None
) -> None:
    """Draw a line for each level: bean, face, moves and, if any, the holders. The line `focused` (0 to 4) is lit."""
    draw_panel(stage, canvas, places["fastest"], stage.t("records.fastest"))
    parts = [cell("bean", BEAN), cell("face", FACE), cell("level", _widest_level(stage)), cell("moves", MOVES_ROOM)]
    line = row(*parts, cell("holder"), gap=6, pad=(6, 0, 2, 0))
    for index, (level, place) in enumerate(zip(LEVELS, places.all("bean"), strict=True)):
        lit = index == focused
        if lit:
            stage.blit(canvas, stage.paint.segment(place.size), place.topleft)
        soft, ink = (theme.INK_SOFT, theme.INK) if lit else (theme.MUTED, theme.IVORY)
        at, won = within(stage.metrics, place, line), fastest.get(level)
        size = stage.metrics.px(BEAN), stage.metrics.px(BEAN * 7 / 9)
        color = {} if won is None else {"color": ROASTS[index]}
        bean = stage.drawing("bean-hollow" if won is None else "bean", size, centred=True, **color)
        stage.blit(canvas, bean, at["bean"].center)
        draw_face(stage, canvas, Face(level), at["face"].center, min(stage.metrics.px(FACE), place.height))
        stage.label(canvas, stage.t(f"level.{level}"), at["level"], LEVEL._replace(color=soft), least=LEAST_NAME)
        moves, color_of_moves = ("–", soft) if won is None else (str(won.moves), ink)
        stage.label(canvas, moves, at["moves"], MOVES._replace(color=color_of_moves), "right", least=LEAST_NAME)
        if won is not None and won.holders:
            _draw_holder(stage, canvas, won.holders, at["holder"], HOLDER._replace(color=ink))


def _draw_holder(stage: Stage, canvas: Canvas, holders: Sequence[Profile], place: pygame.Rect, style: Style) -> None:
    """Draw a record's holders: the first name, shortened if necessary, and the number of others."""
    first, *others = holders
    count = f"+{len(others)}" if others else ""
    most = stage.limit_scale(style._replace(bold=True), 1.0)
    room = place.width - (stage.fonts.width(count, most) + stage.metrics.px(10) if count else 0)
    name = pygame.Rect(place.left, place.top, room, place.height)
    end = stage.label(canvas, first.name, name, style, least=LEAST_NAME).right
    if count:
        rest = pygame.Rect(end + stage.metrics.px(10), place.top, place.width, place.height)
        stage.label(canvas, count, rest, style._replace(bold=True))


def draw_house(stage: Stage, canvas: Canvas, places: Places, house: Figures, lit: bool) -> None:
    """Draw the figures of all people together."""
    cells = places["figures"]
    draw_panel(stage, canvas, places["below"], stage.t("records.together"))
    if lit:
        stage.blit(canvas, stage.paint.segment(cells.size), cells.topleft)
    ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
    figures = within(stage.metrics, cells, row(*[cell("figure")] * len(words.TOGETHER), gap=0, pad=(8, 0)))
    for name, place in zip(words.TOGETHER, figures.all("figure"), strict=True):
        at, shown = within(stage.metrics, place, FIGURE_PARTS), words.figure(stage, house, name)
        stage.label(canvas, shown, at["figure"], FIGURE._replace(color=ink), "centre", least=LEAST)
        label = stage.t(f"records.column.{name}")
        stage.label(canvas, label, at["label"], LABEL._replace(color=soft), "centre", grow=1.3, least=LEAST)


def recent_days(today: date) -> list[date]:
    """Return the days of the last WEEKS weeks up to the end of this week; weeks begin on Mondays."""
    first = today - timedelta(days=today.weekday() + DAYS * (WEEKS - 1))
    return [first + timedelta(days=i) for i in range(DAYS * WEEKS)]


def draw_calendar(
    stage: Stage,
    canvas: Canvas,
    places: Places,
    stars: Mapping[date, int],
    today: date,
    aside: str,
    focused: date | None,
) -> None:
    """Draw the puzzle of the day over five weeks; `aside` stands beside the title."""
    draw_panel(stage, canvas, places["below"], stage.t("today.puzzle"), aside)
    for weekday, rect in enumerate(places.all("weekday")):
        stage.label(canvas, stage.t(f"weekday.{weekday}"), rect, WEEKDAY, "centre", least=LEAST)
    for day, place in zip(recent_days(today), places.all("day"), strict=True):
        if day > today:
            _draw_number(stage, canvas, place, day, 0.35)
            continue
        _draw_day(stage, canvas, place, day, stars.get(day, 0), lit=day == focused)
        if day == today:
            stage.blit(canvas, stage.paint.rim(place.size, 8, 3), place.topleft)


def _draw_day(stage: Stage, canvas: Canvas, place: pygame.Rect, day: date, stars: int, lit: bool) -> None:
    if not stars:
        stage.blit(canvas, stage.paint.well(place.size, 8), place.topleft)
        _draw_number(stage, canvas, place, day, 1.0, lit)
        return
    stage.blit(canvas, stage.paint.segment(place.size, 8), place.topleft)
    line = row(cell(), *[cell("worth", fit=STAR)] * MOST_STARS, cell(), gap=1, pad=(2, 0))
    for index, star in enumerate(within(stage.metrics, place, line).all("worth")):
        stage.show(canvas, "printed-mark" if index < stars else "printed-mark-empty", star)


def _draw_number(stage: Stage, canvas: Canvas, place: pygame.Rect, day: date, alpha: float, lit: bool = False) -> None:
    style = DAY._replace(color=theme.IVORY if lit else theme.MUTED)
    stage.label(canvas, str(day.day), place, style, "centre", alpha=alpha)


def total(stars: Mapping[date, int], days: Sequence[date]) -> int:
    """Return the total stars of `days`."""
    return sum(stars.get(day, 0) for day in days)


TABLE = "Kissaten records {day}.csv"
BYTE_ORDER_MARK = "\ufeff"  # tells spreadsheets that the text is UTF-8


class RecordsScene(PageScene):
    """Every person, level and day can be focused; the shoulder buttons and the wheel turn the pages."""

    eyebrow, title = "records.eyebrow", "records.title"

    def __init__(self, services: Services, game: str = "", today: date | None = None) -> None:
        """`game` is the first page, "" for the last game played; `today` is the calendar's day, None for today."""
        super().__init__(services.stage)
        self.services = services
        self.games = list(services.offers.games)
        wanted = game if game in self.games else services.offers.last_game
        self.page = self.games.index(wanted)
        self.order = ORDERS[0]
        self.today = today or services.today

    @property
    def spec(self) -> GameSpec:
        """The game of the open page."""
        return GAMES[self.games[self.page]]

    # Life

    def resume(self, result: object) -> Nav | None:
        self.resized()  # someone may have joined
        return None

    def resized(self) -> None:
        store, spec, self._roster = self.services.store, self.spec, self.services.people.roster
        if self.order not in words.orders(spec, ORDERS):
            self.order = ORDERS[0]
        self.records = house_records(store.statistics, store.profiles, spec.id, self.order)
        profiles = store.profiles.all()
        count, ids = best_of_house(store, [profile.id for profile in profiles], spec.id)
        holders = [profile for profile in profiles if profile.id in ids]
        self.minutes = words.Minutes(
            count, holders, best(self.services.puzzle_results, puzzle_days.solver(self.services), spec.id)
        )
        self.has_calendar = bool(spec.study.solver)  # only if the game's puzzles are matches for one player
        self.stars, self.streak = puzzle_days.stars_of_house(self.services, spec.id, self.today)
        super().resized()

    def parts(self, shape: Shape) -> Part:
        """Lay out the ranking beside or above two panels.

        One panel has the fastest wins, the other has the calendar or the figures of all people.
        """
        tabs = [cell("tab", most=408)] * len(self.games)
        minutes = cell("minutes") if self.minutes.count else None
        fastest = column(
            *[cell("bean")] * len(LEVELS), minutes, name="fastest", gap=2, pad=(PAD - 8, HEAD, PAD - 8, PAD - 8)
        )
        days = column(row(*[cell("weekday")] * DAYS, size=34, gap=6), grid("day", DAYS * WEEKS, DAYS, gap=6), gap=0)
        below = stack(cell("figures"), days, name="below", pad=(PAD, HEAD, PAD, PAD))
        button = cell("invite", 96, across=440, align=Align.MIDDLE)
        empty = column(cell(), cell("empty", 436), cell(), button, gap=0, pad=(52, 0, 52, 52))
        ranking = stack(cell("ranking"), None if self.records.ranked else empty)
        if shape is Shape.TALL:
            board = stack(ranking, name="board", size=900, pad=(FRAME + 8, FRAME + 6))
            return column(row(*tabs, size=88, gap=16), board, row(fastest, below, size=432), gap=28)
        beside, gap = (592, 32) if shape is Shape.WIDE else (460, 24)
        board = stack(ranking, name="board", pad=(FRAME + 8, FRAME + 6))
        panels = column(fastest, below, size=beside, gap=20)
        return column(row(*tabs, size=72, gap=gap), row(board, panels, gap=gap), gap=20)

    def widgets(self) -> list[Widget]:
        t, places = self.stage.t, self.places
        labels = [t(f"game.{game}") for game in self.games]
        tabs = Tabs(places.all("tab"), labels, self.page, self._open, t("records.page"))
        ranked = self.records.ranked
        show = self._show_curve if self.spec.strengths and not self.services.is_unattended else None
        self.ranking = Ranking(self.services, places["ranking"], self.spec, ranked, self.order, self._rank, show)
        self.rows = self.ranking.lines
        widgets: list[Widget] = [tabs, *self.ranking.heads] if ranked else [tabs, self._invitation()]
        self.beans = [
            stop(rect, words.fastest_text(self.stage, level, self.records.fastest.get(level)))
            for level, rect in zip(LEVELS, places.all("bean"), strict=True)
        ]
        self._minutes = [stop(rect, words.minutes_text(self.stage, self.minutes)) for rect in places.all("minutes")]
        self.cells: dict[date, Widget] = {}
        if self.has_calendar:
            for day, rect in zip(recent_days(self.today), places.all("day"), strict=True):
                if day <= self.today:
                    text = words.day_text(self.stage, day, self.stars.get(day, 0), self.today)
                    self.cells[day] = stop(rect, text, radius=8)
            return [*widgets, *self.rows, *self.beans, *self._minutes, *self.cells.values()]
        self.house = stop(places["below"], words.house_text(self.stage, self.records.house), lambda: None, RADIUS)
        return [*widgets, *self.rows, *self.beans, *self._minutes, self.house]

    @property
    def _is_nameless(self) -> bool:
        """Whether games were played but nobody is ranked, since no player had a name."""
        return self.records.house.played > 0

    def _invitation(self) -> Widget:
        """Make the button of an empty page: play, or join under a name."""
        rect = self.places["invite"]
        if self._is_nameless:
            return Button(rect, self.stage.t("glyph.join"), lambda: Push(ToJoin()), kind="primary")
        return Button(rect, self.stage.t("records.play"), lambda: Pop(ToSetup(self.spec.id)), kind="primary")

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        if self._roster != self.services.people.roster:
            self.resized()  # the rows show the tokens of the people at the table
        notices = self.services.notices.take()
        return tell(self.stage, self.stage.t("notice.title"), " ".join(notices)) if notices else None

    # Presses

    def meant(self, meant: Intent) -> Nav | None:
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT, Kind.TURN):
            self._turn(-meant.value if meant.kind is Kind.TURN else 1 if meant.kind is Kind.NEXT else -1)
            return None
        if meant.kind is Kind.SECONDARY:
            orders = words.orders(self.spec, ORDERS)
            self._rank(orders[(orders.index(self.order) + 1) % len(orders)])
            return None
        if meant.kind is Kind.HINT and not self.services.is_unattended:
            return self._export()
        return super().meant(meant)

    def _turn(self, by: int) -> None:
        """Open another page and read its game aloud."""
        self._open((self.page + by) % len(self.games))
        self.focus.focus(self.focus.widgets[0])
        self.stage.audio.play("focus", 0.5)
        self.stage.say(self.stage.t(f"game.{self.spec.id}"), passing=True)

    def _open(self, page: int) -> None:
        self.page = page
        self.focus.current = self.focus.widgets[0]
        self.resized()

    def _rank(self, order: str) -> None:
        """Rank the rows by another figure."""
        self.order = order
        self.resized()
        self.stage.say(self._ranked_by, passing=True)

    def _show_curve(self, profile: Profile) -> Nav:
        """Show a person's strength in this game as a curve."""
        return Push(lambda: CurveScene(self.services, self.spec, profile))

    @property
    def _ranked_by(self) -> str:
        return self.stage.t("records.ranked", order=self.stage.t(f"records.column.{self.order}"))

    def _export(self) -> Nav:
        """Write the figures of all people as a table to the export folder."""
        t, store, folder = self.stage.t, self.services.store, paths.export_dir()
        text = BYTE_ORDER_MARK + csv_text(store.statistics, store.profiles, t("records.together"))
        try:
            path = files.export_text(text, folder, TABLE.format(day=self.services.today.isoformat()))
        except OSError as error:
            return tell(self.stage, t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        return tell(self.stage, t("records.exported"), t("archive.exported_body", name=path.name, folder=path.parent))

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage, places = self.stage, self.places
        draw_board(stage, canvas, places["board"])
        current = self.focus.current
        if self.records.ranked:
            self.ranking.draw(canvas, current)
        else:
            key, game = "nameless" if self._is_nameless else "empty", stage.t(f"game.{self.spec.id}")
            title, note = (stage.t(f"records.{key}{part}", game=game) for part in ("", "_note"))
            draw_empty(stage, canvas, places["empty"], title, note)
        bean = self.beans.index(current) if current in self.beans else None
        draw_fastest(stage, canvas, places, self.records.fastest, bean)
        for line in self._minutes:
            draw_minutes(stage, canvas, line.rect, self.minutes, current is line)
        if self.has_calendar:
            self._draw_calendar(canvas, current)
        else:
            draw_house(stage, canvas, places, self.records.house, current is self.house)

    def _draw_calendar(self, canvas: Canvas, current: Widget | None) -> None:
        """Draw the calendar, and beside its title the result of the focused day.

        If no day has the focus, the streak and the total of stars are there.
        """
        focused = next((day for day, cell in self.cells.items() if cell is current), None)
        if focused is not None and current is not None:
            aside = current.name
        else:
            days, count = self.stage.t("menu.streak", count=self.streak), total(self.stars, list(self.cells))
            aside = self.stage.t("records.standing", days=days, stars=count)
        draw_calendar(self.stage, canvas, self.places, self.stars, self.today, aside, focused)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        ranked = [Prompt(Kind.SECONDARY, self._ranked_by)] if self.records.ranked else []
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(SHOULDERS, t("records.page"), ""),
            *ranked,
            *([] if self.services.is_unattended else [Prompt(Kind.HINT, t("records.export"))]),
        ]
