"""With "always confirm" a click of the mouse chooses, and a second one, or a confirm, plays."""

from __future__ import annotations

import pygame
import pytest

from game.quoridor.state import PawnMove, WallPlacement
from scenes.match.match_scene import MatchScene
from tests.scenes import posting
from tests.scenes.hands import board_of, gutter
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

STEP = PawnMove(13)  # e2
OTHER = PawnMove(3)  # d1
WALL = WallPlacement(28, "h")


class Table:
    """A match of two people and a mouse."""

    def __init__(self, house: Playhouse) -> None:
        self.house = house
        house.services.change(always_confirm=True)
        self.match: MatchScene = house.match(PERSON, RIVAL)
        self.geometry = board_of(self.match).geometry

    @property
    def played(self) -> list[object]:
        return [step.action for step in self.match.session.steps]

    def click(self, action: PawnMove | WallPlacement, button: int = 1) -> None:
        point = gutter(self.geometry, action) if isinstance(action, WallPlacement) else self.middle(action)
        self.house.react(lambda: posting.click(point, button))

    def middle(self, move: PawnMove) -> tuple[int, int]:
        return self.geometry.cell_rect(move.cell).center

    def key(self, key: int) -> None:
        self.house.react(lambda: posting.tap_key(key))


@pytest.fixture
def table(house: Playhouse) -> Table:
    return Table(house)


@pytest.mark.parametrize("action", [STEP, WALL])
def test_the_second_click_plays(table: Table, action: PawnMove | WallPlacement) -> None:
    table.click(action)
    assert (table.played, table.match.hands.armed) == ([], action)
    table.click(action)
    assert table.played == [action]


def test_enter_plays_what_was_clicked(table: Table) -> None:
    table.click(STEP)
    table.key(pygame.K_RETURN)
    assert table.played == [STEP]


def test_a_click_elsewhere_chooses_anew(table: Table) -> None:
    table.click(STEP)
    table.click(OTHER)
    assert (table.played, table.match.hands.selection.cell) == ([], OTHER.cell)
    table.click(OTHER)
    assert table.played == [OTHER]


def test_moving_the_mouse_leaves_the_choice_alone(table: Table) -> None:
    table.click(STEP)
    table.house.react(lambda: posting.move_mouse(gutter(table.geometry, WALL)))
    assert table.match.hands.selection.cell == STEP.cell


def test_a_chosen_wall_can_be_turned(table: Table) -> None:
    table.click(WALL)
    table.click(WALL, button=3)
    assert table.played == []
    table.click(WALL)
    assert table.played == [WallPlacement(WALL.anchor, "v")]


def test_a_click_beside_the_board_gives_the_choice_up(table: Table) -> None:
    table.click(STEP)
    table.house.react(lambda: posting.click((table.geometry.rect.left - 40, table.geometry.rect.centery)))
    assert table.match.hands.armed is None


def test_without_the_setting_one_click_plays(table: Table) -> None:
    table.house.services.change(always_confirm=False)
    table.click(STEP)
    assert table.played == [STEP]
