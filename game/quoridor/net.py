"""A small network that corrects the two-player evaluation. Its features are walls, pawns and distances.

A position is a set of features. Each feature has a row of WIDTH numbers, and the rows are summed. The last number of
the sum is added to the output directly. The others are hidden units: each positive one (ReLU) is added after
multiplication by its weight in the last row. The board is seen from the mover's side, as if its goal were rank 9.
Trained by `lab/quoridor/train.py`.

Kernels pack LANES numbers into a word, so that one addition adds all of them. ZERO_POINT is added to each number,
because a number below zero would borrow from its neighbour. The sum of n rows is too large by n * ZERO_POINT.
"""

from __future__ import annotations

import functools
import sys
import zlib
from array import array as numbers
from collections.abc import Sequence
from pathlib import Path

from game.agents.kernels import Numbers, Words, array, kernel, word
from game.quoridor.floods import COMPILED, NUMBER, WALL, ZERO, lowest
from game.quoridor.frames import DIST, INTS, LEFT, MOVER, NARROW, PAWN, WORDS, H, V
from game.quoridor.state import CELLS, SIZE

HIDDEN = 15
WIDTH = HIDDEN + 1
"""Numbers in a row: one for each hidden unit, then the one that is added directly."""

ONE_BITS = 8
"""Bits after the binary point in the columns of hidden units. The last column has the unit of scores."""

HANDS = 11
# Ranks and files are divided into this many bands. The middle band is one wide, the others are two wide.
_BANDS = 5
_REGIONS = _BANDS * _BANDS
_WALLS = 128
_STEPS = 32
_HARMS = 8
LEADS = 41
_NARROW = 16
# Where the features begin: walls by the region of the mover's pawn, walls by the region of its rival's pawn, both
# pawns, walls in hand, steps to go, steps that one wall can cost, the lead in steps, narrow steps, and a constant. The
# last row has the weights of the hidden units.
BY_OWN = 0
BY_ITS = BY_OWN + _REGIONS * _WALLS
OWN_PAWN = BY_ITS + _REGIONS * _WALLS
ITS_PAWN = OWN_PAWN + CELLS
BOTH_HANDS = ITS_PAWN + CELLS
OWN_STEPS = BOTH_HANDS + HANDS * HANDS
ITS_STEPS = OWN_STEPS + _STEPS
HURT = ITS_STEPS + _STEPS
HARM = HURT + _HARMS
LEAD = HARM + _HARMS
OWN_NARROW = LEAD + LEADS
ITS_NARROW = OWN_NARROW + _NARROW
ALWAYS = ITS_NARROW + _NARROW
FEATURES = ALWAYS + 1
OUT = FEATURES
ROWS = FEATURES + 1

MOST_FEATURES = 64
"""More features than any position has: two for each of 20 walls, and eleven others."""

MOST_CORRECTION = 512
"""The most by which the network may change a score."""

LANES = 3
"""Numbers in a word."""

LANE_BITS = 21
"""Bits of a number in a word: enough for the sum of MOST_FEATURES numbers below twice ZERO_POINT."""

ZERO_POINT = 1 << 14
MOST = ZERO_POINT - 1
"""The greatest absolute value in a network."""

# The words of a row. `correction` has a variable for each of them.
ROW_WORDS = 6
_LANE = word((1 << LANE_BITS) - 1)
_SECOND, _THIRD = word(LANE_BITS), word(2 * LANE_BITS)

FILE = Path(__file__).with_name("net.bin")


