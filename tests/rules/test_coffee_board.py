"""Coffee's boards: shapes, names, lines, windows and where the cells lie."""

from __future__ import annotations

import math

import pytest

from game.coffee.board import SIDES, Axis, UnknownBoardError, board, cell_name, cell_named
from tests.rules.coffee_ascii import names

every_board = pytest.mark.parametrize("board_id", SIDES)


def line(board_id: str, cell: str, axis: Axis) -> str:
    return " ".join(names(board(board_id).line(cell_named(cell), axis)))


@pytest.mark.parametrize(("side", "cells"), [(2, 7), (3, 19), (4, 37), (5, 61)])
def test_hexagons(side: int, cells: int) -> None:
    table = board(f"hex{side}")
    assert (len(table.cells), len(table.rows), table.axes) == (cells, 2 * side - 1, ("h", "d", "u"))
    assert (table.rows[0], max(table.rows), table.rows[-1]) == (side, 2 * side - 1, side)


@pytest.mark.parametrize("side", range(2, 8))
def test_squares(side: int) -> None:
    table = board(f"sq{side}")
    assert (len(table.cells), table.rows, table.axes) == (side * side, (side,) * side, ("h", "d", "u", "v"))


def test_lines_of_a_square() -> None:
    assert line("sq4", "b2", "h") == "b1 b2 b3 b4"
    assert line("sq4", "b2", "d") == "a1 b2 c3 d4"
    assert line("sq4", "b2", "u") == "c1 b2 a3"
    assert line("sq4", "b2", "v") == "a2 b2 c2 d2"
    assert line("sq4", "a1", "u") == "a1"


def test_lines_of_a_hexagon() -> None:
    assert line("hex3", "b2", "h") == "b1 b2 b3 b4"
    assert line("hex3", "b2", "d") == "a1 b2 c3 d3 e3"
    assert line("hex3", "b2", "u") == "d1 c2 b2 a2"
    assert line("hex3", "d1", "d") == "c1 d1 e1"
    assert line("hex3", "d4", "u") == "e3 d4 c5"


@every_board
def test_every_cell_has_one_line_along_each_axis_and_they_part_the_board(board_id: str) -> None:
    table = board(board_id)
    for axis in table.axes:
        lines = {table.line(cell, axis) for cell in table.cells}
        assert sorted(cell for line in lines for cell in line) == list(table.cells)
    assert {table.line(cell, axis) for cell in table.cells for axis in table.axes} == set(table.lines)


@every_board
def test_neighbours_on_a_line_lie_beside_each_other_along_its_axis(board_id: str) -> None:
    table = board(board_id)
    angles = {"h": 0, "d": 60 if table.hexagonal else 45, "u": -60 if table.hexagonal else -45, "v": 90}
    for axis in table.axes:
        length = math.sqrt(2) if axis in "du" and not table.hexagonal else 1
        for cell in table.cells:
            for first, second in zip(table.line(cell, axis), table.line(cell, axis)[1:], strict=False):
                (x, y), (x2, y2) = table.center(first), table.center(second)
                assert x2 - x == pytest.approx(length * math.cos(math.radians(angles[axis])))
                assert y2 - y == pytest.approx(length * math.sin(math.radians(angles[axis])))


@every_board
def test_the_middle_of_the_board_is_the_origin(board_id: str) -> None:
    table = board(board_id)
    assert sum(table.center(cell)[0] for cell in table.cells) == pytest.approx(0)
    assert sum(table.center(cell)[1] for cell in table.cells) == pytest.approx(0)


@every_board
def test_names_go_there_and_back(board_id: str) -> None:
    table = board(board_id)
    assert [cell_named(cell_name(cell)) for cell in table.cells] == list(table.cells)
    assert names(table.cells)[0] == "a1"


@pytest.mark.parametrize("name", ["", "a", "a0", "j1", "a10", "1a", "A1", "a1 ", "a１"])
def test_what_is_no_name(name: str) -> None:
    assert cell_named(name) is None


def test_windows() -> None:
    assert len(board("sq5").windows(4)) == 2 * 5 * 2 + 2 * (1 + 2 + 1)
    assert len(board("hex2").windows(2)) == 12
    assert len(board("sq3").windows(1)) == 9
    assert len(board("hex5").windows(5)) == 3 * 25


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(UnknownBoardError, match=r"'sq8'.*sq7"):
        board("sq8")
