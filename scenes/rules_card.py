"""The house rules of a game: its on-or-off options, each with what it means."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.spec import GameSpec
from game.table import Table
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus import Focus
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.paint import DIALOG_RADIUS, LIFT_DIALOG
from scenes.kit.scene import Nav, Pop, Scene
from scenes.kit.widgets import Button, Toggle, Widget

TITLE = Style(theme.TITLE, theme.INK, bold=True)
NAME = Style(theme.NAME, theme.INK, bold=True)
DETAIL = Style(theme.HELPER, theme.INK_SOFT)
PAD = 48


class HouseRulesScene(Scene):
    """Pops with the changed table."""

    overlay = True

    def __init__(self, house: House, spec: GameSpec, table: Table) -> None:
        super().__init__(house.stage)
        self.house = house
        self.spec = spec
        self.table = table
        self.focus = Focus(house.stage)
        self.options = [option for option in spec.options if option.type == "bool"]

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        unit = self.stage.metrics.px
        width = min(unit(980), self.stage.metrics.size[0] - unit(80))
        inner = width - 2 * unit(PAD)
        step = self.stage.fonts.line_height(DETAIL)
        self._details = [
            self.stage.lines(self.stage.t(f"option.{option.name}.detail"), DETAIL, inner) for option in self.options
        ]
        self._above = unit(76 + 36 * self.stage.metrics.text_scale)  # from a row's top to the first line's baseline
        heights = [self._above + len(lines) * step + unit(28) for lines in self._details]
        self.rect = pygame.Rect(0, 0, width, unit(PAD + 84) + sum(heights) + unit(104 + PAD))
        self.rect.center = (self.stage.metrics.size[0] // 2, self.stage.metrics.size[1] // 2)
        t = self.stage.t
        widgets: list[Widget] = []
        self._tops = []
        top = self.rect.y + unit(PAD + 84)
        for option, height in zip(self.options, heights, strict=True):
            self._tops.append(top)
            rect = pygame.Rect(self.rect.right - unit(PAD + 300), top, unit(300), unit(80))
            on = bool(self.table.options[option.name])
            widgets.append(Toggle(rect, [t("setup.off"), t("setup.on")], on, partial(self._set, option.name)))
            top += height
        done = pygame.Rect(0, 0, unit(360), unit(104))
        done.midbottom = (self.rect.centerx, self.rect.bottom - unit(PAD))
        widgets.append(Button(done, t("dialog.ok"), self._done, kind="primary"))
        self.focus.set(widgets)

    def _set(self, name: str, on: bool) -> None:
        self.table = self.table.with_options(self.spec, {name: on})

    def _done(self) -> Nav:
        return Pop(self.table)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind in (Kind.BACK, Kind.HINT):
            self.stage.audio.play("close")
            return self._done()
        return self.focus.intent(intent)[1]

    def tick(self, dt: float) -> Nav | None:
        self.focus.tick(dt)
        return None

    @property
    def lively(self) -> bool:
        return self.focus.lively

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        unit = stage.metrics.px
        stage.put(canvas, stage.paint.veil(stage.metrics.size, 0.6), (0, 0))
        panel = stage.paint.panel("enamel", self.rect.size, radius=DIALOG_RADIUS, rim=6, lift=LIFT_DIALOG)
        stage.put(canvas, panel, self.rect.topleft)
        left = self.rect.x + unit(PAD)
        stage.text(canvas, stage.t("setup.house_rules"), (left, self.rect.y + unit(PAD + 40)), TITLE)
        for option, lines, top in zip(self.options, self._details, self._tops, strict=True):
            name = stage.t(f"option.{option.name}.name")
            room = self.rect.width - unit(2 * PAD + 332)
            stage.text(canvas, name, (left, top + unit(54)), stage.shrunk(name, NAME, room), width=room)
            stage.paragraph(canvas, lines, (left, top + self._above + unit(18)), DETAIL)
        self.focus.draw(canvas)
