"""Tables for the solver: where a robot lands from each cell, and how far it is from a target at least.

A slide's number is (behaviour * 256 + cell) * 4 + heading, headings in the order N, E, S, W. Robots of one behaviour
slide alike: number 0 is turned by every reflector, each colour with reflectors of its own has a further one. A set of
cells is four words of 64 bits. Tables are one-dimensional arrays with records at fixed places, as kernels are fastest
with; a record of a slide fills one cache line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from game.agents.kernels import array, is_compiled, kernel
from game.robots.board import CELLS, COLOURS, HEADINGS, Board, Cell, Reflector

Array: TypeAlias = Any
"""A one-dimensional numpy array, or a list where kernels run uncompiled."""

FAR: Final = 255
"""The distance of a cell from which a target cannot be reached at all."""

REST, COUNT, ROW, KEPT = 4, 5, 6, 7
"""Places in a slide's record of 8 numbers, after the set of cells it enters, its origin left out.

That is with nobody in the way: where it ends (its origin if it would circle for ever) and how many cells it enters.
ROW is where its row in the other tables begins, which it may share with behaviour 0; KEPT is how many cells its own row
holds.
"""

DISTANCE, GOAL, TOWARDS, SUPPORTS, BLOCKS = 0, 1, 2, 4, 8
"""Places in a cell's record of 16 numbers that says what the target robot has before it there.

