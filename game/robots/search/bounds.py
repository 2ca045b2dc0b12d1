"""Lower bounds for the solver. Without a search, they show that a position cannot be solved in the moves left.

An *aim* is about the target robot alone: its least distance from a target, and the cells where another robot could
help. The target robot is assumed to be able to stop anywhere along a slide, so the other robots' cells do not matter.

A *cut* says where another robot must stand if the target robot is to arrive in the moves left. A stop of the target
robot is natural if only walls and reflectors cause it. Any other stop has a support: the cell of the robot that causes
it. A route with unnatural stops is cut at the last of them (cut 0) and at the first (cut 1). All stops after cut 0 and
all stops before cut 1 are natural. On the other side of a cut, the target robot is assumed to be able to stop anywhere.
The tables give the supports of both cuts for each cell and number of own moves of the target robot.

`may_be_solved` tests whether other robots can reach a support of each cut in the moves that the target robot does not
need. Robots in the way are ignored, so the test may find too many cells, never too few. In n moves of other robots, a
robot reaches at most the cells Rn (RESTS, CROSSED, STOPPED and BESIDE are explained below):

- R0: the present cells;
- R1: RESTS of R0, and cells in CROSSED of R0 where a robot stops the moving one (STOPPED of R0, or BESIDE);
- R2: RESTS of R1, cells in CROSSED of R1 where an unmoved robot stops the moving one, and cells in CROSSED of R0 where
  a robot that has moved once stops the moving one;
- R3: RESTS of R2, cells in CROSSED of R2 where a robot that has moved at most once stops the moving one, and cells in
  CROSSED of R1 where a robot that has moved twice stops the moving one. Three moves can be enough for this last case:
  a move of the robot that stops the other may also be one of those that brought the other robot to its cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from game.agents.kernels import inlined, kernel
from game.robots.board import CELLS, COLOURS, Cell
from game.robots.search.tables import (
    COUNT,
    REST,
    ROW,
    Array,
    BoardTables,
    Cells,
    Slides,
    both,
    cells_at,
    either,
    holds,
    lowest,
    meet,
    numbers,
    word_of,
    zeros,
)

FAR: Final = 255
"""The distance of a cell from which no target can be reached."""

AIM_SUPPORTS, AIM_BLOCKS = 0, 4
"""Offsets of the two sets in a cell's record of 8 words in `Aim.sets`."""


class Aim(NamedTuple):
    """The target robot's way from each cell. All arrays are by cell.

    `distances` has the least number of moves to a target, or FAR. For a target itself, it is the number of moves to
    leave it and to arrive again. `goals` has 1 for a target, else 0. `towards` has the headings (bits) that begin a
    shortest way. `sets` has two sets of cells. Another robot on a cell of AIM_SUPPORTS can stop the target robot on a
    shortest way. Another robot on a cell of AIM_BLOCKS can be in the way.
    """

    distances: Array
    goals: Array
    towards: Array
    sets: Array


