"""The robots' cells at the beginning: well spread by chance, or placed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.core.rules import OptionError, PuzzleError
from game.robots.board import CELLS, CENTRE, COLOURS, Board, Cell, Robots, xy
from game.robots.puzzle import read_robots

_TRIES: Final = 4  # cells drawn for each robot, of which the one farthest from the others is taken


def check_placement(value: object) -> None:
    """Raises OptionError unless `value`, an object, puts each robot on a cell of its own."""
    placement_cells(value)


def placement_cells(value: object) -> Robots:
    """The robots' cells in an object {"red": [x, y], ...}. Raises OptionError."""
    try:
        return read_robots(value, "placement", COLOURS)
    except PuzzleError as error:
        raise OptionError(str(error)) from None


def free_cells(board: Board) -> tuple[Cell, ...]:
    """The cells on which a robot may begin: no mark, no reflector, not in the centre."""
    return tuple(
        cell for cell in range(CELLS) if cell not in CENTRE and cell not in board.marks and cell not in board.reflectors
    )


def placed_by_hand(board: Board, value: object) -> Robots:
    """The robots where the option `placement` puts them. Raises OptionError where one may not begin there."""
    robots = placement_cells(value)
    free = free_cells(board)
    for colour, cell in zip(COLOURS, robots, strict=True):
        if cell not in free:
            what = "a mark" if cell in board.marks else "a reflector" if cell in board.reflectors else "the centre"
            raise OptionError(f"placement.{colour}: {list(xy(cell))} is {what}, where no robot may begin")
    return robots


def placed_by_chance(board: Board, seed: int) -> Robots:
    """The robots on cells drawn by chance and well spread."""
    random = Random(f"{seed}/robots")
    free = free_cells(board)
    robots: list[Cell] = []
    for _ in COLOURS:
        candidates = random.sample([cell for cell in free if cell not in robots], _TRIES)
        robots.append(max(candidates, key=lambda cell: _nearest(cell, robots)))
    return tuple(robots)


def _nearest(cell: Cell, robots: Sequence[Cell]) -> int:
    """Steps from `cell` to the nearest robot as the crow walks; 0 without robots."""
    x, y = xy(cell)
    return min((abs(x - a) + abs(y - b) for a, b in map(xy, robots)), default=0)
