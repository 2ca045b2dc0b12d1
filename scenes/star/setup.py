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

HEIGHT, PITCH, HOLLOW, PIECE = 58, 46, 18, 20  # design pixels; the last two are radii


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
    width = PITCH * stock.total + 8
    defs = svg.gradient("brass", (("0", "#FBECC0"), (".4", "#C79D4C"), ("1", "#8A6328")), (0, 0), (width, HEIGHT))
    defs += svg.gradient("felt", (("0", "#5A1A20"), ("1", "#7A2A31")), (0, 0), (0, HEIGHT))
    body = svg.box(0, 0, width, HEIGHT, HEIGHT / 2, fill="url(#brass)")
    body += svg.box(2.5, 2.5, width - 5, HEIGHT - 5, HEIGHT / 2 - 2.5, fill="#2A0B0E")
    body += svg.box(3.5, 4.5, width - 7, HEIGHT - 8, HEIGHT / 2 - 4, fill="url(#felt)")
    middles = [(4 + PITCH * (i + 0.5), HEIGHT / 2) for i in range(stock.total)]
    for x, y in middles:
        body += f'<circle cx="{x}" cy="{y + 1.4}" r="{HOLLOW}" fill="#A4525A" opacity=".55"/>'
        body += f'<circle cx="{x}" cy="{y}" r="{HOLLOW}" fill="#3A0F13"/>'
        body += f'<circle cx="{x + 1}" cy="{y + 2}" r="{HOLLOW - 2.5}" fill="#511A1F"/>'
    surface = svg.render(f"<defs>{defs}</defs>{body}", round(width * scale), round(HEIGHT * scale), (width, HEIGHT))
    side = max(1, round(SIDE * PIECE / RADIUS * scale))
    shrink = side / SIDE
    piece = pygame.transform.smoothscale(stage.assets.picture(picture(Look(stock.look))), (side, side))
    for x, y in middles[: stock.left]:
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