@kernel
def measure(ways: Array, behaviour: int, cells: Array, aim: Aim, levels: Array) -> int:
    """Fill in `distances` and `goals` of `aim` for a robot with this behaviour and the targets `cells`.

    Clears `towards` and `sets` first. `levels` receives the set of cells at each distance. It has (FAR + 2) * 4 words
    in all. Returns the largest distance of a cell that is not a target.
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
    """Return whether a slide from `cell` enters a cell of the level."""
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        if _crosses(ways, slide, levels, level):
            return True
    return False


@kernel
def _crosses(ways: Array, slide: int, levels: Array, level: int) -> bool:
    """Return whether a slide enters a cell of the level."""
    way, place = slide * 8, level * 4
    near = ways[way] & levels[place] | ways[way + 1] & levels[place + 1]
    return bool(near | ways[way + 2] & levels[place + 2] | ways[way + 3] & levels[place + 3])


@kernel
def find_supports(slides: Slides, behaviour: int, aim: Aim, levels: Array, level: int) -> None:
    """Fill in `towards` and `sets` of `aim`. `levels` and `level` are what `measure` filled in and returned."""
    for distance in range(1, level + 1):
        for cell in range(256):
            if aim.distances[cell] == distance and not aim.goals[cell]:
                _support(slides, behaviour, aim, levels, cell)
    for cell in range(256):
        if aim.goals[cell] and aim.distances[cell] != FAR:
            _support(slides, behaviour, aim, levels, cell)


@kernel
def _support(slides: Slides, behaviour: int, aim: Aim, levels: Array, cell: int) -> None:
    """Fill in `towards` and `sets` of one cell. The cells nearer to a target must be filled in already."""
    ways, _, entered, stops, _, _ = slides
    distances, goals, towards, sets = aim
    wanted = distances[cell] - 1
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        if not _crosses(ways, slide, levels, wanted):
            continue
        count, row = ways[slide * 8 + COUNT], ways[slide * 8 + ROW]
        # The number of cells at the slide's beginning where another robot can be in the way.
        blocks = 0
        for rank in range(count + 1):
            place = stops[row + rank] if rank < count else ways[slide * 8 + REST]
            distance = 0 if goals[place] else distances[place]
            if place == cell or distance != wanted:
                continue
            blocks = rank
            if rank < count:
                support = entered[row + rank]
                sets[cell * 8 + AIM_SUPPORTS + (support >> 6)] |= 1 << (support & 63)
            if wanted > 0:
                for word in range(8):
                    sets[cell * 8 + word] |= sets[place * 8 + word]
        if blocks > 0:
            towards[cell] |= 1 << (slide & 3)
        for rank in range(blocks):
            block = entered[row + rank]
            sets[cell * 8 + AIM_BLOCKS + (block >> 6)] |= 1 << (block & 63)


class Aims:
    """Measures the aim of each robot on the board of `tables`."""

    def __init__(self, tables: BoardTables) -> None:
        self._tables = tables
        self._aims = [_new_aim() for _ in COLOURS]
        self._levels = zeros((FAR + 2) * 4)

    def aim(self, robot: int, cells: Iterable[Cell]) -> Aim:
        """Return a robot's aim for the targets `cells`. The next call for the same robot overwrites it."""
        aim, behaviour = self._aims[robot], self._tables.behaviours[robot]
        level = measure(self._tables.slides.ways, behaviour, numbers(cells), aim, self._levels)
        find_supports(self._tables.slides, behaviour, aim, self._levels, level)
        return aim


def _new_aim() -> Aim:
    distances, goals, towards = (zeros(CELLS, "uint8") for _ in range(3))
    return Aim(distances, goals, towards, zeros(CELLS * 8))


DEPTHS: Final = 24
"""The number of rows of each cell in `Cuts.rows`: for 0 to 23 moves of the target robot. More moves have no row."""

CUT, SUPPORTS, MET, PASSED, BESIDE = 16, 0, 4, 8, 12
"""Offsets in a row of `Cuts.rows`. A row has 32 words, from (cell * DEPTHS + moves) * 32 on.

Its first half is about cut 0; its second half, from CUT on, is about cut 1. For each cut there are four sets. The
target robot goes from the cell to a target in at most `moves` own moves and is stopped at the cut. SUPPORTS are the
supports of that stop. MET are those supports where the target robot itself may have stopped the other robot. PASSED are
the cells where the target robot may stand before the cut. BESIDE are the cells where another robot would be stopped by
the target robot on a cell of PASSED.
"""

RESTS, CROSSED, STOPPED, REACH = 0, 4, 8, 12
"""Offsets in a cell's record of 12 words in `Cuts.reach`, about robots other than the target robot.

RESTS are the cells where a robot's slides from this cell end on an empty board. CROSSED are the cells that these slides
enter. Both include the cell itself. STOPPED are the cells where a robot on this cell would stop another one.
`Cuts.inverse` has the inverse sets: under RESTS, for example, the cells from which a robot comes to rest on this cell.
"""

