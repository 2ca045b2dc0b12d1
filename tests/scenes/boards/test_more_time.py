"""The dial of a clock that was given more time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.robots.bidding.banner import draw_clock
from tests.scenes.playhouse import Playhouse


@pytest.fixture
def picture(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], tuple[bytes, str]]:
    """Draws the dial of a minute with so many seconds on it: the picture without its number, and the number."""

    def draw(left: float) -> tuple[bytes, str]:
        written: list[str] = []
        monkeypatch.setattr(house.stage, "label", lambda canvas, text, *rest: written.append(text))
        sheet: Any = SurfaceCanvas.blank((220, 220))
        draw_clock(house.stage, sheet, pygame.Rect(10, 10, 200, 200), left, 60.0)
        return pygame.image.tobytes(sheet.surface, "RGB"), written[0]

    return draw


def test_a_dial_with_more_than_its_full_time_has_a_whole_ring(picture: Callable[[float], tuple[bytes, str]]) -> None:
    ring, number = picture(90.0)
    assert (ring, number) == (picture(60.0)[0], "90")
    assert ring != picture(59.0)[0]
