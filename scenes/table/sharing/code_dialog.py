"""A card with a QR code for phones, dark on light. The side of a module is a whole number of pixels.

Texts and answers stand beside the code, or below it in an upright window.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.records.qr import MOST_BYTES, Rows
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Align, Shape, cell, column, row, within
from scenes.kit.scene import Nav
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import BODY, EDGE, PAD, TITLE, Dialog, DialogAnswer
from scenes.services import Services

# Width of the light border around the code, in modules.
QUIET = 4
# The least width of a module in pixels with which a phone's camera can read the code.
LEAST_MODULE = 6
# Modules of the largest code, including its border.
MODULES = 65 + 2 * QUIET
# Width of a module of the largest code, in design pixels. It is rounded up to whole pixels.
MODULE = 6
# Design pixels of the frame around the code.
FRAME = 10
# Width of an upright card, and the gap between the code and the texts beside it, in design pixels.
WIDTH, BESIDE = 860, 56
WORDS_WIDTH = 640
WORDS = Style(30, theme.INK)


def module_of(matrix: tuple[str, ...], side: int) -> int:
    """Return the width of a module in pixels, for a code that is `side` pixels wide with its border."""
    return side // (len(matrix) + 2 * QUIET)


def least_side(matrix: tuple[str, ...]) -> int:
    """Return the least width in pixels of a code with its border."""
    return LEAST_MODULE * (len(matrix) + 2 * QUIET)


def draw_code(stage: Stage, canvas: Drawable, rect: pygame.Rect, matrix: tuple[str, ...]) -> None:
    """Draw the code as large as possible in the middle of `rect` (pixels). The caller draws the background."""
    module = max(1, module_of(matrix, min(rect.size)))
    side = module * len(matrix)
    sprite = stage.paint.cached(("code", matrix, module), lambda: _modules(matrix, module))
    canvas.blit(sprite.surface, (rect.centerx - side // 2, rect.centery - side // 2))


def _modules(matrix: tuple[str, ...], module: int) -> Sprite:
    """Draw the dark modules, each a whole number of pixels wide."""
    side = module * len(matrix)
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for y, line in enumerate(matrix):
        for x, sign in enumerate(line):
            if sign == "1":
                surface.fill(theme.rgb(theme.INK), (x * module, y * module, module, module))
    return Sprite(surface)


class CodeDialog(Dialog):
    """Shows a text as a code; `read` returns the text. The place is large enough for the largest code."""

    def __init__(
        self, services: Services, read: str, title: str, body: str, answers: Sequence[DialogAnswer], columns: int = 1
    ) -> None:
        self.services = services
        self.read = read
        self.rows: Rows | None = None
        super().__init__(
            services.stage, title, body, answers, stacked=True, columns=columns, width=WIDTH, head=MODULES * MODULE
        )

    def resized(self) -> None:
        """Place the code above the texts and answers in an upright window, otherwise beside them."""
        stage, px = self.stage, self.stage.metrics.px
        is_tall = stage.metrics.shape is Shape.TALL
        code = MODULES * math.ceil(MODULE * stage.metrics.scale)
        self.head = (code + 2 * px(FRAME)) / stage.metrics.scale
        width = WIDTH if is_tall else min(self.head + BESIDE + WORDS_WIDTH + 2 * PAD, stage.metrics.design[0] - 108)
        inner = width - 2 * PAD - (0 if is_tall else self.head + BESIDE)
        self._texts = [("title", self.title, TITLE), ("body", self.body, BODY)]
        title, body = (self._text(*each, px(inner) - 1) for each in self._texts)
        words = [title, cell(size=16), body, cell(size=40), *self._rows(px(inner))]
        high = sum(part.size or part.fit or 0.0 for part in words)
        plate = cell("head", self.head, across=self.head, align=Align.MIDDLE)
        if is_tall:
            page, high = column(plate, cell(size=24), *words, gap=0), self.head + 24 + high
        else:
            page, high = row(plate, column(cell(), *words, cell(), gap=0), gap=BESIDE), max(self.head, high)
        room = stage.metrics.size[1] - 2 * px(EDGE)
        self.rect = pygame.Rect(0, 0, px(width), min(px(high + 2 * PAD), room))
        self.rect.center = stage.metrics.size[0] // 2, stage.metrics.size[1] // 2
        self.places = within(stage.metrics, self.rect, column(page, gap=0, pad=(PAD, PAD, PAD, PAD)))
        widgets = [self._button(*each) for each in zip(self.answers, self.places.all("answer"), strict=True)]
        self.focus.set(widgets, widgets[self._first] if self.focus.current is None else None)

    def tick(self, dt: float) -> Nav | None:
        self.rows = self.services.qr.rows(self.read)
        return super().tick(dt)

    @property
    def is_animated(self) -> bool:
        return self.rows is None or super().is_animated

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        """Draw the code on a cream background in a dark frame.

        While the code is being made, or if it cannot be made, draw words instead.
        """
        stage, px = self.stage, self.stage.metrics.px
        side = round(self.head * stage.metrics.scale)
        frame = pygame.Rect(rect.centerx - side // 2, rect.top, side, side)
        stage.blit(canvas, stage.paint.panel("lacquer", frame.size, radius=14, rim=4), frame.topleft, alpha)
        inner = frame.inflate(-2 * px(FRAME), -2 * px(FRAME))
        stage.blit(canvas, stage.paint.face("enamel", inner.size, 6, 3), inner.topleft, alpha)
        if self.rows:
            draw_code(stage, canvas, inner, self.rows)
        else:
            words = stage.t("home.making" if self.rows is None else "home.failed")
            room = inner.inflate(-inner.width // 5, -inner.height // 2)
            stage.label(canvas, words, room, WORDS, "centre", lines=6, alpha=alpha)


def shorten(text: str) -> str:
    """Return `text` without its longest lines, so that it fits into a code."""
    lines = text.split("\n")
    while len("\n".join(lines).encode()) > MOST_BYTES:
        lines.remove(max(lines, key=len))
    return "\n".join(lines)
