"""The records of the house, a page for each game: who is ranked, the fastest wins, the calendar of the puzzle."""

from __future__ import annotations

from datetime import date

from game import files, paths
from game.core.spec import LEVELS, GameSpec
from game.practice_results import best, best_of_house
from game.registry import GAMES
from game.statistics import ORDERS, house_records
from game.statistics_csv import csv_text
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Part, Shape, cell, column, grid, row, stack
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.table import stop
from scenes.kit.widgets.tabs import Tabs
from scenes.kit.widgets.widget import Button, Widget
from scenes.records import words
from scenes.records.board_art import FRAME, Ranking, draw_board
from scenes.records.panels import (
    DAYS,
    HEAD,
    PAD,
    WEEKS,
    calendar,
    draw_calendar,
    draw_fastest,
    draw_house,
    draw_minutes,
    total,
)
from scenes.routes import ToJoin, ToSetup
from scenes.services import Services
from scenes.table.art.laurel import draw_empty
from scenes.table.exercises import puzzle_days

TABLE = "Kissaten records {day}.csv"
BYTE_ORDER_MARK = "\ufeff"  # by which spreadsheets know that the text is UTF-8


class RecordsScene(PageScene):
    """Every row, bead and day is a focus stop; the shoulders and the wheel turn the pages."""

    eyebrow, title = "records.eyebrow", "records.title"

    def __init__(self, services: Services, game: str = "", today: date | None = None) -> None:
        """`game` is the page to open, "" for that of the game played last; `today` is the calendar's, None for now."""
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
        self.resized()  # somebody may have sat down
        return None

    def resized(self) -> None:
        store, spec = self.services.store, self.spec
        if self.order not in words.orders(spec, ORDERS):
            self.order = ORDERS[0]
        self.records = house_records(store.statistics, store.profiles, spec.id, self.order)
        count, holders = best_of_house(store, store.profiles.all(), spec.id)
        self.minutes = words.Minutes(
            count, holders, best(self.services.puzzle_results, puzzle_days.solver(self.services), spec.id)
        )
        self.has_calendar = bool(spec.study.solver)  # its puzzles are matches, for one who plays alone
        self.stars, self.streak = puzzle_days.stars_of_house(self.services, spec.id, self.today)
        super().resized()

    def parts(self, shape: Shape) -> Part:
        """The board with the ranking beside two panels, or above them: the fastest wins; figures, or days."""
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
        self.ranking = Ranking(self.services, places["ranking"], self.spec, ranked, self.order, self._rank)
        self.rows = self.ranking.lines
        widgets: list[Widget] = [tabs, *self.ranking.heads] if ranked else [tabs, self._invitation()]
        self.beans = [
            stop(rect, words.fastest_text(self.stage, level, self.records.fastest.get(level)))
            for level, rect in zip(LEVELS, places.all("bean"), strict=True)
        ]
        self._minutes = [stop(rect, words.minutes_text(self.stage, self.minutes)) for rect in places.all("minutes")]
        self.cells: dict[date, Widget] = {}
        if self.has_calendar:
            for day, rect in zip(calendar(self.today), places.all("day"), strict=True):
                if day <= self.today:
                    text = words.day_text(self.stage, day, self.stars.get(day, 0), self.today)
                    self.cells[day] = stop(rect, text, radius=8)
            return [*widgets, *self.rows, *self.beans, *self._minutes, *self.cells.values()]
        self._house = stop(places["below"], words.house_text(self.stage, self.records.house), lambda: None, RADIUS)
        return [*widgets, *self.rows, *self.beans, *self._minutes, self._house]

    @property
    def _is_nameless(self) -> bool:
        """Whether games were played, but by nobody who has given a name."""
        return self.records.house.played > 0

    def _invitation(self) -> Widget:
        """What can be done about an empty page: play, or sit down under a name."""
        rect = self.places["invite"]
        if self._is_nameless:
            return Button(rect, self.stage.t("glyph.join"), lambda: Push(ToJoin()), kind="primary")
        return Button(rect, self.stage.t("records.play"), lambda: Pop(ToSetup(self.spec.id)), kind="primary")

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
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
        """Open another page, and say which."""
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

    @property
    def _ranked_by(self) -> str:
        return self.stage.t("records.ranked", order=self.stage.t(f"records.column.{self.order}"))

    def _export(self) -> Nav:
        """Write everybody's figures as a table, where exported games go too."""
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
            draw_house(stage, canvas, places, self.records.house, current is self._house)

    def _draw_calendar(self, canvas: Canvas, current: Widget | None) -> None:
        """With what the focused day was worth beside the title, or the streak and all its stars."""
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
