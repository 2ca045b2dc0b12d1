"""Where cells lie: under pointers, by name, and as the board is turned; and how pieces come to them."""

from __future__ import annotations

import pygame
import pytest

from scenes.table.cells.grid import Grid
from scenes.table.cells.pieces import Carry, DropMotion, hop
from scenes.table.contract.view import Placement

pytestmark = pytest.mark.quick

ART = {"cell_origin": (40, 40), "cell_size": 90, "cell_pitch": 100, "label_lines": {"west_x": 20, "south_y": 860}}
TURNS = range(4)


def grid(turn: int = 0, from_below: bool = True) -> Grid:
    return Grid(pygame.Rect(100, 50, 880, 880), ART, turn, 8, from_below)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("from_below", [True, False])
def test_a_cell_is_found_where_it_lies(turn: int, from_below: bool) -> None:
    board = grid(turn, from_below)
    for cell in range(64):
        assert board.cell_at_view(*board.cell_view(cell)) == cell == board.cell_at(board.cell_rect(cell).center)
    assert len({board.cell_view(cell) for cell in range(64)}) == 64


def test_a_gutter_belongs_to_the_nearer_cell_and_the_frame_to_none() -> None:
    board = grid()
    rect = board.cell_rect(0)
    assert board.cell_at((rect.right + 2, rect.centery)) == 0
    assert board.cell_at((rect.right + 8, rect.centery)) == 1
    assert board.cell_at((rect.left - 8, rect.centery)) is None
    assert board.cell_near((rect.left - 90, rect.centery)) == 0


def test_names_count_from_the_lower_left_however_cells_are_numbered() -> None:
    assert [grid().name(cell) for cell in (0, 9, 63)] == ["a1", "b2", "h8"]
    assert [grid(from_below=False).name(cell) for cell in (0, 9, 63)] == ["a8", "b7", "h1"]


@pytest.mark.parametrize(("turn", "left", "bottom"), [(0, "8", "a"), (1, "h", "8"), (2, "1", "h"), (3, "a", "1")])
def test_coordinates_turn_with_the_board(turn: int, left: str, bottom: str) -> None:
    labels = list(grid(turn).labels())
    assert [text for text, _ in labels[:2]] == [bottom, left]
    assert {y for _, (x, y) in labels if x != 120} == {910} and len(labels) == 16


def test_a_step_goes_as_seen_and_stays_on_the_board() -> None:
    board = grid(turn=2)
    assert board.name(board.stepped(0, (1, 0))) == "a1"  # h8 lies on the left below, a1 on the right above
    assert board.name(board.stepped(0, (-1, 1))) == "b2"


def test_a_piece_that_is_carried_rises_and_arrives() -> None:
    start, end = Placement("pawn", 0, 0), Placement("pawn", 2, 0)
    clip = Carry(0.5, 0.4, ("lift", "pawn"), turn=90).clip("a", start, end)
    (before,), (half,), (after,) = (clip.sample(t).placements.values() for t in (0.0, 0.25, 0.5))
    assert (before.x, round(half.x, 3), after.x) == (0, 1, 2)
    assert (before.lift, round(half.lift, 3), round(after.lift, 6)) == (0, 0.4, 0) and after.angle == 90
    assert [name for _, name in clip.cues] == ["lift", "pawn"]


def test_a_piece_that_drops_is_down_before_it_settles() -> None:
    end = Placement("pawn", 3, 3)
    clip = DropMotion(1.0, 2.0, "stone", fall=0.8, settle=0.1).clip("a", end)
    lifts = [clip.sample(t).placements["a"].lift for t in (0.0, 0.8, 0.9, 1.0)]
    assert [round(lift, 6) for lift in lifts] == [2.0, 0.0, 0.1, 0.0]
    assert clip.sample(0.0).placements["a"].alpha == pytest.approx(0.3)


def test_a_winner_hops_lower_each_time_and_comes_to_rest() -> None:
    assert hop(0.25, 1.0) > hop(0.75, 1.0) > 0 and hop(0.0, 1.0) == hop(9.0, 1.0) == 0.0
