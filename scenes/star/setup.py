"""Star's part of the setup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.core.options import Option
from game.core.rules import Options, Seat
from game.star.state import PIECES_EACH
from scenes.kit.drawing import svg
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.star.looks import MIDDLE, PIECES, RADIUS, SIDE, Look, picture
from scenes.star.sprites import BOARD
from scenes.star.words import seat_text
from scenes.table.board.layout import board_place
from scenes.table.contract.setup import GameSetup, SeatNote, Stock

WIDTH, HEIGHT, PITCH, PIECE = 146, 58, 46, 20  # design pixels, of the tray and its hollows; the last is a radius


class StarSetup(GameSetup):
    """Pictures, seats and options before there is a board."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, BOARD, board_place(stage.metrics).size)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        return SeatNote(seat_text(stage, index, options))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        return Stock(PIECES_EACH, PIECES_EACH, stage.t("star.pieces"), PIECES[seat].value)

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """Felt in a brass rim; `stock.look` (the value of a `Look`) is what lies in the first hollows."""
        key = ("star tray", stock.left, stock.total, stock.look)
        return stage.paint.cached(key, lambda: _make(stage, stock))

    def remark(self, stage: Stage, options: Options, option: str = "") -> str:
        """Return that the game is solved, and what that means for the beginner."""
        if option:
            return super().remark(stage, options, option)
        return stage.t("star.solved.draw" if options["fouls"] == "none" else "star.solved.win")

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        if option.name == "foul_guard" and options["fouls"] == "none":
            return ()  # there is nothing to guard against
        return super().offered(option, options)


def _make(stage: Stage, stock: Stock) -> Sprite:
    scale = stage.metrics.scale
    surface = stage.assets.svg("sprites/star/tray.svg", (round(WIDTH * scale), round(HEIGHT * scale)))
    middles = [(4 + PITCH * (i + 0.5), HEIGHT / 2) for i in range(stock.left)]
    side = max(1, round(SIDE * PIECE / RADIUS * scale))
    shrink = side / SIDE
    piece = pygame.transform.smoothscale(stage.assets.picture(picture(Look(stock.look))), (side, side))
    for x, y in middles:
        at = round(x * scale - MIDDLE[0] * shrink), round(y * scale - MIDDLE[1] * shrink)
        _shade(surface, (x * scale, y * scale), PIECE * scale)
        surface.blit(piece, at)
    return Sprite(surface, 0, -round((HEIGHT - 48) / 2 * scale))


def _shade(surface: pygame.Surface, at: tuple[float, float], radius: float) -> None:
    """The contact shadow of a piece in the tray."""
    defs = svg.radial("s", (("0", "#000000/.7"), (".72", "#000000/.55"), ("1", "#000000/0")), at, radius * 1.25)
    dx, dy = radius * 0.12, radius * 0.2
    body = f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius * 1.25:.1f}" fill="url(#s)"/>'
    soft = svg.render(f"<defs>{defs}</defs>{body}", *surface.get_size())
    surface.blit(soft, (round(dx), round(dy)))
