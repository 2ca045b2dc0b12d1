"""Tables for the solver: where each slide ends, with or without other robots in the way, and sets of cells.

Robots that slide alike have the same behaviour. Robots of behaviour 0 are turned by every reflector. A robot whose
colour has reflectors on the board passes these, and has its own behaviour. A slide's number is (behaviour * 256 + cell)
* 4 + heading, with the headings N, E, S, W as 0 to 3.

A set of cells is four words of 64 bits: four numbers in an array, or a tuple. Kernels are fastest with one-dimensional
arrays and records of fixed size, so all tables have this form. A slide's record fills one cache line.

`occupied` has a word for each row of the board, then one for each column. A bit is 1 if a robot is on its cell. So the
nearest 1 is the robot that stops a straight slide. A slide that a reflector turns is compared with each robot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from game.agents.kernels import array, bit_length, inlined, is_compiled, kernel, lowest_bit
from game.robots.board import CELLS, COLOURS, HEADINGS, Board

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


Array: TypeAlias = "NDArray[numpy.integer]"
"""A one-dimensional numpy array; without compiled kernels, a list, or a bytearray for numbers below 256."""

REST, COUNT, ROW, KEPT = 4, 5, 6, 7
"""Offsets in a slide's record of 8 numbers, which begins with the set of cells that the slide enters.

REST is the cell where the slide ends on an empty board (its origin if it would circle for ever). COUNT is the number of
cells that the slide enters, without its origin. ROW is where the slide's row begins in `ranks`, `entered` and `stops`;
a slide of another behaviour may use the row of behaviour 0. KEPT is the number of cells in the slide's own row. If the
slide uses the row of behaviour 0 instead, its own row may still have cells from an earlier board.
"""

_SLIDES: Final = CELLS * len(HEADINGS)


class Slides(NamedTuple):
    """All slides on a board. `ways` has their records; `ranks`, `entered` and `stops` have rows of 256 bytes.

    A cell's rank is its place in the order in which the slide first enters cells. `ranks` has the rank by cell (255:
    never entered). `entered` has the cell by rank. `stops` has, also by rank, the cell where the slide ends if another
    robot is on the cell of this rank. `rests` repeats the REST of each slide as a byte. `bends` has, for each behaviour
    and cell, the headings (bits) in which a reflector turns a slide.
    """

    ways: Array
    ranks: Array
    entered: Array
    stops: Array
    rests: Array
    bends: Array


@kernel
def trace_slides(walls: Array, diagonals: Array, colours: Array, behaviour: int, own: int, slides: Slides) -> None:
    """Fill in the slides of a behaviour that passes reflectors of the colour `own` (-1: none).

    `walls` is as in `Board`. By cell, `diagonals` has 1 for "/", 2 for the other diagonal, and 0 without a reflector;
    `colours` has the reflectors' colours. Behaviour 0 must be filled in first.
    """
    ways, ranks, entered, stops, rests, bends = slides
    for place in range(behaviour * 256, behaviour * 256 + 256):
        bends[place] = 0
    for slide in range(behaviour * 1024, behaviour * 1024 + 1024):
        origin, usual = slide >> 2 & 255, slide & 1023
        if behaviour > 0 and not _passes(ways, entered, diagonals, colours, own, usual, origin):
            for place in range(KEPT):
                ways[slide * 8 + place] = ways[usual * 8 + place]
            rests[slide] = rests[usual]
            bends[slide >> 2] |= bends[usual >> 2] & 1 << (slide & 3)
            continue
        # Clear the slide's row, which may have cells from an earlier board.
        for index in range(slide * 256, slide * 256 + ways[slide * 8 + KEPT]):
            ranks[slide * 256 + entered[index]] = 255
        for place in range(slide * 8, slide * 8 + 4):
            ways[place] = 0
        cell, heading, rank, steps = origin, slide & 3, 0, 0
        while not walls[cell] >> heading & 1:
            # A slide of 1024 steps goes in circles.
            if steps == 1024:
                cell = origin
                break
            steps += 1
            before = cell
            cell += (1 - (heading & 2)) * (1 if heading & 1 else -16)
            if cell != origin and ranks[slide * 256 + cell] == 255:
                ranks[slide * 256 + cell] = rank
                entered[slide * 256 + rank] = cell
                stops[slide * 256 + rank] = before
                ways[slide * 8 + (cell >> 6)] |= 1 << (cell & 63)
                rank += 1
            if diagonals[cell] and colours[cell] != own:
                heading = heading ^ 1 if diagonals[cell] == 1 else 3 - heading
                bends[slide >> 2] |= 1 << (slide & 3)
        ways[slide * 8 + REST] = rests[slide] = cell
        ways[slide * 8 + COUNT] = ways[slide * 8 + KEPT] = rank
        ways[slide * 8 + ROW] = slide * 256


@kernel
def _passes(ways: Array, entered: Array, diagonals: Array, colours: Array, own: int, slide: int, origin: int) -> bool:
    """Return whether a slide of behaviour 0 meets a reflector of the colour `own`, at its origin or later."""
    if diagonals[origin] and colours[origin] == own:
        return True
    for index in range(slide * 256, slide * 256 + ways[slide * 8 + COUNT]):
        if diagonals[entered[index]] and colours[entered[index]] == own:
            return True
    return False


COMPILED: Final = is_compiled(trace_slides)


def zeros(count: int, kind: str = "int64") -> Array:
    """Return an array of `count` zeros. `kind` is numpy's name of their type."""
    if not COMPILED:
        return cast(Array, bytearray(count) if kind == "uint8" else [0] * count)
    import numpy

    return numpy.zeros(count, dtype=kind)


