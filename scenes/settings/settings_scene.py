"""The settings: five sections, each change at work and kept at once."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.kit import theme
from scenes.kit.boxes import Align, Part, cell, column, row
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav
from scenes.kit.widgets import Widget
from scenes.preferences import Preferences
from scenes.settings.rows import SECTIONS, rows
from scenes.settings.tabs import TabbedScene

LABEL = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
SMALLEST = 20  # of a note
MOST_FULL = 4  # rows of their full height; more are lower
CONTROL = 588  # design pixels of a control beside its label


class SettingsScene(TabbedScene):
    """Pops with nothing: whoever pushed it finds the preferences changed."""

    eyebrow, title = "app.title", "menu.settings"

    def enter(self) -> None:
        self.resized()
        self.turned()

    def resized(self) -> None:
        self.rows = rows(self.services, SECTIONS[self.section])
        super().resized()

    def sections(self) -> Sequence[tuple[str, str]]:
        return [(self.stage.t(f"settings.section.{section}"), section) for section in SECTIONS]

    def body(self, shape: Shape) -> Part:
        """A card as long as it has rows; a control stands beside the words of its row, or below them."""
        if shape is Shape.TALL:
            line = column(cell("words"), cell("control", 104), name="band", gap=12, pad=(0, 0, 0, 24))
        else:
            line = row(cell("words"), cell("control", CONTROL, across=88, align=Align.MIDDLE), name="band", gap=40)
        lines = [line] * len(self.rows)
        card = column(*lines, name="card", share=len(lines), gap=0, pad=(48, 12))
        return column(card, cell(share=max(0, MOST_FULL - len(lines))), gap=0)

    def widgets(self) -> list[Widget]:
        self._controls = [each.make(place) for each, place in zip(self.rows, self.places.all("control"), strict=True)]
        for each, control in zip(self.rows, self._controls, strict=True):
            control.name = each.label
        return [*self.make_tabs(), *self._controls]

    def open(self, section: int) -> None:
        self.section = section
        self.resized()

    def turned(self) -> None:
        self.focus.focus(self._controls[0])

    def ask_defaults(self) -> Nav | None:
        return self.defaults_dialog(self.stage.t("settings.reset.body"), "defaults")

    def resume(self, result: object) -> Nav | None:
        if result == "defaults":
            fresh = Preferences(language=self.services.preferences.language)  # or nobody could read on
            self.services.restore(fresh)
        self.resized()
        return None

    def draw_page(self, canvas: Canvas) -> None:
        stage, card, bands = self.stage, self.places["card"], self.places.all("band")
        stage.put(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
        for band in bands[1:]:
            stage.put(canvas, stage.paint.line(band.width, theme.IVORY, 0.18), band.topleft)
        for each, words in zip(self.rows, self.places.all("words"), strict=True):
            stage.note(canvas, words, each.label, LABEL, each.note, NOTE, stage.metrics.text_scale, SMALLEST)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            Prompt(SHOULDERS, t("settings.section"), ""),
            Prompt(Kind.SECONDARY, t("settings.defaults"), "main"),
        ]
