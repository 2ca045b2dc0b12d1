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
def test_a_press_in_a_match_shows_at_once_and_without_one_nothing_changes(house: Playhouse, press: str) -> None:
    house.match(PERSON, RIVAL)
    house.run(1.0)
    seen = [pygame.image.tobytes(house.window.surface, "RGB")]
    for post in (lambda: None, PRESSES[press]):
        post()
        for _ in range(FRAMES):
            house.frame()
        seen.append(pygame.image.tobytes(house.window.surface, "RGB"))
    before, quiet, after = seen
    assert before == quiet != after
