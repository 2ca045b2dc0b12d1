"""A seat's bean on its card, with the longest row of its colour."""

from __future__ import annotations

from scenes.coffee.pieces import Pieces
from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.table.board import Stock

HEIGHT = 48  # design pixels
RADIUS = 24
PIP, PITCH = 7.0, 21.0  # radius and distance of the places of a row
INKS = {True: {"black": "#2A1D17", "orange": "#E0812B"}, False: {"black": "#6B5344", "orange": "#E0812B"}}  # by lit


def look(colour: str, row: int, n: int) -> str:
    """A stock's look: the colour, its longest row, and how long a row wins."""
    return f"{colour} {row} {n}"


def cup(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
    """A saucer with the seat's bean, then the places of a row that wins: as many are filled as its longest row has."""
    colour, row, n = stock.look.split()
    key = ("coffee cup", stock.look, lit, room)
    return services.stage.paint.once(key, lambda: _make(services, colour, int(row), int(n), lit, room))


def _make(services: Services, colour: str, row: int, n: int, lit: bool, room: int) -> Sprite:
    stage = services.stage
    unit = stage.metrics.px
    radius = unit(RADIUS)
    pieces = Pieces(stage)
    gap = stage.metrics.scale * 14
    pitch = min(stage.metrics.scale * PITCH, max(1.0, (room - 2 * radius - gap) / n))
    sheet = Sheet.blank((round(2 * radius + gap + n * pitch), unit(HEIGHT)))
    middle = radius, unit(HEIGHT) // 2
    stage.put(sheet, pieces.saucer(radius, 1, lit=False), middle)
    stage.put(sheet, pieces.bean_shadow(radius, lifted=False), middle)
    stage.put(sheet, pieces.bean(radius, colour), middle)
    size = min(PIP * stage.metrics.scale, pitch * 0.42)
    body = ""
    for i in range(n):
        x, y = 2 * radius + gap + (i + 0.5) * pitch, middle[1]
        edge = theme.INK if lit else theme.IVORY
        pen = f'fill="{INKS[lit][colour]}" stroke-width="{size * 0.3:.2f}"' if i < row else 'fill="none" opacity=".42"'
        pen += f' stroke="{edge}"'
        body += f'<circle cx="{x:.2f}" cy="{y}" r="{size:.2f}" {pen}/>'
    sheet.blit(svg.render(body, *sheet.surface.get_size()), (0, 0))
    return Sprite(sheet.surface)
