"""The colour-vision check: the eight identities as they are, and as they look to eyes that lack a kind of cone."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.heading import draw_heading
from scenes.kit.identity import ORDER
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Item, Nav, Pop, Scene
from scenes.kit.stops import prompt_stops
from scenes.kit.theme import MATRICES, seen_with
from scenes.services import Services

LABEL = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
PLATE = 104  # design pixels, as all below
TOKEN = 34
PAD = 48
ROWS = ("as_is", *MATRICES)


class ColourVisionScene(Scene):
    """One row for each way of seeing; nothing to change, so any press but a pointer's leads back."""

    closed_to_phones = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        tall = self.stage.metrics.shape is Shape.TALL
        if tall:
            self.card = rect(54, 316, 972, 4 * 240 + 72)
            bar = rect(54, 1712, 972, 160)
        else:
            width = 1728 if self.stage.metrics.shape is Shape.WIDE else 1296
            margin = (self.stage.metrics.design[0] - width) / 2
            self.card = rect(margin, 276, width, 4 * 150 + 40)
            bar = rect(54, 956, self.stage.metrics.design[0] - 108, 80)
        self.bar = GlyphBar(self.stage, bar)
        self.bar.set([Prompt(Kind.BACK, self.stage.t("glyph.back"))])

    def scan(self) -> Sequence[Item]:
        return prompt_stops(self, self.bar, ())

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        return Pop() if meant.kind in (Kind.BACK, Kind.CONFIRM, Kind.PAUSE) else None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        unit = stage.metrics.px
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("menu.settings"), stage.t("settings.vision"))
        note = stage.t("vision.note")
        line = (self.card.left, self.card.top - unit(28))
        stage.text(canvas, note, line, stage.shrunk(note, NOTE, self.card.width, 22), width=self.card.width)
        stage.put(canvas, stage.paint.panel("lacquer", self.card.size), self.card.topleft)
        inner = self.card.inflate(-2 * unit(PAD), -unit(40))
        for i, row in enumerate(ROWS):
            top = inner.top + inner.height * i // len(ROWS)
            band = pygame.Rect(inner.left, top, inner.width, inner.height // len(ROWS))
            if i:
                stage.put(canvas, stage.paint.line(band.width, theme.IVORY, 0.18), band.topleft)
            self._draw_row(canvas, row, band)
        self.bar.draw(canvas)

    def _draw_row(self, canvas: Canvas, row: str, band: pygame.Rect) -> None:
        stage = self.stage
        unit = stage.metrics.px
        label = stage.t(f"vision.{row}")
        if stage.metrics.shape is Shape.TALL:
            stage.text(canvas, label, (band.left, band.top + unit(62)), LABEL, width=band.width)
            plates = pygame.Rect(band.left, band.top + unit(84), band.width, band.height - unit(100))
        else:
            room = band.width - min(unit(1200), round(band.width * 0.76))
            fitted = stage.shrunk(label, LABEL, room - unit(24), 24)
            baseline = band.centery + 0.366 * fitted.size * stage.metrics.scale * stage.metrics.text_scale
            stage.text(canvas, label, (band.left, baseline), fitted, width=room)
            plates = pygame.Rect(band.left + room, band.top, band.width - room, band.height)
        for i, name in enumerate(ORDER):
            color = self.services.identities[name].color
            shown = color if row == "as_is" else seen_with(row, color)
            x = plates.left + (2 * i + 1) * plates.width // (2 * len(ORDER))
            self._draw_identity(canvas, name, shown, (x, plates.centery))

    def _draw_identity(self, canvas: Canvas, name: str, color: str, middle: tuple[int, int]) -> None:
        """A plate of the colour and the pattern with the token on it."""
        stage = self.stage
        unit = stage.metrics.px
        plate = pygame.Rect(0, 0, unit(PLATE), unit(PLATE))
        plate.center = middle
        corners = (unit(14),) * 4
        stage.put(canvas, stage.paint.shadow(plate.size, 0.4, 14), plate.topleft)
        stage.put(canvas, self.services.identities.strip(name, plate.size, corners, color), plate.topleft)
        token = self.services.identities.token(name, TOKEN, color=color)
        stage.put(canvas, token, (middle[0] - unit(TOKEN), middle[1] - unit(TOKEN)))
