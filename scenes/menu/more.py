"""The rarely wanted part of the menu, which a press on *More* shows."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.routes import ToArchive, ToRecords, ToSettings
from scenes.services import Services

WIDTH = 860  # design pixels


class More(Enum):
    """A choice in it; the menu carries it out."""

    GAMES = auto()
    RECORDS = auto()
    SETTINGS = auto()
    LANGUAGE = auto()
    QUIT = auto()


BY_KEY: Final = {Kind.NEXT: More.GAMES, Kind.THEORY: More.RECORDS, Kind.HINT: More.LANGUAGE}
"""What has a key of its own on the menu as well."""
FOR_ALL: Final = frozenset({More.RECORDS})  # what a phone may choose, too
NAMES: Final = {
    More.GAMES: "menu.games",
    More.RECORDS: "menu.records",
    More.SETTINGS: "menu.settings",
    More.LANGUAGE: "menu.other_language",
    More.QUIT: "menu.quit",
}


def menu_choices(services: Services) -> list[More]:
    """Return the present choices: strangers find neither files nor settings, and no way out."""
    visitors = services.offers.visitors
    if visitors is None:
        return list(More)
    return [More.RECORDS, *([More.LANGUAGE] if visitors.may_change_language else [])]


def carry_out(services: Services, more: More, game: str) -> Nav | None:
    """Go there; the records are those of `game`."""
    if more is More.LANGUAGE:
        services.settings.toggle_language()
        return None
    if more is More.GAMES:
        return Push(ToArchive())
    return Push(ToSettings()) if more is More.SETTINGS else Push(ToRecords(game))


class MoreDialog(Dialog):
    """Games, records, settings, the other language and the way out; pops with what was chosen, or None."""

    def __init__(self, services: Services) -> None:
        self.services = services
        super().__init__(services.stage, "", "", self._answers(), stacked=True, columns=2, width=WIDTH)

    def _answers(self) -> list[DialogAnswer]:
        t = self.services.stage.t
        found = [
            DialogAnswer(t(NAMES[more]), more, is_for_owner=more not in FOR_ALL) for more in menu_choices(self.services)
        ]
        return [*found, DialogAnswer(t("glyph.back"), None, primary=True)]

    def resized(self) -> None:
        self.title, self.answers = self.stage.t("menu.more"), self._answers()
        super().resized()

    def intent(self, intent: Intent) -> Nav | None:
        return Pop() if intent.kind is Kind.PAUSE else super().intent(intent)
