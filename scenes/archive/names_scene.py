"""Lists the names that people have played under, and renames, merges or forgets them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import pygame

from game.people import ratings
from game.puzzles import practice_results, results
from game.registry import GAMES
from game.storage.profiles import NameTakenError, Profile, ProfileError
from scenes.archive.listing import DETAIL, GAME, ListScene, row_sheet, write
from scenes.kit.drawing import theme
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.intents import Kind
from scenes.kit.layout import Align, cell, cells, column, row, within
from scenes.kit.scene import Nav, Push
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, sure, tell
from scenes.services import Services
from scenes.table.names import NameScene
from scenes.table.tile import tile

# Width of a question, in design pixels.
WIDTH = 820
NAME = GAME._replace(size=theme.NAME)
NAME_HEIGHT, NOTE_HEIGHT, TILE = 56, 36, 96
# Opacity of the picture of a game that the person has never played.
NOT_MET = 0.25


class NameAction(Enum):
    """An action on a name."""

    RENAME = auto()
    MERGE = auto()
    DELETE = auto()
    REALLY_DELETE = auto()


@dataclass(frozen=True, slots=True)
class Merge:
    """The answer that merges the profile `gone` into `kept`."""

    kept: int
    gone: int


class NamesScene(ListScene):
    """Lists the names, latest used first. It asks before it removes a name; the default answer keeps the name."""

    closed_to_phones = True
    eyebrow, title = "join.eyebrow", "names.title"
    row_height, tall_row_height = 128, 176

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.profiles = services.store.profiles.all()
        # While the player chooses the second of two profiles to merge, this is the first one. Otherwise it is None.
        self._merging: Profile | None = None

    @property
    def count(self) -> int:
        return len(self.profiles)

    def aside(self) -> str:
        t = self.stage.t
        if self._merging is not None:
            return t("names.merging", name=self._merging.name)
        return t("names.count", count=self.count) if self.profiles else ""

    def empty(self) -> tuple[str, str]:
        return self.stage.t("names.empty"), self.stage.t("names.empty_note")

    def row_text(self, index: int) -> str:
        return sentences(self.profiles[index].name, self._seen(index))

    def _seen(self, index: int) -> str:
        """Return which games a person has played, as text."""
        t, shown = self.stage.t, self.profiles[index].shown
        seen = ", ".join(t(f"game.{game}") for game in GAMES if game in shown)
        return t("names.seen", games=seen) if seen else t("names.new")

    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        stage, profile = self.stage, self.profiles[index]
        sheet = row_sheet(stage, size, chosen)
        words = column(cell(), *cells("name", NAME_HEIGHT), *cells("note", NOTE_HEIGHT), cell(), gap=0)
        tiles = [cell("tile", TILE, across=TILE, align=Align.MIDDLE)] * len(GAMES)
        places = within(stage.metrics, pygame.Rect((0, 0), size), row(words, *tiles, gap=20, pad=(32, 0, 24, 0)))
        write(stage, sheet, profile.name, places["name"], NAME, chosen)
        write(stage, sheet, self._seen(index), places["note"], DETAIL, chosen)
        for game, place in zip(GAMES, places.all("tile"), strict=True):
            met = game in profile.shown
            stage.blit(sheet, tile(self.stage, game, place), place.topleft, 1.0 if met else NOT_MET)
        return sheet.surface

    def open(self, index: int) -> Nav | None:
        profile = self.profiles[index]
        if self._merging is not None:
            return self._ask_merge(profile, self._merging)
        t = self.stage.t
        answers = [
            DialogAnswer(t("names.rename"), NameAction.RENAME, primary=True),
            DialogAnswer(t("names.merge"), NameAction.MERGE, enabled=self.count > 1, why=t("why.merge")),
            DialogAnswer(t("names.delete"), NameAction.DELETE),
            DialogAnswer(t("glyph.back"), None),
        ]
        return Push(lambda: Dialog(self.stage, profile.name, "", answers, stacked=True))

    def _ask_merge(self, kept: Profile, gone: Profile) -> Nav | None:
        self._merging = None
        if kept.id == gone.id:
            return None
        t = self.stage.t
        title, body = t("names.merge_title"), t("names.merge_body", kept=kept.name, gone=gone.name)
        merge = Merge(kept.id, gone.id)
        return sure(self.stage, title, body, t("names.keep_both"), t("names.merge"), merge, WIDTH)

    def resume(self, result: object) -> Nav | None:
        profile = self.profiles[self._chosen] if self.profiles else None
        if profile is None:
            return None
        if result is NameAction.RENAME:
            return Push(lambda: NameScene(self.stage, profile.name))
        if result is NameAction.MERGE:
            self._merging = profile
        elif result is NameAction.DELETE:
            t = self.stage.t
            title, body = t("names.delete_title"), t("names.delete_body", name=profile.name)
            return sure(self.stage, title, body, t("names.keep"), t("names.delete"), NameAction.REALLY_DELETE, WIDTH)
        elif result is NameAction.REALLY_DELETE:
            self.services.store.profiles.delete(profile.id)
            self._hand_over_puzzles(profile.id, None)
            self._reload()
        elif isinstance(result, Merge):
            self.services.store.profiles.merge(result.kept, result.gone)
            self._hand_over_puzzles(result.gone, result.kept)
            self._reload()
        elif isinstance(result, str):
            return self._rename(profile, result)
        self.resized()
        return None

    def _hand_over_puzzles(self, gone: int, heir: int | None) -> None:
        """Give the puzzles that `gone` has solved to the profile `heir`; delete them if `heir` is None."""
        for kept in (results, practice_results, ratings):
            kept.hand_over(self.services.store, GAMES, gone, heir)

    def _rename(self, profile: Profile, name: str) -> Nav | None:
        """Rename a profile. If another profile has that name, ask whether to merge the two."""
        try:
            self.services.store.profiles.rename(profile.id, name)
        except NameTakenError as error:
            return self._ask_merge(error.other, profile)
        except ProfileError as error:
            return tell(self.stage, self.stage.t("names.rename"), str(error))
        self._reload()
        return None

    def _reload(self) -> None:
        """Read the profiles again, and update the names of people at the table."""
        self.profiles = self.services.store.profiles.all()
        self.services.people.follow_profiles()
        self.resized()

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        open_ = t("names.with_this") if self._merging is not None else t("archive.more")
        chosen = [Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.CONFIRM, open_, "primary")]
        return chosen if self.profiles else []
