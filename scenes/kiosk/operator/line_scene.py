"""A text of the operator's own in one line: typed, or put together from letters; signs have a page of theirs."""

from __future__ import annotations

from collections.abc import Mapping

from game.kiosk.config import KEYS
from game.kiosk.kinds import Line
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.quiet import Quiet
from scenes.kit.letters import PAGES
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action
from scenes.table.name_scene import NameScene

SIGNS = {"-/&": ("-_/\\:;.,!?", "()[]<>{}+=", "&#%@*~\"'|^", "、。「」・！？～：／", "¥$€£°…–†©®")}


class LineScene(Quiet, NameScene):
    """Pops with the text, "" for none; with None where it was left."""

    pages: Mapping[str, tuple[str, ...]] = {**PAGES, **SIGNS}

    def __init__(self, stage: Stage, kiosk: Kiosk, key: str, title: str) -> None:
        kind = KEYS[key].kind
        assert isinstance(kind, Line)
        self.longest = kind.longest
        self._title = title
        super().__init__(stage, kiosk.config.value(key))

    @property
    def result(self) -> object:
        return self.name.strip()

    def heading(self) -> tuple[str, str]:
        return self._title, self.stage.t("naming.note", count=self.longest)

    def helpers(self) -> list[tuple[str, Action]]:
        return [*super().helpers(), (self.stage.t("kiosk.menu.empty"), self._empty)]

    def _empty(self) -> None:
        self.name = ""

    def clean(self, text: str) -> str:
        return text[: self.longest]
