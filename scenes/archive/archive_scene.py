"""The archive: lists finished games to replay, export or delete.

It also imports games from the export folder, pasted text and dropped files. Imported data is checked, since anybody may
have written it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path

import pygame

from game import paths
from game.core.incremental import Incremental, IncrementalRun, run_to_end
from game.core.plain_text import printable
from game.core.record import Record
from game.core.times import local_time
from game.platforms.files import show_folder
from game.records import files, game_code
from game.records.files import FoundFile, RecordFileError
from game.records.validation import TwoReadingsError, from_file
from game.registry import find
from game.review.reviewer import can_review
from game.storage.shelf import ArchivedGame, DamagedGame
from scenes.archive.listing import ListScene, damaged_row, date_text, game_row, game_text, text_row
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import Kind, Signal, SignalKind
from scenes.kit.scene import Nav, Pop, Push, Scene, Switch
from scenes.kit.stage import Stage
from scenes.kit.system import text_on_clipboard
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, sure, tell
from scenes.routes import ToGame, ToMenu, ToReplay, ToReview
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.sharing.reading import ReadingScene, read
from scenes.table.words import result_text

Read = Record | RecordFileError
GIVEN = (SignalKind.DROPPED_FILE, SignalKind.DROPPED_TEXT, SignalKind.PASTED)


def reading_given(stage: Stage, signal: Signal) -> Incremental[Read]:
    """Read the game that a file drop or a paste (`signal`) brings. The result is the game, or the error."""
    try:
        if signal.kind is SignalKind.DROPPED_FILE:
            return (yield from files.read_in_steps(Path(signal.text)))
        return (yield from game_code.unpack_in_steps(signal.text, stage.t("import.code")))
    except RecordFileError as error:
        return error


def refused(stage: Stage, error: RecordFileError) -> Nav:
    """Explain why a file or code holds no game."""
    t = stage.t
    text = t(f"file.{error.kind}", file=error.file, place=error.place, detail=error.detail)
    detail = t(f"file.detail.{error.kind}", place=error.place, detail=error.detail) if error.has_detail else ""
    return tell(stage, t("import.failed"), text, detail)


def taken(stage: Stage, found: Read, take: Callable[[Record], Nav]) -> Nav:
    """Return `take(game)` if a game was found.

    Otherwise return an error message, or a question if the file can be read as two games.
    """
    if isinstance(found, TwoReadingsError):
        return Push(lambda: RowsScene(stage, found, take))
    return refused(stage, found) if isinstance(found, RecordFileError) else take(found)


class RowsScene(Dialog):
    """Asks on which player's side row 1 lies, for a file whose moves are legal either way."""

    def __init__(self, stage: Stage, found: TwoReadingsError, take: Callable[[Record], Nav]) -> None:
        t = stage.t
        answers = [DialogAnswer(t(f"import.rows.{rows}"), rows, rows == "near") for rows in ("near", "far")]
        super().__init__(stage, t("import.rows"), t("import.rows_body"), answers, stacked=True)
        self.found = found
        self.take = take

    def answered(self, result: object) -> Nav | None:
        if result not in self.found.readings:
            return Pop()
        return self.take(run_to_end(from_file(self.found.readings[str(result)], self.found.file)))

    def resume(self, result: object) -> Nav | None:
        return Pop(result)


def shown(services: Services, record: Record) -> Nav:
    """Return the way to the screen that shows an imported game.

    A game without moves is started, through the menu if necessary.
    """
    if not record.is_bare:
        return Push(ToReplay(record))
    game = ToGame(record.game, record.options, record.seats, record.seed)
    return Switch(ToMenu(wanted=game) if services.store.length(record.game) else game)


def shown_given(services: Services, signal: Signal, top: Scene | None) -> Nav | None:
    """Return the way to the replay of a dropped or pasted game, or to the puzzles of a pasted day code.

    Returns None in a kiosk, and while the player types text.
    """
    if services.is_unattended or top is None or top.takes_text:
        return None

    if signal.kind is SignalKind.DROPPED_TEXT and (nav := puzzle_days.opened_by(services, signal.text)) is not None:
        return nav

    def show(found: Read) -> Nav:
        return taken(services.stage, found, partial(shown, services))

    work = IncrementalRun(reading_given(services.stage, signal))
    return Push(lambda: ReadingScene(services.stage, work, show))


