"""A page with a heading, a scrolling list and a bar; and the drawing of rows for finished games and other entries."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import pygame

from game.core.record import Record
from game.core.times import local_time
from game.records.playback import moves_of
from game.storage.shelf import ArchivedGame, DamagedGame
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import DIALOG_RADIUS
from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.layout import GAP, ROUNDING, Align, Part, Shape, cell, cells, column, row, within
from scenes.kit.scene import Item, Nav, ScanGroup, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.text.strings import past_day
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.page import MARGIN, TITLE, TOP, PageScene
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.table import ScrollList
from scenes.kit.widgets.widget import Widget
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.art.laurel import FAINT_SIDE, NOTE, draw_empty
from scenes.table.tile import tile
from scenes.table.words import result_text

ASIDE = Style(theme.HELPER, theme.MUTED)
LEAST_ASIDE = 20
LEAST_NAME = 18


class ListScene(PageScene):
    """Shows a scrolling list; subclasses define the rows and what opening a row does."""

    top = TOP
    # Heights in design pixels; the second one is for upright windows.
    row_height, tall_row_height = 104, 104

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self._chosen = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @abstractmethod
    def aside(self) -> str:
        """Return the text at the right end of the heading."""

    @abstractmethod
    def empty(self) -> tuple[str, str]:
        """Return the title and the sentence shown for an empty list."""

    @abstractmethod
    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        """Draw a row of `size` pixels."""

    @abstractmethod
    def row_text(self, index: int) -> str:
        """Return what speech reads for a row."""

    @abstractmethod
    def open(self, index: int) -> Nav | None:
        """Open a row."""

    def command(self, kind: Kind) -> Nav | None:
        """Handle a press that neither the list nor the Back action uses."""
        return None

    # Life

    def parts(self, shape: Shape) -> Part:
        """Lay out the `heading` and the text `aside`. If there is little room, the heading gets it first."""
        stage, whole = self.stage, self.stage.metrics.design[0] - 2 * MARGIN[shape]
        title = stage.natural(stage.t(self.title), stage.limit_scale(TITLE, 1.0)) + ROUNDING
        wide = min(stage.natural(self.aside(), ASIDE) + ROUNDING, whole * 2 / 3 - GAP, whole - GAP - title)
        aside = cell("aside", wide, across=36, align=Align.END) if self.aside() else None
        return column(row(cell("heading"), aside, size=108), cell("tray"), gap=44)

    def widgets(self) -> Sequence[Widget]:
        """Make the list, which handles presses itself. Returns no widgets."""
        height = self.tall_row_height if self.stage.metrics.shape is Shape.TALL else self.row_height
        self._chosen = max(0, min(self._chosen, self.count - 1))
        scaled = height * max(1.0, self.stage.metrics.text_scale * 0.9)
        self.list = ScrollList(self.stage, self.places["tray"], scaled, self.count, self.row_picture, self._chosen)
        return ()

    @property
    def spoken(self) -> str:
        there = self.row_text(self.list.chosen) if self.count else "\n".join(self.empty())
        return sentences(self.stage.t(self.title), there)

    def tick(self, dt: float) -> Nav | None:
        self.list.tick(dt)
        notices = self.services.notices.take()
        return tell(self.stage, self.stage.t("notice.title"), " ".join(notices)) if notices else None

    @property
    def is_animated(self) -> bool:
        return self.list.is_animated

    def meant(self, intent: Intent) -> Nav | None:
        opened = self.list.intent(intent)
        if self.list.chosen != self._chosen and self.count:
            self.stage.say(self.row_text(self.list.chosen), passing=True)
        self._chosen = self.list.chosen
        if opened:
            self.stage.audio.play("press")
            return self.open(self._chosen)
        return self.command(intent.kind)

    def scan(self) -> Sequence[Item]:
        """Return the rows in view, the items that scroll up and down, and the bar's prompts."""
        t, tray = self.stage.t, self.list
        seen = [index for index in range(self.count) if tray.view.contains(tray.row(index))]
        found: list[Item] = [
            ScanTarget(("row", index), self.row_text(index), partial(self._choose, index), (tray.row(index),))
            for index in seen
        ]
        for key, kind in (("scan.rows_up", Kind.PREVIOUS), ("scan.rows_down", Kind.NEXT)):
            if len(seen) < self.count:
                found.append(
                    ScanTarget(
                        key, t(key), partial(self.intent, Intent(kind, SWITCH)), (tray.rect,), is_back_in_group=True
                    )
                )
        return (ScanGroup("rows", self.stage.t(self.title), tuple(found)), *prompt_targets(self, self.bar, ()))

    def _choose(self, index: int) -> None:
        self._chosen = self.list.chosen = index

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        if (box := self.places.get("aside")) is not None:
            stage.label(canvas, self.aside(), box, ASIDE, "right", grow=stage.metrics.text_scale, least=LEAST_ASIDE)
        if self.count:
            self.list.draw(canvas)
        else:
            self._draw_empty(canvas)

    def _draw_empty(self, canvas: Canvas) -> None:
        """Draw a card for an empty list, in the middle of the list's area."""
        stage = self.stage
        unit = stage.metrics.px
        title, sentence = self.empty()
        width = min(self.list.rect.width, unit(1040))
        written = stage.natural_height(sentence, NOTE, width - 2 * unit(64))
        card = pygame.Rect(0, 0, width, unit(FAINT_SIDE + 232 + written))
        card.center = self.list.rect.center
        stage.blit(canvas, stage.paint.panel("lacquer", card.size, radius=DIALOG_RADIUS), card.topleft)
        face = within(stage.metrics, card, column(cell("words"), pad=(64, 48, 64, 56)))
        draw_empty(stage, canvas, face["words"], title, sentence)


