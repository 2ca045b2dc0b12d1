"""Puzzles as JSON values: a board, the robots and a target.

    {"walls": [[16 ints] x 16],        walls[y][x]; bits N=1 E=2 S=4 W=8
     "reflectors": [{"x": 2, "y": 1, "orientation": "/" or "\\\\", "color": "blue"}],
     "robots": {"red": [x, y], ... all five, or all but silver},
     "target": {"color": "red" or "any", "cells": [[x, y], ...]}}

Both cells beside an inner wall have its bit. The border is closed. The four centre cells have 15. Other fields are
ignored. A text with a code of DriftingDroids is a puzzle, too. The code gives the board and the robots, and its active
goal is the target.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.rules import PuzzleError
from game.robots.board import (
    ABSENT,
    CELLS,
    CENTRE,
    CLOSED,
    COLOURS,
    HEADINGS,
    OPPOSITE,
    SIZE,
    STEP,
    WALL_BIT,
    Board,
    Cell,
    Colour,
    Heading,
    Reflector,
    Robots,
    cell_at,
    on_border,
    standing,
    xy,
)
from game.robots.drifting_droids import is_droids_code, read_droids_code
from game.robots.rounds import Target

_OUTSIDE = bytes(
    sum(WALL_BIT[heading] for heading in HEADINGS if on_border(cell, heading))
    for cell in range(CELLS)
    # The walls of a board without inner walls.
)


@dataclass(frozen=True, slots=True)
class RoutePuzzle:
    """A board without marks, the robots on it, and the target."""

    board: Board
    robots: Robots
    target: Target


def write_puzzle(board: Board, robots: Robots, target: Target) -> dict[str, object]:
    """Return a position in the puzzle format. Reflectors and target cells are sorted by cell."""
    return {
        "walls": [list(board.walls[row : row + SIZE]) for row in range(0, CELLS, SIZE)],
        "reflectors": [
            {"x": cell % SIZE, "y": cell // SIZE, "orientation": reflector.diagonal, "color": reflector.colour}
            for cell, reflector in sorted(board.reflectors.items())
        ],
        "robots": write_robots(robots),
        "target": {"color": target.colour, "cells": [list(xy(cell)) for cell in sorted(target.cells)]},
    }


def write_robots(robots: Robots) -> dict[str, list[int]]:
    """Return the robots' cells in the puzzle format."""
    return {colour: list(xy(cell)) for colour, cell in standing(robots).items()}


def read_puzzle(data: object) -> RoutePuzzle:
    """Read a puzzle from parsed JSON. Raises PuzzleError naming the field."""
    if is_droids_code(data):
        return _of_droids(data)
    table = _object(data, "puzzle")
    walls = _walls(_field(table, "walls", ""))
    reflectors = _reflectors(_field(table, "reflectors", ""))
    robots = _robots(_field(table, "robots", ""))
    return RoutePuzzle(Board(walls, reflectors), robots, _target(_field(table, "target", "")))


def _of_droids(code: str) -> RoutePuzzle:
    """Return the active goal of a board of DriftingDroids as a puzzle."""
    found = read_droids_code(code)
    if found.chip is None:
        raise PuzzleError("the code has no active goal")
    return RoutePuzzle(
        Board(found.board.walls), found.robots, Target(found.chip.colour, found.board.targets(found.chip))
    )


def _walls(value: object) -> bytes:
    walls = b"".join(_row(row, y) for y, row in enumerate(_list(value, "walls", SIZE)))
    for cell, bits in enumerate(walls):
        # Most cells have no inner wall and need no further check.
        if bits == _OUTSIDE[cell] and cell not in CENTRE:
            continue
        place = "walls[{1}][{0}]".format(*xy(cell))
        if cell in CENTRE and bits != CLOSED:
            raise PuzzleError(f"{place}: {bits}, but a centre cell is closed all round ({CLOSED})")
        for heading in HEADINGS:
            _check_wall(walls, cell, heading, place)
    return walls


def _row(value: object, y: int) -> bytes:
    row = _list(value, f"walls[{y}]", SIZE)
    for x, entry in enumerate(row):
        # Test here first, because it takes time to make the text that `_whole` needs.
        if type(entry) is not int or not 0 <= entry <= CLOSED:
            _whole(entry, f"walls[{y}][{x}]", CLOSED)
    return bytes(row)


