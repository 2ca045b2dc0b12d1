"""A position of a game as a picture file, and the stage that draws boards without a window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.agents.worker import InlineAgent
from game.core.record import Record
from game.paths import cache_dir, export_dir
from game.records.files import export_bytes, write_new
from game.storage.database import in_memory
from game.storage.store import Store
from scenes.kit.drawing.assets import AssetError, Assets
from scenes.kit.input.devices import Devices
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage
from scenes.kit.text.strings import Strings, detect_language
from scenes.services import Services, open_services
from scenes.table.contract.board import BOARD_SIDE
from scenes.table.pictures import picture_ending, png_of, saved_name

DESIGN = (1440, 1080)  # a window of this size has a board of the side BOARD_SIDE; both are scaled for the picture


@contextmanager
def windowless(size: tuple[int, int], language: str | None) -> Iterator[Services]:
    """The services for drawing as in a window of `size` pixels; on exit pygame quits.

    Raises OSError for any failure of the drawing.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    try:
        pygame.display.set_mode((64, 64))
        assets = Assets(cache_dir() / "pictures")
        strings = Strings(language or detect_language())
        stage = Stage(size, assets, strings, Audio(assets.folder / "sounds"), Devices(size))
        yield open_services(stage, Store(in_memory(), Path(os.devnull)), InlineAgent)
    except (pygame.error, AssetError) as error:
        raise OSError(str(error)) from error
    finally:
        pygame.quit()


def save(record: Record, ply: int, side: int, path: Path | None, language: str | None = None) -> Path:
    """Draw the board after `ply` actions of `record`, `side` pixels wide and high, and write it as a new PNG file.

    `path` is the file, by default a new name in the folder of saved games. If `path` exists, the new file's name gets a
    number. Returns the file's path. Raises OSError.
    """
    window = round(DESIGN[0] * side / BOARD_SIDE), round(DESIGN[1] * side / BOARD_SIDE)
    with windowless(window, language) as services:
        data = png_of(services, record, ply, side)
        if path is None:
            return export_bytes(data, export_dir(), saved_name(services, record, picture_ending(ply)))
        return write_new(data, path.parent, path.name)
