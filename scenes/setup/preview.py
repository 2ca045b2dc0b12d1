"""The board of a table that is being set, small and with nobody at it."""

from __future__ import annotations

import math

import pygame

from game.core.spec import GameSpec
from game.table import Table
from scenes.kit.canvas import Sheet, Target
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.table.board import View
from scenes.table.loading import make_board

SHADOW = 130  # design pixels around the frame for its shadow


def draw_preview(
    services: Services, canvas: Target, rect: pygame.Rect, spec: GameSpec, table: Table, slot: str
) -> None:
    """The first position of `table` in `rect` (pixels).

    A frame costs one blit: the picture is made anew where the table, its size or its `slot` is another.
    """
    seats = tuple(seat.identity for seat in table.seats)
    options = tuple(sorted(table.options.items()))
    key = (spec.id, options, table.seed, seats, rect.size)
    made = services.stage.paint.latest(slot, key, lambda: _make(services, rect.size, spec, table))
    services.stage.put(canvas, made, rect.topleft)


def _make(services: Services, size: tuple[int, int], spec: GameSpec, table: Table) -> Sprite:
    pad = math.ceil(services.stage.metrics.px(SHADOW))
    sheet = Sheet.blank((size[0] + 2 * pad, size[1] + 2 * pad))
    start = spec.rules.start(table.options, table.seed or 0)
    board = make_board(services, spec, table.options)
    board.layout(pygame.Rect((pad, pad), size), [seat.identity for seat in table.seats], 0)
    board.drawing.draw_ground(sheet)
    selection = board.input.empty(start, (), "mouse")
    board.drawing.draw(sheet, View(start, board.drawing.pieces(start), (), selection))
    return Sprite(sheet.surface, -pad, -pad)
