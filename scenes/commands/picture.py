"""A position of a game as a picture file, drawn without a window."""

from __future__ import annotations

from pathlib import Path

from game.core.record import Record
from game.files import export_bytes, write_new
from game.paths import export_dir
from scenes.commands.windowless import windowless
from scenes.table.contract.board import BOARD_SIDE
from scenes.table.pictures.position import picture_ending, png_of, saved_name

DESIGN = (1440, 1080)  # design pixels of the window in which the board would be as large as the picture


def save(record: Record, ply: int, side: int, path: Path | None, language: str | None = None) -> Path:
    """Draw the board after `ply` actions of `record`, `side` pixels wide and high, and write it as a new PNG file.

    That is `path`, or without one a name of its own among the games that were saved; an existing file is left alone and
    the new one has a number. Gives where it is. Raises OSError.
    """
    window = round(DESIGN[0] * side / BOARD_SIDE), round(DESIGN[1] * side / BOARD_SIDE)
    with windowless(window, language) as services:
        data = png_of(services, record, ply, side)
        if path is None:
            return export_bytes(data, export_dir(), saved_name(services, record, picture_ending(ply)))
        return write_new(data, path.parent, path.name)
