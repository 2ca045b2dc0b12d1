"""The window of a table that nobody attends."""

from __future__ import annotations

import os

import pygame
import pytest

from scenes.kit.window import GRABBING, Window


def test_a_grabbed_mouse_keeps_its_place_while_its_arrow_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GRABBING:
        monkeypatch.delenv(name, raising=False)
    window = Window((640, 480), False, "test", None, grabbed=True)
    try:
        assert pygame.event.get_grab() and GRABBING.items() <= os.environ.items()
        window.show_pointer(True)
        shown = pygame.mouse.get_cursor()
        window.show_pointer(False)
        assert pygame.mouse.get_cursor() != shown
        assert pygame.mouse.get_visible(), "SDL gives a grabbed mouse that is hidden no place"
    finally:
        pygame.display.quit()
