"""Taking games from elsewhere, any of which may be anything: files of the export folder, and what is pasted."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game import files, paths
from game.core.incremental import Incremental
from game.core.moments import local_time
from game.core.record import Record
from game.files import FoundFile, RecordFileError
from game.platforms.files import show_folder
from scenes.archive.game_row import date_text, text_row
from scenes.archive.given import GIVEN, reading_given, shown, taken
from scenes.archive.listing import ListScene
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import Kind
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.scene import Nav, Pop
from scenes.kit.system import text_on_clipboard
from scenes.kit.widgets.dialog import tell
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.sharing.reading import read

LOOK_SECONDS = 1.0  # between two looks at the folder, which may be open beside the game


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The scene's result: the game's number in the archive."""

    id: int
    was_there: bool = False  # whether it had been there before


class ImportScene(ListScene):
    """The latest file first; a good one joins the archive, a bad one gets a message that says why."""

    closed_to_phones = True

    eyebrow, title = "archive.title", "import.title"
    tall_row_height = 120

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.folder = paths.export_dir()
        self.found: list[FoundFile] = files.find_files(self.folder)
        self._looked = 0.0  # seconds since the folder was last looked at

    @property
    def count(self) -> int:
        return len(self.found)

    def aside(self) -> str:
        return self.stage.t("import.folder", folder=files.printable(self.folder.name))

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
        return files.printable(self.found[index].path.name)

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
        """Let a game join the archive, or say why it cannot."""
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
        """Open the folder in the system's own window."""
        try:
            show_folder(self.folder)
        except OSError as error:
            text = self.stage.t("import.unopened", folder=self.folder)
            return tell(self.stage, self.stage.t("import.unopened_title"), text, error.strerror or str(error))
        if pygame.display.is_fullscreen():
            pygame.display.iconify()  # or the folder would open behind the game
        return None

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        owners = [Prompt(Kind.HINT, t("import.paste")), Prompt(Kind.SECONDARY, t("import.open_folder"), "minor")]
        chosen = [Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.CONFIRM, t("archive.import"), "primary")]
        return [*(chosen if self.found else []), *([] if self.services.is_unattended else owners)]


def _reading(found: FoundFile) -> Incremental[Record | RecordFileError]:
    """The game in a file, or what is wrong with it."""
    try:
        return (yield from files.read_in_steps(found.path))
    except RecordFileError as error:
        return error
