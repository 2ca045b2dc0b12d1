"""What hangs on the pixels of a match, and a window that changes its size in mid-game; see stories/match.txt."""

from __future__ import annotations

import pygame
import pytest

from scenes.match.match_scene import MatchScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, MouseHand, board_of
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent, Playhouse

NEARLY_WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]


def texts(match: MatchScene) -> list[str]:
    """The actions so far in notation."""
    return [match.board.words.action(step.action).notation for step in match.session.steps]


def picture(house: Playhouse, rect: pygame.Rect) -> bytes:
    """What the screen shows in `rect`."""
    return pygame.image.tobytes(house.window.surface.subsurface(rect), "RGB")


def test_a_hint_is_drawn_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    hand.point((5, 5))
    rect = board_of(match).geometry.cell_rect(match.session.spec.rules.parse("e2").cell)
    before = picture(house, rect)
    posting.tap_key(pygame.K_h)
    house.until(lambda: match.controller.hint_service.hint is not None, "the hint")
    house.run(0.1)
    assert match.board.words.action(match.controller.hint_service.hint).notation == "e2"
    assert picture(house, rect) != before


def test_the_process_of_ais_starts_once_the_board_is_drawn(open_house: OpenHouse) -> None:
    drawn: list[int] = []

    class Agent(InstantAgent):
        def warm(self) -> None:
            drawn.append(house.app.frames_shown)

    house = open_house(agent=Agent())
    before = house.app.frames_shown
    house.match(PERSON, RIVAL)
    house.run(0.2)
    assert len(drawn) == 1 and drawn[0] > before


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_a_resize_in_mid_game_lays_everything_out_again(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2"])
    hand = HANDS[device](house)
    pygame.display.set_mode((1024, 768), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1024, y=768))
    house.react()
    assert house.stage.metrics.size == (1024, 768)
    assert house.app.canvas.size == (1024, 768)
    screen = pygame.Rect(0, 0, 1024, 768)
    assert screen.contains(hand.geometry.rect)
    hand.play("e8")
    hand.play("d4h")
    assert texts(match) == ["e2", "e8", "d4h"]
