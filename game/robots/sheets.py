"""One side of a sheet: 8x8 cells, drawn with the centre corner in the south-east; its structure and its files.

A file holds a line "centre COLOUR", a blank line and the drawing (see `drawing.py` and assets/sheets/README.md);
lines that begin with "#" above the drawing are remarks. The file's name is the side's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from game.core.rules import GameError
from game.robots.board import EAST, HOLE, MARK_COLOURS, NORTH, SOUTH, SYMBOLS, WEST, Colour, Reflector, TargetMark
from game.robots.drawing import DrawingError, read_drawing

SIDE: Final = 8
CENTRE_CELL: Final = SIDE * SIDE - 1
CORNERS: Final = (NORTH | WEST, NORTH | EAST, SOUTH | EAST, SOUTH | WEST)
TOP_TICKS: Final = range(1, 6)  # the columns after which the top edge's tick may stand
LEFT_TICKS: Final = range(2, 7)  # the rows below which the left edge's tick may lie


class SheetError(GameError):
    """A sheet file that cannot be read; the message names file, line and column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side. `colour` is its centre's; cells are y * 8 + x, `walls` has 64 bytes as `Board.walls` has 256.

    The north and the west edge are the board's border, the other two are seams: a mark's wall may lie on them.
    """

    id: str
    colour: Colour
    walls: bytes
    marks: Mapping[int, TargetMark]
    reflectors: Mapping[int, Reflector]


def read_sheet(path: Path) -> Sheet:
    """The side that a file holds. Raises SheetError, or OSError where there is no such file."""
    return parse_sheet(path.read_text(encoding="utf-8"), path.stem, path.name)


def parse_sheet(text: str, identity: str, source: str) -> Sheet:
    """The side that `text` shows. Raises SheetError naming `source`, the line and the column."""
    lines = [line.rstrip() for line in text.splitlines()]
    top = next((number for number, line in enumerate(lines) if line.startswith("+")), len(lines))
    try:
        colour = _read_head(lines[:top])
        end = max((number + 1 for number, line in enumerate(lines) if line), default=0)
        drawing = read_drawing(lines[top:end], SIDE, top + 1)
    except DrawingError as error:
        raise SheetError(f"{source}, {error}") from None
    return Sheet(identity, colour, bytes(drawing.walls), drawing.marks, drawing.reflectors)


def _read_head(lines: list[str]) -> Colour:
    """The centre's colour in the lines above the drawing."""
    found: Colour | None = None
    for number, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        word, _, value = line.partition(" ")
        colour = next((colour for colour in MARK_COLOURS if colour == value), None)
        if word != "centre" or found:
            raise DrawingError(number, 1, f"{line!r} is neither the one 'centre COLOUR' nor a remark ('#')")
        if colour is None:
            known = ", ".join(MARK_COLOURS)
            raise DrawingError(number, len("centre ") + 1, f"{value!r} is no colour of a centre (known: {known})")
        found = colour
    if found is None:
        raise DrawingError(len(lines) + 1, 1, "no 'centre COLOUR' above the drawing")
    return found


def problems(sheet: Sheet) -> list[str]:
    """Return the errors in the structure of a side, in words; none for a valid side."""
    return [
        *_mark_problems(sheet),
        *_distance_problems(sheet),
        *_wall_problems(sheet),
        *(_reflector_problems(sheet) if sheet.reflectors else ()),
    ]


def _mark_problems(sheet: Sheet) -> Iterator[str]:
    coloured = {cell: mark for cell, mark in sheet.marks.items() if mark != HOLE}
    if sorted(mark.colour for mark in coloured.values()) != sorted(MARK_COLOURS):
        yield "there is not one mark of each colour"
    if sorted(mark.symbol for mark in coloured.values()) != sorted(SYMBOLS):
        yield "there is not one mark of each symbol"
    if len(sheet.marks) - len(coloured) > 1:
        yield "there is more than one black hole"
    corners = Counter(sheet.walls[cell] for cell in coloured)
    if any(corners[corner] != 1 for corner in CORNERS):
        yield "the corners of the coloured marks are not turned in the four ways, once each"
    for cell in sheet.marks:
        if sheet.walls[cell] not in CORNERS:
            yield f"the mark on {_place(cell)} does not stand in a corner of two walls"


