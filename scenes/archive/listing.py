"""A screen with one scrolling list: heading, tray and bar. The archive and the import are two of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.heading import MARGIN, MOST_GROWTH, TITLE, draw_heading
from scenes.kit.intents import SWITCH, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import DIALOG_RADIUS
from scenes.kit.scene import Group, Item, Nav, Pop, Push, Scene, Stop
from scenes.kit.scroll import ScrollList
from scenes.kit.speech import sentences
from scenes.kit.stops import prompt_stops
from scenes.services import Services

ASIDE = Style(theme.HELPER, theme.MUTED)
LEAST_ASIDE = 20
EMPTY = Style(theme.TITLE, theme.IVORY, bold=True)
EMPTY_NOTE = Style(theme.HELPER, theme.MUTED)
LAUREL = 220


class ListScene(Scene):
    """Subclasses say what the rows are and what opening one means."""

    row_heights = (104, 104, 176)  # design pixels: wide, classic, tall

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self._chosen = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @abstractmethod
    def heading(self) -> tuple[str, str, str]:
        """The small line, the large one, and a note on the right."""

    @abstractmethod
    def empty(self) -> tuple[str, str]:
        """What is said where there are no rows: a title and a sentence."""

    @abstractmethod
    def row_picture(self, index: int, size: tuple[int, int], chosen: bool) -> pygame.Surface:
        """A row of `size` pixels."""

    @abstractmethod
    def row_text(self, index: int) -> str:
        """A row as it is read aloud."""

    @abstractmethod
    def open(self, index: int) -> Nav | None:
        """A row was opened."""

    @abstractmethod
    def prompts(self) -> list[Prompt]:
        """What presses do, for the bar."""

    def command(self, kind: Kind) -> Nav | None:
        """A press that is neither for the list nor back."""
        return None

    # Life

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        shape = self.stage.metrics.shape
        width = self.stage.metrics.design[0]
        margin = MARGIN[shape]
        tall = shape is Shape.TALL
        tray = rect(margin, 208, width - 2 * margin, 1472 if tall else 728)
        height = self.row_heights[(Shape.WIDE, Shape.CLASSIC, Shape.TALL).index(shape)]
        scaled = height * max(1.0, self.stage.metrics.text_scale * 0.9)
        self.list = ScrollList(self.stage, tray, scaled, self.count, self.row_picture, self._chosen)
        self.bar = GlyphBar(self.stage, rect(54, 1720, 972, 148) if tall else rect(54, 956, width - 108, 80))

    @property
    def spoken(self) -> str:
        there = self.row_text(self.list.chosen) if self.count else "\n".join(self.empty())
        return sentences(self.heading()[1], there)

    def tick(self, dt: float) -> Nav | None:
        self.list.tick(dt)
        notices = self.services.notices()
        return self.tell(self.stage.t("notice.title"), " ".join(notices)) if notices else None

    @property
    def lively(self) -> bool:
        return self.list.lively

    def tell(self, title: str, text: str, detail: str = "") -> Nav:
        """Say something that has to be read, with what only some need in small type."""
        answers = [Answer(self.stage.t("dialog.ok"), None, primary=True)]
        return Push(lambda: Dialog(self.stage, title, text, answers, width=960, detail=detail))

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant is intent and intent.point is not None and self.bar.covers(intent.point):
            return None
        if meant.kind is Kind.BACK:
            return Pop()
        opened = self.list.intent(meant)
        if self.list.chosen != self._chosen and self.count:
            self.stage.say(self.row_text(self.list.chosen), passing=True)
        self._chosen = self.list.chosen
        if opened:
            self.stage.audio.play("press")
            return self.open(self._chosen)
        return self.command(meant.kind)

    def scan(self) -> Sequence[Item]:
        """The rows in view, of which a press chooses one, ways to those above and below, and what the bar says."""
        t, tray = self.stage.t, self.list
        seen = [index for index in range(self.count) if tray.view.contains(tray.row(index))]
        found: list[Item] = [
            Stop(("row", index), self.row_text(index), partial(self._choose, index), (tray.row(index),))
            for index in seen
        ]
        for key, kind in (("scan.rows_up", Kind.PREVIOUS), ("scan.rows_down", Kind.NEXT)):
            if len(seen) < self.count:
                found.append(Stop(key, t(key), partial(self.intent, Intent(kind, SWITCH)), (tray.rect,), again=True))
        return (Group("rows", self.heading()[1], tuple(found)), *prompt_stops(self, self.bar, ()))

    def _choose(self, index: int) -> None:
        self._chosen = self.list.chosen = index

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        eyebrow, title, aside = self.heading()
        draw_heading(stage, canvas, eyebrow, title)
        baseline = stage.metrics.point(0, 158)[1]
        beside = self.list.rect.width - stage.fonts.width(title, stage.capped(TITLE, MOST_GROWTH))
        room = min(self.list.rect.width * 2 // 3, beside) - stage.metrics.px(24)
        style = stage.shrunk(aside, ASIDE, room, LEAST_ASIDE)
        stage.text(canvas, aside, (self.list.rect.right, baseline), style, "right", room)
        if self.count:
            self.list.draw(canvas)
        else:
            self._draw_empty(canvas)
        self.bar.set(self.prompts())
        self.bar.draw(canvas)

    def _draw_empty(self, canvas: Canvas) -> None:
        """A card in the middle of the room that the list would take."""
        stage = self.stage
        unit = stage.metrics.px
        title, sentence = self.empty()
        width = min(self.list.rect.width, unit(1040))
        room = width - 2 * unit(64)
        lines = stage.lines(sentence, EMPTY_NOTE, room)
        step = stage.fonts.line_height(EMPTY_NOTE)
        card = pygame.Rect(0, 0, width, unit(LAUREL + 232) + len(lines) * step)
        card.center = self.list.rect.center
        stage.put(canvas, stage.paint.panel("lacquer", card.size, radius=DIALOG_RADIUS), card.topleft)
        side = unit(LAUREL)
        laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
        canvas.blit(laurel, (card.centerx - side // 2, card.top + unit(48)), 0.7)
        baseline = card.top + unit(48 + LAUREL + 80)
        stage.text(canvas, title, (card.centerx, baseline), stage.shrunk(title, EMPTY, room), "centre", room)
        stage.paragraph(canvas, lines, (card.centerx, baseline + unit(20) + step), EMPTY_NOTE, "centre")
