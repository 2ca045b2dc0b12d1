"""The cup of coffee beside a board: where it stands, and that its steam costs little and moves nothing else."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.stage import Stage
from scenes.kit.window.app import App
from scenes.table.art.cups import draw_table_cup
from scenes.table.column import side_panel
from scenes.table.contract.words import IllegalReason
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

WIDE = (1920, 1080)


@pytest.fixture
def stood(monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """The rooms in which a cup is asked to stand, frame by frame."""
    rooms: list[pygame.Rect] = []

    def noted(stage: Stage, canvas: Canvas, room: pygame.Rect) -> None:
        rooms.append(room)
        draw_table_cup(stage, canvas, room)

    monkeypatch.setattr(side_panel, "draw_table_cup", noted)
    return rooms


def changed(house: Playhouse, monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[list[pygame.Rect]]:
    """What is redrawn in each frame of `seconds`, each as rectangles; frames that change nothing are left out."""
    found: list[list[pygame.Rect]] = []
    end = Canvas.end

    def noted(canvas: Canvas) -> list[pygame.Rect]:
        dirty = end(canvas)
        found.append(dirty)
        return dirty

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "end", noted)
        patch.setattr(house.app, "draw", lambda: App.draw(house.app))
        for _ in range(round(seconds * house.fps)):
            house.frame()
    return [dirty for dirty in found if dirty]


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_it_stands_beside_a_board_for_two(open_house: OpenHouse, stood: list[pygame.Rect], game: str) -> None:
    house = open_house(WIDE)
    match = house.match(PERSON, RIVAL, game=game)
    house.run(1.0)
    room = stood[-1]
    cards = match.side_panel.cards.values()
    assert not any(room.colliderect(card) for card in cards) and not room.colliderect(match.table.frame)


@pytest.mark.parametrize("size", [(1024, 768), (1080, 1920)])
def test_narrow_windows_have_no_room_for_it(
    open_house: OpenHouse, stood: list[pygame.Rect], size: tuple[int, int]
) -> None:
    house = open_house(size)
    house.match(PERSON, RIVAL)
    house.run(0.5)
    assert not stood


def test_it_gives_way_to_four_seats_to_the_analysis_and_to_a_reason(
    open_house: OpenHouse, stood: list[pygame.Rect]
) -> None:
    house = open_house(WIDE)
    four = [replace(PERSON, identity=name, name=name) for name in ("circle", "square", "triangle", "diamond")]
    house.match(*four, players=4)
    house.run(0.5)
    assert not stood
    match = house.match(PERSON, RIVAL)
    house.run(0.5)
    assert stood
    panel, content = match.side_panel, match.words.content
    panel.is_analysed = True
    assert panel.cup_room(content) is None
    panel.is_analysed = False
    assert panel.cup_room(content) is not None
    problem = IllegalReason("no", "because")
    assert panel.cup_room(replace(content, problem=problem)) is None


def test_its_steam_changes_a_small_rectangle_a_few_times_a_second(
    open_house: OpenHouse, stood: list[pygame.Rect], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(WIDE)
    match = house.match(PERSON, RIVAL)
    house.run(3.0)
    frames = changed(house, monkeypatch, 2.0)
    room = stood[-1]
    assert 5 <= len(frames) <= 12 and not match.is_animated
    for dirty in frames:
        assert sum(rect.width * rect.height for rect in dirty) < 0.01 * WIDE[0] * WIDE[1]
        assert all(room.contains(rect) for rect in dirty)


def test_no_steam_rises_with_reduced_motion(
    open_house: OpenHouse, stood: list[pygame.Rect], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(WIDE)
    house.stage.look.reduced_motion = True
    house.match(PERSON, RIVAL)
    house.run(3.0)
    assert not changed(house, monkeypatch, 2.0) and stood
