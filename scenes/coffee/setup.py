"""Coffee's part of the setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.coffee.board import SIDES
from game.coffee.board import board as board_named
from game.coffee.state import STARTING, Colour
from game.core.options import Option
from game.core.rules import Options, Seat
from scenes.coffee.pieces import Pieces
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.table.board.layout import board_place
from scenes.table.contract.setup import GameSetup, SeatNote, Stock

LEAST_ROW = 3  # that the setup offers, and the least side of a board
FULL_FROM = 4  # side of the square boards that fill the frame
FRAMES = ("textures/coffee-hex.jpg", "textures/coffee-square.jpg")
HEIGHT = 48  # design pixels
RADIUS = 24
PIP, PITCH = 7.0, 21.0  # radius and distance of the places of a row
INKS = {True: {"black": "#2A1D17", "orange": "#E0812B"}, False: {"black": "#6B5344", "orange": "#E0812B"}}  # by lit


class CoffeeSetup(GameSetup):
    """The colours that the seats begin with, and the boards and rows to choose from."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, name, board_place(stage.metrics).size) for name in FRAMES]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        return SeatNote(stage.t(f"coffee.seat.{STARTING[index]}"))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        return cup_stock(0, options["n"], stage.t("coffee.in_a_row"), colour=STARTING[seat])

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        assert isinstance(stock, CupStock)
        return cup(stage, stock, lit, room)

    def badge(self, stage: Stage, stock: Stock, radius: float) -> Sprite | None:
        """The bean that the seat plays, on its saucer: a swap changes it, and with it whose card is whose."""
        assert isinstance(stock, CupStock)
        colour = stock.colour
        size = stage.metrics.px(radius)

        def make() -> Sprite:
            pieces = Pieces(stage)
            sheet = SurfaceCanvas.blank((2 * size, 2 * size))
            layers = (
                pieces.saucer(size, 1, lit=False),
                pieces.bean_shadow(size, lifted=False),
                pieces.bean(size, colour),
            )
            for layer in layers:
                stage.blit(sheet, layer, (size, size))
            return Sprite(sheet.surface, -size, -size)

        return stage.paint.cached(("coffee badge", colour, size), make)

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """Boards and rows that make a game: on smaller ones it is over before it begins."""
        values = super().offered(option, options)
        if option.name == "board":
            return [board for board in values if SIDES[board] >= LEAST_ROW]
        return [row for row in values if row >= LEAST_ROW] if option.name == "n" else values

    def fills_square(self, options: Options) -> bool:
        table = board_named(options["board"])
        return not table.hexagonal and table.side >= FULL_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class CupStock(Stock):
    """The content of a cup: a seat's colour and its longest row; `total` is how long a row wins."""

    colour: Colour
    row: int


def cup_stock(left: int, total: int, unit: str, colour: Colour, row: int = 0, brief: str = "") -> CupStock:
    """The content of a cup, whose card has the colour's edge."""
    edges = INKS[True][colour], INKS[False][colour]
    return CupStock(left, total, unit, brief=brief, edges=edges, colour=colour, row=row)


def cup(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    """A saucer with the seat's bean, then the places of a row that wins: as many are filled as its longest row has."""
    key = ("coffee cup", stock.colour, stock.row, stock.total, lit, room)
    return stage.paint.cached(key, lambda: _make(stage, stock, lit, room))


def _make(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    unit = stage.metrics.px
    radius = unit(RADIUS)
    pieces = Pieces(stage)
    gap = stage.metrics.scale * 14
    pitch = min(stage.metrics.scale * PITCH, max(1.0, (room - 2 * radius - gap) / stock.total))
    sheet = SurfaceCanvas.blank((round(2 * radius + gap + stock.total * pitch), unit(HEIGHT)))
    middle = radius, unit(HEIGHT) // 2
    stage.blit(sheet, pieces.saucer(radius, 1, lit=False), middle)
    stage.blit(sheet, pieces.bean_shadow(radius, lifted=False), middle)
    stage.blit(sheet, pieces.bean(radius, stock.colour), middle)
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
