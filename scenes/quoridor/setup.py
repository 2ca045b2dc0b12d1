"""Quoridor's part of the setup, and the rack of walls on a seat's card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.options import Option
from game.core.rules import Options, Seat
from game.quoridor.state import WALLS_EACH, stocks
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.quoridor.drawing import BOARD
from scenes.quoridor.words import ARROWS_BY_SIDE
from scenes.table.board.layout import board_place
from scenes.table.contract.setup import GameSetup, SeatNote, Stock

PAWNS_FOR_PAIRS = 3  # the least with which another pawn can stand behind the one that is jumped
_WIDTH, _HEIGHT, _PITCH = 16, 48, 22  # design pixels of a bar, and from one to the next


class QuoridorSetup(GameSetup):
    """Seats by the side they start from, racks full of walls."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, BOARD, board_place(stage.metrics).size)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        side = 4 // options["players"] * index
        name = stage.t(f"seat.{('south', 'west', 'north', 'east')[side]}")
        walls = stocks(options["players"], options["walls"])[index]
        usual = walls == WALLS_EACH[options["players"]]
        handicap = "" if usual else stage.t("quoridor.begins_with", count=walls)
        return SeatNote(f"{name} · {stage.t('quoridor.goal', arrow=ARROWS_BY_SIDE[side])}", handicap)

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """All, but no rule about a third pawn where there are two."""
        if option.name == "jump_pairs" and options["players"] < PAWNS_FOR_PAIRS:
            return ()
        return super().offered(option, options)

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        walls = stocks(options["players"], options["walls"])[seat]
        return Stock(walls, walls, stage.t("setup.walls"))

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        return _rack(stage, stock, lit, room)


def _rack(stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
    """Ivory bars in their slots, and the empty slots; they move together where `room` (pixels) is short."""

    def make() -> Sprite:
        scale = stage.metrics.scale
        width, height = round(scale * _WIDTH), round(scale * _HEIGHT)
        pitch = min(scale * _PITCH, max(1.0, (room - width) / max(1, stock.total - 1)))
        sheet = SurfaceCanvas.blank((round((stock.total - 1) * pitch) + width, height))
        for i in range(stock.total):
            sheet.blit(_bar(stage, lit, i < stock.left, (width, height)).surface, (round(i * pitch), 0))
        return Sprite(sheet.surface)

    return stage.paint.cached(("rack", stock.left, stock.total, lit, room), make)


def _bar(stage: Stage, lit: bool, filled: bool, size: tuple[int, int]) -> Sprite:
    ground = "enamel" if lit else "lacquer"
    name = f"rack-bar-{ground}" if filled else f"rack-slot-{ground}"
    return stage.paint.cached(("rack", lit, filled), lambda: Sprite(stage.assets.svg(f"sprites/{name}.svg", size)))
