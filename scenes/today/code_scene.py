"""The code of a shared day, entered with any device: it opens that day."""

from __future__ import annotations

from collections.abc import Mapping

from game.puzzles.day_code import LONGEST, clean_code, spelt
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.scene import Nav, Pop, Switch
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.widget import Action
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.names import NameScene


class CodeScene(NameScene):
    """Pops with the way to the day (`Switch`), or with None if it was left. A wrong code is told and can be mended."""

    longest = LONGEST
    columns = 8
    pages: Mapping[str, tuple[str, ...]] = {"K": ("01234567", "89ABCDEF", "GHJKMNPQ", "RSTVWXYZ")}

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage, "")
        self._services = services

    def heading(self) -> tuple[str, str]:
        return self.stage.t("today.enter.title"), self.stage.t("today.enter.note")

    def clean(self, text: str) -> str:
        return clean_code(text)[: self.longest]

    def helpers(self) -> list[tuple[str, Action]]:
        return [(self.stage.t("naming.erase"), self._erase)]

    def done(self) -> Nav:
        return self._opened(spelt(self.name)) if self.name else Pop()

    def signal(self, signal: Signal) -> Nav | None:
        return self._opened(signal.text) if signal.kind is SignalKind.PASTED else super().signal(signal)

    def _opened(self, text: str) -> Nav:
        """Go to the day of the code in a text, or say why not."""
        leads = puzzle_days.opened_by(self._services, text)
        if leads is None:
            return tell(self.stage, self.stage.t("today.enter.wrong"), self.stage.t("today.enter.wrong_body"))
        return Pop(leads) if isinstance(leads, Switch) else leads