NEVER: Final = 255


class Cuts(NamedTuple):
    """The cuts of one target robot. `rows`, `reach` and `inverse` have the records above; the rest is by cell.

    `natural` is the number of moves to a target by natural stops alone. `least` is the least number of own moves with
    which both cuts are possible, as far as the rows are filled in. Both are NEVER if there is no such number. `ways` is
    for `grow`: 256 bytes with the moves to a target by natural stops, then 256 with the moves by any stops. Both are 0
    on a target.
    """

    rows: Array
    reach: Array
    inverse: Array
    natural: Array
    least: Array
    ways: Array


def new_cuts() -> Cuts:
    """Return empty cuts for one target robot."""
    reach, inverse = (zeros(CELLS * REACH) for _ in range(2))
    natural, least, ways = (zeros(size, "uint8") for size in (CELLS, CELLS, 2 * CELLS))
    return Cuts(zeros(CELLS * DEPTHS * 2 * CUT), reach, inverse, natural, least, ways)


@kernel
def begin(slides: Slides, aim: Aim, behaviours: Array, cuts: Cuts) -> None:
    """Fill in everything but the rows, and clear the rows for 0 moves.

    `behaviours` has each robot's behaviour, the target robot's first.
    """
    for record in range(256):
        cuts.least[record] = NEVER
        for place in range(2 * CUT):
            cuts.rows[record * DEPTHS * 2 * CUT + place] = 0
    _count_natural(slides, aim, behaviours[0], cuts)
    reach, inverse = cuts.reach, cuts.inverse
    for place in range(256 * REACH):
        reach[place] = inverse[place] = 0
    for robot in range(1, 5):
        known = False
        for other in range(1, robot):
            known |= behaviours[other] == behaviours[robot]
        if not known:
            _reach(slides, behaviours[robot], reach)
    for cell in range(256):
        for place in (RESTS, CROSSED):
            reach[cell * REACH + place + (cell >> 6)] |= 1 << (cell & 63)
    for cell in range(256):
        for place in range(REACH):
            bits = reach[cell * REACH + place]
            while bits:
                bit = lowest(bits)
                bits ^= 1 << bit
                other = (place & 3) * 64 + bit
                inverse[other * REACH + (place & ~3) + (cell >> 6)] |= 1 << (cell & 63)


@kernel
def _count_natural(slides: Slides, aim: Aim, behaviour: int, cuts: Cuts) -> None:
    """Fill in `natural` and `ways`."""
    for cell in range(256):
        cuts.ways[cell] = 0 if aim.goals[cell] else NEVER
        cuts.ways[256 + cell] = 0 if aim.goals[cell] else aim.distances[cell]
        cuts.natural[cell] = NEVER
    grows, moves = True, 0
    while grows:
        grows = False
        moves += 1
        for slide in range(1024):
            cell, end = slide >> 2, slides.rests[behaviour * 1024 + slide]
            if end != cell and cuts.ways[end] == moves - 1 and cuts.natural[cell] == NEVER:
                cuts.natural[cell] = moves
                grows = True
        for cell in range(256):
            if cuts.natural[cell] == moves and cuts.ways[cell] == NEVER:
                cuts.ways[cell] = moves


@kernel
def _reach(slides: Slides, behaviour: int, reach: Array) -> None:
    """Add RESTS, CROSSED and STOPPED of the robots with this behaviour."""
    ways, _, entered, stops, rests, _ = slides
    for slide in range(behaviour * 1024, behaviour * 1024 + 1024):
        own = (slide >> 2 & 255) * REACH
        row, end = ways[slide * 8 + ROW], rests[slide]
        for rank in range(row, row + ways[slide * 8 + COUNT]):
            reach[entered[rank] * REACH + STOPPED + (stops[rank] >> 6)] |= 1 << (stops[rank] & 63)
        for word in range(4):
            reach[own + CROSSED + word] |= ways[slide * 8 + word]
        reach[own + RESTS + (end >> 6)] |= 1 << (end & 63)


