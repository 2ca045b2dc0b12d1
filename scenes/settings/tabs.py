"""A tab: a plate with a small picture and a word; enamel when its page is open."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Ghost, Touch

ICON = 56


class Tab(Ghost):
    """`icon` names its picture; `chosen` says whether its page is open."""

    def __init__(self, rect: pygame.Rect, label: str, icon: str, chosen: bool, action: Action) -> None:
        super().__init__(rect, action, name=label)
        self.label = label
        self.icon = icon
        self.chosen = chosen

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        material = "enamel" if self.chosen else "lacquer"
        stage.put(canvas, stage.paint.panel(material, self.rect.size), self.rect.topleft)
        color = theme.INK if self.chosen else theme.MUTED
        unit = stage.metrics.px
        face = self.rect.move(0, unit(2)) if touch.pressed else self.rect
        ink = theme.PRINT_RED if self.chosen else theme.EYEBROW
        icon = stage.drawing(f"icons/{self.icon}", (unit(ICON), unit(ICON)), color=ink)
        style = Style(theme.NAME, color, bold=True)
        upright = face.height > face.width * 0.45  # the picture above the word
        if upright:
            stage.put(canvas, icon, (face.centerx - unit(ICON) // 2, face.top + unit(18)))
            room = face.width - unit(24)
            below = pygame.Rect(face.x, face.top + unit(18 + ICON), face.width, face.height - unit(18 + ICON + 8))
            stage.centred(canvas, self.label, below, stage.shrunk(self.label, style, room, 22), room)
            return
        stage.put(canvas, icon, (face.x + unit(28), face.centery - unit(ICON) // 2))
        left = face.x + unit(28 + ICON + 22)
        room = face.right - left - unit(16)
        fitted = stage.shrunk(self.label, style, room, 22)
        baseline = face.centery + 0.366 * fitted.size * stage.metrics.scale * stage.metrics.text_scale
        stage.text(canvas, self.label, (left, baseline), fitted, width=room)
