"""Kernels on sets of cells and walls: flood fill, distances, and the walls that change them.

A set of cells is two words: `low` has ranks 1 to 5 (bits 0 to 44), `high` has ranks 6 to 9 (bits 0 to 35). Open edges
are two such sets, as in `paths`: the cells whose upper edge (north) or right edge (east) is open. A set of walls in one
direction is one word, by anchor.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.agents.kernels import Words, array, is_compiled, kernel, whole, word
from game.quoridor.paths import ALL_ANCHORS, EAST_CUT, GOAL_MASKS, NORTH_CUT, OPEN_EAST, OPEN_NORTH
from game.quoridor.state import ANCHORS, CELLS, SIZE, SLOTS

LOW_CELLS = 5 * SIZE
_LOW_MASK = (1 << LOW_CELLS) - 1

ZERO = word(0)
ONE = word(1)
LOW = word(_LOW_MASK)
RANK = word((1 << SIZE) - 1)
EVERY_ANCHOR = word(ALL_ANCHORS)
FIRST_FILE = word(0x0101010101010101)
LAST_FILE = word(0x8080808080808080)
NOT_LAST_FILE = word(0x7F7F7F7F7F7F7F7F)
NOT_FIRST_FILE = word(0xFEFEFEFEFEFEFEFE)
FIRST_RANK = word(0xFF)
LAST_RANK = word(0xFF << 56)
NOT_LAST_RANK = word(ALL_ANCHORS >> SLOTS)
NUMBER = whole()

_PAIRS = word(0x5555555555555555)
_FOURS = word(0x3333333333333333)
_BYTES = word(0x0F0F0F0F0F0F0F0F)
_SUM = word(0x0101010101010101)
_BYTE = word(0xFF)
# The first three ranks of a word, each without its last file.
_R0, _R1, _R2 = (word(0xFF << SIZE * rank) for rank in range(3))


@kernel
def count(cells: int) -> int:
    """Return the number of bits that are set in a word."""
    cells = cells - (cells >> 1 & _PAIRS)
    cells = (cells & _FOURS) + (cells >> 2 & _FOURS)
    cells = cells + (cells >> 4) & _BYTES
    return NUMBER((cells * _SUM >> 56) & _BYTE)


@kernel
def lowest(cells: int) -> int:
    """Return the index of the lowest bit that is set in a word, which must not be empty."""
    return count(~cells & (cells - ONE))


COMPILED = is_compiled(count)
"""Whether the kernels of this process are compiled."""


def _low(masks: Sequence[int]) -> Words:
    return array([mask & _LOW_MASK for mask in masks], "uint64", COMPILED)


def _high(masks: Sequence[int]) -> Words:
    return array([mask >> LOW_CELLS for mask in masks], "uint64", COMPILED)


_CELL_MASKS = [1 << cell for cell in range(CELLS)]
CELL_LOW, CELL_HIGH = _low(_CELL_MASKS), _high(_CELL_MASKS)
# By seat, first for two players and then for four.
_GOALS = [*GOAL_MASKS[2], *GOAL_MASKS[4]]
GOAL_LOW, GOAL_HIGH = _low(_GOALS), _high(_GOALS)
GOALS_OF_FOUR = 2
# The cells whose edge a wall closes, by anchor.
NORTH_LOW, NORTH_HIGH = _low(NORTH_CUT), _high(NORTH_CUT)
EAST_LOW, EAST_HIGH = _low(EAST_CUT), _high(EAST_CUT)
ALL_OPEN = (
    OPEN_NORTH & _LOW_MASK,
    OPEN_NORTH >> LOW_CELLS,
    OPEN_EAST & _LOW_MASK,
    OPEN_EAST >> LOW_CELLS,
)
WALL = array([1 << anchor for anchor in range(ANCHORS)], "uint64", COMPILED)
# The four cells that a wall touches, by anchor.
_BLOCKS = [cut | cut << SIZE for cut in NORTH_CUT]
BLOCK_LOW, BLOCK_HIGH = _low(_BLOCKS), _high(_BLOCKS)


@kernel
def down_low(low: int, high: int) -> int:
    """Shift a set one rank down, and return its low word. (The high word would be `high >> 9`.)"""
    return low >> 9 | (high & RANK) << 36


@kernel
def spread_low(low: int, high: int, north: int, east: int) -> int:
    """Return the low word of the cells that one step from a set reaches. `north` and `east` are low words."""
    up = (low & north) << 9 & LOW
    return up | down_low(low, high) & north | (low & east) << 1 | low >> 1 & east


@kernel
def spread_high(low: int, high: int, north_low: int, north_high: int, east_high: int) -> int:
    """Return the high word of the cells that one step from a set reaches."""
    up = (high & north_high) << 9 | (low & north_low) >> 36
    return up | high >> 9 & north_high | (high & east_high) << 1 | high >> 1 & east_high


@kernel
def anchors(low: int, high: int) -> int:
    """Return the anchors of a set's cells. Cells on the last file or rank have no anchor and are left out."""
    lower = low & _R0 | low >> 1 & _R0 << 8 | low >> 2 & _R0 << 16 | low >> 3 & _R0 << 24 | low >> 4 & _R0 << 32
    return lower | (high & _R0) << 40 | (high & _R1) << 39 | (high & _R2) << 38


@kernel
def free_horizontal(horizontal: int, vertical: int) -> int:
    """Return the anchors where a horizontal wall would not overlap or cross another wall."""
    beside = (horizontal & NOT_LAST_FILE) << 1 | (horizontal & NOT_FIRST_FILE) >> 1
    return EVERY_ANCHOR & ~(horizontal | beside | vertical)


