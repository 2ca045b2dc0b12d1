"""The board of a game as it stands, as one picture."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pygame

from game.core.moments import local_time
from game.core.options import resolve
from game.core.record import Record, replay
from game.core.spec import GameSpec
from game.files import file_name
from game.registry import find
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.services import Services
from scenes.table.contract.board import view_of
from scenes.table.loading import make_board


def state_of(spec: GameSpec, record: Record) -> Any:
    """Return the state after the last action of `record`. Raises RecordError where it is none of this game."""
    return replay(spec, resolve(spec.options, record.options), record.seed, record.actions).state


def position_picture(services: Services, spec: GameSpec, record: Record, size: tuple[int, int]) -> Sprite:
    """Draw the board after the last action of `record`, `size` pixels, with nothing lit. Raises RecordError where it is
    none of this game.
    """
    state = state_of(spec, record)
    options = resolve(spec.options, record.options)
    board = make_board(services, spec, options)
    board.context.names = [services.people.name(seat) for seat in record.seats]
    board.layout(pygame.Rect((0, 0), size), [seat.identity for seat in record.seats], 0)
    sheet = SurfaceCanvas.blank(size)
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, state))
    return Sprite(sheet.surface)


def png_of(services: Services, record: Record, ply: int, side: int) -> bytes:
    """The board after `ply` actions of `record`, `side` pixels wide and high, as a PNG file has it."""
    before = replace(record, actions=record.actions[:ply])
    picture = position_picture(services, find(record.game), before, (side, side))
    file = BytesIO()
    pygame.image.save(picture.surface, file, "board.png")
    return file.getvalue()


def saved_name(services: Services, record: Record, ending: str) -> str:
    """Return a file name for the game: "GAME 2026-11-21 Aoi, Ren" and `ending`, with the day on which it was played.

    That is today where nothing is said of it, and left out where this machine's zone has no such day.
    """
    names = [services.people.name(seat) for seat in record.owners]
    played = local_time(record.played)
    day = services.today if not record.played else None if played is None else played.date()
    return file_name(record, day, names, ending)


def picture_ending(ply: int) -> str:
    """Return the ending of a picture's file name, which tells the position."""
    return f" {ply}.png"
