"""The window of a table that nobody attends."""

from __future__ import annotations

import os

import pygame
import pytest

from scenes.kit import renderer
from scenes.kit.window import GRABBING, Window
from tests.scenes.playhouse import Playhouse


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


def test_a_fast_screen_is_used_where_a_graphics_card_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nowhere else; what a driver tells that is slower, unknown or absurd changes nothing."""
    rates = {}
    for way in ("0", "1"):
        for rate in (0, 30, 60, 75, 120, 144, 500):
            monkeypatch.setenv(renderer.HINT, way)
            monkeypatch.setattr(pygame.display, "get_current_refresh_rate", lambda rate=rate: rate)
            rates[way, rate] = round(1 / Window((640, 360), False, "test", None).frame_seconds)
    assert {rate for (way, _), rate in rates.items() if way == "0"} == {60}
    assert [rates["1", rate] for rate in (0, 30, 60, 75, 120, 144, 500)] == [60, 60, 60, 75, 120, 120, 120]


def test_a_table_that_nobody_can_see_rests(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time stands still, nothing is drawn; what comes in is heard, and seen again it goes on."""
    house.boot()
    ticks = house.app.flight.ticks
    monkeypatch.setattr(pygame.display, "get_active", lambda: False)
    shown: list[object] = []
    monkeypatch.setattr(house.window, "present", shown.append)
    house.run(3.0)
    assert house.app.flight.ticks == ticks and shown == []
    monkeypatch.setattr(pygame.display, "get_active", lambda: True)
    house.run(0.2)
    assert 0 < house.app.flight.ticks - ticks < 60 and shown
