"""Whether a position may still be solved in the moves left: what the solver's search asks before it enters one.

In so many moves of their own other robots reach at most these cells, from `reach` in `cuts.py` and where they stand:

- none: where they stand, R0;
- one: RESTS of R0, or what they cross (CROSSED of R0) where somebody stops them (STOPPED of R0, or BESIDE): R1;
- two: RESTS of R1, CROSSED of R1 where somebody who stands still stops them, CROSSED of R0 where one who moved does;
- three: RESTS of R2, CROSSED of R2 where one who made at most one move stops them, CROSSED of R1 where one who made two
  does. Robots may share a move here: the one that stops another may itself have been stopped by a third.

A route has so many moves of others in all, and the rest are the target robot's: with one and the same number of them
the supports of both cuts must be reached.
"""

from __future__ import annotations

from typing import Final

from game.agents.kernels import inlined
from game.robots.search.cuts import BESIDE, CROSSED, CUT, DEPTHS, MET, REACH, RESTS, STOPPED, SUPPORTS, Cuts
from game.robots.search.sets import Cells, both, cells_at, either, holds, lowest, meet, word_of
from game.robots.search.tables import Array

MOST: Final = 3
"""Moves of others that are looked into; where more are left a position may be solved."""

_RECORD: Final = 2 * CUT


@inlined
def may_be_solved(cuts: Cuts, cell: int, left: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether a route of `left` moves may exist with the target robot on `cell` and the others on `a` to `d`.

    The rows of `cuts` for so many moves must be there, and a route by natural stops alone be known not to exist.
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
    """Whether a robot stands on a support already."""
    return (
        holds(rows, row + SUPPORTS, a)
        or holds(rows, row + SUPPORTS, b)
        or holds(rows, row + SUPPORTS, c)
        or holds(rows, row + SUPPORTS, d)
    )


@inlined
def _from_all(reach: Array, place: int, a: int, b: int, c: int, d: int) -> Cells:
    """The union of a kind of set over four cells."""
    first = either(cells_at(reach, a * REACH + place), cells_at(reach, b * REACH + place))
    return either(first, either(cells_at(reach, c * REACH + place), cells_at(reach, d * REACH + place)))


@inlined
def _in_one(rows: Array, row: int, once: Cells, crossed: Cells) -> bool:
    """Whether one move leads to a support."""
    return meet(once, cells_at(rows, row + SUPPORTS)) or meet(crossed, cells_at(rows, row + MET))


@inlined
def _in_two(rows: Array, row: int, inverse: Array, rests: Cells, crossed: Cells, stopped: Cells) -> bool:
    """Whether two moves lead to a support: backwards from each, as the supports are few."""
    still = either(stopped, cells_at(rows, row + BESIDE))
    once = either(rests, both(crossed, still))
    return _reaches(rows, row, inverse, once, crossed, still)


@inlined
def _reaches(rows: Array, row: int, inverse: Array, before: Cells, crossed: Cells, still: Cells) -> bool:
    """Whether a move leads to a support from a cell of `before`, or from the robots that stand for `crossed`.

    The former rest by themselves or are stopped on a cell of `still`; the latter cross `crossed` and are stopped by one
    on `before`.
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
    """Whether three moves lead to a support."""
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
