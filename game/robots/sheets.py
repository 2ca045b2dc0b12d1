"""Sheets: the structure and the files of their sides, random sides, and the board that four sides make.

A side has 8x8 cells, drawn with the centre corner in the south-east. A file holds a line "centre COLOUR", a blank line
and the drawing (see `drawing.py` and assets/sheets/README.md); lines with "#" above the drawing are comments. The
file's name is the side's id. On a board each side is turned so that its centre corner meets the others in the middle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from game.core.rules import GameError, HouseFileError, OptionError
from game.robots.board import (
    CELLS,
    CENTRE,
    CLOSED,
    DIAGONALS,
    EAST,
    HOLE,
    MARK_COLOURS,
    NORTH,
    OPPOSITE,
    SIZE,
    SOUTH,
    STEP,
    SYMBOLS,
    WALL_BIT,
    WEST,
    Board,
    Cell,
    Colour,
    Diagonal,
    Reflector,
    Symbol,
    TargetMark,
    cell_at,
    on_border,
)
from game.robots.drawing import DrawingError, read_drawing

SIDE: Final = 8
CENTRE_CELL: Final = SIDE * SIDE - 1
CORNERS: Final = (NORTH | WEST, NORTH | EAST, SOUTH | EAST, SOUTH | WEST)
# The tick of the top edge comes after one of these columns. A tick is a short wall at the board's border.
TOP_TICKS: Final = range(1, 6)
# The tick of the left edge comes below one of these rows.
LEFT_TICKS: Final = range(2, 7)


class SheetError(GameError):
    """A sheet file that cannot be read; the message names file, line and column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet. `colour` is the colour of its centre.

    Cells are y * 8 + x; `walls` has a byte for each cell, as in `Board`.

    The north and the west edge are at the board's border. The other two edges are seams, where a mark may have a wall.
    """

    id: str
    colour: Colour
    walls: bytes
    marks: Mapping[int, TargetMark]
    reflectors: Mapping[int, Reflector]


def read_sheet(path: Path) -> Sheet:
    """Read a side from a file. Raises SheetError or OSError."""
    return parse_sheet(path.read_text(encoding="utf-8"), path.stem, path.name)


def parse_sheet(text: str, identity: str, source: str) -> Sheet:
    """Read a side from `text`. Raises SheetError, which names `source`, the line and the column."""
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
    """Read the colour of the centre in the lines above the drawing."""
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
    """Return in words what is wrong with the structure of a side."""
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
    """Yield problems unless the walls are the border, the corners at marks, and one tick at each outer edge."""
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
    """Return the walls of a side: its border, `corners` (by cell, as bits) and the two ticks."""
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
    """Add walls to a cell, and to the cells on the other side of them."""
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
    """Return the distances of two cells in columns and rows."""
    return abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)


def _place(cell: int) -> str:
    return f"({cell % SIDE}, {cell // SIDE})"


HOLE_FAMILY: Final[Colour] = "blue"
"""The centre colour whose sides carry the black hole."""
MOST_REFLECTORS: Final = 3


def generated_sheets(random: Random, reflectors: bool) -> list[Sheet]:
    """Return four sides with different centres. Symbols are random, so a mark may be missing or appear twice."""
    return [
        generate(random, f"generated-{colour}", colour, random.sample(SYMBOLS, len(SYMBOLS)), reflectors)
        for colour in MARK_COLOURS
    ]


def generate(random: Random, identity: str, colour: Colour, symbols: Sequence[Symbol], reflectors: bool) -> Sheet:
    """Return a valid side with the centre `colour`. The marks, in the order of `MARK_COLOURS`, get `symbols`."""
    marks = [TargetMark(mark_colour, symbol) for mark_colour, symbol in zip(MARK_COLOURS, symbols, strict=True)]
    while True:
        sheet = _attempt(random, identity, colour, marks, reflectors)
        if not problems(sheet):
            return sheet


def _attempt(random: Random, identity: str, colour: Colour, marks: Sequence[TargetMark], reflectors: bool) -> Sheet:
    """Return a random side, which may be invalid."""
    turns = random.sample(CORNERS, len(CORNERS))
    if colour == HOLE_FAMILY:
        marks, turns = [*marks, HOLE], [*turns, random.choice(CORNERS)]
    cells = random.sample([y * SIDE + x for y in range(1, SIDE) for x in range(1, SIDE)], len(marks))
    walls = compose_walls(dict(zip(cells, turns, strict=True)), random.choice(TOP_TICKS), random.choice(LEFT_TICKS))
    placed = dict(zip(cells, marks, strict=True))
    return Sheet(identity, colour, walls, placed, _reflectors(random, placed) if reflectors else {})


def _reflectors(random: Random, marks: Mapping[int, TargetMark]) -> dict[int, Reflector]:
    """Return two or three reflectors of different colours, in both diagonals, on cells without marks."""
    free = [cell for cell in range(SIDE * SIDE) if cell not in marks and cell != CENTRE_CELL]
    count = random.randint(2, MOST_REFLECTORS)
    diagonals = [*DIAGONALS, random.choice(DIAGONALS)][:count]
    colours = random.sample(MARK_COLOURS, count)
    return {
        cell: Reflector(diagonal, colour)
        for cell, diagonal, colour in zip(random.sample(free, count), diagonals, colours, strict=True)
    }


BOX_FOLDER: Final = Path(__file__).parents[2] / "assets" / "sheets"
BOX: Final = tuple(
    f"{colour}{number}" for colour in ("blue", "green", "red", "yellow") for number in ("1", "1r", "2", "2r")
)
GENERATED: Final = "generated"
QUARTERS: Final = 4
_OTHER_DIAGONAL: Final[dict[Diagonal, Diagonal]] = {"/": "\\", "\\": "/"}
_CHOICE = re.compile(r"([a-z0-9]+):([0-3])", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlacedSheet:
    """A side, turned clockwise by `turns` quarter turns: 0 in the quarter NW of the board, 1 NE, 2 SE, 3 SW."""

    sheet: Sheet
    turns: int

    @property
    def name(self) -> str:
        """The name of the sheet in the option `sheets`."""
        return f"{self.sheet.id}:{self.turns}"


@cache
def box() -> Mapping[str, Sheet]:
    """Return the sides of assets/sheets (the box) by id, sorted. Raises HouseFileError if a file is missing or damaged.

    The box must be complete: with a side missing, the same seed would give another board.
    """
    sides = {}
    for path in (BOX_FOLDER / f"{name}.txt" for name in BOX):
        try:
            sides[path.stem] = read_sheet(path)
        except (SheetError, OSError, UnicodeDecodeError) as error:
            raise HouseFileError(f"{path}: {error}") from error
    return sides


def check_sheets(value: Any) -> None:
    """Raise OptionError unless `value` is a list of names for `chosen_sheets`."""
    chosen_sheets(value)


def chosen_sheets(names: Sequence[object]) -> list[PlacedSheet]:
    """Return the four sides, each given as a text like "red1:0": its id and its quarter turns.

    Raises OptionError unless they fit together.
    """
    placed = [_chosen(name) for name in names]
    if len(placed) != QUARTERS:
        raise OptionError(f"{len(placed)} sheets are not four")
    if len({side.turns for side in placed}) != QUARTERS:
        raise OptionError("the quarter-turns of the four sheets are not 0, 1, 2 and 3, so they do not make a board")
    if len({side.sheet.colour for side in placed}) != QUARTERS:
        colours = ", ".join(side.sheet.colour for side in placed)
        raise OptionError(f"the four centres have not four different colours: {colours}")
    return placed


def _chosen(name: object) -> PlacedSheet:
    match = _CHOICE.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise OptionError(f"{name!r} is not a sheet's id and quarter-turns, as in 'red1:0'")
    if match[1] not in box():
        raise OptionError(f"{name!r}: no sheet in the box is called {match[1]!r} (known: {', '.join(box())})")
    return PlacedSheet(box()[match[1]], int(match[2]))


def pick_sheets(option: str | Sequence[str] | None, reflectors: bool, seed: int) -> list[PlacedSheet]:
    """Return the four sides of a game: named in `option`, generated, or random sides of the box. Raises OptionError."""
    if option is not None and option != GENERATED:
        return chosen_sheets(option)
    random = Random(f"{seed}/sheets")
    sheets = generated_sheets(random, reflectors) if option else _some_of_the_box(random, reflectors)
    random.shuffle(sheets)
    return [PlacedSheet(sheet, turns) for turns, sheet in enumerate(sheets)]


def _some_of_the_box(random: Random, reflectors: bool) -> list[Sheet]:
    """Return a random side from the box for each colour of the centre, with reflectors or without."""
    families: dict[str, list[Sheet]] = {}
    for sheet in box().values():
        if bool(sheet.reflectors) == reflectors:
            families.setdefault(sheet.colour, []).append(sheet)
    return [random.choice(family) for family in families.values()]


def assemble(sides: Sequence[PlacedSheet]) -> Board:
    """Return the board that four sides make. Its border and the four cells of the centre are closed."""
    walls = bytearray(CELLS)
    marks: dict[Cell, TargetMark] = {}
    reflectors: dict[Cell, Reflector] = {}
    for side in sides:
        for local in range(SIDE * SIDE):
            walls[turned_cell(local, side.turns)] |= turned_walls(side.sheet.walls[local], side.turns)
        marks.update((turned_cell(local, side.turns), mark) for local, mark in side.sheet.marks.items())
        reflectors.update(
            (turned_cell(local, side.turns), _turned(reflector, side.turns))
            for local, reflector in side.sheet.reflectors.items()
        )
    for cell in CENTRE:
        walls[cell] = CLOSED
    _close_both_sides(walls)
    return Board(bytes(walls), reflectors, marks)


def _close_both_sides(walls: bytearray) -> None:
    """Copy each wall to the cell on its other side. At a seam, perhaps only one of the two sheets has the wall."""
    for cell in range(CELLS):
        for heading, bit in WALL_BIT.items():
            if walls[cell] & bit and not on_border(cell, heading):
                walls[cell + STEP[heading]] |= WALL_BIT[OPPOSITE[heading]]


def turned_cell(local: int, turns: int) -> Cell:
    """Return the cell of the board for a sheet's cell after `turns` quarter turns clockwise."""
    x, y = local % SIDE, local // SIDE
    for _ in range(turns):
        x, y = SIZE - 1 - y, x
    return cell_at(x, y)


def turned_walls(bits: int, turns: int) -> int:
    """Return wall bits after `turns` quarter turns clockwise. North becomes east, and so on."""
    return (bits << turns | bits >> QUARTERS - turns) & CLOSED


def _turned(reflector: Reflector, turns: int) -> Reflector:
    return reflector._replace(diagonal=_OTHER_DIAGONAL[reflector.diagonal]) if turns % 2 else reflector
