"""Editors of a row's value: a card that changes it at every press, and the letters for a text."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.kinds import Line
from scenes.kiosk.operator.auto_close import AutoCloseScene, MenuCard, Question
from scenes.kit.drawing import theme
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Nav
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.widget import Action, Button
from scenes.services import Services
from scenes.table.names import PAGES, NameScene

SIGNS = {"-/&": ("-_/\\:;.,!?", "()[]<>{}+=", "&#%@*~\"'|^", "、。「」・！？～：／", "¥$€£°…–†©®")}


class FieldCard(MenuCard):
    """Every press changes the value at once. What refuses one is told in place of the note, and nothing is changed."""

    def __init__(self, services: Services, field: Field, note: str = "") -> None:
        super().__init__(services.stage, field.label, note or field.note())
        self.services = services
        self.field = field
        self._usual = self.note

    def put(self, value: object) -> None:
        """Set another value."""
        before, self.note, self.note_ink = self.note, self._usual, theme.INK_SOFT
        try:
            self.field.put(value)
        except ValueError as error:
            self.note, self.note_ink = str(error), theme.PRINT_RED
            self.stage.say(self.note)
        if self.note != before:
            self.resized()

    def restore(self) -> None:
        """Let the value be as it comes."""
        self.put(self.field.default)
        self.resized()

    def default_button(self) -> Button:
        """Lets the value be as it comes; it lies in the part `usual`."""
        return Button(self.places["usual"], self.stage.t("kiosk.menu.default"), self.restore)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY and "usual" in self.places:
            self.restore()
            return None
        return super().intent(intent)


class LineScene(AutoCloseScene, NameScene):
    """A text in one line, "" for none; signs have a page of theirs. It is taken with OK, and left as it was with back.

    What refuses it is told, and can be mended.
    """

    pages: Mapping[str, tuple[str, ...]] = {**PAGES, **SIGNS}

    def __init__(self, services: Services, field: Field) -> None:
        assert isinstance(field.kind, Line)
        self.longest = field.kind.longest
        self._field = field
        super().__init__(services.stage, field.value())

    def done(self) -> Nav:
        try:
            self._field.put(self.name.strip())
        except ValueError as error:
            return tell(self.stage, str(error), "", kind=Question)
        return super().done()

    def heading(self) -> tuple[str, str]:
        return self._field.label, self.stage.t("naming.note", count=self.longest)

    def helpers(self) -> list[tuple[str, Action]]:
        return [*super().helpers(), (self.stage.t("kiosk.menu.empty"), self._empty)]

    def _empty(self) -> None:
        self.name = ""

    def clean(self, text: str) -> str:
        return text[: self.longest]
