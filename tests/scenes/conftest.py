"""SDL's hints must be set before the first test initialises the display."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from scenes.kit.devices import Devices, prepare_environment
from tests.scenes.listening import SIZE

prepare_environment()


@pytest.fixture
def devices() -> Iterator[Devices]:
    """Devices listening to a window of SIZE, with no pad plugged in."""
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    listening = Devices(SIZE)
    listening.open()
    listening.drain(0.0)
    yield listening
    listening.close()
    pygame.display.quit()
