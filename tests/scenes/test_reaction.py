"""The picture changes at most two frames after a press."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from tests.scenes import posting
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

FRAMES = 2


def _sweep() -> None:
    """Move the mouse twice. A first small movement alone would leave the glyphs to the keyboard."""
    posting.move_mouse((560, 300))
    posting.move_mouse((600, 300))


PRESSES: dict[str, Callable[[], None]] = {
    "an arrow key": lambda: posting.tap_key(pygame.K_RIGHT),
    "enter": lambda: posting.tap_key(pygame.K_RETURN),
    "wall mode": lambda: posting.tap_key(pygame.K_x),
    "pause": lambda: posting.tap_key(pygame.K_p),
    "the mouse": _sweep,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("press", PRESSES)
def test_a_press_in_a_match_shows_at_once(house: Playhouse, press: str) -> None:
    house.match(PERSON, RIVAL)
    house.run(1.0)
    before = pygame.image.tobytes(house.window.surface, "RGB")
    PRESSES[press]()
    for _ in range(FRAMES):
        house.frame()
    assert pygame.image.tobytes(house.window.surface, "RGB") != before


def test_a_quiet_match_does_not_change(house: Playhouse) -> None:
    house.match(PERSON, RIVAL)
    house.run(1.0)
    before = pygame.image.tobytes(house.window.surface, "RGB")
    for _ in range(FRAMES):
        house.frame()
    assert pygame.image.tobytes(house.window.surface, "RGB") == before
