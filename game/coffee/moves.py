"""Kernels for single moves: what may be done, what it leads to, counting sequences.

Words are sets of cells. A move is cell * AXES + axis. A move that completes a row is never made here: the side that may
make one has won.
"""

from __future__ import annotations

from game.agents.kernels import Numbers, kernel, word
from game.coffee.tables import AXES, LONGEST_LINE, NO_LINE, Tables

ZERO = word(0)
ONE = word(1)
MODULUS = word(67)

# What a window with so many stones of one colour and none of the other is worth.
WORTH = (0, 1, 4, 12, 32, 64, 96, 128)


@kernel
def count(cells: int) -> int:
    """The number of cells in a word."""
    found = 0
    while cells:
        cells &= cells - ONE
        found += 1
    return found


@kernel
def offered(at: Tables, line: int, stones: int) -> int:
    """The empty cells on which the next stone may be put."""
    if line == NO_LINE:
        last: int = at.bits[at.cells - 1]
        return last | (last - ONE)
    cells: int = at.line_sets[line]
    return cells & ~stones


@kernel
def new_rows(at: Tables, own: int, stones: int, cell: int) -> int:
    """The empty cells that complete a row of `own` in a window through `cell`; `own` and `stones` have it already."""
    found = ZERO
    for i in range(at.first_window[cell], at.first_window[cell + 1]):
        missing = at.windows[i] & ~own
        if missing & (missing - ONE) == ZERO:  # one cell, since no row is complete
            found |= missing & ~stones
    return found


@kernel
def gain(at: Tables, own: int, opposing: int, cell: int) -> int:
    """Return what a stone on `cell` adds to the value of the mover's windows and takes from the other's."""
    gained = 0
    for i in range(at.first_window[cell], at.first_window[cell + 1]):
        window = at.windows[i]
        mine = count(window & own)
        theirs = count(window & opposing)
        if theirs == 0:
            gained += WORTH[mine + 1] - WORTH[mine]
        elif mine == 0:
            gained += WORTH[theirs]
    return gained


@kernel
def safe_moves(at: Tables, stones: int, line: int, opposing_rows: int, moves: Numbers, first: int) -> tuple[int, int]:
    """Write the moves that hand over no completing cell to `moves` from index `first` on.

    The mover completes no row itself. Returns (safe moves, legal moves).
    """
    cells = offered(at, line, stones)
    safe = 0
    legal = 0
    for place in range(LONGEST_LINE if line != NO_LINE else at.cells):
        cell = place if line == NO_LINE else at.line_cells[line * LONGEST_LINE + place]
        if cell < 0:
            break
        if cells & at.bits[cell] == ZERO:
            continue
        empty = ~(stones | at.bits[cell])
        for axis in range(at.axes):
            rest = at.line_sets[at.line_of[cell * AXES + axis]] & empty
            if rest:
                legal += 1
                if rest & opposing_rows == ZERO:
                    moves[first + safe] = cell * AXES + axis
                    safe += 1
    return safe, legal


@kernel
def safe_replies(at: Tables, stones: int, line: int, opposing_rows: int) -> tuple[int, int]:
    """Count what `safe_moves` would find, for the mover of a position with a stick."""
    safe = 0
    legal = 0
    for place in range(LONGEST_LINE):
        cell = at.line_cells[line * LONGEST_LINE + place]
        if cell < 0:
            break
        if stones & at.bits[cell]:
            continue
        empty = ~(stones | at.bits[cell])
        for axis in range(at.axes):
            rest = at.line_sets[at.line_of[cell * AXES + axis]] & empty
            if rest:
                legal += 1
                if rest & opposing_rows == ZERO:
                    safe += 1
    return safe, legal


@kernel
def perft(at: Tables, own: int, opposing: int, own_rows: int, opposing_rows: int, line: int, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies; a swap is never among them."""
    if depth == 0:
        return 1
    stones = own | opposing
    cells = offered(at, line, stones)
    leaves = 0
    for place in range(LONGEST_LINE if line != NO_LINE else at.cells):
        cell = place if line == NO_LINE else at.line_cells[line * LONGEST_LINE + place]
        if cell < 0:
            break
        if cells & at.bits[cell] == ZERO:
            continue
        if own_rows & at.bits[cell]:
            leaves += depth == 1
            continue
        taken = stones | at.bits[cell]
        mine = own | at.bits[cell]
        rows = ZERO
        if depth > 1:
            rows = (own_rows | new_rows(at, mine, taken, cell)) & ~at.bits[cell]
        for axis in range(at.axes):
            towards = at.line_of[cell * AXES + axis]
            if at.line_sets[towards] & ~taken:
                if depth == 1:
                    leaves += 1
                else:
                    leaves += perft(at, opposing, mine, opposing_rows & ~at.bits[cell], rows, towards, depth - 1)
    return leaves
