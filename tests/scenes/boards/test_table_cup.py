"""The cup of coffee beside a board: where it stands, and that its steam costs little and moves nothing else."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from scenes.kit.drawing.canvas import Canvas
from scenes.match.match_scene import MatchScene
from scenes.table.contract.words import IllegalReason
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

WIDE = (1920, 1080)


class Redrawn(Canvas):
    """A canvas that remembers what is redrawn in each frame, as rectangles."""

    def __init__(self, screen: pygame.Surface) -> None:
        super().__init__(screen)
        self.found: list[list[pygame.Rect]] = []

    def end(self) -> list[pygame.Rect]:
        self.found.append(super().end())
        return self.found[-1]


def changed(house: Playhouse, seconds: float) -> list[list[pygame.Rect]]:
    """What is redrawn in each frame of `seconds`, after the first; frames that change nothing are left out."""
    house.app.canvas = canvas = Redrawn(house.window.surface)
    house.is_watched = True
    house.frame()
    for _ in range(round(seconds * house.fps)):
        house.frame()
    return [dirty for dirty in canvas.found[1:] if dirty]


def room_in(match: MatchScene) -> pygame.Rect | None:
    """Where a cup stands beside the board."""
    return match.side_panel.cup_room(match.words.content)


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_it_stands_beside_a_board_for_two(open_house: OpenHouse, game: str) -> None:
    match = open_house(WIDE).match(PERSON, RIVAL, game=game)
    room, cards = room_in(match), match.side_panel.cards.values()
    assert (
        room is not None
        and not any(room.colliderect(card) for card in cards)
        and not room.colliderect(match.table.frame)
    )


@pytest.mark.parametrize("size", [(1024, 768), (1080, 1920)])
def test_narrow_windows_have_no_room_for_it(open_house: OpenHouse, size: tuple[int, int]) -> None:
    assert room_in(open_house(size).match(PERSON, RIVAL)) is None


def test_it_gives_way_to_four_seats_to_the_analysis_and_to_a_reason(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    four = [replace(PERSON, identity=name, name=name) for name in ("circle", "square", "triangle", "diamond")]
    assert room_in(house.match(*four, players=4)) is None
    match = house.match(PERSON, RIVAL)
    panel, content = match.side_panel, match.words.content
    panel.is_analysed = True
    assert panel.cup_room(content) is None
    panel.is_analysed = False
    assert panel.cup_room(content) is not None
    problem = IllegalReason("no", "because")
    assert panel.cup_room(replace(content, problem=problem)) is None


def test_its_steam_changes_a_small_rectangle_a_few_times_a_second(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    match = house.match(PERSON, RIVAL)
    house.run(3.0)
    frames, room = changed(house, 2.0), room_in(match)
    assert room is not None and 5 <= len(frames) <= 12 and not match.is_animated
    for dirty in frames:
        assert sum(rect.width * rect.height for rect in dirty) < 0.01 * WIDE[0] * WIDE[1]
        assert all(room.contains(rect) for rect in dirty)


def test_no_steam_rises_with_reduced_motion(open_house: OpenHouse) -> None:
    house = open_house(WIDE)
    house.stage.look.reduced_motion = True
    match = house.match(PERSON, RIVAL)
    house.run(3.0)
    assert not changed(house, 2.0) and room_in(match) is not None
