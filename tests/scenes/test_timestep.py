"""The same presses at the same times lead to the same game and the same picture at every frame rate. The picture
changes at most two frames after a press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.core.record import Record
from game.quoridor import SPEC
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import board_of, gutter
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse


def presses(house: Playhouse) -> list[tuple[float, Callable[[], None]]]:
    """Return seconds and posts of keys and mouse. All times are whole frames at every rate."""
    geometry = board_of(house.playing).geometry
    wall = gutter(geometry, SPEC.rules.parse("c3h"))
    cell = geometry.cell_rect(SPEC.rules.parse("e4").cell).center
    enter = pygame.K_RETURN
    return [
        (0.5, lambda: posting.tap_key(enter)),
        (0.5 + 1 / 6, lambda: posting.tap_key(enter)),  # skips the pawn's clip
        (2.0, lambda: posting.click(wall)),
        (4.0, lambda: posting.tap_key(pygame.K_u)),
        (5.0, lambda: posting.key_down(pygame.K_x)),
        (5.5, lambda: posting.key_down(pygame.K_DOWN)),
        (5.5 + 1 / 3, lambda: posting.key_up(pygame.K_DOWN)),
        (6.5, lambda: posting.tap_key(enter)),
        (8.0, lambda: posting.tap_key(pygame.K_UP)),
        (8.5, lambda: posting.tap_key(enter)),
        (10.0, lambda: posting.click(cell)),
    ]


def played(house: Playhouse, fps: int) -> tuple[Record, object, bytes]:
    """Return the record, the position on the board, and the screen at rest."""
    house.match(PERSON, ROBOT)
    house.fps = fps
    waiting = presses(house)
    begin = house.now
    for number in range(1, 13 * fps + 1):
        seconds = number / fps
        while waiting and waiting[0][0] <= seconds + 1e-6:
            waiting.pop(0)[1]()
        house.now = begin + seconds
        house.app.frame(house.now)
    match = house.playing
    return match.session.record(), match.table.shown, pygame.image.tobytes(house.window.surface, "RGB")


@pytest.mark.parametrize("fps", [30, 144])
@pytest.mark.one_in(2)
def test_every_frame_rate_gives_the_same_game(open_house: OpenHouse, fps: int) -> None:
    found = []
    for rate in (60, fps):
        house = open_house(agent=InstantAgent(["e8", "e7", "d5v", "e7"]))
        found.append(played(house, rate))
        house.close()
    (record, board, screen), (other, other_board, other_screen) = found
    assert len(record.actions) >= 7
    assert replace(record, times=()) == replace(other, times=())
    for time_ms, other_ms in zip(record.times, other.times, strict=True):
        assert abs(time_ms - other_ms) <= 34  # a press counts from its frame on, and a frame lasts up to 1/30 s
    assert board == other_board and screen == other_screen


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
