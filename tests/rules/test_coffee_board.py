"""Coffee's boards: shapes, names, lines, windows and where the cells lie."""

from __future__ import annotations

import math

import pytest

from game.coffee.board import SIDES, UnknownBoardError, board, cell_of_name

every_board = pytest.mark.parametrize("board_id", SIDES)


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


@pytest.mark.parametrize("name", ["", "a", "a0", "j1", "a10", "1a", "A1", "a1 ", "a１"])
def test_what_is_no_name(name: str) -> None:
    assert cell_of_name(name) is None


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(UnknownBoardError, match=r"'sq8' \(known: sq2, sq3, .*sq7, hex2, hex3, hex4, hex5\)"):
        board("sq8")