GAME = Style(theme.LIST, theme.IVORY, bold=True)
DETAIL = Style(theme.CAPTION, theme.MUTED)
NAME = Style(theme.HELPER, theme.IVORY)
RESULT = Style(theme.HELPER, theme.IVORY, bold=True)
# The radius of a player's token, and the size of a winner's laurel.
TOKEN, LAUREL = 28, 84
# At this text scale and above, only rows in upright windows have room for a picture.
LARGE = 1.2
# The size of the game's picture in an upright window, and its margins above and below in other windows.
SMALL, AROUND = 112, 12
# The greatest number of seats for which each seat has a column.
ACROSS = 4
LEAST = 22
LINES = cells("title note")
# In a column narrower than this (in design pixels) a seat has only its token.
NAMED = 150


def date_text(services: Services, moment: datetime | None) -> str:
    """Return a day and time in the screen's language."""
    t = services.stage.t
    if moment is None:
        return t("archive.no_date")
    return t("archive.date", date=past_day(t, moment.date(), services.today), time=f"{moment:%H:%M}")


def game_text(services: Services, game: ArchivedGame) -> str:
    """Return what speech reads for a game's row."""
    name, date = services.stage.t(f"game.{game.record.game}"), date_text(services, local_time(game.finished))
    players = services.stage.list_of(map(services.people.full_name, game.record.seats), "result.and")
    return sentences(f"{name}, {players}", result_text(services, game.record), date)


def length_text(services: Services, record: Record) -> str:
    """Return the number of moves, and whether a player resigned or AIs replaced players."""
    t = services.stage.t
    moves = t("archive.moves", count=moves_of(record))
    resigned = record.result is not None and record.result.reason == "resign"
    stood_in = [services.people.full_name(seat) for seat in record.seats if seat.resigned]
    return " · ".join([*([t("archive.resigned")] if resigned else []), *stood_in, moves])


def row_sheet(stage: Stage, size: tuple[int, int], lit: bool) -> SurfaceCanvas:
    """Draw an empty row of `size` pixels: enamel if `lit`, otherwise lacquer.

    `lit` means that the row has the focus.
    """
    sheet = SurfaceCanvas.blank(size)
    stage.blit(sheet, stage.paint.face("enamel" if lit else "lacquer", size), (0, 0))
    return sheet


def write(
    stage: Stage, sheet: SurfaceCanvas, text: str, box: pygame.Rect, style: Style, lit: bool, align: str = "left"
) -> None:
    """Write a text on a row, in dark ink if the row is `lit`."""
    ink = theme.INK if style.bold else theme.INK_SOFT
    style = style._replace(color=ink) if lit else style
    stage.label(sheet, text, box, style, align, grow=stage.metrics.text_scale, least=LEAST)


def text_row(
    stage: Stage, title: str, note: str, size: tuple[int, int], lit: bool, style: Style = GAME
) -> pygame.Surface:
    """Draw a row with a title and a note."""
    sheet = row_sheet(stage, size, lit)
    places = within(stage.metrics, pygame.Rect((0, 0), size), column(*LINES, gap=0, pad=(32, 16, 32, 8)))
    write(stage, sheet, title, places["title"], style, lit)
    write(stage, sheet, note, places["note"], DETAIL, lit)
    return sheet.surface


