"""The landing places of robots among others: kernels on the solver's stack and on words of occupied cells.

`occupied` has a word for each row of the board and then one for each column, a bit for each cell. So the robot that
stops a straight slide is the nearest bit set; only where a reflector turns a slide are the robots compared one by one.
"""

from __future__ import annotations

from typing import Final

from game.agents.kernels import bit_length, inlined
from game.robots.search.sets import lowest
from game.robots.search.tables import ROW, Array, Slides

LINES: Final = 32
"""Words of `occupied`."""

_highest: Final = bit_length()
_BORDER: Final = 1 << 16  # so that there is a bit beyond the last cell of a line


@inlined
def toggle(occupied: Array, cell: int) -> None:
    """Put a robot on a cell, or take it off."""
    occupied[cell >> 4] ^= 1 << (cell & 15)
    occupied[16 + (cell & 15)] ^= 1 << (cell >> 4)


@inlined
def land(
    slides: Slides, occupied: Array, stack: Array, first: int, last: int, slide: int, cell: int, heading: int
) -> int:
    """Return the end of a slide from `cell` among the robots on the stack from `first` to before `last`."""
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