# Seconds between two checks of the folder.
LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The scene's result: the game's id in the archive."""

    id: int
    # True if the archive already had the game.
    was_there: bool = False


class ImportScene(ListScene):
    """Lists the files of the export folder, latest first; imports a readable one and explains an unreadable one."""

    closed_to_phones = True

    eyebrow, title = "archive.title", "import.title"
    tall_row_height = 120

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.folder = paths.export_dir()
        self.found: list[FoundFile] = files.find_files(self.folder)
        # Seconds since the last check of the folder.
        self._looked = 0.0

    @property
    def count(self) -> int:
        return len(self.found)

    def aside(self) -> str:
        return self.stage.t("import.folder", folder=printable(self.folder.name))

    def empty(self) -> tuple[str, str]:
        t = self.stage.t
        return t("import.empty"), t("import.empty_note", folder=paths.readable(self.folder))

    def tick(self, dt: float) -> Nav | None:
        self._looked += dt
        if self._looked >= LOOK_SECONDS:
            self._looked = 0.0
            found = files.find_files(self.folder)
            if found != self.found:
                self.found = found
                self.resized()
        return super().tick(dt)

    def row_text(self, index: int) -> str:
        return printable(self.found[index].path.name)

    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        found = self.found[index]
        changed = date_text(self.services, local_time(found.changed))
        note = self.stage.t("import.file", date=changed, size=f"{max(0.1, found.size / 1000):.1f}")
        return text_row(self.stage, self.row_text(index), note, size, chosen)

    def open(self, index: int) -> Nav | None:
        return read(self.stage, _reading(self.found[index]), self._take)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, ImportedGame):
            return Pop(result)
        return self._take(result) if isinstance(result, (Record, RecordFileError)) else None

    def _take(self, found: Record | RecordFileError) -> Nav:
        """Add a read game to the archive, or show its error."""
        return taken(self.stage, found, self._add)

    def _add(self, found: Record) -> Nav:
        if found.is_bare:
            return shown(self.services, found)
        again = any(game.record == found for game in self.services.store.archive())
        game = self.services.store.add(found)
        return Pop(ImportedGame(game.id, again))

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind not in GIVEN or self.services.is_unattended:
            return None
        is_text = signal.kind is not SignalKind.DROPPED_FILE
        if is_text and (nav := puzzle_days.opened_by(self.services, signal.text)) is not None:
            return nav
        return read(self.stage, reading_given(self.stage, signal), self._take)

    def command(self, kind: Kind) -> Nav | None:
        if self.services.is_unattended:
            return None
        if kind is Kind.HINT:
            return self.signal(Signal(SignalKind.PASTED, text=text_on_clipboard()))
        return self._show_folder() if kind is Kind.SECONDARY else None

    def _show_folder(self) -> Nav | None:
        """Open the folder in the system's file browser."""
        try:
            show_folder(self.folder)
        except OSError as error:
            text = self.stage.t("import.unopened", folder=self.folder)
            return tell(self.stage, self.stage.t("import.unopened_title"), text, error.strerror or str(error))
        if pygame.display.is_fullscreen():
            # Otherwise the folder opens behind the game's window.
            pygame.display.iconify()
        return None

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        owners = [Prompt(Kind.HINT, t("import.paste")), Prompt(Kind.SECONDARY, t("import.open_folder"), "minor")]
        chosen = [Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.CONFIRM, t("archive.import"), "primary")]
        return [*(chosen if self.found else []), *([] if self.services.is_unattended else owners)]


def _reading(found: FoundFile) -> Incremental[Record | RecordFileError]:
    """Read the game of a file; return its error if it is unreadable."""
    try:
        return (yield from files.read_in_steps(found.path))
    except RecordFileError as error:
        return error


# Seconds per tick spent on replaying games that have not been opened yet.
EXAMINE_SECONDS = 0.004
DAMAGED_NAME = "damaged game"


class GameAction(Enum):
    """An action on a listed game, other than opening it."""

    REVIEW = auto()
    EXPORT = auto()
    DELETE = auto()
    REALLY_DELETE = auto()


