"""Who sits at the table, as tokens in eight sockets; where nobody has sat down, the people of the last setup."""

from __future__ import annotations

import pygame

from game.registry import find
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.thinking_cup import draw_cup

SOCKETS = 8
RADIUS = 22
PITCH = 54
TALL_TOP = 158  # design pixels
LINE = Style(theme.HELPER, theme.IVORY)


def roster_place(stage: Stage) -> pygame.Rect:
    """Where the roster's seats lie, in pixels."""
    if stage.metrics.shape is Shape.TALL:
        width = PITCH * (SOCKETS - 1) + 2 * RADIUS
        return stage.metrics.rect((1080 - width) / 2 - 8, TALL_TOP - 8, width + 16, 60)
    margin = 96 if stage.metrics.shape is Shape.WIDE else 72
    width = PITCH * (SOCKETS - 1) + 2 * RADIUS
    return stage.metrics.rect(stage.metrics.design[0] - margin - width - 8, 108, width + 16, 60)


def draw_roster(services: Services, canvas: Canvas) -> None:
    """Top right of the menu, or below the house's name where the window is upright."""
    stage = services.stage
    people = [chair.identity for chair in services.roster.chairs]
    if not people:
        people = [seat.identity for seat in services.table(find(services.last_game)).seats if not seat.is_ai]
    place = roster_place(stage)
    right, top = place.right - stage.metrics.px(8), place.top + stage.metrics.px(8)
    if stage.metrics.shape is not Shape.TALL:
        baseline = stage.metrics.point(0, 92)[1]
        line = stage.text(canvas, stage.t("menu.at_table", count=len(people)), (right, baseline), LINE, "right")
        draw_cup(stage, canvas, line.left - stage.metrics.px(14), baseline + stage.metrics.px(6))
    side = stage.metrics.px(2 * RADIUS)
    socket = stage.paint.once("socket", lambda: Sprite(_socket(side)))
    for i in range(SOCKETS):
        left = right - side - stage.metrics.px(PITCH) * (SOCKETS - 1 - i)
        sprite = services.identities.token(people[i], RADIUS) if i < len(people) else socket
        stage.put(canvas, sprite, (left, top))


def _socket(side: int) -> pygame.Surface:
    edge = svg.dashed(svg.outline(44, 44, 22, 1.5), 6, 5)
    body = '<circle cx="22" cy="22" r="20.5" fill="#0D0D0F" fill-opacity=".5"/>'
    body += f'<path d="{edge}" fill="none" stroke="{theme.MUTED}" stroke-opacity=".55" stroke-width="2"/>'
    return svg.render(body, side, side, (44, 44))
