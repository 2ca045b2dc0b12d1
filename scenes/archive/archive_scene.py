"""The archive: the finished games, each to be replayed, written to a file or thrown away."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game import files, paths
from game.store import Archived
from scenes.archive.game_row import date_text, game_row, local_time, result_text
from scenes.archive.import_scene import Imported, ImportScene
from scenes.archive.listing import ListScene
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.intents import Kind
from scenes.kit.scene import Nav, Push
from scenes.routes import ToReplay
from scenes.services import Services


class Order(Enum):
    """What may be done with a game besides opening it."""

    EXPORT = auto()
    DELETE = auto()
    REALLY_DELETE = auto()


class ArchiveScene(ListScene):
    """The latest game first."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.games: list[Archived] = services.store.archive()

    @property
    def count(self) -> int:
        return len(self.games)

    def heading(self) -> tuple[str, str, str]:
        t = self.stage.t
        return t("archive.eyebrow"), t("archive.title"), t("archive.count", count=self.count) if self.games else ""

    def empty(self) -> tuple[str, str]:
        return self.stage.t("archive.empty"), self.stage.t("archive.empty_note")

    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        return game_row(self.services, self.games[index], size, chosen)

    def open(self, index: int) -> Nav | None:
        return Push(ToReplay(self.games[index].record))

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
            Prompt(Kind.BACK, t("glyph.back")),
        ]

    def command(self, kind: Kind) -> Nav | None:
        if kind is Kind.HINT:
            return Push(lambda: ImportScene(self.services))
        return self._offer() if kind is Kind.SECONDARY and self.games else None

    @property
    def _game(self) -> Archived:
        return self.games[self._chosen]

    def _offer(self) -> Nav:
        t = self.stage.t
        game = self._game
        title = f"{t(f'game.{game.record.game}')}: {result_text(self.services, game.record)}"
        answers = [
            Answer(t("archive.export"), Order.EXPORT, primary=True),
            Answer(t("archive.delete"), Order.DELETE),
            Answer(t("glyph.back"), None),
        ]
        body = date_text(self.stage, local_time(game.finished))
        return Push(lambda: Dialog(self.stage, title, body, answers, stacked=True))

    def resume(self, result: object) -> Nav | None:
        if result is Order.EXPORT:
            return self._export()
        if result is Order.DELETE:
            t = self.stage.t
            answers = [Answer(t("archive.keep"), None), Answer(t("archive.delete"), Order.REALLY_DELETE, primary=True)]
            body = t("archive.delete_body")
            return Push(lambda: Dialog(self.stage, t("archive.delete_title"), body, answers, focus=0))
        if result is Order.REALLY_DELETE:
            self.services.store.remove(self._game.id)
            self._reload()
        elif isinstance(result, Imported):
            self._reload()
            self._chosen = next((i for i, game in enumerate(self.games) if game.id == result.id), 0)
            self.resized()
        return None

    def _reload(self) -> None:
        self.games = self.services.store.archive()
        self._chosen = max(0, min(self._chosen, self.count - 1))
        self.resized()

    def _export(self) -> Nav:
        t = self.stage.t
        game = self._game
        moment = local_time(game.finished)
        names = [self.services.name(seat) for seat in game.record.seats]
        folder = paths.export_dir()
        try:
            path = files.export(game.record, folder, files.file_name(game.record, moment and moment.date(), names))
        except OSError as error:
            return self.tell(t("archive.export_failed"), f"{folder}\n{error.strerror or error}")
        return self.tell(t("archive.exported"), t("archive.exported_body", name=path.name, folder=path.parent))
