"""A position of a game as a picture file, drawn without a window."""

from __future__ import annotations

import os
from pathlib import Path

import pygame

from game.agents.inline import InlineAgent
from game.core.record import Record
from game.database import in_memory
from game.files import export_bytes
from game.paths import cache_dir, export_dir
from game.store import Store
from scenes.kit.assets import AssetError, Assets
from scenes.kit.audio import Audio
from scenes.kit.devices import Devices
from scenes.kit.stage import Stage
from scenes.kit.strings import Strings, detect_language
from scenes.services import Services, open_services
from scenes.table.contract.board import BOARD_SIDE
from scenes.table.position import picture_ending, png_of, saved_name

DESIGN = (1440, 1080)  # design pixels of the window in which the board would be as large as the picture


def save(record: Record, ply: int, side: int, path: Path | None, language: str | None = None) -> Path:
    """Draw the board after `ply` actions of `record`, `side` pixels wide and high, and write it as a new PNG file.

    That is `path`, or without one a name of its own among the games that were saved; an existing file is left alone and
    the new one has a number. Gives where it is. Raises OSError.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    try:
        services = _services((round(DESIGN[0] * side / BOARD_SIDE), round(DESIGN[1] * side / BOARD_SIDE)), language)
        data = png_of(services, record, ply, side)
        if path is None:
            return export_bytes(data, export_dir(), saved_name(services, record, picture_ending(ply)))
        return export_bytes(data, path.parent, path.name)
    except (pygame.error, AssetError) as error:
        raise OSError(str(error)) from error
    finally:
        pygame.quit()


def _services(size: tuple[int, int], language: str | None) -> Services:
    """What a board is drawn with, for a window of `size` pixels that is not there."""
    pygame.display.set_mode((64, 64))
    assets = Assets(cache_dir() / "pictures")
    strings = Strings(language or detect_language())
    stage = Stage(size, assets, strings, Audio(assets.folder / "sounds"), Devices(size))
    return open_services(stage, Store(in_memory(), Path(os.devnull)), InlineAgent())
