"""A board out of four sheets, each turned so that its centre corner meets the others in the middle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from game.core.rules import HouseFileError, OptionError
from game.robots.board import (
    CELLS,
    CENTRE,
    EAST,
    NORTH,
    OPPOSITE,
    SIZE,
    SOUTH,
    STEP,
    WALL_BIT,
    WEST,
    Board,
    Cell,
    Diagonal,
    Reflector,
    TargetMark,
    cell_at,
)
from game.robots.generator import generated_sheets
from game.robots.sheets import SIDE, Sheet, SheetError, read_sheet

BOX_FOLDER: Final = Path(__file__).parents[2] / "assets" / "sheets"
BOX: Final = tuple(
    f"{colour}{number}" for colour in ("blue", "green", "red", "yellow") for number in ("1", "1r", "2", "2r")
)
GENERATED: Final = "generated"
QUARTERS: Final = 4
_CLOSED: Final = NORTH | EAST | SOUTH | WEST
_OTHER_DIAGONAL: Final[dict[Diagonal, Diagonal]] = {"/": "\\", "\\": "/"}
_CHOICE = re.compile(r"([a-z0-9]+):([0-3])", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlacedSheet:
    """A side and its quarter-turns clockwise, which say the quarter: 0 NW, 1 NE, 2 SE, 3 SW."""

    sheet: Sheet
    turns: int

    @property
    def name(self) -> str:
        """The name of the sheet in the option `sheets`."""
        return f"{self.sheet.id}:{self.turns}"


@cache
def box() -> Mapping[str, Sheet]:
    """The sides in the box by id, in the order of the ids. Raises HouseFileError where a file is missing or damaged.

    The others alone would not do: with the same seed they would make another board.
    """
    return {name: _side(BOX_FOLDER / f"{name}.txt") for name in BOX}


def _side(path: Path) -> Sheet:
    try:
        return read_sheet(path)
    except (SheetError, OSError, UnicodeDecodeError) as error:
        raise HouseFileError(f"{path}: {error}") from error


def check_sheets(value: Any) -> None:
    """Raises OptionError unless `value`, a list, names four sides that fit together."""
    chosen_sheets(value)


def chosen_sheets(names: Sequence[object]) -> list[PlacedSheet]:
    """The sides and turns that four texts "ID:quarter-turns" name. Raises OptionError."""
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
    """The four sides of a game: those named, generated ones, or some out of the box. Raises OptionError."""
    if option is not None and option != GENERATED:
        return chosen_sheets(option)
    random = Random(f"{seed}/sheets")
    sheets = generated_sheets(random, reflectors) if option else _some_of_the_box(random, reflectors)
    random.shuffle(sheets)
    return [PlacedSheet(sheet, turns) for turns, sheet in enumerate(sheets)]


def _some_of_the_box(random: Random, reflectors: bool) -> list[Sheet]:
    """A side for each colour of a centre, with reflectors or without."""
    families: dict[str, list[Sheet]] = {}
    for sheet in box().values():
        if bool(sheet.reflectors) == reflectors:
            families.setdefault(sheet.colour, []).append(sheet)
    return [random.choice(family) for family in families.values()]


def assemble(sides: Sequence[PlacedSheet]) -> Board:
    """The board that four sides make; the border and the four cells of the centre are closed."""
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
        walls[cell] = _CLOSED
    _close_both_sides(walls)
    return Board(bytes(walls), reflectors, marks)


def _close_both_sides(walls: bytearray) -> None:
    """Let both cells beside each wall carry it: a sheet knows nothing of what lies across its seams."""
    for cell in range(CELLS):
        for heading, bit in WALL_BIT.items():
            beyond = cell + STEP[heading]
            leaves_row = heading in "EW" and beyond // SIZE != cell // SIZE
            if walls[cell] & bit and 0 <= beyond < CELLS and not leaves_row:
                walls[beyond] |= WALL_BIT[OPPOSITE[heading]]


def turned_cell(local: int, turns: int) -> Cell:
    """The cell of the board on which a sheet's cell lies after `turns` clockwise quarter-turns."""
    x, y = local % SIDE, local // SIDE
    for _ in range(turns):
        x, y = SIZE - 1 - y, x
    return cell_at(x, y)


def turned_walls(bits: int, turns: int) -> int:
    """Wall bits after `turns` clockwise quarter-turns: north becomes east, and so on."""
    return (bits << turns | bits >> QUARTERS - turns) & _CLOSED


def _turned(reflector: Reflector, turns: int) -> Reflector:
    return reflector._replace(diagonal=_OTHER_DIAGONAL[reflector.diagonal]) if turns % 2 else reflector
