"""A game to be taken home: its code to be scanned, copied as text, or saved as a file."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timezone
from enum import Enum, auto
from pathlib import Path

import pygame

from game import files, paths
from game.core.record import Record
from game.films import ENDINGS, Order
from game.game_code import pack
from game.qr import MOST_BYTES, MOST_LETTERS, Rows
from scenes.kit import theme
from scenes.kit.boxes import Align, cell, column, row, within
from scenes.kit.canvas import Canvas
from scenes.kit.clipboard import put_on_clipboard
from scenes.kit.dialog import BODY, EDGE, PAD, TITLE, Answer, Dialog, tell
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push
from scenes.services import Services
from scenes.table.code import QUIET, draw_code
from scenes.table.film.filming_scene import Filmed, FilmingScene
from scenes.table.film.reel import Reel, reeling
from scenes.table.film.watch_scene import WatchScene
from scenes.table.position import picture_ending, png_of, saved_name
from scenes.table.reading import read
from scenes.table.tabletop import board_place

MODULES = 65 + 2 * QUIET  # of the largest code with its quiet zone
MODULE = 6  # design pixels at least, and whole pixels
FRAME = 10  # design pixels around it
WIDTH, BESIDE = 860, 56  # design pixels of the card upright, and from the code to the words beside it
WORDS_WIDTH = 640
WORDS = Style(30, theme.INK)


class Deed(Enum):
    """What can be done with a game besides scanning its code."""

    COPY = auto()
    SAVE = auto()
    PICTURE = auto()  # of the board
    FILM = auto()
    WATCH = auto()


class TakeHome(Dialog):
    """Shows the code of `record`; that of the text `short`, where the game is too long for one that a phone reads.

    Strangers scan it, and find nothing else: what they copied or saved would stay here.
    """

    def __init__(self, services: Services, record: Record, short: str, ply: int | None = None) -> None:
        """The board as a picture is that after `ply` actions, or else after the last one."""
        t = services.stage.t
        self.ply = len(record.actions) if ply is None else ply
        self.services = services
        self.record = record if record.played else replace(record, played=_moment(services))
        self.code = pack(self.record)
        self.is_whole = len(self.code) <= MOST_LETTERS
        self.read = self.code if self.is_whole else shortened(short)
        self.rows: Rows | None = None
        deeds: list[Answer] = []
        if not services.is_unattended:
            labels = {Deed.FILM: "film", Deed.WATCH: "watch", Deed.COPY: "copy", Deed.PICTURE: "picture"}
            labels[Deed.SAVE] = "save"
            deeds = [Answer(t(f"home.{label}"), deed, deed is Deed.FILM, owners=True) for deed, label in labels.items()]
        answers = [*deeds, Answer(t("glyph.back"), None, primary=not deeds)]
        body = t("home.whole" if self.is_whole else "home.short")
        super().__init__(
            services.stage, t("home.title"), body, answers, stacked=True, columns=2, width=WIDTH, head=MODULES * MODULE
        )

    def resized(self) -> None:
        """The code above title, words and answers in an upright window, else beside them."""
        stage, px = self.stage, self.stage.metrics.px
        is_tall = stage.metrics.shape is Shape.TALL
        code = MODULES * math.ceil(MODULE * stage.metrics.scale)
        self.head = (code + 2 * px(FRAME)) / stage.metrics.scale
        width = WIDTH if is_tall else min(self.head + BESIDE + WORDS_WIDTH + 2 * PAD, stage.metrics.design[0] - 108)
        inner = width - 2 * PAD - (0 if is_tall else self.head + BESIDE)
        self._texts = [("title", self.title, TITLE), ("body", self.body, BODY)]
        title, body = (self._text(*each, px(inner) - 1) for each in self._texts)
        words = [title, cell(size=16), body, cell(size=40), *self._rows(px(inner))]
        high = sum(part.size or part.fit or 0.0 for part in words)
        plate = cell("head", self.head, across=self.head, align=Align.MIDDLE)
        if is_tall:
            page, high = column(plate, cell(size=24), *words, gap=0), self.head + 24 + high
        else:
            page, high = row(plate, column(cell(), *words, cell(), gap=0), gap=BESIDE), max(self.head, high)
        room = stage.metrics.size[1] - 2 * px(EDGE)
        self.rect = pygame.Rect(0, 0, px(width), min(px(high + 2 * PAD), room))
        self.rect.center = stage.metrics.size[0] // 2, stage.metrics.size[1] // 2
        self.places = within(stage.metrics, self.rect, column(page, gap=0, pad=(PAD, PAD, PAD, PAD)))
        widgets = [self._button(*each) for each in zip(self.answers, self.places.all("answer"), strict=True)]
        self.focus.set(widgets, widgets[self._first] if self.focus.current is None else None)

    def answered(self, result: object) -> Nav | None:
        if result is Deed.COPY:
            return self._copy()
        if result is Deed.WATCH:
            return read(self.stage, reeling(self.services, self.record, self._review), self._watch)
        if result is Deed.FILM:
            order = Order(self.record.to_json(), self._review, self.stage.strings.language)
            return Push(lambda: FilmingScene(self.services, order, self._save_film))
        return self._save(result) if isinstance(result, Deed) else super().answered(result)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Filmed):
            return tell(self.stage, result.title, result.body)
        if isinstance(result, Reel):  # one that was long in the reading
            return self._watch(result)
        return super().resume(result)

    @property
    def _review(self) -> str:
        """The review of the game that is kept, "" without one."""
        return self.services.store.review(self.record) or ""

    def _watch(self, reel: Reel) -> Nav:
        return Push(lambda: WatchScene(self.services, reel))

    def _save_film(self, data: bytes) -> Path:
        """Write the film as a new file. Raises OSError."""
        return files.export_bytes(data, paths.export_dir(), saved_name(self.services, self.record, ENDINGS[0]))

    def _copy(self) -> Nav:
        t = self.stage.t
        if put_on_clipboard(self.code):
            return tell(self.stage, t("share.copied"), t("home.copied"))
        return tell(self.stage, t("share.shown"), self.code)

    def _save(self, deed: Deed) -> Nav:
        """Write the game, or the board, as a new file, and say where it is."""
        t, folder, services = self.stage.t, paths.export_dir(), self.services
        try:
            if deed is Deed.PICTURE:
                png = png_of(services, self.record, self.ply, board_place(self.stage.metrics).width)
                path = files.export_bytes(png, folder, saved_name(services, self.record, picture_ending(self.ply)))
            else:
                path = files.export(self.record, folder, saved_name(services, self.record, files.ENDING))
        except OSError as error:
            return tell(self.stage, t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        title = t("home.pictured" if deed is Deed.PICTURE else "archive.exported")
        return tell(self.stage, title, t("archive.exported_body", name=path.name, folder=path.parent))

    def tick(self, dt: float) -> Nav | None:
        self.rows = self.services.qr.rows(self.read)
        return super().tick(dt)

    @property
    def lively(self) -> bool:
        return self.rows is None or super().lively

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        """The code on cream in a dark frame; until it is there, or where there is none, a word in its place."""
        stage, px = self.stage, self.stage.metrics.px
        side = round(self.head * stage.metrics.scale)
        frame = pygame.Rect(rect.centerx - side // 2, rect.top, side, side)
        stage.put(canvas, stage.paint.panel("lacquer", frame.size, radius=14, rim=4), frame.topleft, alpha)
        inner = frame.inflate(-2 * px(FRAME), -2 * px(FRAME))
        stage.put(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft, alpha)
        if self.rows:
            draw_code(stage, canvas, inner, self.rows)
        else:
            words = stage.t("home.making" if self.rows is None else "home.failed")
            room = inner.inflate(-inner.width // 5, -inner.height // 2)
            stage.label(canvas, words, room, WORDS, "centre", lines=6, alpha=alpha)


def shortened(text: str) -> str:
    """`text` without its longest lines, as far as it must give way to fit a code."""
    lines = text.split("\n")
    while len("\n".join(lines).encode()) > MOST_BYTES:
        lines.remove(max(lines, key=len))
    return "\n".join(lines)


def _moment(services: Services) -> str:
    return services.clock().astimezone(timezone.utc).isoformat(timespec="seconds")
