"""The settings: tabs of rows, each change at work and kept at once."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.kit.boxes import Part, cell, column
from scenes.kit.canvas import Canvas
from scenes.kit.form import DARK, Form
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.page import MARGIN
from scenes.kit.scene import Nav
from scenes.kit.widgets import Widget
from scenes.services import Services
from scenes.settings.rows import TABS, fields_of, restore
from scenes.settings.tabs import RAIL, TabbedScene

MOST_FULL = 4  # rows of their full height; more are lower
PAD = 48  # design pixels at either side of the rows


class SettingsScene(TabbedScene):
    """Pops with nothing: whoever pushed it finds the preferences changed."""

    eyebrow, title = "app.title", "menu.settings"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.form = Form(services.stage, DARK)

    def enter(self) -> None:
        self.resized()
        self.turned()

    def sections(self) -> Sequence[tuple[str, str]]:
        return [(self.stage.t(f"settings.section.{tab}"), tab) for tab in TABS]

    def body(self, shape: Shape) -> Part:
        """A card as long as it has rows."""
        fields = fields_of(self.services, TABS[self.section])
        form = self.form.part(fields, self._width(shape), stacked=shape is Shape.TALL)
        least = sum(line.size or line.least for line in form.parts) + 24
        card = column(form, name="card", share=len(fields), least=least, gap=0, pad=(PAD, 12))
        return column(card, cell(share=max(0, MOST_FULL - len(fields))), gap=0)

    def _width(self, shape: Shape) -> float:
        """Of a row, in design pixels."""
        beside = RAIL if shape is Shape.WIDE else 0
        return self.stage.metrics.design[0] - 2 * MARGIN[shape] - beside - 2 * PAD

    def widgets(self) -> list[Widget]:
        return [*self.make_tabs(), *self.form.widgets(self.places)]

    def open(self, section: int) -> None:
        self.section = section
        self.resized()

    def turned(self) -> None:
        self.focus.focus(self.form.controls[0])

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.HINT:
            return self.ask_defaults()
        if intent.kind is Kind.SECONDARY:
            self.form.restore(self.focus.current)
            self.resized()
            return None
        return super().meant(intent)

    def ask_defaults(self) -> Nav | None:
        return self.defaults_dialog(self.stage.t("settings.reset.body"), "defaults")

    def resume(self, result: object) -> Nav | None:
        if result == "defaults":
            restore(self.services)
        self.resized()
        return None

    def draw_page(self, canvas: Canvas) -> None:
        card = self.places["card"]
        self.stage.put(canvas, self.stage.paint.panel("lacquer", card.size), card.topleft)
        self.form.draw(canvas, self.places)

    def prompts(self) -> list[Prompt]:
        t, is_changed = self.stage.t, self.form.may_restore(self.focus.current)
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            Prompt(SHOULDERS, t("settings.section"), ""),
            *([Prompt(Kind.SECONDARY, t("settings.default"), "main")] if is_changed else []),
            Prompt(Kind.HINT, t("settings.all_defaults"), "main"),
        ]