@kernel
def grow(slides: Slides, behaviour: int, cuts: Cuts, first: int, last: int) -> None:
    """Fill in the rows for `first` to `last` moves of a target robot with this behaviour.

    The rows for fewer moves must be filled in.
    """
    for moves in range(first, last + 1):
        for cell in range(256):
            row = (cell * DEPTHS + moves) * 2 * CUT
            for place in range(2 * CUT):
                cuts.rows[row + place] = cuts.rows[row - 2 * CUT + place]
            possible = True
            for cut in range(2):
                _add_slides(slides, behaviour, cuts, cut, cell, moves)
                possible &= _close(cuts, row + cut * CUT, cell)
            if possible and cuts.least[cell] == NEVER:
                cuts.least[cell] = moves


@kernel
def _add_slides(slides: Slides, behaviour: int, cuts: Cuts, cut: int, cell: int, moves: int) -> None:
    """Add the slides from `cell` to the record of one cut."""
    ways, _, entered, stops, rests, _ = slides
    rows, row = cuts.rows, (cell * DEPTHS + moves) * 2 * CUT + cut * CUT
    for slide in range((behaviour * 256 + cell) * 4, (behaviour * 256 + cell) * 4 + 4):
        count, start = ways[slide * 8 + COUNT], ways[slide * 8 + ROW]
        for rank in range(count + 1):
            is_natural = rank == count
            place = rests[slide] if is_natural else stops[start + rank]
            if place == cell:
                continue
            if not is_natural and cuts.ways[cut * 256 + place] < moves:
                support = entered[start + rank]
                rows[row + SUPPORTS + (support >> 6)] |= 1 << (support & 63)
            if cut == 0 or is_natural:
                after = (place * DEPTHS + moves - 1) * 2 * CUT + cut * CUT
                for word in range(BESIDE):
                    rows[row + word] |= rows[after + word]


@kernel
def _close(cuts: Cuts, row: int, cell: int) -> bool:
    """Complete the sets that depend on the target robot's cell. Returns whether the cut is possible."""
    rows, reach = cuts.rows, cuts.reach
    some = 0
    for word in range(4):
        some |= rows[row + SUPPORTS + word]
        rows[row + MET + word] |= rows[row + SUPPORTS + word] & reach[cell * REACH + STOPPED + word]
        rows[row + BESIDE + word] = 0
    if some:
        rows[row + PASSED + (cell >> 6)] |= 1 << (cell & 63)
    for word in range(4):
        bits = rows[row + PASSED + word]
        while bits:
            bit = lowest(bits)
            bits ^= 1 << bit
            passed = word * 64 + bit
            for other in range(4):
                rows[row + BESIDE + other] |= reach[passed * REACH + STOPPED + other]
    return some != 0


MOST: Final = 3
"""`may_be_solved` examines at most this many moves of other robots. With more, a position counts as solvable."""

_RECORD: Final = 2 * CUT


@inlined
def may_be_solved(cuts: Cuts, cell: int, left: int, a: int, b: int, c: int, d: int) -> bool:
    """Return whether a route of `left` moves may exist with the target robot on `cell` and the others on `a` to `d`.

    The rows up to `left` must be filled in. Routes by natural stops alone are not considered.
    """
    rows, reach, inverse = cuts.rows, cuts.reach, cuts.inverse
    spare = left - cuts.least[cell]
    if spare < 0:
        return False
    if spare > MOST:
        return True
    row = (cell * DEPTHS + left) * _RECORD
    if _is_supported(rows, row, a, b, c, d) and _is_supported(rows, row + CUT, a, b, c, d):
        return True
    if spare == 0:
        return False
    rests = _from_all(reach, RESTS, a, b, c, d)
    crossed = _from_all(reach, CROSSED, a, b, c, d)
    stopped = _from_all(reach, STOPPED, a, b, c, d)
    row -= _RECORD
    once = either(rests, both(crossed, stopped))
    if _in_one(rows, row, once, crossed) and _in_one(rows, row + CUT, once, crossed):
        return True
    if spare == 1:
        return False
    row -= _RECORD
    if _in_two(rows, row, inverse, rests, crossed, stopped) and _in_two(
        rows, row + CUT, inverse, rests, crossed, stopped
    ):
        return True
    if spare == 2:
        return False
    row -= _RECORD
    return _in_three(rows, row, reach, inverse, rests, crossed, stopped) and _in_three(
        rows, row + CUT, reach, inverse, rests, crossed, stopped
    )


