"""Boards as codes of DriftingDroids, another program for this game; docs/game-code.md describes them.

A board has four or five robots. An absent robot is in the closed centre, where it cannot move and no robot comes.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeGuard

from game.core.plain_text import plain
from game.core.rules import PuzzleError
from game.core.spec import TextGame
from game.robots.board import (
    ABSENT,
    CELLS,
    CENTRE,
    COLOURS,
    HEADINGS,
    HOLE,
    MARK_COLOURS,
    OPPOSITE,
    SIZE,
    STEP,
    SYMBOLS,
    WALL_BIT,
    Board,
    Cell,
    Colour,
    Robots,
    TargetMark,
    on_border,
    xy,
)
from game.robots.state import State

SIGN: Final = "!DriftingDroids_game!"
NAME: Final = "DriftingDroids"
ROBOTS: Final[tuple[Colour, ...]] = ("red", "green", "blue", "yellow", "silver")
ANY, VORTEX, NONE = 255, len(SYMBOLS), 0xFFFFFFFF
_COUNTS: Final = (4, 5)
# The most bytes of an unpacked board. Usual boards have about 1,100.
_MOST_BYTES: Final = 100_000
_CLOSED: Final = 15
_CODE = re.compile(rf"{SIGN}([^!]*)!([^!]*)!")
# Mail programs break lines and begin each line with ">".
_BETWEEN = re.compile(r"\s+(>\s*)*")


@dataclass(frozen=True, slots=True)
class DroidsBoard:
    """A board with its robots. `chip` is the mark of the active goal, None if there is none."""

    board: Board
    robots: Robots
    chip: TargetMark | None


class _Bytes:
    """The unpacked content of a code, read from its beginning."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int, what: str) -> bytes:
        """Return the next `count` bytes. Raises PuzzleError if they are missing; `what` names them."""
        taken = self._data[self._at : self._at + count]
        if len(taken) < count:
            raise PuzzleError(f"it ends within {what}, at byte {len(self._data)}")
        self._at += count
        return taken

    def whole(self, what: str, size: int = 4) -> int:
        """Return the next number, which has `size` bytes. Raises PuzzleError if they are missing."""
        return int.from_bytes(self.take(size, what), "big")

    def end(self) -> None:
        """Raise PuzzleError if there are more bytes."""
        if self._at < len(self._data):
            raise PuzzleError(f"{len(self._data) - self._at} bytes follow its end")


def has_droids_code(text: str) -> bool:
    """Whether `text` contains a code of DriftingDroids. The code may be damaged."""
    return SIGN in plain(text)


def is_droids_code(value: object) -> TypeGuard[str]:
    """Whether a value of the option `sheets` is a code of DriftingDroids."""
    return isinstance(value, str) and has_droids_code(value)


def droids_options(text: str) -> dict[str, object]:
    """Return the options of Hyper Robots for the board whose code is in `text`. Raises PuzzleError."""
    try:
        read_droids_code(text)
    except PuzzleError as error:
        raise PuzzleError(f"{NAME}: {error}") from None
    return {"reflectors": False, "sheets": clean_droids_code(text), "placement": None}


def read_text(text: str) -> Sequence[TextGame] | None:
    """Return the board whose code is in `text` as a game for practice; None without a code. Raises PuzzleError."""
    return [TextGame({"players": 1, **droids_options(text)})] if has_droids_code(text) else None


def write_text(state: State, actions: Sequence[str]) -> str:
    """Return the code of the current board; "" if it has reflectors."""
    return "" if state.board.reflectors else write_droids_code(state.board, state.robots, state.chip)


def clean_droids_code(text: str) -> str:
    """Return the code in `text` on one line, without the text around it. Raises PuzzleError."""
    found = _CODE.search(_BETWEEN.sub("", plain(text)))
    if found is None:
        raise PuzzleError("the code has no end: it has four '!', the last one at its end")
    return found[0]


@lru_cache(16)
def read_droids_code(text: str) -> DroidsBoard:
    """Return the board whose code is in `text`. Raises PuzzleError, which says what is wrong and where."""
    _, _, checksum, packed, _ = clean_droids_code(text).split("!")
    found = zlib.crc32(packed.encode("utf-8", "surrogatepass"))
    if f"{found:08X}" != checksum.upper():
        raise PuzzleError(f"its checksum is not {checksum[:8]}: a letter is wrong or missing")
    content = _Bytes(_unpacked(packed))
    if version := content.whole("its version", 1):
        raise PuzzleError(f"its version is {version}, not 0")
    width, height = content.whole("the width"), content.whole("the height")
    if (width, height) != (SIZE, SIZE):
        raise PuzzleError(f"the board is {width} x {height}, not {SIZE} x {SIZE}")
    robots = _robots(content)
    # The names of the quarters are not used, because the walls are given too.
    content.take(4, "the board's quarters")
    walls = _walls(content.take(len(HEADINGS) * CELLS, "the walls"))
    marks = _goals(content)
    active = _goal(content, "the active goal", optional=True)
    if active is not None and marks.get(active[0]) != active[1]:
        raise PuzzleError(f"the active goal at {_place(active[0])} is none of the board's goals")
    # This byte says whether a person made the walls. It is not used.
    content.whole("the last byte", 1)
    content.end()
    return DroidsBoard(Board(walls, {}, marks), robots, None if active is None else active[1])


