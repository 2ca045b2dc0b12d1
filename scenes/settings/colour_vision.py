"""Show the page that checks colour vision. Each page has a module of its own.

It has the eight identities as they are, and as they look to eyes that lack a kind of cone.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, for the
severity 1.0. They are applied to linear light; the curve between that and "#RRGGBB" is that of sRGB (IEC 61966-2-1).
"""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.player_marks import ORDER
from scenes.kit.drawing.theme import rgb
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.scene import Nav
from scenes.kit.widgets.page import PageScene
from scenes.services import Services

Row = tuple[float, float, float]

MATRICES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LABEL = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
PLATE = 104  # design pixels, as all below
TOKEN = 34
ROWS = ("as_is", *MATRICES)


def seen_with(deficiency: str, color: str) -> str:
    """ "#RRGGBB" as it looks with one of MATRICES."""
    light = [_to_light(value / 255) for value in rgb(color)]
    seen = [sum(factor * part for factor, part in zip(row, light, strict=True)) for row in MATRICES[deficiency]]
    return "#" + "".join(f"{round(255 * _from_light(min(1.0, max(0.0, part)))):02X}" for part in seen)


def _to_light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _from_light(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


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
