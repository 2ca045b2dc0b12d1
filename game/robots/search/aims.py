"""The aim of the target robot: its least distance from a target, and the robots that could be of help.

Nothing here depends on where the robots stand: a robot is taken to rest anywhere along a slide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from game.agents.kernels import kernel
from game.robots.board import CELLS, COLOURS, Cell
from game.robots.search.tables import COUNT, REST, ROW, Array, BoardTables, Slides, numbers, zeros

FAR: Final = 255
"""The distance of a cell from which a target cannot be reached at all."""

SUPPORTS, BLOCKS = 0, 4
"""Places of the two sets in a cell's record of 8 words."""


class Aim(NamedTuple):
    """Distances by cell of the target robot: the least number of its moves, FAR where none do.

    On a target cell (1 in `goals`) it is that of leaving and coming back. `towards` has the headings (bits) in which it
    goes if it needs no more moves than that. `sets` has records: SUPPORTS, the cells on which another robot would let
    it rest in a place on such a shortest way, and BLOCKS, those on which one may stand in such a way.
    """

    distances: Array
    goals: Array
    towards: Array
    sets: Array


@kernel
def measure(ways: Array, behaviour: int, cells: Array, aim: Aim, levels: Array) -> int:
    """Fill in the distances of a behaviour's robot from the target `cells`; gives the largest of a cell that is none.

    The rest of `aim` is empty then. `levels` receives the sets of cells at each distance: (FAR + 2) * 4 words.
    """
    distances, goals, towards, sets = aim
    for cell in range(256):
        distances[cell], goals[cell], towards[cell] = FAR, 0, 0
    for place in range(256 * 8):
        sets[place] = 0
    for word in range(4):
        levels[word] = 0
    for cell in cells:
        distances[cell], goals[cell] = 0, 1
        levels[cell >> 6] |= 1 << (cell & 63)
    level, grows = 0, True
    while grows:
        grows = False
        for word in range(level * 4 + 4, level * 4 + 8):
            levels[word] = 0
        for cell in range(256):
            if distances[cell] == FAR and _enters(ways, behaviour, cell, levels, level):
                distances[cell] = level + 1
                levels[level * 4 + 4 + (cell >> 6)] |= 1 << (cell & 63)
                grows = True
        level += 1 if grows else 0
    for cell in range(256):
        if goals[cell]:
            step = 0
            while step <= level and not _enters(ways, behaviour, cell, levels, step):
                step += 1
            distances[cell] = FAR if step > level else step + 1
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
def find_supports(slides: Slides, behaviour: int, aim: Aim, levels: Array, level: int) -> None:
    """Fill in `towards` and `sets`, from near to far; `levels` and `level` are what `measure` gave."""
    for distance in range(1, level + 1):
        for cell in range(256):
            if aim.distances[cell] == distance and not aim.goals[cell]:
                _support(slides, behaviour, aim, levels, cell)
    for cell in range(256):
        if aim.goals[cell] and aim.distances[cell] != FAR:
            _support(slides, behaviour, aim, levels, cell)


@kernel
def _support(slides: Slides, behaviour: int, aim: Aim, levels: Array, cell: int) -> None:
    """Fill in what concerns the shortest ways from one cell; those from the places on them are known."""
    ways, _, entered, stops, _, _ = slides
    distances, goals, towards, sets = aim
    wanted = distances[cell] - 1
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        if not _crosses(ways, slide, levels, wanted):
            continue
        count, row = ways[slide * 8 + COUNT], ways[slide * 8 + ROW]
        blocks = 0  # how many of the cells entered may be in the way
        for rank in range(count + 1):
            place = stops[row + rank] if rank < count else ways[slide * 8 + REST]
            distance = 0 if goals[place] else distances[place]
            if place == cell or distance != wanted:
                continue
            blocks = rank
            if rank < count:
                support = entered[row + rank]
                sets[cell * 8 + SUPPORTS + (support >> 6)] |= 1 << (support & 63)
            if wanted > 0:
                for word in range(8):
                    sets[cell * 8 + word] |= sets[place * 8 + word]
        if blocks > 0:
            towards[cell] |= 1 << (slide & 3)
        for rank in range(blocks):
            block = entered[row + rank]
            sets[cell * 8 + BLOCKS + (block >> 6)] |= 1 << (block & 63)


class Aims:
    """The aims of the robots on the board that is laid."""

    def __init__(self, tables: BoardTables) -> None:
        self._tables = tables
        self._aims = [_new_aim() for _ in COLOURS]
        self._levels = zeros((FAR + 2) * 4)

    def aim(self, robot: int, cells: Iterable[Cell]) -> Aim:
        """Return a robot's aim on the way to `cells`, good until the next call for it."""
        aim, behaviour = self._aims[robot], self._tables.behaviours[robot]
        level = measure(self._tables.slides.ways, behaviour, numbers(cells), aim, self._levels)
        find_supports(self._tables.slides, behaviour, aim, self._levels, level)
        return aim


def _new_aim() -> Aim:
    distances, goals, towards = (zeros(CELLS, "uint8") for _ in range(3))
    return Aim(distances, goals, towards, zeros(CELLS * 8))
