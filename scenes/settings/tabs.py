"""Pages with tabs. The tabs are at the side in a wide window, otherwise above the page."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import sure
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Action, HitArea
from scenes.services import Services

ICON = 56
# If a tab is higher than this share of its width, the picture stands above the word.
UPRIGHT = 0.45
LEAST = 22
# Greatest width of a tab, in design pixels.
WIDEST = 314
# The most tabs in a row with the picture beside the word.
ABREAST = 5
# Width of the tabs beside a page, including the gap.
SIDEBAR = 432
# Margin above the tabs and the page, and margin below them.
ABOVE, BELOW = 20, 16
# Gap between the tabs and the page below them.
GAP = 32


def height_of_tabs(shape: Shape, tabs: int) -> int:
    """Return the height that `tabs` tabs take above a page, in design pixels."""
    return 176 if shape is Shape.TALL else 96 if tabs <= ABREAST else 136


class Tab(HitArea):
    """A plate with a small picture, `icon`, and a word. It is enamel if its page is open (`chosen`)."""

    def __init__(self, rect: pygame.Rect, label: str, icon: str, chosen: bool, action: Action) -> None:
        super().__init__(rect, action, name=label)
        self.icon = icon
        self.chosen = chosen

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        material = "enamel" if self.chosen else "lacquer"
        stage.blit(canvas, stage.paint.panel(material, self.rect.size), self.rect.topleft)
        face = self.rect.move(0, stage.metrics.px(2)) if pressed else self.rect
        ink = theme.PRINT_RED if self.chosen else theme.EYEBROW
        style = Style(theme.NAME, theme.INK if self.chosen else theme.MUTED, bold=True)
        parts, is_upright = (cell("icon", ICON), cell("word")), face.height > face.width * UPRIGHT
        inside = column(*parts, gap=0, pad=(12, 18, 12, 8)) if is_upright else row(*parts, gap=22, pad=(28, 0, 16, 0))
        at, align = within(stage.metrics, face, inside), "centre" if is_upright else "left"
        stage.show(canvas, f"icons/{self.icon}", at["icon"], color=ink)
        stage.label(
            canvas,
            self.name,
            at["word"],
            style,
            align,
            lines=1 + (" " in self.name),
            grow=stage.metrics.text_scale,
            least=LEAST,
        )


class TabbedScene(PageScene):
    """A screen with tabs. The shoulder buttons turn its pages; settings on a page can be reset to their defaults.

    Subclasses keep the index of the open page in `section`, and name each page and its picture.
    """

    closed_to_phones = True
    section = 0

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services

    @abstractmethod
    def sections(self) -> Sequence[tuple[str, str]]:
        """Return the name of each page, and the name of its picture."""

    @abstractmethod
    def open(self, section: int) -> None:
        """Show another page."""

    @abstractmethod
    def turned(self) -> None:
        """Called after a shoulder button has turned the page."""

    @abstractmethod
    def body(self, shape: Shape) -> Part:
        """Return the layout of the open page."""

    @abstractmethod
    def ask_defaults(self) -> Nav | None:
        """Return the question whether to reset the settings of the open page."""

    def parts(self, shape: Shape) -> Part:
        tabs = [cell("tab", most=128 if shape is Shape.WIDE else WIDEST)] * len(self.sections())
        pad = (0, ABOVE, 0, BELOW)
        if shape is Shape.WIDE:
            return row(column(*tabs, size=SIDEBAR - 40, gap=18), self.body(shape), gap=40, pad=pad)
        above = row(*tabs, size=height_of_tabs(shape, len(tabs)), gap=14)
        return column(above, self.body(shape), gap=GAP, pad=pad)

    def make_tabs(self) -> list[Tab]:
        """Make the tabs."""
        return [
            Tab(place, name, icon, index == self.section, partial(self.open, index))
            for index, (place, (name, icon)) in enumerate(zip(self.places.all("tab"), self.sections(), strict=True))
        ]

    def defaults_dialog(self, body: str, fresh: object) -> Nav:
        """Ask whether to restore the defaults. The dialog's result is `fresh` if the answer is yes."""
        t = self.stage.t
        return sure(self.stage, t("settings.reset.title"), body, t("settings.keep"), t("settings.defaults"), fresh, 860)

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.PAUSE:
            return self.back()
        if intent.kind is Kind.SECONDARY:
            return self.ask_defaults()
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            self.turn(1 if intent.kind is Kind.NEXT else -1)
            self.turned()
            return None
        return super().meant(intent)

    def turn(self, by: int) -> None:
        """Open the next page if `by` is 1, the previous one if it is -1."""
        self.open((self.section + by) % len(self.sections()))
