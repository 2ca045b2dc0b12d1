"""Tables for the solver: slides from each cell, also among other robots, and sets of cells.

A slide's number is (behaviour * 256 + cell) * 4 + heading, headings in the order N, E, S, W. Robots of one behaviour
slide alike: behaviour 0 is turned by every reflector; each colour with reflectors of its own has another one. A set of
cells is four words of 64 bits, in a row of an array or as a tuple. Tables are one-dimensional arrays with fixed record
sizes, fastest for kernels; a slide's record fills one cache line.

The robots' cells are bits in a word for each row and one for each column of the board. So the robot that stops a
straight slide is the nearest bit set; only for slides with reflectors are the robots compared one by one.
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
"""A one-dimensional numpy array. If the kernels are not compiled, a list, or a bytearray for small numbers."""

REST, COUNT, ROW, KEPT = 4, 5, 6, 7
"""Offsets in a slide's record of 8 numbers, after the set of cells it enters without its origin.

On an empty board, REST is its end (its origin if it would circle for ever) and COUNT the number of cells it enters. ROW
is the beginning of its row in the other tables, which it may share with behaviour 0; KEPT is the number of cells in its
own row.
"""

_SLIDES: Final = CELLS * len(HEADINGS)


class Slides(NamedTuple):
    """All slides on a board. `ways` has their records; `ranks`, `entered` and `stops` have rows of 256 bytes.

    `ranks` has, by cell, the rank at which a slide first enters it (255: never), `entered` the cell by rank, `stops`
    the resting cell by rank if a robot stands on that cell. `rests` repeats the end of each slide on an empty board in
    compact form; `bends` has for each behaviour and cell the headings (bits) in which a reflector turns a slide.
    """

    ways: Array
    ranks: Array
    entered: Array
    stops: Array
    rests: Array
    bends: Array


@kernel
def trace_slides(walls: Array, diagonals: Array, colours: Array, behaviour: int, own: int, slides: Slides) -> None:
    """Fill in the slides of a behaviour, which passes reflectors of the colour `own`.

    By cell: `walls` as in `Board`, `diagonals` 1 for "/" and 2 for its opposite, `colours` the reflectors' colours.
    Behaviour 0 must come first.
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
        # They are left from another board.
        for index in range(slide * 256, slide * 256 + ways[slide * 8 + KEPT]):
            ranks[slide * 256 + entered[index]] = 255
        for place in range(slide * 8, slide * 8 + 4):
            ways[place] = 0
        cell, heading, rank, steps = origin, slide & 3, 0, 0
        while not walls[cell] >> heading & 1:
            # The slide goes in circles.
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
    """Return whether a slide of behaviour 0 meets a reflector of the colour `own`. Its first cell counts too."""
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
    """The slides on one board, and each robot's behaviour, in the order of `COLOURS`."""

    def __init__(self) -> None:
        size = (len(COLOURS) + 1) * _SLIDES
        ranks, entered, stops = (zeros(size * CELLS, "uint8") for _ in range(3))
        ranks[:] = 255 if COMPILED else b"\xff" * len(ranks)
        rests, bends = zeros(size, "uint8"), zeros(size // len(HEADINGS), "uint8")
        self.slides = Slides(zeros(size * 8), ranks, entered, stops, rests, bends)
        self.behaviours: tuple[int, ...] = ()
        self._board: Board | None = None

    def lay(self, board: Board) -> None:
        """Trace the slides on `board`, unless it is the last board traced."""
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
    """Return whether the set at `place` has a cell in it."""
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
# A bit after the last cell of a line.
_BORDER: Final = 1 << 16


@inlined
def toggle(occupied: Array, cell: int) -> None:
    """Put a robot on a cell, or take it off."""
    occupied[cell >> 4] ^= 1 << (cell & 15)
    occupied[16 + (cell & 15)] ^= 1 << (cell >> 4)


@inlined
def land(
    slides: Slides, occupied: Array, stack: Array, first: int, last: int, slide: int, cell: int, heading: int
) -> int:
    """Return the end of a slide from `cell` among the robots at `first` to `last` - 1 on the stack."""
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