@inlined
def _is_supported(rows: Array, row: int, a: int, b: int, c: int, d: int) -> bool:
    """Return whether one of the cells `a` to `d` is a support."""
    return (
        holds(rows, row + SUPPORTS, a)
        or holds(rows, row + SUPPORTS, b)
        or holds(rows, row + SUPPORTS, c)
        or holds(rows, row + SUPPORTS, d)
    )


@inlined
def _from_all(reach: Array, place: int, a: int, b: int, c: int, d: int) -> Cells:
    """Return the union of one kind of set for four cells."""
    first = either(cells_at(reach, a * REACH + place), cells_at(reach, b * REACH + place))
    return either(first, either(cells_at(reach, c * REACH + place), cells_at(reach, d * REACH + place)))


@inlined
def _in_one(rows: Array, row: int, once: Cells, crossed: Cells) -> bool:
    """Return whether another robot can reach a support in one move."""
    return meet(once, cells_at(rows, row + SUPPORTS)) or meet(crossed, cells_at(rows, row + MET))


@inlined
def _in_two(rows: Array, row: int, inverse: Array, rests: Cells, crossed: Cells, stopped: Cells) -> bool:
    """Return whether other robots can reach a support in two moves.

    The last move is searched backwards from the supports, since supports are few.
    """
    still = either(stopped, cells_at(rows, row + BESIDE))
    once = either(rests, both(crossed, still))
    return _reaches(rows, row, inverse, once, crossed, still)


@inlined
def _reaches(rows: Array, row: int, inverse: Array, before: Cells, crossed: Cells, still: Cells) -> bool:
    """Return whether one more move can bring a robot to a support.

    There are three ways: a robot from `before` comes to rest on the support; a robot from `before` enters it and is
    stopped there (`still`); a robot enters it (`crossed`) and is stopped by a robot from `before`.
    """
    for word in range(4):
        bits = rows[row + SUPPORTS + word]
        while bits:
            bit = lowest(bits)
            bits ^= 1 << bit
            from_where = (word * 64 + bit) * REACH
            if meet(before, cells_at(inverse, from_where + RESTS)):
                return True
            if word_of(still, word) >> bit & 1 and meet(before, cells_at(inverse, from_where + CROSSED)):
                return True
            if word_of(crossed, word) >> bit & 1 and meet(before, cells_at(inverse, from_where + STOPPED)):
                return True
    return False


@inlined
def _in_three(
    rows: Array, row: int, reach: Array, inverse: Array, rests: Cells, crossed: Cells, stopped: Cells
) -> bool:
    """Return whether other robots can reach a support in three moves."""
    still = either(stopped, cells_at(rows, row + BESIDE))
    once = either(rests, both(crossed, still))
    to_rest = to_cross = to_stop = (0, 0, 0, 0)
    for word in range(4):
        bits = word_of(once, word)
        while bits:
            bit = lowest(bits)
            bits ^= 1 << bit
            place = (word * 64 + bit) * REACH
            to_rest = either(to_rest, cells_at(reach, place + RESTS))
            to_cross = either(to_cross, cells_at(reach, place + CROSSED))
            to_stop = either(to_stop, cells_at(reach, place + STOPPED))
    twice = either(either(once, to_rest), either(both(to_cross, still), both(crossed, to_stop)))
    return _reaches(rows, row, inverse, twice, either(crossed, to_cross), either(still, to_stop))
