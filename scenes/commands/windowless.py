"""The stage on which boards are drawn where there is no window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.agents.inline import InlineAgent
from game.paths import cache_dir
from game.storage.database import in_memory
from game.storage.store import Store
from scenes.kit.drawing.assets import AssetError, Assets
from scenes.kit.input.devices import Devices
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage
from scenes.kit.text.strings import Strings, detect_language
from scenes.services import Services, open_services


@contextmanager
def windowless(size: tuple[int, int], language: str | None) -> Iterator[Services]:
    """Everything that drawing asks for, for a window of `size` pixels that is not there; afterwards pygame is over.

    Raises OSError for whatever drawing fails of.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    try:
        pygame.display.set_mode((64, 64))
        assets = Assets(cache_dir() / "pictures")
        strings = Strings(language or detect_language())
        stage = Stage(size, assets, strings, Audio(assets.folder / "sounds"), Devices(size))
        yield open_services(stage, Store(in_memory(), Path(os.devnull)), InlineAgent())
    except (pygame.error, AssetError) as error:
        raise OSError(str(error)) from error
    finally:
        pygame.quit()
