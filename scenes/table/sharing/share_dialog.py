"""Gives people a text to share, on the clipboard and on a slip of paper."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.record import Record
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Nav, Push
from scenes.kit.sound.speech import sentences
from scenes.kit.system import put_on_clipboard
from scenes.kit.widgets.dialog import PAD, Dialog, DialogAnswer
from scenes.services import Services
from scenes.table.art.paper import paper
from scenes.table.sharing.code_dialog import CodeDialog, shorten
from scenes.table.sharing.take_home import TakeHome

TEXT = Style(theme.HELPER, theme.INK)
# Width of the dialog in design pixels, as all lengths here.
WIDTH = 860
# Margin around the text on the slip, and height of the slip's torn foot.
MARGIN, TORN = 36, 18
# Gap between the slip and the title.
APART = 20
# Height of the dialog without the text.
AROUND = 480
MOST_GROWTH = 1.25
# The answer that asks for the text as a code.
SCAN = object()


class ShareDialog(Dialog):
    """Copies the text to the clipboard.

    It also shows the text on a slip of paper, because not every system has a clipboard.
    """

    def __init__(
        self, services: Services, text: str, record: Record | None = None, more: Sequence[DialogAnswer] = ()
    ) -> None:
        """If `record` is given, the dialog also offers the whole game; otherwise it offers the text as a code.

        `more` are further answers.
        """
        t = services.stage.t
        self.record = record
        self.copied = put_on_clipboard(text)
        title = t("share.copied" if self.copied else "share.shown")
        body = "" if self.copied else t("share.note")
        answers = [*more, DialogAnswer(t("dialog.ok"), None, primary=True)]
        if record is not None:
            answers.append(DialogAnswer(t("share.whole"), record))
        else:
            answers.append(DialogAnswer(t("share.scan"), SCAN))
        super().__init__(services.stage, title, body, answers, width=WIDTH)
        self.services = services
        self.text = text

    def resized(self) -> None:
        metrics = self.stage.metrics
        width = min(metrics.px(WIDTH), metrics.size[0] - 2 * metrics.px(54)) - 2 * metrics.px(PAD)
        # AROUND is for the title, the sentence and the answers.
        room = metrics.size[1] - metrics.px(AROUND)
        usual = self.stage.limit_scale(TEXT, MOST_GROWTH)
        self._lines, self._style = self.stage.wrap_to_box(self.text, usual, width - 2 * metrics.px(MARGIN), room)
        height = len(self._lines) * self.stage.fonts.line_height(self._style) + metrics.px(2 * MARGIN + TORN)
        self._slip = width, height
        self.head = height / metrics.scale + APART
        super().resized()

    def answered(self, result: object) -> Nav | None:
        if isinstance(result, Record):
            return Push(lambda: TakeHome(self.services, result, self.text))
        if result is SCAN:
            return Push(self.code)
        return super().answered(result)

    def code(self) -> CodeDialog:
        """Return the dialog with the text as a QR code."""
        t = self.stage.t
        answers = [DialogAnswer(t("glyph.back"), None, primary=True)]
        return CodeDialog(self.services, shorten(self.text), t("share.scan"), t("share.scan_body"), answers)

    @property
    def spoken(self) -> str:
        return sentences(self.text, super().spoken)

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        stage, px = self.stage, self.stage.metrics.px
        left, top = rect.left + px(PAD), rect.top + px(PAD)
        sheet = stage.paint.cached(("share slip", self._slip), lambda: paper(self.stage, self._slip))
        stage.blit(canvas, sheet, (left, top), alpha)
        first = top + px(MARGIN) + stage.fonts.ascent(self._style)
        stage.paragraph(canvas, self._lines, (left + px(MARGIN), first), self._style, alpha=alpha)
