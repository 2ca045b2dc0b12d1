"""What boards of carried pieces share: a piece is carried or falls, what is picked up lies over all, winners hop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.rules import Step as Played
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.table.cells.carry import CarryInput, Choosing, Holding
from scenes.table.cells.carry_drawing import CarryDrawing, PieceLook
from scenes.table.cells.grid import Grid
from scenes.table.cells.marks import CellMarks
from scenes.table.contract.board import view_of
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import Piece, ShownBoard
from scenes.table.contract.view import View
from scenes.table.words import brief
from tests.fifth_game import STEP_MARKS, rules
from tests.fifth_game.board import ART, CARRYING, PAWN, RaceBoard
from tests.fifth_game.rules import State
from tests.scenes.conftest import OpenHouse
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import Playhouse

START = State(slanted=False)
MINE, THEIRS, TAKEN = Piece(0, "man", 0), Piece(6, "man", 1), Piece(7, "man", 1)


@pytest.fixture
def house(open_house: OpenHouse, fifth_game: Any) -> Playhouse:
    return open_house((640, 360))


def race(house: Playhouse, step_marks: bool = True) -> RaceBoard:
    board = RaceBoard(BoardContext(house.stage, {"race_slanted": False}))
    board.context.settings.set(STEP_MARKS, step_marks)
    board.layout(pygame.Rect(0, 0, 320, 320), ("circle", "square"), 0)
    return board


def of_men(house: Playhouse) -> CarryDrawing[Any, Any, Any]:
    """The drawing of a game whose state is the list of its pieces."""
    drawing: CarryDrawing[Any, Any, Any] = race(house).drawing
    drawing._shown = lambda state, *more: ShownBoard(state)
    return drawing


def step(before: list[Piece], after: list[Piece]) -> Played[Any, Any, Any]:
    return Played(0, before, 0, "a1", after, ())


def test_what_changed_its_cell_is_carried_there(house: Playhouse) -> None:
    drawing = of_men(house)
    clip = drawing.animate(step([MINE, THEIRS], [replace(MINE, cell=5), THEIRS]))
    moving = clip.sample(clip.seconds / 2).placements
    assert list(moving) == ["man 0 0"]
    assert moving["man 0 0"].lift > 0.2
    assert [sound for _, sound in clip.cues] == list(CarryDrawing.carry.sounds)


def test_the_piece_that_takes_another_is_the_one_that_goes(house: Playhouse) -> None:
    drawing = of_men(house)
    clip = drawing.animate(step([MINE, THEIRS, TAKEN], [replace(MINE, cell=6), TAKEN]))
    end = clip.sample(clip.seconds).placements
    assert list(end) == ["man 0 0"]
    assert end["man 0 0"].look == PieceLook("man", 0)


def test_a_new_piece_falls_onto_its_cell(house: Playhouse) -> None:
    drawing = of_men(house)
    clip = drawing.animate(step([THEIRS], [MINE, THEIRS]))
    begin, end = (clip.sample(at).placements["man 0 0"].lift for at in (0.0, clip.seconds))
    assert begin == CarryDrawing.drop.lift and end == pytest.approx(0.0, abs=0.001)


def drawn(board: RaceBoard, **more: Any) -> list[tuple[int, tuple[int, int]]]:
    """The seats of the pieces in the order in which they are drawn, each with the middle of its picture."""
    sheet, drawing = NotingSheet((640, 360)), board.drawing
    drawing.draw(sheet, view(board, **more))
    tokens = [drawing.sprite(PieceLook("pawn", seat), 0.0) for seat in (0, 1)]
    return [(int(blit.surface is tokens[1].surface), blit.place.center) for blit in sheet.of(*tokens)]


def lifts(board: RaceBoard, **more: Any) -> list[int]:
    """By how many pixels the piece of each seat is drawn above the middle of its cell."""
    found = dict(drawn(board, **more))
    return [board.geometry.cell_rect(cell).centery - found[seat][1] for seat, cell in enumerate(START.pawns)]


def view(board: RaceBoard, **more: Any) -> View[Any, Any, Any]:
    return view_of(board, START, legal=rules.legal(START, START.mover), **{"selection": Choosing(), **more})


def test_what_a_pointer_carries_is_drawn_last_and_below_it(house: Playhouse) -> None:
    seat, (x, y) = drawn(race(house), selection=Holding(2, 2), drag_at=(99, 99))[-1]
    assert seat == 0 and x == pytest.approx(99, abs=1) and 90 < y < 99


def test_what_is_picked_up_without_a_pointer_is_above_its_cell(house: Playhouse) -> None:
    board = race(house)
    lying = lifts(board)
    assert lying == [pytest.approx(0, abs=1)] * 2
    held = lifts(board, selection=Holding(2, 2))
    assert held[0] > lying[0] + 1 and held[1] == lying[1]


def test_the_winner_hops_and_stands_still_with_reduced_motion(house: Playhouse) -> None:
    board = race(house)
    lying, won = lifts(board), lifts(board, winner=1, win_time=0.2)
    assert won[1] > lying[1] + 1 and won[0] == lying[0]
    house.services.stage.look.reduced_motion = True
    assert lifts(board, winner=1, win_time=0.2) == lying


def test_a_setting_leaves_marks_out(house: Playhouse) -> None:
    for is_set in (True, False):
        board, sheet = race(house, is_set), NotingSheet((640, 360))
        board.drawing.draw(sheet, view(board))
        lit = sheet.of(CellMarks(house.stage, board.geometry, PAWN).target(theme.IVORY, False))
        assert len(lit) == is_set * len(rules.legal(START, 0))


def test_a_step_of_the_written_game_is_carried(house: Playhouse) -> None:
    action = rules.parse("c2")
    clip = race(house).drawing.animate(Played(0, START, 0, action, *rules.apply(START, 0, action)))
    assert [key.split()[1] for key in clip.sample(clip.seconds).placements] == ["0"]


@pytest.mark.parametrize(("side", "middle"), [(3, 4), (5, 12), (8, 36)])
def test_the_cursor_begins_in_the_middle(side: int, middle: int) -> None:
    grid = Grid(pygame.Rect(0, 0, 880, 880), ART, 0, side)
    assert CarryInput(grid, CARRYING).middle == middle


def test_a_written_game_has_a_way_and_a_name_for_what_is_weighed(house: Playhouse) -> None:
    """A board that says nothing of its own shows where an action leads, and calls it "This move"."""
    board = race(house)
    action = rules.legal(START, START.mover)[0]
    after, events = rules.apply(START, START.mover, action)
    sheet = SurfaceCanvas.blank((320, 320))
    board.drawing.draw_weighed(sheet, Played(0, START, START.mover, action, after, events), "#D9B465", 1.0)
    drawn = sheet.surface.get_bounding_rect()
    for cell in (START.pawns[START.mover], action.cell):
        assert drawn.collidepoint(*map(round, board.geometry.middle(cell)))
    assert brief(house.stage.t, Played(0, START, START.mover, action, after, events), board.words) == "This move"