def _band(cell: int) -> int:
    rank, file = divmod(cell, SIZE)
    return _BANDS * ((rank + (rank > 4)) // 2) + (file + (file > 4)) // 2


BAND = array([_band(cell) for cell in range(CELLS)], "int64", COMPILED)


class NetFileError(Exception):
    """A file that is not a network. The message names the file."""


@functools.cache
def load(path: Path = FILE) -> Words:
    """Return the numbers of a network in the form for kernels. Raises NetFileError."""
    return pack(read(path))


def read(path: Path = FILE) -> Sequence[int]:
    """Return the numbers of a network: ROWS times WIDTH numbers.

    Raises NetFileError if the file is damaged, of another shape, or has a number beyond MOST.
    """
    kept = numbers("h")
    try:
        kept.frombytes(zlib.decompress(path.read_bytes()))
    except (OSError, zlib.error, ValueError) as error:
        raise NetFileError(f"no network in {path}: {error}") from error
    if len(kept) != ROWS * WIDTH:
        raise NetFileError(f"a network of {len(kept)} numbers in {path}, {ROWS * WIDTH} are needed")
    if sys.byteorder == "big":
        kept.byteswap()
    if max(map(abs, kept)) > MOST:
        raise NetFileError(f"a network in {path} with {max(kept, key=abs)}, a number beyond {MOST}")
    return kept


def pack(rows: Sequence[int]) -> Words:
    """Return the numbers of `read` in the form for kernels, with ZERO_POINT added to all, because words cannot be
    negative.

    Rows of features are packed. Each weight of a hidden unit has its own word.
    """
    raised = [number + ZERO_POINT for number in rows]
    found = []
    for row in range(FEATURES):
        lanes = raised[WIDTH * row : WIDTH * (row + 1)]
        for first in range(0, WIDTH, LANES):
            found.append(sum(lane << LANE_BITS * i for i, lane in enumerate(lanes[first : first + LANES])))
    return array([*found, *raised[WIDTH * OUT :]], "uint64", COMPILED)


@kernel
def list_features(words: Words, ints: Numbers, ply: int, hurt: int, harm: int, out: Numbers, first: int) -> int:
    """Write the features of the position at `ply` into `out`, from `first` on. Returns the index after the last one.

    `hurt` and `harm` are the steps that one wall can cost the mover and its rival.
    """
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    other = 1 - mover
    own, its = ints[here + PAWN + mover], ints[here + PAWN + other]
    flip = 0
    if mover == 1:
        own = CELLS - SIZE - own + 2 * (own % SIZE)
        its = CELLS - SIZE - its + 2 * (its % SIZE)
        flip = 56
    own_walls, its_walls = BY_OWN + _WALLS * BAND[own], BY_ITS + _WALLS * BAND[its]
    found = first
    for kind in range(2):
        left = words[frame + H] if kind == 0 else words[frame + V]
        while left:
            anchor = lowest(left)
            left &= ~WALL[anchor]
            wall = 64 * kind + (anchor ^ flip)
            out[found] = own_walls + wall
            out[found + 1] = its_walls + wall
            found += 2
    mine, theirs = ints[here + DIST + mover], ints[here + DIST + other]
    out[found] = OWN_PAWN + own
    out[found + 1] = ITS_PAWN + its
    out[found + 2] = BOTH_HANDS + HANDS * ints[here + LEFT + mover] + ints[here + LEFT + other]
    out[found + 3] = OWN_STEPS + min(mine, _STEPS - 1)
    out[found + 4] = ITS_STEPS + min(theirs, _STEPS - 1)
    out[found + 5] = HURT + hurt
    out[found + 6] = HARM + harm
    out[found + 7] = LEAD + max(0, min(LEADS - 1, LEADS // 2 + theirs - mine))
    out[found + 8] = OWN_NARROW + min(ints[here + NARROW + mover], _NARROW - 1)
    out[found + 9] = ITS_NARROW + min(ints[here + NARROW + other], _NARROW - 1)
    out[found + 10] = ALWAYS
    return found + 11


@kernel
def correction(words: Words, ints: Numbers, ply: int, hurt: int, harm: int, net: Words, features: Numbers) -> int:
    """Return the network's addition to the mover's score, between -MOST_CORRECTION and MOST_CORRECTION.

    `features` has room for MOST_FEATURES.
    """
    end = list_features(words, ints, ply, hurt, harm, features, 0)
    # The compiler keeps separate variables in registers.
    a = b = c = d = e = f = ZERO
    for i in range(end):
        at = ROW_WORDS * features[i]
        a += net[at]
        b += net[at + 1]
        c += net[at + 2]
        d += net[at + 3]
        e += net[at + 4]
        f += net[at + 5]
    surplus = end * ZERO_POINT
    at = ROW_WORDS * OUT
    total = _weighed(a, surplus, net, at) + _weighed(b, surplus, net, at + LANES)
    total += _weighed(c, surplus, net, at + 2 * LANES) + _weighed(d, surplus, net, at + 3 * LANES)
    total += _weighed(e, surplus, net, at + 4 * LANES)
    found = NUMBER(f & _LANE) - surplus + (total >> ONE_BITS)
    return max(-MOST_CORRECTION, min(MOST_CORRECTION, found))


@kernel
def _weighed(packed: int, surplus: int, net: Words, at: int) -> int:
    """Return the sum of a word's positive hidden units, each times its weight. The weights begin at net[at]."""
    first = max(0, NUMBER(packed & _LANE) - surplus) * (NUMBER(net[at]) - ZERO_POINT)
    second = max(0, NUMBER(packed >> _SECOND & _LANE) - surplus) * (NUMBER(net[at + 1]) - ZERO_POINT)
    third = max(0, NUMBER(packed >> _THIRD & _LANE) - surplus) * (NUMBER(net[at + 2]) - ZERO_POINT)
    return first + second + third