DISTANCE is the least number of its moves if it might rest anywhere along a slide; on a target cell that of leaving and
coming back. GOAL is 1 on a target cell. TOWARDS has the headings (bits) in which it goes if it needs no more moves than
that. SUPPORTS is the set of cells on which another robot would let it rest in a place on such a shortest way, BLOCKS
that of the cells on which one may stand in such a way.
"""

_SLIDES: Final = CELLS * len(HEADINGS)


class Slides(NamedTuple):
    """All slides on a board. `ways` has their records, the rest rows of 256 bytes.

    `ranks` by cell says as the how manieth cell it enters that cell first (255: never), `entered` by rank which cell
    that is, `stops` by rank where it rests when a robot stands on that cell.
    """

    ways: Array
    ranks: Array
    entered: Array
    stops: Array


@kernel
def trace_slides(
    walls: Array,
    diagonals: Array,
    colours: Array,
    behaviour: int,
    own: int,
    ways: Array,
    ranks: Array,
    entered: Array,
    stops: Array,
) -> None:
    """Fill in the slides of a behaviour, which passes reflectors of the colour `own`.

    By cell: `walls` as in `Board`, `diagonals` 1 for "/" and 2 for its opposite, `colours` those of the reflectors.
    Behaviour 0 comes first.
    """
    for slide in range(behaviour * 1024, behaviour * 1024 + 1024):
        origin = slide >> 2 & 255
        if behaviour > 0 and not _passes(ways, entered, diagonals, colours, own, slide & 1023, origin):
            for place in range(KEPT):
                ways[slide * 8 + place] = ways[(slide & 1023) * 8 + place]
            continue
        for index in range(slide * 256, slide * 256 + ways[slide * 8 + KEPT]):  # what another board has left
            ranks[slide * 256 + entered[index]] = 255
        for place in range(slide * 8, slide * 8 + 4):
            ways[place] = 0
        cell, heading, rank, steps = origin, slide & 3, 0, 0
        while not walls[cell] >> heading & 1:
            if steps == 1024:  # it has been somewhere with the same heading before
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
        ways[slide * 8 + REST] = cell
        ways[slide * 8 + COUNT] = ways[slide * 8 + KEPT] = rank
        ways[slide * 8 + ROW] = slide * 256


@kernel
def _passes(ways: Array, entered: Array, diagonals: Array, colours: Array, own: int, slide: int, origin: int) -> bool:
    """Whether a slide of behaviour 0 meets a reflector of the colour `own`, maybe where it began."""
    if diagonals[origin] and colours[origin] == own:
        return True
    for index in range(slide * 256, slide * 256 + ways[slide * 8 + COUNT]):
        if diagonals[entered[index]] and colours[entered[index]] == own:
            return True
    return False


@kernel
def measure(ways: Array, behaviour: int, goals: Array, aim: Array, levels: Array) -> int:
    """Fill in the distances of a behaviour's robot from the goals; gives the largest of a cell that is no goal.

    The rest of `aim` is empty then. `levels` receives the sets of cells at each distance: (FAR + 2) * 4 words.
    """
    for place in range(256 * 16):
        aim[place] = FAR if place & 15 == DISTANCE else 0
    for word in range(4):
        levels[word] = 0
    for cell in goals:
        aim[cell * 16 + GOAL] = 1
        aim[cell * 16 + DISTANCE] = 0
        levels[cell >> 6] |= 1 << (cell & 63)
    level, grows = 0, True
    while grows:
        grows = False
        for word in range(level * 4 + 4, level * 4 + 8):
            levels[word] = 0
        for cell in range(256):
            if aim[cell * 16 + DISTANCE] == FAR and _enters(ways, behaviour, cell, levels, level):
                aim[cell * 16 + DISTANCE] = level + 1
                levels[level * 4 + 4 + (cell >> 6)] |= 1 << (cell & 63)
                grows = True
        level += 1 if grows else 0
    for cell in range(256):
        if aim[cell * 16 + GOAL]:
            step = 0
            while step <= level and not _enters(ways, behaviour, cell, levels, step):
                step += 1
            aim[cell * 16 + DISTANCE] = FAR if step > level else step + 1
    return level


@kernel
def _enters(ways: Array, behaviour: int, cell: int, levels: Array, level: int) -> bool:
    """Whether any slide from `cell` enters a cell of the level."""
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        if _crosses(ways, slide, levels, level):
            return True
    return False


@kernel
def _crosses(ways: Array, slide: int, levels: Array, level: int) -> bool:
    """Whether a slide enters a cell of the level."""
    way, place = slide * 8, level * 4
    near = ways[way] & levels[place] | ways[way + 1] & levels[place + 1]
    return bool(near | ways[way + 2] & levels[place + 2] | ways[way + 3] & levels[place + 3])


@kernel
def find_supports(
    ways: Array, entered: Array, stops: Array, behaviour: int, aim: Array, levels: Array, level: int
) -> None:
    """Fill in TOWARDS, SUPPORTS and BLOCKS, from near to far; `levels` and `level` are what `measure` gave."""
    for distance in range(1, level + 1):
        for cell in range(256):
            if aim[cell * 16 + DISTANCE] == distance and not aim[cell * 16 + GOAL]:
                _support(ways, entered, stops, behaviour, aim, levels, cell)
    for cell in range(256):
        if aim[cell * 16 + GOAL] and aim[cell * 16 + DISTANCE] != FAR:
            _support(ways, entered, stops, behaviour, aim, levels, cell)


@kernel
def _support(ways: Array, entered: Array, stops: Array, behaviour: int, aim: Array, levels: Array, cell: int) -> None:
    """Fill in what concerns the shortest ways from one cell; those from the places on them are known."""
    wanted = aim[cell * 16 + DISTANCE] - 1
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        if not _crosses(ways, slide, levels, wanted):
            continue
        count, row = ways[slide * 8 + COUNT], ways[slide * 8 + ROW]
        blocks = 0  # how many of the cells entered may be in the way
        for rank in range(count + 1):
            place = stops[row + rank] if rank < count else ways[slide * 8 + REST]
            distance = 0 if aim[place * 16 + GOAL] else aim[place * 16 + DISTANCE]
            if place == cell or distance != wanted:
                continue
            blocks = rank
            if rank < count:
                support = entered[row + rank]
                aim[cell * 16 + SUPPORTS + (support >> 6)] |= 1 << (support & 63)
            if wanted > 0:
                for word in range(SUPPORTS, BLOCKS + 4):
                    aim[cell * 16 + word] |= aim[place * 16 + word]
        if blocks > 0:
            aim[cell * 16 + TOWARDS] |= 1 << (slide & 3)
        for rank in range(blocks):
            block = entered[row + rank]
            aim[cell * 16 + BLOCKS + (block >> 6)] |= 1 << (block & 63)


COMPILED: Final = is_compiled(trace_slides)


def zeros(count: int, kind: str = "int64") -> Array:
    """`count` zeros."""
    if not COMPILED:
        return [0] * count
    import numpy

    return numpy.zeros(count, dtype=kind)


def numbers(values: Iterable[int]) -> Array:
    """Whole numbers, as kernels take them."""
    return array(values, "int64", COMPILED)


class BoardTables:
    """The slides on one board, and which behaviour each robot has, in the order of `COLOURS`."""

    def __init__(self) -> None:
        size = (len(COLOURS) + 1) * _SLIDES
        ranks, entered, stops = (zeros(size * CELLS, "uint8") for _ in range(3))
        ranks[:] = 255 if COMPILED else [255] * len(ranks)
        self.slides = Slides(zeros(size * 8), ranks, entered, stops)
        self._aims = [zeros(CELLS * 16) for _ in COLOURS]
        self._levels = zeros((FAR + 2) * 4)
        self.behaviours: tuple[int, ...] = ()
        self._board: Board | None = None

    def lay(self, board: Board) -> None:
        """Trace the slides on `board`; nothing is done for the board laid last."""
        if board is self._board:
            return
        walls = numbers(board.walls)
        diagonals = numbers(_by_cell(board, lambda reflector: 1 if reflector.diagonal == "/" else 2))
        colours = numbers(_by_cell(board, lambda reflector: COLOURS.index(reflector.colour)))
        owners = sorted({COLOURS.index(reflector.colour) for reflector in board.reflectors.values()})
        for behaviour, own in enumerate([-1, *owners]):
            trace_slides(walls, diagonals, colours, behaviour, own, *self.slides)
        self.behaviours = tuple(owners.index(robot) + 1 if robot in owners else 0 for robot in range(len(COLOURS)))
        self._board = board

    def aim(self, robot: int, cells: Iterable[Cell]) -> Array:
        """What a robot has before it on the way to `cells`: a record for each cell, good until the next call for it."""
        aim, behaviour = self._aims[robot], self.behaviours[robot]
        ways, _, entered, stops = self.slides
        level = measure(ways, behaviour, numbers(cells), aim, self._levels)
        find_supports(ways, entered, stops, behaviour, aim, self._levels, level)
        return aim


def _by_cell(board: Board, value: Callable[[Reflector], int]) -> list[int]:
    values = [0] * CELLS
    for cell, reflector in board.reflectors.items():
        values[cell] = value(reflector)
    return values
