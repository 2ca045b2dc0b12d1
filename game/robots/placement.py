"""The start of a game: the robots' cells, at random or placed by hand, and a short code for a set-up.

With a code such as "7K2M-9QXB-04", another machine makes the same board, chips and placement. A code is a number in
base 32. It holds the sheets, the placement, the seed and a check value. No letter in it looks like a digit. The other
options (players, clocks, rules) are not part of the code. For a board of DriftingDroids, the code is the one that
DriftingDroids itself writes.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from game.core.rules import GameError, OptionError, PuzzleError
from game.robots.board import CELLS, CENTRE, COLOURS, Board, Cell, Robots, xy
from game.robots.drifting_droids import droids_options, is_droids_code
from game.robots.puzzle import read_robots, write_robots
from game.robots.sheets import GENERATED, QUARTERS, PlacedSheet, box, chosen_sheets

# The number of random cells tried for each robot. The robot gets the one that is farthest from the other robots.
_TRIES: Final = 4


def placement_cells(value: object) -> Robots:
    """Read the robots' cells from an object {"red": [x, y], ...}. Raises OptionError."""
    try:
        return read_robots(value, "placement")
    except PuzzleError as error:
        raise OptionError(str(error)) from None


def free_cells(board: Board) -> tuple[Cell, ...]:
    """Return the cells where a robot may begin. They have no mark or reflector and are outside the centre."""
    return tuple(
        cell for cell in range(CELLS) if cell not in CENTRE and cell not in board.marks and cell not in board.reflectors
    )


def placed_by_hand(board: Board, value: object) -> Robots:
    """Return the robots' cells in the option `placement`. Raises OptionError for a cell where no robot may begin."""
    robots = placement_cells(value)
    free = free_cells(board)
    for colour, cell in zip(COLOURS, robots, strict=True):
        if cell not in free:
            what = "a mark" if cell in board.marks else "a reflector" if cell in board.reflectors else "the centre"
            raise OptionError(f"placement.{colour}: {list(xy(cell))} is {what}, where no robot may begin")
    return robots


def placed_by_chance(board: Board, seed: int) -> Robots:
    """Return the robots on random cells that are far apart."""
    random = Random(f"{seed}/robots")
    free = free_cells(board)
    robots: list[Cell] = []
    for _ in COLOURS:
        candidates = random.sample([cell for cell in free if cell not in robots], _TRIES)
        robots.append(max(candidates, key=lambda cell: _nearest(cell, robots)))
    return tuple(robots)


def _nearest(cell: Cell, robots: Sequence[Cell]) -> int:
    """Return the Manhattan distance from `cell` to the nearest robot; 0 without robots."""
    x, y = xy(cell)
    return min((abs(x - a) + abs(y - b) for a, b in map(xy, robots)), default=0)


ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_GROUP: Final = 4
_CHECKS: Final = len(ALPHABET) ** 2
_VERSIONS: Final = 4
# Raise this number when the box (all sheets) or the random choices change, because old codes would then give other
# boards.
_VERSION: Final = 1
_BOX, _MADE, _CHOSEN = range(3)
_SOURCES: Final = 3


class CodeError(GameError):
    """A text that is not a code, or that has a mistake in it."""


@dataclass(slots=True)
class _Unpacker:
    """Takes packed numbers out of a whole number, the lowest place value first."""

    value: int

    def take(self, size: int) -> int:
        """Return the next number, 0 to `size` - 1."""
        self.value, number = divmod(self.value, size)
        return number


def encode(options: Mapping[str, Any], seed: int) -> str:
    """Return the code for a seed and for `reflectors`, `sheets` and `placement` in complete options."""
    sheets, placement = options["sheets"], options["placement"]
    if is_droids_code(sheets):
        return sheets
    source = _BOX if sheets is None else _MADE if sheets == GENERATED else _CHOSEN
    parts = [(_VERSION, _VERSIONS), (source, _SOURCES), (options["reflectors"], 2), (placement is not None, 2)]
    if source == _CHOSEN:
        known = list(box())
        in_order = sorted(chosen_sheets(sheets), key=lambda side: side.turns)
        parts += [(known.index(side.sheet.id), len(known)) for side in in_order]
    if placement is not None:
        parts += [(cell, CELLS) for cell in placement_cells(placement)]
    value = 2 * seed if seed >= 0 else -2 * seed - 1
    # The first part gets the lowest place value, so that it is unpacked first.
    for number, size in reversed(parts):
        value = value * size + number
    return _write(value)


def decode(code: str) -> tuple[dict[str, Any], int]:
    """Read the options `reflectors`, `sheets` and `placement`, and the seed. Raises CodeError."""
    if is_droids_code(code):
        try:
            return droids_options(code), 0
        except PuzzleError as error:
            raise CodeError(str(error)) from None
    unpacker = _Unpacker(_read(code))
    if unpacker.take(_VERSIONS) != _VERSION:
        raise CodeError(f"{code!r} is a code of another version of this game")
    source = unpacker.take(_SOURCES)
    reflectors, by_hand = bool(unpacker.take(2)), bool(unpacker.take(2))
    sheets: str | list[str] | None = GENERATED if source == _MADE else None
    if source == _CHOSEN:
        known = list(box().values())
        sheets = [PlacedSheet(known[unpacker.take(len(known))], turns).name for turns in range(QUARTERS)]
    placement = write_robots(tuple(unpacker.take(CELLS) for _ in COLOURS)) if by_hand else None
    half, odd = divmod(unpacker.value, 2)
    return {"reflectors": reflectors, "sheets": sheets, "placement": placement}, -half - 1 if odd else half


def _write(value: int) -> str:
    digits = []
    rest = value * _CHECKS + _check(value)
    while rest:
        rest, digit = divmod(rest, len(ALPHABET))
        digits.append(ALPHABET[digit])
    text = "".join(digits)
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def _read(code: str) -> int:
    rest = 0
    for letter in reversed(code.upper().translate(_LOOKALIKES)):
        if letter not in ALPHABET:
            raise CodeError(f"{code!r}: {letter!r} is in no code")
        rest = rest * len(ALPHABET) + ALPHABET.index(letter)
    value, check = divmod(rest, _CHECKS)
    if not value or check != _check(value):
        raise CodeError(f"{code!r} has a typing mistake: its letters do not fit together")
    return value


def _check(value: int) -> int:
    return zlib.crc32(str(value).encode()) % _CHECKS
