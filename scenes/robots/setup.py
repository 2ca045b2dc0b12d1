"""Hyper Robots' part of the setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pygame

from game.core.options import Option
from game.core.rules import Options, Seat
from game.robots import PRACTICE_PLAYERS
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.robots import puzzles
from scenes.robots.sprites import ART, FRAME_PICTURE, TILES, Geometry
from scenes.table.board.layout import board_place
from scenes.table.contract.setup import BoardContext, GameSetup, SeatNote, Stock
from scenes.table.contract.words import BETWEEN

# Minutes that slow players need for one chip.
CHIP_MINUTES: Final = 10
FOR_SEVERAL: Final = ("chips_to_win", "clock_reset", "clock_seconds", "demonstration_seconds")
"""Options that have no effect in practice mode, which has no rivals and no clock."""
SECONDS: Final[Mapping[str, Sequence[int]]] = {
    "clock_seconds": (30, 45, 60, 90, 120, 180),
    "demonstration_seconds": (0, 30, 60, 90, 120, 180),
    "silence": (0, 5, 10, 15, 20, 30, 45, 60),
}
HEIGHT, RADIUS, PITCH = 48, 20, 46


class RobotsSetup(GameSetup):
    """The game's part of the setup. It chooses a seed that fits.

    A practice puzzle has the chosen difficulty, and a game for several players does not begin with an expert chip.
    """

    recommended = (3, 4, 5)

    def pictures(self, stage: Stage) -> list[Picture]:
        size = board_place(stage.metrics).size
        field = Geometry(pygame.Rect((0, 0), size), stage.assets.data(ART)).field
        return [Picture(stage, FRAME_PICTURE, size), Picture(stage, TILES, field.size)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        chips, seconds = ((options[name] or [0] * options["players"])[index] for name in ("head_start", "silence"))
        given = stage.t("robots.given", count=chips) if chips else ""
        quiet = stage.t("robots.silent", seconds=seconds) if seconds else ""
        return SeatNote(stage.t("robots.seat_note"), BETWEEN.join(filter(None, (given, quiet))))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        chips = options["chips_to_win"]
        given = (options["head_start"] or [0] * options["players"])[seat]
        return Stock(chips - given, chips, stage.t("robots.chips_to_win"))

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """Draw chips in their places. They are closer together if `room` (pixels) is short."""
        px = stage.metrics.px
        radius, count = px(RADIUS), max(1, stock.total)
        pitch = min(px(PITCH), max(1, (room - 2 * radius) // max(1, count - 1)))
        size = (2 * radius + pitch * (count - 1), px(HEIGHT))
        key = ("chip row", stock.left, stock.total, lit, size)
        return stage.paint.cached(key, lambda: Sprite(_draw(size, radius, pitch, stock, lit)))

    def seed(self, context: BoardContext) -> int:
        assets, options = context.stage.assets, context.options
        if options["players"] > 1:
            chosen = puzzles.capped_seed(assets, options, puzzles.by_chance)
        else:
            grade = context.settings[puzzles.GRADE]
            chosen = puzzles.seed_for(assets, grade, options, context.today, puzzles.by_chance)
        return context.fresh_seed() if chosen is None else chosen

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        if options["players"] == PRACTICE_PLAYERS and option.name in FOR_SEVERAL:
            return ()
        offered = super().offered(option, options)
        return SECONDS.get(option.name, offered) if offered else ()

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        if option != "chips_to_win":
            return super().remark(stage, options, option)
        chips = options[option]
        return stage.t("option.chips_to_win.length", count=chips, minutes=chips * CHIP_MINUTES)


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
