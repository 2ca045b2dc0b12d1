"""The records of the house, a page for each game: who is ranked, the fastest wins, the calendar of the puzzle."""

from __future__ import annotations

from datetime import date
from functools import partial

import pygame

from game import files, paths
from game.core.spec import LEVELS, GameSpec
from game.registry import GAMES
from game.statistics import MOST_RANKED, ORDERS, house_records
from game.statistics_csv import csv_text
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.heading import draw_heading
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.widgets import CLOSE_RING, Button, Ghost, Widget
from scenes.records import words
from scenes.records.board_art import draw_board, draw_header, draw_row
from scenes.records.game_tabs import GameTabs
from scenes.records.panels import calendar, draw_calendar, draw_fastest, draw_house, total
from scenes.records.places import records_places
from scenes.routes import ToJoin, ToSetup
from scenes.services import Services
from scenes.table.daily import days, standing
from scenes.table.loading import daily_of

EMPTY = Style(theme.TITLE, theme.IVORY, bold=True)
EMPTY_NOTE = Style(theme.HELPER, theme.MUTED)
LAUREL = 200
TABLE = "Kissaten records {day}.csv"
BYTE_ORDER_MARK = "\ufeff"  # by which spreadsheets know that the text is UTF-8


class RecordsScene(FocusScene):
    """Every row, bead and day is a focus stop; the shoulders and the wheel turn the pages."""

    def __init__(self, services: Services, game: str = "", today: date | None = None) -> None:
        """`game` is the page to open, "" for that of the game played last; `today` is the calendar's, None for now."""
        super().__init__(services.stage)
        self.services = services
        self.games = list(services.games)
        wanted = game if game in self.games else services.last_game
        self.page = self.games.index(wanted)
        self.order = ORDERS[0]
        self.today = today or services.today

    @property
    def spec(self) -> GameSpec:
        """The game of the open page."""
        return GAMES[self.games[self.page]]

    # Life

    def enter(self) -> None:
        self.resized()

    def resume(self, result: object) -> Nav | None:
        self.resized()  # somebody may have sat down
        return None

    def resized(self) -> None:
        store, spec = self.services.store, self.spec
        if self.order not in words.orders(spec, ORDERS):
            self.order = ORDERS[0]
        self.records = house_records(store.statistics, store.profiles, spec.id, self.order)
        self.columns = words.columns(self.stage, spec)
        self.places = records_places(self.stage.metrics, len(self.games), len(self.columns))
        self.has_calendar = daily_of(spec) is not None
        self.stars = days(store, spec.id) if self.has_calendar else {}
        self.streak = standing(store, spec.id, self.today).streak if self.has_calendar else 0
        self.bar = GlyphBar(self.stage, self.places["bar"])
        self.rows: list[Widget] = []
        self.beans: list[Widget] = []
        self.cells: dict[date, Widget] = {}
        self.focus.set(self._widgets())

    def _widgets(self) -> list[Widget]:
        t, places = self.stage.t, self.places
        labels = [t(f"game.{game}") for game in self.games]
        widgets: list[Widget] = [GameTabs(places.all("tab"), labels, self.page, self._open)]
        if self.records.ranked:
            widgets += self._headers()
        else:
            widgets.append(self._invitation())
        self.rows = [
            _stop(places.all("row")[place - 1], words.row_text(self.stage, self.spec, place, row))
            for place, row in enumerate(self.records.ranked, 1)
        ]
        self.beans = [
            _stop(rect, words.fastest_text(self.stage, level, self.records.fastest.get(level)))
            for level, rect in zip(LEVELS, places.all("bean"), strict=True)
        ]
        if self.has_calendar:
            for day, rect in zip(calendar(self.today), places.all("day"), strict=True):
                if day <= self.today:
                    text = words.day_text(self.stage, day, self.stars.get(day, 0), self.today)
                    self.cells[day] = _stop(rect, text, 8)
            return [*widgets, *self.rows, *self.beans, *self.cells.values()]
        self._house = Ghost(self.places["below"], lambda: None, name=words.house_text(self.stage, self.records.house))
        return [*widgets, *self.rows, *self.beans, self._house]

    def _headers(self) -> list[Widget]:
        """The columns by which the rows can be ranked."""
        header = self.places["header"]
        found: list[Widget] = []
        for name, column in zip(self.columns, self.places.all("figure"), strict=True):
            if name in ORDERS:
                rect = pygame.Rect(column.x, header.y, column.width, header.height)
                rect.inflate_ip(-self.stage.metrics.px(8), -self.stage.metrics.px(8))
                label = self.stage.t("records.ranked", order=self.stage.t(f"records.column.{name}"))
                found.append(_close(Ghost(rect, partial(self._rank, name), 10, name=label)))
        return found

    @property
    def _nameless(self) -> bool:
        """Whether games were played, but by nobody who has given a name."""
        return self.records.house.played > 0

    def _invitation(self) -> Widget:
        """What can be done about an empty page: play, or sit down under a name."""
        unit, board = self.stage.metrics.px, self.places["board"]
        rect = pygame.Rect(0, 0, min(unit(440), board.width - unit(96)), unit(96))
        rect.midbottom = board.centerx, board.bottom - unit(72)
        if self._nameless:
            return Button(rect, self.stage.t("glyph.join"), lambda: Push(ToJoin()), kind="primary")
        return Button(rect, self.stage.t("records.play"), lambda: Pop(ToSetup(self.spec.id)), kind="primary")

    @property
    def spoken_title(self) -> str:
        return self.stage.t("records.title")

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        notices = self.services.notices()
        return self._tell(self.stage.t("notice.title"), " ".join(notices)) if notices else None

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant is intent and intent.point is not None and self.bar.covers(intent.point):
            return None
        if meant.kind is Kind.BACK:
            self.stage.audio.play("back")
            return Pop()
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT, Kind.TURN):
            self._turn(-meant.value if meant.kind is Kind.TURN else 1 if meant.kind is Kind.NEXT else -1)
            return None
        if meant.kind is Kind.SECONDARY:
            orders = words.orders(self.spec, ORDERS)
            self._rank(orders[(orders.index(self.order) + 1) % len(orders)])
            return None
        if meant.kind is Kind.HINT and not self.services.is_unattended:
            return self._export()
        return self.focus.intent(meant)[1]

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
            return self._tell(t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        return self._tell(t("records.exported"), t("archive.exported_body", name=path.name, folder=path.parent))

    def _tell(self, title: str, text: str) -> Nav:
        answers = [Answer(self.stage.t("dialog.ok"), None, primary=True)]
        return Push(lambda: Dialog(self.stage, title, text, answers, width=960))

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage, places = self.stage, self.places
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("records.eyebrow"), stage.t("records.title"))
        draw_board(stage, canvas, places["board"])
        current = self.focus.current
        if self.records.ranked:
            draw_header(stage, canvas, places, self.columns, self.order)
            for index in range(MOST_RANKED):
                row = self.records.ranked[index] if index < len(self.records.ranked) else None
                lit = row is not None and self.rows[index] is current
                draw_row(self.services, canvas, places, index, row, self.columns, self.order, lit)
        else:
            self._draw_empty(canvas)
        bean = self.beans.index(current) if current in self.beans else None
        draw_fastest(stage, canvas, places, self.records.fastest, bean)
        if self.has_calendar:
            self._draw_calendar(canvas, current)
        else:
            draw_house(stage, canvas, places, self.records.house, current is self._house)
        self.focus.draw(canvas)
        self.bar.set(self._prompts())
        self.bar.draw(canvas)

    def _draw_calendar(self, canvas: Canvas, current: Widget | None) -> None:
        """With what the focused day was worth beside the title, or the streak and all its stars."""
        focused = next((day for day, cell in self.cells.items() if cell is current), None)
        if focused is not None and current is not None:
            aside = current.name
        else:
            count = total(self.stars, list(self.cells))
            aside = self.stage.t("records.standing", streak=self.streak, stars=count)
        draw_calendar(self.stage, canvas, self.places, self.stars, self.today, aside, focused)

    def _draw_empty(self, canvas: Canvas) -> None:
        """An invitation in the middle of the board, above its button."""
        stage, unit = self.stage, self.stage.metrics.px
        board = self.places["board"]
        room = board.width - 2 * unit(72)
        key = "nameless" if self._nameless else "empty"
        title = stage.t(f"records.{key}", game=stage.t(f"game.{self.spec.id}"))
        note = stage.t(f"records.{key}_note", game=stage.t(f"game.{self.spec.id}"))
        lines = stage.lines(note, stage.capped(EMPTY_NOTE, 1.2), room)
        side = unit(LAUREL)
        top = board.top + (board.height - unit(LAUREL + 400)) // 2
        laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
        canvas.blit(laurel, (board.centerx - side // 2, top), 0.8)
        style = stage.shrunk(title, stage.capped(EMPTY, 1.2), room, theme.CAPTION - 4)
        baseline = top + side + unit(76)
        stage.text(canvas, title, (board.centerx, baseline), style, "centre", room)
        small = stage.capped(EMPTY_NOTE, 1.2)
        stage.paragraph(canvas, lines, (board.centerx, baseline + unit(64)), small, "centre")

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        ranked = [Prompt(Kind.SECONDARY, self._ranked_by)] if self.records.ranked else []
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(SHOULDERS, t("records.page"), ""),
            *ranked,
            *([] if self.services.is_unattended else [Prompt(Kind.HINT, t("records.export"))]),
            Prompt(Kind.BACK, t("glyph.back")),
        ]


def _stop(rect: pygame.Rect, name: str, radius: float = 12) -> Ghost:
    """A place that takes the focus, is read aloud as `name` and does nothing."""
    ghost = Ghost(rect, lambda: None, radius, name=name)
    ghost.is_only_read = True
    return _close(ghost)


def _close(widget: Ghost) -> Ghost:
    """With a ring that leaves its neighbours in view."""
    widget.ring = CLOSE_RING
    return widget