@kernel
def free_vertical(horizontal: int, vertical: int) -> int:
    """Return the anchors where a vertical wall would not overlap or cross another wall."""
    above = (vertical & NOT_LAST_RANK) << 8 | vertical >> 8
    return EVERY_ANCHOR & ~(vertical | above | horizontal)


@kernel
def touched(horizontal: int, vertical: int) -> int:
    """Return the inner points on which walls lie, numbered like the anchors."""
    beside = (horizontal & NOT_LAST_FILE) << 1 | (horizontal & NOT_FIRST_FILE) >> 1
    return horizontal | vertical | beside | (vertical & NOT_LAST_RANK) << 8 | vertical >> 8


@kernel
def joins_horizontal(points: int) -> int:
    """Return the anchors where a horizontal wall touches walls or the border at two points.

    A wall at any other anchor cannot shut a pawn in.
    """
    left = (points & NOT_LAST_FILE) << 1 | FIRST_FILE
    right = (points & NOT_FIRST_FILE) >> 1 | LAST_FILE
    return left & points | points & right | left & right


@kernel
def joins_vertical(points: int) -> int:
    """Return the same as `joins_horizontal` for vertical walls."""
    below = (points & NOT_LAST_RANK) << 8 | FIRST_RANK
    above = points >> 8 | LAST_RANK
    return below & points | points & above | below & above


@kernel
def layers(
    words: Words, base: int, cell: int, goal: int, north_low: int, north_high: int, east_low: int, east_high: int
) -> int:
    """Return the steps from `cell` to the goal with index `goal`; -1 if there is no way.

    words[base + 2k] and words[base + 2k + 1] get the cells that are k steps from the goal.
    """
    low, high = GOAL_LOW[goal], GOAL_HIGH[goal]
    seen_low, seen_high = low, high
    here_low, here_high = CELL_LOW[cell], CELL_HIGH[cell]
    steps = 0
    while True:
        words[base] = low
        words[base + 1] = high
        if low & here_low | high & here_high:
            return steps
        next_low = spread_low(low, high, north_low, east_low) & ~seen_low
        high = spread_high(low, high, north_low, north_high, east_high) & ~seen_high
        low = next_low
        if not low | high:
            return -1
        seen_low |= low
        seen_high |= high
        steps += 1
        base += 2


@kernel
def flood(words: Words, steps: int, goal: int, north_low: int, north_high: int, east_low: int, east_high: int) -> None:
    """Put the cells within k steps of the goal with index `goal` into words[2k] and words[2k + 1], for k from 0 to
    `steps`.
    """
    low, high = GOAL_LOW[goal], GOAL_HIGH[goal]
    words[0] = low
    words[1] = high
    for k in range(1, steps + 1):
        next_low = low | spread_low(low, high, north_low, east_low)
        high |= spread_high(low, high, north_low, north_high, east_high)
        low = next_low
        words[2 * k] = low
        words[2 * k + 1] = high


@kernel
def between(
    low: int, high: int, to_low: int, to_high: int, north_low: int, north_high: int, east_low: int, east_high: int
) -> int:
    """Return the least number of steps between two sets of cells; -1 if there is no way."""
    steps = 0
    while not low & to_low | high & to_high:
        next_low = low | spread_low(low, high, north_low, east_low)
        next_high = high | spread_high(low, high, north_low, north_high, east_high)
        if next_low == low and next_high == high:
            return -1
        low, high = next_low, next_high
        steps += 1
    return steps


@kernel
def follow(
    words: Words,
    base: int,
    steps: int,
    cell: int,
    north_low: int,
    north_high: int,
    east_low: int,
    east_high: int,
    out: int,
) -> int:
    """Follow all shortest ways from `cell` through the `layers`. Returns the number of narrow steps.

    A step is narrow if one wall can bar all these ways there. words[out] (horizontal) and words[out + 1] (vertical) get
    the walls that cut at least one of these ways. The next two words get the walls that cut all of them.
    """
    low, high = CELL_LOW[cell], CELL_HIGH[cell]
    all_nl = all_nh = all_el = all_eh = ZERO
    bar_h = bar_v = ZERO
    narrow = 0
    at = base + 2 * steps
    for _ in range(steps):
        at -= 2
        to_low, to_high = words[at], words[at + 1]
        nl = north_low & (low & down_low(to_low, to_high) | down_low(low, high) & to_low)
        nh = north_high & (high & to_high >> 9 | high >> 9 & to_high)
        el = east_low & (low & to_low >> 1 | low >> 1 & to_low)
        eh = east_high & (high & to_high >> 1 | high >> 1 & to_high)
        all_nl |= nl
        all_nh |= nh
        all_el |= el
        all_eh |= eh
        edges = count(nl) + count(nh) + count(el) + count(eh)
        if edges == 1:
            bar_h |= anchors(nl | nl >> 1, nh | nh >> 1)
            bar_v |= anchors(el | down_low(el, eh), eh | eh >> 9)
            narrow += 1
        elif edges == 2:
            both_h = anchors(nl & nl >> 1, nh & nh >> 1)
            both_v = anchors(el & down_low(el, eh), eh & eh >> 9)
            if both_h | both_v:
                bar_h |= both_h
                bar_v |= both_v
                narrow += 1
        next_low = spread_low(low, high, north_low, east_low) & to_low
        high = spread_high(low, high, north_low, north_high, east_high) & to_high
        low = next_low
    words[out] = anchors(all_nl | all_nl >> 1, all_nh | all_nh >> 1)
    words[out + 1] = anchors(all_el | down_low(all_el, all_eh), all_eh | all_eh >> 9)
    words[out + 2] = bar_h
    words[out + 3] = bar_v
    return narrow
