"""What Quoridor tells the setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.options import Option
from game.core.rules import Seat
from game.quoridor.state import WALLS_EACH, stocks
from scenes.kit.drawing.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.quoridor.drawing import BOARD
from scenes.quoridor.rack import rack
from scenes.quoridor.words import ARROWS_BY_SIDE
from scenes.services import Services
from scenes.table.board_view import board_place
from scenes.table.contract.setup import GameSetup, Stock

PAWNS_FOR_PAIRS = 3  # the least with which another pawn can stand behind the one that is jumped


class QuoridorSetup(GameSetup):
    """Seats by the side they start from, racks full of walls."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, BOARD, board_place(stage.metrics).size)]

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        side = 4 // options["players"] * index
        name = stage.t(f"seat.{('south', 'west', 'north', 'east')[side]}")
        return f"{name} · {stage.t('quoridor.goal', arrow=ARROWS_BY_SIDE[side])}"

    def handicap_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        walls = stocks(options["players"], options["walls"])[index]
        usual = walls == WALLS_EACH[options["players"]]
        return "" if usual else stage.t("quoridor.begins_with", count=walls)

    def offered(self, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        """All, but no rule about a third pawn where there are two."""
        if option.name == "jump_pairs" and options["players"] < PAWNS_FOR_PAIRS:
            return ()
        return super().offered(option, options)

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        walls = stocks(options["players"], options["walls"])[seat]
        return Stock(walls, walls, stage.t("setup.walls"))

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return rack(services, stock, lit, room)
