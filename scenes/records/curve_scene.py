"""One person's strength in one game as a curve over the last matches, beside the faces of the five levels."""

from __future__ import annotations

import pygame

from game.core.record import SeatConfig
from game.core.spec import LEVELS, GameSpec
from game.people.ratings import Skill, strength_at
from game.storage.profiles import Profile
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, cell, column, row, within
from scenes.kit.widgets.dialog import CardScene
from scenes.kit.widgets.widget import Button
from scenes.services import Services
from scenes.table.art.faces import Face, draw_face
from scenes.table.art.marks import GOLD
from scenes.table.chances import PAD, Curve, draw_curve
from scenes.table.fits import skill_of, standing

SIZE = (1060, 880)  # design pixels, like all lengths below
FACE, NAMES = 72, 190
TITLE = Style(48, theme.INK, bold=True)
NOW = Style(theme.HELPER, theme.INK)
LEVEL = Style(theme.CAPTION, theme.INK_SOFT)
LEAST = 20


def curve_of_skill(spec: GameSpec, skill: Skill) -> Curve:
    """Return a curve from level 1 at the bottom to level 5 at the top; a single match gives a horizontal line."""
    values = skill.curve if len(skill.curve) > 1 else skill.curve * 2
    low, high = LEVELS[0], LEVELS[-1]
    points = tuple((float(i), (strength_at(spec, value) - low) / (high - low)) for i, value in enumerate(values))
    return Curve(max(1, len(values) - 1), (points,), (GOLD,))


class CurveScene(CardScene):
    """A card with the curve of `profile` in a game."""

    def __init__(self, services: Services, spec: GameSpec, profile: Profile) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.skill = skill_of(services, SeatConfig(name=profile.name), spec)
        t = self.stage.t
        self.title = t("fits.now", name=profile.name, strength=t("fits.curve", game=t(f"game.{spec.id}")))
        self.now = t("fits.none") if self.skill is None else standing(self.stage, spec, self.skill.value)

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        metrics = self.stage.metrics
        width, height = metrics.size
        inner = self.place(
            min(metrics.px(SIZE[0]), width - metrics.px(80)), min(metrics.px(SIZE[1]), height - metrics.px(80))
        )
        names = column(*[cell("level")] * len(LEVELS), size=NAMES, gap=0)
        body = row(names, cell("curve"), gap=16)
        parts = column(
            cell("title", 64), cell("now", 44), body, cell("done", 96, across=360, align=Align.MIDDLE), gap=24
        )
        self.places = within(metrics, inner, parts)
        self.focus.set([Button(self.places["done"], self.stage.t("dialog.ok"), self.done)])

    @property
    def spoken_title(self) -> str:
        return self.stage.strings.lines(self.title, self.now)

    def draw_face(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        stage.label(canvas, self.title, self.places["title"], TITLE, least=LEAST)
        stage.label(canvas, self.now, self.places["now"], NOW, least=LEAST)
        plot = self.places["curve"]
        names = self.places.all("level")
        for index, level in enumerate(LEVELS):
            middle = plot.bottom - px(PAD) - (plot.height - 2 * px(PAD)) * index // (len(LEVELS) - 1)
            middle = min(max(middle, plot.top + px(FACE) // 2), plot.bottom - px(FACE) // 2)
            draw_face(stage, canvas, Face(level), (names[0].right - px(FACE) // 2, middle), px(FACE))
            words = pygame.Rect(names[0].left, middle - px(24), names[0].width - px(FACE) - px(8), px(48))
            stage.label(canvas, stage.t(f"level.{level}"), words, LEVEL, least=LEAST)
        if self.skill is None:
            stage.blit(canvas, stage.paint.panel("lacquer", plot.size), plot.topleft)
        else:
            draw_curve(stage, canvas, plot, curve_of_skill(self.spec, self.skill))
