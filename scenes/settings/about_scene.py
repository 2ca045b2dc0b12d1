"""Two pages to read: about the program, and how the eight identities look to colour-blind people.

The first page has the version, the folders of files, and third-party parts. The second page shows the identities as
they are, and as people who lack one kind of cone in the eye see them.

The matrices are from G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, for
severity 1.0. They apply to linear light; the curve between it and "#RRGGBB" is sRGB's (IEC 61966-2-1).
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game import third_party
from game.paths import data_dir, readable
from game.platforms.program import is_bundle
from game.version import FULL_NAME
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.player_marks import ORDER
from scenes.kit.drawing.theme import rgb
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.scene import Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.table import Column, Row, Table
from scenes.kit.widgets.widget import Widget
from scenes.services import Services

WORDS, MORE = Style(theme.LIST, theme.IVORY, bold=True), Style(theme.HELPER, theme.MUTED)
# Height of a text, in design pixels.
WORDS_HEIGHT = 176
LICENCE, HOME = 420, 720
Vision = tuple[float, float, float]
MATRICES: dict[str, tuple[Vision, Vision, Vision]] = {
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


class AboutScene(PageScene):
    """The page about the program. Its list of third-party parts is split into pages."""

    eyebrow, title = "app.title", "about.title"

    def __init__(
        self, services: Services, found: Sequence[third_party.ThirdParty] | None = None, folder: str = ""
    ) -> None:
        """`found` are the third-party parts, `folder` is the data folder; by default they are this machine's."""
        super().__init__(services.stage)
        self.services = services
        self.found = third_party.parts() if found is None else found
        self.folder = folder or readable(data_dir())
        self.page = 0

    def parts(self, shape: Shape) -> Part:
        return column(cell("words", WORDS_HEIGHT), cell("list"))

    def widgets(self) -> list[Widget]:
        t, is_narrow = self.stage.t, self.stage.metrics.shape is not Shape.WIDE
        heads = [Column(t("about.part")), Column(t("about.licence"), LICENCE)]
        if not is_narrow:
            heads.append(Column(t("about.home"), HOME))
        rows = [Row(part[: len(heads)], sentences(part.name, part.licence)) for part in self.found]
        place, empty = self.places["list"], t("about.none")
        self.list = Table(self.stage, place, heads, rows, empty=empty, page=self.page, turn=self._turn)
        return [*self.list.widgets]

    def _turn(self, page: int) -> None:
        self.page = page
        self.renew()

    def draw_page(self, canvas: Canvas) -> None:
        t = self.stage.t
        if is_bundle():
            more = t("about.more.bundle", folder=self.folder, list=third_party.LIST)
        else:
            more = t("about.more.clone", folder=self.folder)
        if (compiling := self.services.compiling()) is not None:
            done, count = compiling
            more = t("compiling.about", done=done, count=count)
        elif weaker := self.services.shortcomings.of_ai(is_owner=True):
            more = weaker
        self.stage.note(canvas, self.places["words"], t("about.words", program=FULL_NAME), WORDS, more, MORE)
        self.list.draw(canvas, self.focus.current)


LABEL = Style(theme.LIST, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
# Size of a plate, in design pixels.
PLATE = 104
TOKEN = 34
ROWS = ("as_is", *MATRICES)


class ColourVisionScene(PageScene):
    """Shows a row of identities for each way of seeing.

    Nothing can be chosen, so any press except a pointer's leads back.
    """

    closed_to_phones = True
    eyebrow, title = "menu.settings", "settings.vision"

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services

    def parts(self, shape: Shape) -> Part:
        """Lay out the label of each way of seeing beside its plates, or above them."""
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
        """Draw a plate in the identity's colour and pattern, with the token on it."""
        stage = self.stage
        unit = stage.metrics.px
        plate = pygame.Rect(0, 0, unit(PLATE), unit(PLATE))
        plate.center = middle
        corners = (unit(14),) * 4
        stage.blit(canvas, stage.paint.shadow(plate.size, 0.4, 14), plate.topleft)
        stage.blit(canvas, self.stage.identities.strip(name, plate.size, corners, color), plate.topleft)
        token = self.stage.identities.token(name, TOKEN, color=color)
        stage.blit(canvas, token, (middle[0] - unit(TOKEN), middle[1] - unit(TOKEN)))


def seen_with(deficiency: str, color: str) -> str:
    """Return `color` as people with this deficiency see it, as "#RRGGBB". `deficiency` is a key of MATRICES."""
    light = [_to_light(value / 255) for value in rgb(color)]
    seen = [sum(factor * part for factor, part in zip(row, light, strict=True)) for row in MATRICES[deficiency]]
    return "#" + "".join(f"{round(255 * _from_light(min(1.0, max(0.0, part)))):02X}" for part in seen)


def _to_light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _from_light(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)