def game_row(services: Services, game: ArchivedGame, size: tuple[int, int], lit: bool) -> pygame.Surface:
    """Draw a game's row of `size` pixels: the game, its players and its result."""
    stage, record = services.stage, game.record
    sheet = row_sheet(stage, size, lit)
    wide, empty = (2, 0) if len(record.seats) <= ACROSS // 2 else (1, max(0, ACROSS - len(record.seats)))
    seats = row(*[cell("seat", share=wide)] * len(record.seats), *[cell()] * empty, gap=0)
    high = size[1] / stage.metrics.scale - 2 * AROUND
    # Large text leaves no room for the picture beside the names.
    has_tile = stage.metrics.text_scale < LARGE
    board = column(cell("tile", high), size=high, pad=(0, AROUND)) if has_tile else None
    # In an upright window, the seats stand below the other texts.
    if stage.metrics.shape is Shape.TALL:
        ends = [column(*LINES, share=11, gap=0) for _ in range(2)]
        words = column(row(*ends, gap=16, share=11), column(seats, share=9), gap=0, pad=(0, 12, 0, 0))
        board = cell("tile", SMALL, across=SMALL, align=Align.MIDDLE)
        face = row(board, words, gap=20, pad=(AROUND, 0, 20, 0))
    else:
        what = column(*LINES, share=0.26, most=340, gap=0, pad=(0, 20, 0, 12))
        how = column(*LINES, share=0.28, most=444, gap=0, pad=(0, 20, 0, 12))
        face = row(board, what, column(seats, share=0.46), how, gap=20, pad=(AROUND if has_tile else 32, 0, 32, 0))
    places = within(stage.metrics, pygame.Rect((0, 0), size), face)
    for place in places.all("tile"):
        stage.blit(sheet, tile(services.stage, record.game, place), place.topleft)
    name, when = stage.t(f"game.{record.game}"), date_text(services, local_time(game.finished))
    result, length = result_text(services, record), length_text(services, record)
    texts = ((name, when, GAME, "left"), (result, length, RESULT, "right"))
    for (text, detail, style, align), title, note in zip(texts, places.all("title"), places.all("note"), strict=True):
        write(stage, sheet, text, title, style, lit, align)
        write(stage, sheet, detail, note, DETAIL, lit, align)
    _draw_seats(services, sheet, record, places.all("seat"), lit)
    return sheet.surface


def _draw_laurel(stage: Stage, sheet: SurfaceCanvas, middle: tuple[int, int]) -> None:
    """Draw the laurel around a winner's token."""
    side = stage.metrics.px(LAUREL)
    stage.show(sheet, "laurel", pygame.Rect(middle[0] - side // 2, middle[1] - side // 2, side, side))


def damaged_row(services: Services, row: DamagedGame, size: tuple[int, int], lit: bool) -> pygame.Surface:
    """Draw the row of an unreadable game: when it was stored, and what is wrong with it."""
    stage = services.stage
    title = f"{stage.t('archive.damaged')} · {date_text(services, local_time(row.finished))}"
    return text_row(stage, title, row.detail, size, lit, GAME._replace(color=theme.PRINT_RED if lit else theme.WARN))


def _draw_seats(
    services: Services, sheet: SurfaceCanvas, record: Record, places: Sequence[pygame.Rect], lit: bool
) -> None:
    """Draw each player's token in seating order, with the name if it fits. Winners' names are bold."""
    stage = services.stage
    unit = stage.metrics.px
    winners = record.result.winners if record.result is not None else ()
    narrow = places[0].width < unit(NAMED)
    for seat, (config, place) in enumerate(zip(record.seats, places, strict=True)):
        if narrow:
            pitch = min(place.width, unit(2 * TOKEN + 16))
            if seat in winners:
                _draw_laurel(stage, sheet, (places[0].left + seat * pitch + unit(TOKEN), place.centery))
            token = stage.identities.token(config.identity, TOKEN, lit)
            stage.blit(sheet, token, (places[0].left + seat * pitch, place.centery - unit(TOKEN)))
            draw_face_beside(
                stage, sheet, place.move(places[0].left + seat * pitch - place.left, 0), TOKEN, face_of(config)
            )
            continue
        won = seat in winners
        color = (theme.INK if won else theme.INK_SOFT) if lit else (theme.IVORY if won else theme.MUTED)
        if won:
            _draw_laurel(stage, sheet, (place.left + unit(TOKEN), place.centery))
        tag = Tag(TOKEN, NAME._replace(color=color, bold=won), grow=stage.metrics.text_scale, least=LEAST_NAME)
        box = place.inflate(-unit(16), 0).move(-unit(8), 0)
        player = config if won else record.owners[seat]
        draw_person(stage, sheet, box, tag, config.identity, services.people.name(player), lit=lit)
        draw_face_beside(stage, sheet, box, TOKEN, face_of(player))