def _distance_problems(sheet: Sheet) -> Iterator[str]:
    for cell in sheet.marks:
        x, y = cell % SIDE, cell // SIDE
        if x < 1 or y < 1 or (x >= 6 and y >= 6):
            yield f"the mark on {_place(cell)} is on an outer line or too near to the centre"
    in_line = 0
    for a, b in combinations(sheet.marks, 2):
        across, down = _offsets(a, b)
        in_line += across == 0 or down == 0
        if max(across, down) < 2 or across + down < 3:
            yield f"the marks on {_place(a)} and {_place(b)} are too near to each other"
    if in_line > 1:
        yield f"{in_line} pairs of marks share a row or a column"


def _wall_problems(sheet: Sheet) -> Iterator[str]:
    """The walls are the border, the marks' corners and one tick on each of the two outer edges."""
    after_column = [x for x in TOP_TICKS if sheet.walls[x] & EAST]
    below_row = [y for y in LEFT_TICKS if sheet.walls[y * SIDE] & SOUTH]
    if len(after_column) != 1 or len(below_row) != 1:
        yield "there is not exactly one wall on the top edge (after column 1 to 5) and the left one (below row 2 to 6)"
        return
    corners = {cell: sheet.walls[cell] for cell in sheet.marks}
    expected = compose_walls(corners, after_column[0], below_row[0])
    for cell in range(SIDE * SIDE):
        if sheet.walls[cell] != expected[cell]:
            yield f"{_place(cell)} has walls {sheet.walls[cell]}, not {expected[cell]}"


def _reflector_problems(sheet: Sheet) -> Iterator[str]:
    kinds = list(sheet.reflectors.values())
    if len(kinds) < 2:
        yield "there is only one reflector"
    if len({reflector.colour for reflector in kinds}) != len(kinds):
        yield "two reflectors have the same colour"
    if len({reflector.diagonal for reflector in kinds}) != 2:
        yield "only one of the diagonals is in use"
    for cell in sheet.reflectors:
        nearest = min((max(_offsets(cell, mark)) for mark in sheet.marks), default=SIDE)
        if cell == CENTRE_CELL or not 1 <= nearest <= 3:
            yield f"the reflector on {_place(cell)} is in the centre, or not 1 to 3 cells from the nearest mark"


def compose_walls(corners: Mapping[int, int], after_column: int, below_row: int) -> bytes:
    """The walls of a side: its border, `corners` (cell to bits) and the two ticks."""
    walls = bytearray(SIDE * SIDE)
    for index in range(SIDE):
        walls[index] |= NORTH
        walls[index * SIDE] |= WEST
    for cell, bits in corners.items():
        _raise_walls(walls, cell, bits)
    _raise_walls(walls, after_column, EAST)
    _raise_walls(walls, below_row * SIDE, SOUTH)
    return bytes(walls)


def _raise_walls(walls: bytearray, cell: int, bits: int) -> None:
    """Put walls on a cell, and on the cells behind them."""
    x, y = cell % SIDE, cell // SIDE
    walls[cell] |= bits
    if bits & NORTH and y > 0:
        walls[cell - SIDE] |= SOUTH
    if bits & SOUTH and y < SIDE - 1:
        walls[cell + SIDE] |= NORTH
    if bits & WEST and x > 0:
        walls[cell - 1] |= EAST
    if bits & EAST and x < SIDE - 1:
        walls[cell + 1] |= WEST


def _offsets(a: int, b: int) -> tuple[int, int]:
    """How many columns and rows lie between two cells."""
    return abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)


def _place(cell: int) -> str:
    return f"({cell % SIDE}, {cell // SIDE})"