def numbers(values: Iterable[int]) -> Array:
    """Return whole numbers as an array for kernels."""
    return array(values, "int64", COMPILED)


def _small_numbers(values: bytearray) -> Array:
    """Return bytes as an array for kernels."""
    if not COMPILED:
        return cast(Array, values)
    import numpy

    return numpy.frombuffer(values, dtype="uint8")


class BoardTables:
    """The slides on one board. `behaviours` has each robot's behaviour, in the order of `COLOURS`."""

    def __init__(self) -> None:
        size = (len(COLOURS) + 1) * _SLIDES
        ranks, entered, stops = (zeros(size * CELLS, "uint8") for _ in range(3))
        ranks[:] = 255 if COMPILED else b"\xff" * len(ranks)
        rests, bends = zeros(size, "uint8"), zeros(size // len(HEADINGS), "uint8")
        self.slides = Slides(zeros(size * 8), ranks, entered, stops, rests, bends)
        self.behaviours: tuple[int, ...] = ()
        self._board: Board | None = None

    def lay(self, board: Board) -> None:
        """Fill in the tables for `board`, unless they are filled in for it already."""
        if board is self._board:
            return
        turns, passers = bytearray(CELLS), bytearray(CELLS)
        for cell, reflector in board.reflectors.items():
            turns[cell] = 1 if reflector.diagonal == "/" else 2
            passers[cell] = COLOURS.index(reflector.colour)
        walls, diagonals, colours = map(_small_numbers, (bytearray(board.walls), turns, passers))
        owners = sorted({COLOURS.index(reflector.colour) for reflector in board.reflectors.values()})
        for behaviour, own in enumerate([-1, *owners]):
            trace_slides(walls, diagonals, colours, behaviour, own, self.slides)
        self.behaviours = tuple(owners.index(robot) + 1 if robot in owners else 0 for robot in range(len(COLOURS)))
        self._board = board


Cells: TypeAlias = tuple[int, int, int, int]

lowest: Final = lowest_bit()


@inlined
def holds(array: Array, place: int, cell: int) -> bool:
    """Return whether the set at `place` contains `cell`."""
    return bool(array[place + (cell >> 6)] >> (cell & 63) & 1)


@inlined
def cells_at(array: Array, place: int) -> Cells:
    """Return the set at `place`."""
    return array[place], array[place + 1], array[place + 2], array[place + 3]


@inlined
def either(a: Cells, b: Cells) -> Cells:
    """Return the cells that are in at least one of two sets."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@inlined
def both(a: Cells, b: Cells) -> Cells:
    """Return the cells that are in both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@inlined
def meet(a: Cells, b: Cells) -> bool:
    """Return whether two sets have a cell in common."""
    return bool(a[0] & b[0] | a[1] & b[1] | a[2] & b[2] | a[3] & b[3])


@inlined
def word_of(cells: Cells, number: int) -> int:
    """Return the word `number` of a set."""
    return cells[0] if number == 0 else cells[1] if number == 1 else cells[2] if number == 2 else cells[3]


LINES: Final = 32
"""The number of words in `occupied`."""

_highest: Final = bit_length()
# The bit after the last cell of a row or column.
_BORDER: Final = 1 << 16


@inlined
def toggle(occupied: Array, cell: int) -> None:
    """Put a robot on `cell`, or remove the robot that is there."""
    occupied[cell >> 4] ^= 1 << (cell & 15)
    occupied[16 + (cell & 15)] ^= 1 << (cell >> 4)


@inlined
def land(
    slides: Slides, occupied: Array, stack: Array, first: int, last: int, slide: int, cell: int, heading: int
) -> int:
    """Return where a slide from `cell` ends.

    `stack[first:last]` has the other robots' cells. `occupied` has the same cells.
    """
    if slides.bends[slide >> 2] >> heading & 1:
        return _land_by_ranks(slides, stack, first, last, slide)
    x, y = cell & 15, cell >> 4
    rest: int = slides.rests[slide]
    if heading == 1:
        return min(rest, cell + lowest(occupied[y] >> x >> 1 | _BORDER))
    if heading == 2:
        return min(rest, cell + 16 * lowest(occupied[16 + x] >> y >> 1 | _BORDER))
    if heading == 3:
        return max(rest, (cell & 240) + _highest(occupied[y] & (1 << x) - 1))
    return max(rest, x + 16 * _highest(occupied[16 + x] & (1 << y) - 1))


@inlined
def _land_by_ranks(slides: Slides, stack: Array, first: int, last: int, slide: int) -> int:
    row, nearest = slides.ways[slide * 8 + ROW], 255
    for robot in range(first, last):
        rank = slides.ranks[row + stack[robot]]
        if rank < nearest:
            nearest = rank
    return int(slides.rests[slide] if nearest == 255 else slides.stops[row + nearest])
