"""What the setup asks of Star."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.options import Option
from game.core.rules import Seat
from game.star.state import PIECES_EACH
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.star.looks import PIECES
from scenes.star.sprites import BOARD
from scenes.star.tray import tray
from scenes.star.words import seat_text
from scenes.table.board import BOARD_SIDE, TALL_SIDE, GameSetup, Stock


class StarSetup(GameSetup):
    """Pictures, seats and options before there is a board."""

    def pictures(self, stage: Stage) -> list[Picture]:
        side = stage.metrics.px(TALL_SIDE if stage.metrics.shape is Shape.TALL else BOARD_SIDE)
        return [Picture(stage, BOARD, (side, side))]

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        return seat_text(stage, index, options)

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(PIECES_EACH, PIECES_EACH, stage.t("star.pieces"), PIECES[seat].value)

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return tray(services, stock)

    def remark(self, stage: Stage, options: Mapping[str, Any]) -> str:
        """That the game is solved, and what that means for who begins."""
        return stage.t("star.solved.draw" if options["fouls"] == "none" else "star.solved.win")

    def offered(self, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        if option.name == "foul_guard" and options["fouls"] == "none":
            return ()  # there is nothing to guard against
        return super().offered(option, options)
