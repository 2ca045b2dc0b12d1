"""The settings: five sections, each change at work and kept at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.heading import draw_heading
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.widgets import Widget
from scenes.preferences import Preferences
from scenes.services import Services
from scenes.settings.rows import SECTIONS, Row, rows
from scenes.settings.tabs import Tab

LABEL = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
PAD = 48
SMALLEST = 20  # of a note at a large text scale, in design pixels before that scale
MOST_FULL = 4  # rows of their full height; more are lower
CONTROL = 588  # design pixels of a control beside its label


@dataclass(frozen=True, slots=True)
class Layout:
    """Places in design pixels: the tabs, the card's corner, width and height of a row, the bar."""

    tabs: tuple[tuple[float, float, float, float], ...]
    card: tuple[float, float]
    width: float
    row: float
    bar: tuple[float, float, float, float]


def settings_layout(shape: Shape) -> Layout:
    """Tabs in a rail where the window is wide, else above the card."""
    if shape is Shape.WIDE:
        tabs = tuple((96.0, 218 + i * 142.0, 392.0, 124.0) for i in range(len(SECTIONS)))
        return Layout(tabs, (528, 218), 1296, 170, (54, 956, 1812, 80))
    if shape is Shape.CLASSIC:
        tabs = tuple((72 + i * 262.0, 200.0, 248.0, 96.0) for i in range(len(SECTIONS)))
        return Layout(tabs, (72, 328), 1296, 144, (54, 956, 1332, 80))
    tabs = tuple((54 + i * 197.0, 236.0, 184.0, 152.0) for i in range(len(SECTIONS)))
    return Layout(tabs, (54, 428), 972, 300, (54, 1712, 972, 160))


class SettingsScene(FocusScene):
    """Pops with nothing: whoever pushed it finds the preferences changed."""

    closed_to_phones = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self.section = 0

    def enter(self) -> None:
        self.resized()
        self.focus.focus(self._controls[0])

    def resized(self) -> None:
        stage = self.stage
        rect = stage.metrics.rect
        self.layout = settings_layout(stage.metrics.shape)
        self.tabs = [self._tab(i) for i in range(len(SECTIONS))]
        self.rows: list[Row] = rows(self.services, SECTIONS[self.section])
        left, top = self.layout.card
        each = min(self.layout.row, MOST_FULL * self.layout.row / len(self.rows))
        height = len(self.rows) * each + 24
        self.card = rect(left, top, self.layout.width, height)
        self._bands = [
            rect(left + PAD, top + 12 + i * each, self.layout.width - 2 * PAD, each) for i in range(len(self.rows))
        ]
        self._controls = [row.make(self._control(band)) for row, band in zip(self.rows, self._bands, strict=True)]
        for row, control in zip(self.rows, self._controls, strict=True):
            control.name = row.label
        self.focus.set([*self.tabs, *self._controls])
        self.bar = GlyphBar(stage, rect(*self.layout.bar))

    @property
    def spoken_title(self) -> str:
        return self.stage.t("menu.settings")

    def _tab(self, index: int) -> Tab:
        label = self.stage.t(f"settings.section.{SECTIONS[index]}")
        place = self.stage.metrics.rect(*self.layout.tabs[index])
        return Tab(place, label, SECTIONS[index], index == self.section, partial(self._open, index))

    def _control(self, band: pygame.Rect) -> pygame.Rect:
        """The widget's place in its row: at the right, or below the words on the tall arrangement."""
        unit = self.stage.metrics.px
        if self.stage.metrics.shape is Shape.TALL:
            return pygame.Rect(band.x, band.bottom - unit(24 + 104), band.width, unit(104))
        place = pygame.Rect(band.right - unit(CONTROL), 0, unit(CONTROL), unit(88))
        place.centery = band.centery
        return place

    def _open(self, section: int) -> None:
        """Show a section; the focus stays on its tab."""
        self.section = section
        self.resized()

    def _step(self, direction: int) -> None:
        self._open((self.section + direction) % len(SECTIONS))
        self.focus.focus(self._controls[0])

    # Presses and time

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind in (Kind.BACK, Kind.PAUSE):
            return Pop()
        if meant.kind is Kind.SECONDARY:
            return self._ask_defaults()
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._step(1 if meant.kind is Kind.NEXT else -1)
            return None
        return self.focus.intent(meant)[1]

    def _ask_defaults(self) -> Nav:
        t = self.stage.t
        answers = [Answer(t("settings.keep"), None, primary=True), Answer(t("settings.defaults"), "defaults")]
        title, body = t("settings.reset.title"), t("settings.reset.body")
        return Push(lambda: Dialog(self.stage, title, body, answers, width=860))

    def resume(self, result: object) -> Nav | None:
        if result == "defaults":
            fresh = Preferences(language=self.services.preferences.language)  # or nobody could read on
            self.services.restore(fresh)
        self.resized()
        return None

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("app.title"), stage.t("menu.settings"))
        stage.put(canvas, stage.paint.panel("lacquer", self.card.size), self.card.topleft)
        for i, (row, band) in enumerate(zip(self.rows, self._bands, strict=True)):
            if i:
                stage.put(canvas, stage.paint.line(band.width, theme.IVORY, 0.18), band.topleft)
            self._draw_words(canvas, row, band, self._controls[i])
        self.focus.draw(canvas)
        self.bar.set(self._prompts())
        self.bar.draw(canvas)

    def _draw_words(self, canvas: Canvas, row: Row, band: pygame.Rect, control: Widget) -> None:
        """Label and note, in the middle of what the control leaves of its row."""
        stage = self.stage
        tall = stage.metrics.shape is Shape.TALL
        room = band.width if tall else control.rect.left - band.left - stage.metrics.px(40)
        bottom = control.rect.top - stage.metrics.px(12) if tall else band.bottom
        label = stage.shrunk(row.label, LABEL, room)
        scale = stage.metrics.scale * stage.metrics.text_scale
        capital = round(0.733 * label.size * scale)
        note = NOTE
        lines = stage.lines(row.note, note, room)
        spare = bottom - band.top - capital - stage.metrics.px(28)
        while note.size > SMALLEST and len(lines) * stage.fonts.line_height(note) > spare:
            note = note._replace(size=note.size - 1)
            lines = stage.lines(row.note, note, room)
        step = stage.fonts.line_height(note)
        baseline = (band.top + bottom + capital - len(lines) * step) // 2
        stage.text(canvas, row.label, (band.left, baseline), label, width=room)
        stage.paragraph(canvas, lines, (band.left, baseline + step), note)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            Prompt(SHOULDERS, t("settings.section"), ""),
            Prompt(Kind.SECONDARY, t("settings.defaults"), "main"),
            Prompt(Kind.BACK, t("glyph.back"), "main"),
        ]