def _check_wall(walls: bytes, cell: Cell, heading: Heading, place: str) -> None:
    closed = bool(walls[cell] & WALL_BIT[heading])
    if on_border(cell, heading):
        if not closed:
            raise PuzzleError(f"{place}: the border is open to the {heading}")
    elif closed and not walls[cell + STEP[heading]] & WALL_BIT[OPPOSITE[heading]]:
        x, y = xy(cell + STEP[heading])
        raise PuzzleError(f"{place}: has a wall to the {heading} that walls[{y}][{x}] on its other side has not")


def _reflectors(value: object) -> dict[Cell, Reflector]:
    found: dict[Cell, Reflector] = {}
    for index, entry in enumerate(_list(value, "reflectors")):
        place = f"reflectors[{index}]"
        table = _object(entry, place)
        x, y = (_whole(_field(table, name, place), f"{place}.{name}", SIZE - 1) for name in ("x", "y"))
        orientation = _one_of(_field(table, "orientation", place), f"{place}.orientation", ("/", "\\"), "orientation")
        colour = _one_of(_field(table, "color", place), f"{place}.color", COLOURS, "colour")
        if cell_at(x, y) in found:
            raise PuzzleError(f"{place}: there is a reflector on [{x}, {y}] already")
        found[cell_at(x, y)] = Reflector(orientation, colour)
    return found


def _robots(value: object) -> Robots:
    """Read the robots' cells. Silver, the last one of COLOURS, may be missing."""
    present = COLOURS if not isinstance(value, dict) or "silver" in value else COLOURS[:-1]
    return (*read_robots(value, "robots", present), ABSENT)[: len(COLOURS)]


def read_robots(value: object, field: str, colours: Sequence[Colour] = COLOURS) -> Robots:
    """Read the cells of the robots `colours` from an object. The cells must all be different.

    Raises PuzzleError, which names the object `field`.
    """
    table = _object(value, field)
    for name in table:
        _one_of(name, f"{field}.{name}", COLOURS, "colour")
    cells: dict[Cell, str] = {}
    for colour in colours:
        cell = _cell(_field(table, colour, field), f"{field}.{colour}")
        if cell in cells:
            raise PuzzleError(f"{field}.{colour}: {list(xy(cell))} is where {cells[cell]} stands")
        cells[cell] = colour
    return tuple(cells)


def _target(value: object) -> Target:
    table = _object(value, "target")
    colour = _one_of(_field(table, "color", "target"), "target.color", (*COLOURS, "any"), "colour")
    entries = _list(_field(table, "cells", "target"), "target.cells")
    if not entries:
        raise PuzzleError("target.cells: is empty")
    cells = {_cell(entry, f"target.cells[{index}]") for index, entry in enumerate(entries)}
    return Target(colour, tuple(sorted(cells)))


def _field(table: Mapping[str, object], name: str, parent: str) -> Any:
    if name not in table:
        raise PuzzleError(f"{parent and parent + '.'}{name}: is missing")
    return table[name]


def _object(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise PuzzleError(f"{place}: {reprlib.repr(value)} is not an object")
    return value


def _list(value: object, place: str, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        wanted = "a list" if length is None else f"a list of {length}"
        raise PuzzleError(f"{place}: {reprlib.repr(value)} is not {wanted}")
    return value


def _whole(value: object, place: str, highest: int) -> int:
    # In Python a bool is an int, but it is no JSON number.
    if type(value) is not int or not 0 <= value <= highest:
        raise PuzzleError(f"{place}: {reprlib.repr(value)} is not a whole number from 0 to {highest}")
    return value


def _cell(value: object, place: str) -> Cell:
    """Read a cell from [x, y]."""
    x, y = _list(value, place, 2)
    for number in (x, y):
        if type(number) is not int or not 0 <= number < SIZE:
            raise PuzzleError(f"{place}: {reprlib.repr(value)} is not on the board (0 to {SIZE - 1})")
    return cell_at(x, y)


def _one_of(value: object, place: str, known: Iterable[str], kind: str) -> Any:
    if not isinstance(value, str) or value not in tuple(known):
        raise PuzzleError(f"{place}: {reprlib.repr(value)} is an unknown {kind} (known: {', '.join(known)})")
    return value
