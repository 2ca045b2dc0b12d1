"""The archive: the finished games, each to be replayed, written to a file or thrown away."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game import files, paths
from game.core.incremental import Incremental
from game.core.moments import local_time
from game.registry import find
from game.review.reviewer import can_review
from game.storage.shelf import ArchivedGame, DamagedGame
from scenes.archive.game_row import damaged_row, date_text, game_row, game_text
from scenes.archive.import_scene import ImportedGame, ImportScene
from scenes.archive.listing import ListScene
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, sure, tell
from scenes.routes import ToReplay, ToReview
from scenes.services import Services
from scenes.table.sharing.reading import read
from scenes.table.words import result_text

EXAMINE_SECONDS = 0.004  # of each tick, to play the games through that nobody has opened yet
DAMAGED_NAME = "damaged game"


class GameAction(Enum):
    """A thing to do with a game besides opening it."""

    REVIEW = auto()
    EXPORT = auto()
    DELETE = auto()
    REALLY_DELETE = auto()


class ArchiveScene(ListScene):
    """The latest game first."""

    closed_to_phones = True
    eyebrow, title = "archive.eyebrow", "archive.title"
    row_height, tall_row_height = 124, 184

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.games = self._rows()

    def _rows(self) -> list[ArchivedGame | DamagedGame]:
        """Games and damaged rows, the latest first."""
        store = self.services.store
        rows: list[ArchivedGame | DamagedGame] = [*store.archive(), *store.damaged()]
        return sorted(rows, key=lambda row: row.id, reverse=True)

    @property
    def count(self) -> int:
        return len(self.games)

    def tick(self, dt: float) -> Nav | None:
        known = len(self.services.store.damaged())
        self.services.store.examine(EXAMINE_SECONDS)
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
        """The game of a row once it is played through, or what is wrong with it."""
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
