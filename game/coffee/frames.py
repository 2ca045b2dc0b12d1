"""The storage of Coffee's search: a stack of frames, one a ply, and the transposition table, in flat arrays.

Frame 0 stands for the position whose moves the caller goes through; the search begins in frame 1, after one of them.
"""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, Words, zeros
from game.coffee.tables import Position

MATE = 30_000
"""A win d plies after frame 0 is worth `MATE - d` to its mover."""

PROVEN = MATE - 200
"""Values beyond this, either way, are proven wins and losses."""

FRAMES = 64
ROOT = 1  # the frame where the search begins
MOST_MOVES = 36
NOTHING = -1  # no move

WORDS = 5  # of a frame, by the indices below
OWN, OPPOSING, OWN_ROWS, OPPOSING_ROWS, KEY = range(WORDS)
INTS = 12
LINE, DEPTH, FLOOR, ALPHA, BETA, BEST, BEST_MOVE, MOVES, NEXT, WORTH, SCOUTING, ENTERED = range(INTS)
"""FLOOR is ALPHA as it was when the node was entered."""

CONTROLS = 5
PLY, NODES, RESULT, COLOUR, EVALUATING = range(CONTROLS)
"""`control`: the present frame, nodes so far, the value of the root, the colour to move in frame 0 (0 black), and
whether leaves are judged: otherwise what is not proven is 0."""

UPPER, LOWER, EXACT = range(3)
"""What the value in an entry is: at most, at least, or exactly that of its position."""

# An entry's bits: value + MATE, depth, bound, move + 1.
VALUE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT = 24, 16, 12
BYTE, BOUND_BITS, MOVE_BITS = 0xFF, 0xF, 0xFFF


class Search(NamedTuple):
    """The stack and the transposition table. A key's two entries lie at `(key >> shift) * 2` and after it."""

    words: Words
    ints: Numbers
    moves: Numbers
    ranks: Numbers
    control: Numbers
    keys: Words
    entries: Numbers
    shift: int


def new_search(size_bits: int, compiled: bool) -> Search:
    """An empty search with 2**size_bits entries in its table."""
    size = 1 << size_bits
    return Search(
        words=zeros(FRAMES * WORDS, "uint64", compiled),
        ints=zeros(FRAMES * INTS, "int64", compiled),
        moves=zeros(FRAMES * MOST_MOVES, "int64", compiled),
        ranks=zeros(FRAMES * MOST_MOVES, "int64", compiled),
        control=zeros(CONTROLS, "int64", compiled),
        keys=zeros(size, "uint64", compiled),
        entries=zeros(size, "int64", compiled),
        shift=64 - size_bits + 1,
    )


def set_root(search: Search, position: Position, worth: int, colour: int, depth: int, alpha: int, beta: int) -> None:
    """Begin a search of `depth` plies at `position`, whose mover has `colour` (0 black).

    `worth` is the windows' worth for the mover; values from `beta` up or `alpha` down need not be exact.
    """
    words = (position.own, position.opposing, position.own_rows, position.opposing_rows, position.key)
    for index, value in enumerate(words):
        search.words[ROOT * WORDS + index] = value
    entering = 0
    numbers = {LINE: position.line, WORTH: worth, DEPTH: depth, ALPHA: alpha, BETA: beta, ENTERED: entering}
    for index, number in numbers.items():
        search.ints[ROOT * INTS + index] = number
    search.control[PLY] = ROOT
    search.control[COLOUR] = 1 - colour


def recalled_move(search: Search, key: int) -> int | None:
    """The best move that the table knows in the position with this key."""
    first = (key >> search.shift) * 2
    for slot in (first, first + 1):
        if int(search.keys[slot]) == key:
            move = (int(search.entries[slot]) & MOVE_BITS) - 1
            return None if move == NOTHING else move
    return None
