"""Bounds for the solver: where other robots must stand if the target robot is to get home in the moves left.

A stop of the target robot is natural if walls and reflectors alone make it; another one has a support, the cell on
which a robot stands that makes it. A route whose stops are not all natural has a first and a last one that is not, and
is cut there: what the target robot does on one side of the cut is natural, on the other it is taken to stop wherever
it likes. What is wanted is which supports make a cut possible, for each cell of the target robot and number of its own
moves; `bounds.py` asks whether other robots can get there in the moves that remain. Every set here is too large rather
than too small: robots in the way are ignored.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.agents.kernels import kernel
from game.robots.board import CELLS
from game.robots.search.aims import Aim
from game.robots.search.sets import lowest
from game.robots.search.tables import COUNT, ROW, Array, Slides, zeros

DEPTHS: Final = 24
"""Rows for 0 to 23 own moves; with more moves left nothing is cut."""

CUT, SUPPORTS, MET, PASSED, BESIDE = 16, 0, 4, 8, 12
"""Places in a record of 32 words, that of (cell * DEPTHS + moves) * 32: the same for the last and for the first cut.

The target robot goes from the cell to a target in at most so many own moves, and one of the stops is the cut. SUPPORTS
are the cells that make it. MET are those among them next to which the target robot may have stood before, so that
another robot may have been stopped by it there. PASSED are the cells on which it may stand before the cut, BESIDE those
where it would stop another robot then.
"""

RESTS, CROSSED, STOPPED, REACH = 0, 4, 8, 12
"""Places in a cell's record of 12 words about the robots that are not the target robot.

RESTS are where one comes to rest by walls and reflectors, CROSSED the cells that it enters, its own cell in both, and
STOPPED where one would be stopped by a robot on the cell. In the table of inverses the cells from which that holds.
"""

NEVER: Final = 255


class Cuts(NamedTuple):
    """`rows` and `reach` have the records told above, `inverse` those of `reach` the other way round.

    By cell of the target robot `natural` is the number of moves to a target by natural stops alone and `least` the
    least number of own moves with which both cuts are possible, NEVER where there is none or the row is not filled in.
    `ways` has 512 bytes that `grow` needs: moves from a cell with natural stops alone, then with any, none on a target.
    """

    rows: Array
    reach: Array
    inverse: Array
    natural: Array
    least: Array
    ways: Array


def new_cuts() -> Cuts:
    """Room for the cuts of one robot that may arrive."""
    reach, inverse = (zeros(CELLS * REACH) for _ in range(2))
    natural, least, ways = (zeros(size, "uint8") for size in (CELLS, CELLS, 2 * CELLS))
    return Cuts(zeros(CELLS * DEPTHS * 2 * CUT), reach, inverse, natural, least, ways)


@kernel
def begin(slides: Slides, aim: Aim, behaviours: Array, cuts: Cuts) -> None:
    """Fill in what does not depend on the number of moves; `behaviours` of the robots, the target robot's first."""
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
    """Add what robots of a behaviour reach."""
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
    """Fill in the rows of `first` to `last` own moves for a target robot of `behaviour`; those below are there."""
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
    """Add to a record what the slides from the cell make possible: cut 0 is the last unnatural stop, 1 the first."""
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
    """Add to a record what the cell itself is good for; whether the cut is possible from there."""
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
