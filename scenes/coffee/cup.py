"""A seat's bean on its card, with the longest row of its colour."""

from __future__ import annotations

from dataclasses import dataclass

from game.coffee.state import Colour
from scenes.coffee.pieces import Pieces
from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.board import Stock

HEIGHT = 48  # design pixels
RADIUS = 24
PIP, PITCH = 7.0, 21.0  # radius and distance of the places of a row
INKS = {True: {"black": "#2A1D17", "orange": "#E0812B"}, False: {"black": "#6B5344", "orange": "#E0812B"}}  # by lit


@dataclass(frozen=True, slots=True, kw_only=True)
class CupStock(Stock):
    """What a cup shows: a seat's colour and its longest row; `total` is how long a row wins."""

    colour: Colour
    row: int


def cup(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    """A saucer with the seat's bean, then the places of a row that wins: as many are filled as its longest row has."""
    key = ("coffee cup", stock.colour, stock.row, stock.total, lit, room)
    return stage.paint.once(key, lambda: _make(stage, stock, lit, room))


def _make(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    unit = stage.metrics.px
    radius = unit(RADIUS)
    pieces = Pieces(stage)
    gap = stage.metrics.scale * 14
    pitch = min(stage.metrics.scale * PITCH, max(1.0, (room - 2 * radius - gap) / stock.total))
    sheet = Sheet.blank((round(2 * radius + gap + stock.total * pitch), unit(HEIGHT)))
    middle = radius, unit(HEIGHT) // 2
    stage.put(sheet, pieces.saucer(radius, 1, lit=False), middle)
    stage.put(sheet, pieces.bean_shadow(radius, lifted=False), middle)
    stage.put(sheet, pieces.bean(radius, stock.colour), middle)
    size = min(PIP * stage.metrics.scale, pitch * 0.42)
    body = ""
    for i in range(stock.total):
        x, y = 2 * radius + gap + (i + 0.5) * pitch, middle[1]
        edge = theme.INK if lit else theme.IVORY
        pen = (
            f'fill="{INKS[lit][stock.colour]}" stroke-width="{size * 0.3:.2f}"'
            if i < stock.row
            else 'fill="none" opacity=".42"'
        )
        pen += f' stroke="{edge}"'
        body += f'<circle cx="{x:.2f}" cy="{y}" r="{size:.2f}" {pen}/>'
    sheet.blit(svg.render(body, *sheet.surface.get_size()), (0, 0))
    return Sprite(sheet.surface)
