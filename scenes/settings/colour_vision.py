"""Show the page that checks colour vision. Each page has a module of its own.

It has the eight identities as they are, and as they look to eyes that lack a kind of cone.
"""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.player_marks import ORDER
from scenes.kit.drawing.vision import MATRICES, seen_with
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.scene import Nav
from scenes.kit.widgets.page import PageScene
from scenes.services import Services

LABEL = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
PLATE = 104  # design pixels, as all below
TOKEN = 34
ROWS = ("as_is", *MATRICES)


class ColourVisionScene(PageScene):
    """One row for each way of seeing; nothing to change, so any press but a pointer's leads back."""

    closed_to_phones = True
    eyebrow, title = "menu.settings", "settings.vision"

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services

    def parts(self, shape: Shape) -> Part:
        """The label of each way of seeing beside its plates, or above them."""
        plates = row(*[cell("plate")] * len(ORDER), share=0.76, most=1200, gap=0)
        if shape is Shape.TALL:
            line = column(cell("label", 84), plates, name="line", gap=0, pad=(0, 0, 0, 16))
        else:
            line = row(cell("label", share=0.24), plates, name="line", gap=0)
        card = column(*[line] * len(ROWS), name="card", share=12, most=1032, gap=0, pad=(48, 20))
        return column(cell("note", most=92), card, gap=16, pad=(0, 20, 0, 16))

    def meant(self, intent: Intent) -> Nav | None:
        return self.back() if intent.kind in (Kind.CONFIRM, Kind.PAUSE) else None

    def draw_page(self, canvas: Canvas) -> None:
        stage, card, grow = self.stage, self.places["card"], self.stage.metrics.text_scale
        stage.label(canvas, stage.t("vision.note"), self.places["note"], NOTE, grow=grow, least=22)
        stage.blit(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
        for line in self.places.all("line")[1:]:
            stage.blit(canvas, stage.paint.line(line.width, theme.IVORY, 0.18), line.topleft)
        for name, label in zip(ROWS, self.places.all("label"), strict=True):
            stage.label(canvas, stage.t(f"vision.{name}"), label, LABEL, grow=grow, least=24)
        seen = [(name, identity) for name in ROWS for identity in ORDER]
        for (name, identity), place in zip(seen, self.places.all("plate"), strict=True):
            color = self.stage.identities[identity].color
            self._draw_identity(canvas, identity, color if name == "as_is" else seen_with(name, color), place.center)

    def _draw_identity(self, canvas: Canvas, name: str, color: str, middle: tuple[int, int]) -> None:
        """A plate of the colour and the pattern with the token on it."""
        stage = self.stage
        unit = stage.metrics.px
        plate = pygame.Rect(0, 0, unit(PLATE), unit(PLATE))
        plate.center = middle
        corners = (unit(14),) * 4
        stage.blit(canvas, stage.paint.shadow(plate.size, 0.4, 14), plate.topleft)
        stage.blit(canvas, self.stage.identities.strip(name, plate.size, corners, color), plate.topleft)
        token = self.stage.identities.token(name, TOKEN, color=color)
        stage.blit(canvas, token, (middle[0] - unit(TOKEN), middle[1] - unit(TOKEN)))
