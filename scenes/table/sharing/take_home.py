"""Lets people take a game home as a QR code, as text on the clipboard, or as a file."""

from __future__ import annotations

from dataclasses import replace
from datetime import timezone
from enum import Enum, auto
from functools import partial
from pathlib import Path

from game import paths
from game.core.record import Record, replay
from game.core.times import zoned
from game.records import files
from game.records.films import ENDINGS, FilmOrder
from game.records.game_code import pack
from game.records.qr import MOST_LETTERS
from game.registry import find, texts_of
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.system import put_on_clipboard
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, tell
from scenes.services import Services
from scenes.table.board.layout import board_place
from scenes.table.film.reel import Reel, reel_in_steps
from scenes.table.film.watch_scene import FilmingScene, FilmOutcome, WatchScene
from scenes.table.pictures import picture_ending, png_of, saved_name
from scenes.table.sharing.code_dialog import CodeDialog, shorten
from scenes.table.sharing.reading import read


class TakeHomeAction(Enum):
    """A way to take a game along, other than by its code."""

    COPY = auto()
    # In the notation that other programs use.
    TEXT = auto()
    SAVE = auto()
    # A picture of the board.
    PICTURE = auto()
    FILM = auto()
    WATCH = auto()


class FilmKind(Enum):
    """The file types of films, by the ending of the file's name."""

    WEBP, GIF = ENDINGS[:2]


class TakeHome(CodeDialog):
    """Shows the code of `record`, or of the text `short` if the game is too long for a phone to scan.

    Visitors get only the code, because copies and files would stay on this computer.
    """

    def __init__(self, services: Services, record: Record, short: str, ply: int | None = None) -> None:
        """`ply` is the number of actions after which the picture shows the board; by default all of them."""
        t = services.stage.t
        self.ply = len(record.actions) if ply is None else ply
        self.services = services
        self.record = record if record.played else replace(record, played=_moment(services))
        self.code, self.text = pack(self.record), self._written()
        self.is_whole = len(self.code) <= MOST_LETTERS
        read = self.code if self.is_whole else shorten(short)
        actions: list[DialogAnswer] = []
        if not services.is_unattended:
            labels = {
                TakeHomeAction.FILM: "film",
                TakeHomeAction.WATCH: "watch",
                TakeHomeAction.COPY: "copy",
                TakeHomeAction.PICTURE: "picture",
            }
            labels[TakeHomeAction.SAVE] = "save"
            actions = [
                DialogAnswer(t(f"home.{label}"), deed, deed is TakeHomeAction.FILM, is_for_owner=True)
                for deed, label in labels.items()
            ]
            if self.text:
                label = t(f"{record.game}.home.text")
                actions.append(DialogAnswer(label, TakeHomeAction.TEXT, is_for_owner=True))
        answers = [*actions, DialogAnswer(t("glyph.back"), None, primary=not actions)]
        body = t("home.whole" if self.is_whole else "home.short")
        super().__init__(services, read, t("home.title"), body, answers, columns=2)

    def answered(self, result: object) -> Nav | None:
        if result is TakeHomeAction.COPY:
            return self._copy(self.code)
        if result is TakeHomeAction.TEXT:
            return self._copy(self.text)
        if result is TakeHomeAction.WATCH:
            return read(self.stage, reel_in_steps(self.services, self.record, self._review), self._watch)
        if result is TakeHomeAction.FILM:
            return ask_kind(self.stage)
        return self._save(result) if isinstance(result, TakeHomeAction) else super().answered(result)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, FilmKind):
            order = FilmOrder(self.record.to_json(), self._review, self.stage.strings.language, result.value)
            return Push(lambda: FilmingScene(self.services, order, partial(self._save_film, result.value)))
        if isinstance(result, FilmOutcome):
            return tell(self.stage, result.title, result.body)
        # A reel that takes longer than a frame is made behind a progress bar, whose scene returns the reel.
        if isinstance(result, Reel):
            return self._watch(result)
        return super().resume(result)

    def _written(self) -> str:
        """Return the game, or the current board, in the notation of other programs."""
        spec, record = find(self.record.game), self.record
        if (texts := texts_of(spec)) is None:
            return ""
        state = replay(spec, record.options, record.seed, record.actions[: self.ply]).state
        return texts.write_text(state, record.actions)

    @property
    def _review(self) -> str:
        """Return the stored review of the game; "" without one."""
        return self.services.store.review(self.record) or ""

    def _watch(self, reel: Reel) -> Nav:
        return Push(lambda: WatchScene(self.services, reel))

    def _save_film(self, ending: str, data: bytes) -> Path:
        """Write the film as a new file. Raises OSError."""
        return files.export_bytes(data, paths.export_dir(), saved_name(self.services, self.record, ending))

    def _copy(self, text: str) -> Nav:
        t = self.stage.t
        if put_on_clipboard(text):
            return tell(self.stage, t("share.copied"), t("home.copied"))
        return tell(self.stage, t("share.shown"), text)

    def _save(self, deed: TakeHomeAction) -> Nav:
        """Write the game or the board to a new file, and show its path."""
        t, folder, services = self.stage.t, paths.export_dir(), self.services
        try:
            if deed is TakeHomeAction.PICTURE:
                png = png_of(services, self.record, self.ply, board_place(self.stage.metrics).width)
                path = files.export_bytes(png, folder, saved_name(services, self.record, picture_ending(self.ply)))
            else:
                path = files.export(self.record, folder, saved_name(services, self.record, files.ENDING))
        except OSError as error:
            return tell(self.stage, t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        title = t("home.pictured" if deed is TakeHomeAction.PICTURE else "archive.exported")
        return tell(self.stage, title, t("archive.exported_body", name=path.name, folder=path.parent))


def ask_kind(stage: Stage) -> Nav:
    """Ask for the file type of a film; the answer is a FilmKind."""
    t = stage.t
    answers = [
        DialogAnswer(t("glyph.back"), None),
        DialogAnswer(t("film.webp"), FilmKind.WEBP),
        DialogAnswer(t("film.gif"), FilmKind.GIF, primary=True),
    ]
    return Push(lambda: Dialog(stage, t("home.film"), t("film.kinds"), answers))


def _moment(services: Services) -> str:
    return zoned(services.clock()).astimezone(timezone.utc).isoformat(timespec="seconds")
