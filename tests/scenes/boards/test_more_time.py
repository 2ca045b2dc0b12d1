"""The dial of a clock that was given more time."""

from __future__ import annotations

from typing import Any

import pygame

from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.robots.bidding.banner import draw_clock
from tests.scenes.conftest import Written
from tests.scenes.playhouse import Playhouse


def test_a_dial_with_more_than_its_full_time_has_a_whole_ring(house: Playhouse, written: Written) -> None:
    written.clear()
    rings = []
    for left in (90.0, 60.0, 59.0):
        sheet: Any = SurfaceCanvas.blank((220, 220))
        draw_clock(house.stage, sheet, pygame.Rect(10, 10, 200, 200), left, 60.0)
        pygame.draw.circle(sheet.surface, "black", (110, 110), 70)  # where the number is
        rings.append(pygame.image.tobytes(sheet.surface, "RGB"))
    assert [text for text, _ in written] == ["90", "60", "59"]
    assert rings[0] == rings[1] != rings[2]
