"""A screen with one scrolling list: heading, tray and bar. The archive and the import are two of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import DIALOG_RADIUS
from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.layout import GAP, ROUNDING, Align, Part, Shape, cell, column, row, within
from scenes.kit.scene import Item, Nav, ScanGroup, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.page import MARGIN, TITLE, TOP, PageScene
from scenes.kit.widgets.scan_targets import prompt_targets
from scenes.kit.widgets.scroll import ScrollList
from scenes.kit.widgets.widget import Widget
from scenes.services import Services
from scenes.table.art.laurel import FAINT_SIDE, NOTE, draw_empty

ASIDE = Style(theme.HELPER, theme.MUTED)
LEAST_ASIDE = 20


class ListScene(PageScene):
    """Subclasses say what the rows are and what opening one means."""

    top = TOP
    row_height, tall_row_height = 104, 104  # design pixels, and those in an upright window

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self._chosen = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @abstractmethod
    def aside(self) -> str:
        """Return the text at the right of the heading."""

    @abstractmethod
    def empty(self) -> tuple[str, str]:
        """Return the text for an empty list: a title and a sentence."""

    @abstractmethod
    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        """A row of `size` pixels."""

    @abstractmethod
    def row_text(self, index: int) -> str:
        """A row as it is read aloud."""

    @abstractmethod
    def open(self, index: int) -> Nav | None:
        """A row was opened."""

    def command(self, kind: Kind) -> Nav | None:
        """A press that is neither for the list nor back."""
        return None

    # Life

    def parts(self, shape: Shape) -> Part:
        """The `heading` and what stands `aside`, which has what the title leaves it at the usual text size."""
        stage, whole = self.stage, self.stage.metrics.design[0] - 2 * MARGIN[shape]
        title = stage.natural(stage.t(self.title), stage.limit_scale(TITLE, 1.0)) + ROUNDING
        wide = min(stage.natural(self.aside(), ASIDE) + ROUNDING, whole * 2 / 3 - GAP, whole - GAP - title)
        aside = cell("aside", wide, across=36, align=Align.END) if self.aside() else None
        return column(row(cell("heading"), aside, size=108), cell("tray"), gap=44)

    def widgets(self) -> Sequence[Widget]:
        """Return no widgets: the rows are a list's."""
        height = self.tall_row_height if self.stage.metrics.shape is Shape.TALL else self.row_height
        self._chosen = max(0, min(self._chosen, self.count - 1))
        scaled = height * max(1.0, self.stage.metrics.text_scale * 0.9)
        self.list = ScrollList(self.stage, self.places["tray"], scaled, self.count, self.row_picture, self._chosen)
        return ()

    @property
    def spoken(self) -> str:
        there = self.row_text(self.list.chosen) if self.count else "\n".join(self.empty())
        return sentences(self.stage.t(self.title), there)

    def tick(self, dt: float) -> Nav | None:
        self.list.tick(dt)
        notices = self.services.notices.take()
        return tell(self.stage, self.stage.t("notice.title"), " ".join(notices)) if notices else None

    @property
    def is_animated(self) -> bool:
        return self.list.is_animated

    def meant(self, intent: Intent) -> Nav | None:
        opened = self.list.intent(intent)
        if self.list.chosen != self._chosen and self.count:
            self.stage.say(self.row_text(self.list.chosen), passing=True)
        self._chosen = self.list.chosen
        if opened:
            self.stage.audio.play("press")
            return self.open(self._chosen)
        return self.command(intent.kind)

    def scan(self) -> Sequence[Item]:
        """The rows in view, of which a press chooses one, ways to those above and below, and what the bar says."""
        t, tray = self.stage.t, self.list
        seen = [index for index in range(self.count) if tray.view.contains(tray.row(index))]
        found: list[Item] = [
            ScanTarget(("row", index), self.row_text(index), partial(self._choose, index), (tray.row(index),))
            for index in seen
        ]
        for key, kind in (("scan.rows_up", Kind.PREVIOUS), ("scan.rows_down", Kind.NEXT)):
            if len(seen) < self.count:
                found.append(
                    ScanTarget(
                        key, t(key), partial(self.intent, Intent(kind, SWITCH)), (tray.rect,), is_back_in_group=True
                    )
                )
        return (ScanGroup("rows", self.stage.t(self.title), tuple(found)), *prompt_targets(self, self.bar, ()))

    def _choose(self, index: int) -> None:
        self._chosen = self.list.chosen = index

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        if (box := self.places.get("aside")) is not None:
            stage.label(canvas, self.aside(), box, ASIDE, "right", grow=stage.metrics.text_scale, least=LEAST_ASIDE)
        if self.count:
            self.list.draw(canvas)
        else:
            self._draw_empty(canvas)

    def _draw_empty(self, canvas: Canvas) -> None:
        """A card in the middle of the room that the list would take."""
        stage = self.stage
        unit = stage.metrics.px
        title, sentence = self.empty()
        width = min(self.list.rect.width, unit(1040))
        written = stage.natural_height(sentence, NOTE, width - 2 * unit(64))
        card = pygame.Rect(0, 0, width, unit(FAINT_SIDE + 232 + written))
        card.center = self.list.rect.center
        stage.blit(canvas, stage.paint.panel("lacquer", card.size, radius=DIALOG_RADIUS), card.topleft)
        face = within(stage.metrics, card, column(cell("words"), pad=(64, 48, 64, 56)))
        draw_empty(stage, canvas, face["words"], title, sentence)
