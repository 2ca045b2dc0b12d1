"""What the setup shows of Coffee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.coffee.board import SIDES
from game.coffee.board import board as board_named
from game.coffee.state import STARTING
from game.core.options import Option
from game.core.rules import Seat
from scenes.coffee.cup import INKS, CupStock, cup
from scenes.coffee.pieces import Pieces
from scenes.kit.canvas import Sheet
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board import BOARD_SIDE, TALL_SIDE, GameSetup, Stock

LEAST_ROW = 3  # that the setup offers, and the least side of a board
FULL_FROM = 4  # side of the square boards that fill the frame
FRAMES = ("textures/coffee-hex.jpg", "textures/coffee-square.jpg")


class CoffeeSetup(GameSetup):
    """The colours that the seats begin with, and the boards and rows to choose from."""

    def pictures(self, stage: Stage) -> list[Picture]:
        side = stage.metrics.px(TALL_SIDE if stage.metrics.shape is Shape.TALL else BOARD_SIDE)
        return [Picture(stage, name, (side, side)) for name in FRAMES]

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        return stage.t(f"coffee.seat.{STARTING[index]}")

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return CupStock(0, options["n"], stage.t("coffee.in_a_row"), colour=STARTING[seat], row=0)

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        assert isinstance(stock, CupStock)
        return cup(services.stage, stock, lit, room)

    def badge(self, services: Services, stock: Stock, radius: float) -> Sprite | None:
        """The bean that the seat plays, on its saucer: a swap changes it, and with it whose card is whose."""
        assert isinstance(stock, CupStock)
        stage, colour = services.stage, stock.colour
        size = stage.metrics.px(radius)

        def make() -> Sprite:
            pieces = Pieces(stage)
            sheet = Sheet.blank((2 * size, 2 * size))
            layers = (
                pieces.saucer(size, 1, lit=False),
                pieces.bean_shadow(size, lifted=False),
                pieces.bean(size, colour),
            )
            for layer in layers:
                stage.put(sheet, layer, (size, size))
            return Sprite(sheet.surface, -size, -size)

        return stage.paint.once(("coffee badge", colour, size), make)

    def edge(self, stock: Stock, lit: bool) -> str:
        assert isinstance(stock, CupStock)
        return INKS[lit][stock.colour]

    def offered(self, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        """Boards and rows that make a game: on smaller ones it is over before it begins."""
        values = super().offered(option, options)
        if option.name == "board":
            return [board for board in values if SIDES[board] >= LEAST_ROW]
        return [row for row in values if row >= LEAST_ROW] if option.name == "n" else values

    def fills_square(self, options: Mapping[str, Any]) -> bool:
        table = board_named(options["board"])
        return not table.hexagonal and table.side >= FULL_FROM
