"""A tab: a plate with a small picture and a word; enamel when its page is open."""

from __future__ import annotations

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.line_icon import line_icon
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Ghost, Touch

ICON = 56
_ICONS = {
    "general": (
        '<path d="M8 18H38C38 34 33 42 26 42H20C13 42 8 34 8 18Z" {pen}/>'
        '<path d="M38 22C48 21 48 34 36 33" {pen}/><path d="M17 11V6M26 11V6" {pen}/>'
    ),
    "picture": (
        '<rect x="5" y="8" width="38" height="27" rx="3" {pen}/><path d="M17 43H31M24 35V43" {pen}/>'
        '<path d="M12 28L19 20L25 26L30 21L36 28" {pen}/>'
    ),
    "sound": (
        '<path d="M6 19H14L24 10V38L14 29H6Z" {pen}/><path d="M31 18C34 21 34 27 31 30" {pen}/>'
        '<path d="M36 12C43 19 43 29 36 36" {pen}/>'
    ),
    "controls": (
        '<path d="M15 14H33C41 14 45 24 44 32C43 39 37 38 33 32H15C11 38 5 39 4 32C3 24 7 14 15 14Z" {pen}/>'
        '<path d="M16 19V27M12 23H20" {pen}/><circle cx="32" cy="21" r="1.6" {pen}/><circle cx="35" cy="26" r="1.6" '
        "{pen}/>"
    ),
    "scan": (
        '<circle cx="24" cy="24" r="9" {pen}/><path d="M24 4V9M24 39V44M4 24H9M39 24H44" {pen}/>'
        '<circle cx="24" cy="24" r="2" {pen}/>'
    ),
    "keyboard": (
        '<rect x="4" y="12" width="40" height="25" rx="4" {pen}/>'
        '<path d="M11 19H13M19 19H21M27 19H29M35 19H37M11 25H13M19 25H21M27 25H29M35 25H37M15 31H33" {pen}/>'
    ),
}


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
        icon = line_icon(stage, _ICONS[self.icon], theme.PRINT_RED if self.chosen else theme.EYEBROW, ICON)
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
