"""A row of chips for seat cards, face down: how many a seat has of those that it needs."""

from __future__ import annotations

import pygame

from scenes.kit import svg, theme
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.table.board import Stock

HEIGHT, RADIUS, PITCH = 48, 20, 46


def chip_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
    """`stock.left` chips in `stock.total` places, closer together where `room` (pixels) is short."""
    px = services.stage.metrics.px
    radius, count = px(RADIUS), max(1, stock.total)
    pitch = min(px(PITCH), max(1, (room - 2 * radius) // max(1, count - 1)))
    size = (2 * radius + pitch * (count - 1), px(HEIGHT))
    key = ("chip row", stock.left, stock.total, lit, size)
    return services.stage.paint.once(key, lambda: Sprite(_draw(size, radius, pitch, stock, lit)))


def _draw(size: tuple[int, int], radius: int, pitch: int, stock: Stock, lit: bool) -> pygame.Surface:
    defs = svg.gradient("rim", theme.BRASS, (0, 0), size) + svg.gradient("fill", theme.LACQUER, (0, 0), size)
    empty, edge = ("#CFC6B4", "#8E8168") if lit else ("#151312", "#5B5145")
    body = ""
    for index in range(max(1, stock.total)):
        x, y = radius + index * pitch, size[1] / 2
        if index < stock.left:
            body += f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#rim)"/>'
            body += f'<circle cx="{x}" cy="{y}" r="{radius * 0.82:.1f}" fill="url(#fill)"/>'
            body += f'<circle cx="{x}" cy="{y}" r="{radius * 0.42:.1f}" fill="none" stroke="#C79D4C"'
            body += f' stroke-width="{radius * 0.12:.1f}"/>'
        else:
            body += f'<circle cx="{x}" cy="{y}" r="{radius * 0.92:.1f}" fill="{empty}" stroke="{edge}"/>'
    return svg.render(f"<defs>{defs}</defs>{body}", *size)