class ArchiveScene(ListScene):
    """Lists the finished games, latest first."""

    closed_to_phones = True
    eyebrow, title = "archive.eyebrow", "archive.title"
    row_height, tall_row_height = 124, 184

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.games = self._rows()

    def _rows(self) -> list[ArchivedGame | DamagedGame]:
        """Return games and damaged rows, latest first."""
        store = self.services.store
        rows: list[ArchivedGame | DamagedGame] = [*store.archive(), *store.damaged()]
        return sorted(rows, key=lambda row: row.id, reverse=True)

    @property
    def count(self) -> int:
        return len(self.games)

    def tick(self, dt: float) -> Nav | None:
        known = len(self.services.store.damaged())
        self.services.store.examine(EXAMINE_SECONDS, self.stage.clock)
        if len(self.services.store.damaged()) != known:
            self._reload()
        return super().tick(dt)

    def aside(self) -> str:
        return self.stage.t("archive.count", count=self.count) if self.games else ""

    def empty(self) -> tuple[str, str]:
        return self.stage.t("archive.empty"), self.stage.t("archive.empty_note")

    def row_text(self, index: int) -> str:
        row = self.games[index]
        return self.stage.t("archive.damaged") if isinstance(row, DamagedGame) else game_text(self.services, row)

    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        row = self.games[index]
        if isinstance(row, DamagedGame):
            return damaged_row(self.services, row, size, chosen)
        return game_row(self.services, row, size, chosen)

    def open(self, index: int) -> Nav | None:
        row = self.games[index]
        return self._show(row) if isinstance(row, DamagedGame) else read(self.stage, self._opening(row), self._show)

    def _opening(self, row: ArchivedGame) -> Incremental[ArchivedGame | DamagedGame]:
        """Replay the game of `row`. The result is the game, or its row as damaged."""
        store = self.services.store
        game = yield from store.opening(row.id)
        return game or next(found for found in store.damaged() if found.id == row.id)

    def _show(self, row: ArchivedGame | DamagedGame) -> Nav:
        if isinstance(row, ArchivedGame):
            return Push(ToReplay(row.dated))
        self._reload()
        t = self.stage.t
        return tell(self.stage, t("archive.damaged"), t("archive.damaged_body", detail=row.detail))

    def _review(self, row: ArchivedGame | DamagedGame) -> Nav:
        return Push(ToReview(row.record)) if isinstance(row, ArchivedGame) else self._show(row)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        chosen = [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("archive.replay"), "primary"),
            Prompt(Kind.SECONDARY, t("archive.more")),
        ]
        return [
            *(chosen if self.games else []),
            Prompt(Kind.HINT, t("archive.import")),
        ]

    def command(self, kind: Kind) -> Nav | None:
        if kind is Kind.HINT:
            return Push(lambda: ImportScene(self.services))
        return self._offer() if kind is Kind.SECONDARY and self.games else None

    @property
    def _game(self) -> ArchivedGame | DamagedGame:
        return self.games[self._chosen]

    def _offer(self) -> Nav:
        t = self.stage.t
        game = self._game
        title = t("archive.damaged")
        if isinstance(game, ArchivedGame):
            name, result = t(f"game.{game.record.game}"), result_text(self.services, game.record)
            title = t("archive.game", game=name, result=result)
        reviewed = isinstance(game, ArchivedGame) and can_review(find(game.record.game)) and bool(game.record.actions)
        answers = [
            DialogAnswer(t("archive.export"), GameAction.EXPORT, primary=True),
            *([DialogAnswer(t("archive.review"), GameAction.REVIEW)] if reviewed else []),
            DialogAnswer(t("archive.delete"), GameAction.DELETE),
            DialogAnswer(t("glyph.back"), None),
        ]
        body = date_text(self.services, local_time(game.finished))
        return Push(lambda: Dialog(self.stage, title, body, answers, stacked=True))

    def resume(self, result: object) -> Nav | None:
        if result is GameAction.REVIEW and isinstance(self._game, ArchivedGame):
            return read(self.stage, self._opening(self._game), self._review)
        if result is GameAction.EXPORT:
            return self._export()
        if result is GameAction.DELETE:
            t = self.stage.t
            title, body = t("archive.delete_title"), t("archive.delete_body")
            return sure(self.stage, title, body, t("archive.keep"), t("archive.delete"), GameAction.REALLY_DELETE)
        if result is GameAction.REALLY_DELETE:
            self.services.store.remove(self._game.id)
            self._reload()
        elif isinstance(result, (ArchivedGame, DamagedGame)):
            return self._show(result)
        elif isinstance(result, ImportedGame):
            self._reload()
            self._chosen = next((i for i, game in enumerate(self.games) if game.id == result.id), 0)
            self.resized()
            if result.was_there:
                return tell(self.stage, self.stage.t("import.again"), self.stage.t("import.again_body"))
        return None

    def _reload(self) -> None:
        self.games = self._rows()
        self.resized()

    def _export(self) -> Nav:
        t = self.stage.t
        game = self._game
        moment = local_time(game.finished)
        folder = paths.export_dir()
        try:
            if isinstance(game, DamagedGame):
                path = files.export_text(game.text, folder, f"{DAMAGED_NAME}{files.ENDING}")
            else:
                names = [self.services.people.name(seat) for seat in game.record.owners]
                path = files.export(game.dated, folder, files.file_name(game.record, moment and moment.date(), names))
        except OSError as error:
            return tell(self.stage, t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        return tell(self.stage, t("archive.exported"), t("archive.exported_body", name=path.name, folder=path.parent))