def write_droids_code(board: Board, robots: Robots, chip: TargetMark | None) -> str:
    """Return the code of a board.

    Raises PuzzleError for a board with reflectors, which DriftingDroids does not have.
    """
    if board.reflectors:
        raise PuzzleError(f"{NAME} knows no reflectors")
    cells = dict(zip(COLOURS, robots, strict=True))
    standing = [cells[colour] for colour in ROBOTS if cells[colour] != ABSENT]
    active = (NONE, TargetMark("red", "cup")) if chip is None else (board.targets(chip)[0], chip)
    content = b"".join(
        (
            bytes(1) + _whole(SIZE) + _whole(SIZE) + bytes([len(standing)]),
            *map(_whole, standing),
            bytes(4),
            *(bytes(bool(bits & WALL_BIT[heading]) for bits in board.walls) for heading in HEADINGS),
            _whole(len(board.marks)),
            *(_written_goal(*goal) for goal in sorted(board.marks.items())),
            _written_goal(*active),
            # Marks the walls as made by a user, because they do not come from DriftingDroids.
            bytes([1]),
        )
    )
    packed = base64.b64encode(_whole(len(content)) + zlib.compress(content, 9)).decode()
    return f"{SIGN}{zlib.crc32(packed.encode()):08X}!{packed}!"


def _whole(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _written_goal(cell: Cell, mark: TargetMark) -> bytes:
    if mark == HOLE:
        return _whole(cell) + bytes([ANY, VORTEX])
    return _whole(cell) + bytes([ROBOTS.index(mark.colour), SYMBOLS.index(mark.symbol)])


def _unpacked(packed: str) -> bytes:
    try:
        data = base64.b64decode(packed, validate=True)
        size = int.from_bytes(data[:4], "big")
        content = zlib.decompressobj().decompress(data[4:], _MOST_BYTES)
    except (ValueError, zlib.error) as error:
        raise PuzzleError(f"it cannot be unpacked: {error}") from None
    if len(content) != size:
        raise PuzzleError(f"it has {len(content)} bytes unpacked, not the {size} that it tells")
    return content


def _place(cell: Cell) -> str:
    x, y = xy(cell)
    return f"column {x}, row {y}"


def _robots(content: _Bytes) -> Robots:
    count = content.whole("the number of robots", 1)
    if count not in _COUNTS:
        raise PuzzleError(f"it has {count} robots, not 4 or 5")
    cells: dict[Colour, Cell] = {}
    for colour in ROBOTS[:count]:
        cell = content.whole(f"the {colour} robot's cell")
        if cell >= CELLS or cell in CENTRE or cell in cells.values():
            why = "not on the board" if cell >= CELLS else "in the centre" if cell in CENTRE else "taken"
            raise PuzzleError(f"the {colour} robot stands on cell {cell}, which is {why}")
        cells[colour] = cell
    return tuple(cells.get(colour, ABSENT) for colour in COLOURS)


def _walls(sides: bytes) -> bytes:
    """Return the walls by cell, as in `Board`.

    Raises PuzzleError unless both cells beside a wall have it, the border is closed, and so is the centre.
    """
    walls = bytearray(CELLS)
    for number, heading in enumerate(HEADINGS):
        for cell in range(CELLS):
            closed = bool(sides[number * CELLS + cell])
            where = f"{_place(cell)} to the {heading}"
            if on_border(cell, heading):
                if not closed:
                    raise PuzzleError(f"the border is open at {where}")
            else:
                beyond = cell + STEP[heading]
                if closed != bool(sides[HEADINGS.index(OPPOSITE[heading]) * CELLS + beyond]):
                    raise PuzzleError(f"the wall at {where} stands on one side only")
                if beyond in CENTRE and cell not in CENTRE and not closed:
                    raise PuzzleError(f"the centre is open at {where}")
            walls[cell] |= WALL_BIT[heading] if closed or cell in CENTRE else 0
    assert all(walls[cell] == _CLOSED for cell in CENTRE)
    return bytes(walls)


def _goals(content: _Bytes) -> dict[Cell, TargetMark]:
    marks: dict[Cell, TargetMark] = {}
    for number in range(1, min(content.whole("the number of goals"), CELLS + 1) + 1):
        goal = _goal(content, f"goal {number}")
        assert goal is not None
        cell, mark = goal
        if cell in marks:
            raise PuzzleError(f"goal {number} at {_place(cell)} lies on another one")
        marks[cell] = mark
    if not marks:
        raise PuzzleError("the board has no goal")
    return marks


def _goal(content: _Bytes, what: str, optional: bool = False) -> tuple[Cell, TargetMark] | None:
    cell, colour, shape = content.whole(what), content.whole(what, 1), content.whole(what, 1)
    if optional and cell == NONE:
        return None
    if cell >= CELLS or cell in CENTRE:
        raise PuzzleError(f"{what} lies on cell {cell}, which is {'in the centre' if cell in CENTRE else 'no cell'}")
    if (colour, shape) == (ANY, VORTEX):
        return cell, HOLE
    if colour >= len(MARK_COLOURS) or shape >= len(SYMBOLS):
        raise PuzzleError(f"{what} at {_place(cell)} has colour {colour} with shape {shape}, which no chip here has")
    return cell, TargetMark(ROBOTS[colour], SYMBOLS[shape])
