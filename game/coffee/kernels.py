"""Coffee's kernels: single moves, and alpha-beta search that can be interrupted and resumed at any node.

A word is a set of cells. A move is cell * AXES + axis. Moves that complete a row are never made here: a side that has
such a move has won.

The search keeps a stack of frames, one for each ply, instead of recursing. So the caller can check its clock after any
number of nodes. Frame 0 stands for the root position, and stays empty. The search begins in frame 1, after one move
from the root. A node's value is from the view of its mover. A node needs no search if its mover wins at once, is stuck,
or must lose at once.
"""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, Words, kernel, word, zeros
from game.coffee.tables import AXES, LONGEST_LINE, NO_LINE, Position, Tables

ZERO = word(0)
ONE = word(1)
MODULUS = word(67)

# The value of a window with stones of one colour only, by their number.
WINDOW_WORTH = (0, 1, 4, 12, 32, 64, 96, 128)


@kernel
def count(cells: int) -> int:
    """Return the number of cells in a word."""
    found = 0
    while cells:
        cells &= cells - ONE
        found += 1
    return found


@kernel
def offered(at: Tables, line: int, stones: int) -> int:
    """Return the empty cells where the next stone may go."""
    if line == NO_LINE:
        last: int = at.bits[at.cells - 1]
        return last | (last - ONE)
    cells: int = at.line_sets[line]
    return cells & ~stones


@kernel
def new_rows(at: Tables, own: int, stones: int, cell: int) -> int:
    """Return the empty cells that would complete a row of `own` in a window through `cell`.

    `own` and `stones` include `cell` already.
    """
    found = ZERO
    for i in range(at.first_window[cell], at.first_window[cell + 1]):
        missing = at.windows[i] & ~own
        if missing & (missing - ONE) == ZERO:  # exactly one cell is missing, since no row is complete
            found |= missing & ~stones
    return found


@kernel
def gain(at: Tables, own: int, opposing: int, cell: int) -> int:
    """Return how much a stone on `cell` adds to the mover's window values minus the other's."""
    gained = 0
    for i in range(at.first_window[cell], at.first_window[cell + 1]):
        window = at.windows[i]
        mine = count(window & own)
        theirs = count(window & opposing)
        if theirs == 0:
            gained += WINDOW_WORTH[mine + 1] - WINDOW_WORTH[mine]
        elif mine == 0:
            gained += WINDOW_WORTH[theirs]
    return gained


@kernel
def safe_moves(at: Tables, stones: int, line: int, opposing_rows: int, moves: Numbers, first: int) -> tuple[int, int]:
    """Write the safe moves to `moves` from index `first` on. They offer the other no cell that completes a row.

    The mover itself must have no cell that completes a row. Returns (safe moves, legal moves).
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
    """Return the counts of `safe_moves` for a position with a stick, without writing the moves."""
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
    """Return the number of sequences of exactly `depth` actions, without swaps."""
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


# The storage of the search: the stack of frames and the transposition table, in flat arrays

MATE = 30_000
"""A win d plies after frame 0 has the value `MATE - d` for the winner."""

PROVEN = MATE - 200
"""Values above this number are proven wins. Values below its negative are proven losses."""

FRAMES = 64
ROOT = 1  # the frame in which the search begins
MOST_MOVES = 36
NOTHING = -1  # stands for no move

WORDS = 5  # words in each frame; the next line names their indices
OWN, OPPOSING, OWN_ROWS, OPPOSING_ROWS, KEY = range(WORDS)
INTS = 12
LINE, DEPTH, FLOOR, ALPHA, BETA, BEST, BEST_MOVE, MOVES, NEXT, WORTH, SCOUTING, ENTERED = range(INTS)
"""The offsets of a frame's numbers. FLOOR is the value of ALPHA when the node was entered."""

CONTROLS = 5
PLY, NODES, RESULT, COLOUR, EVALUATING = range(CONTROLS)
"""Indices of `control`: the present frame, the nodes so far, the root's value, and the colour to move in frame 0 (0
black).

EVALUATING says whether leaves are evaluated. If not, unproven values are 0.
"""

UPPER, LOWER, EXACT = range(3)
"""The kinds of a table entry's value: an upper bound, a lower bound, or exact."""

# The parts of a table entry, from the top: value + MATE, depth, bound, move + 1.
VALUE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT = 24, 16, 12
BYTE, BOUND_BITS, MOVE_BITS = 0xFF, 0xF, 0xFFF


class Search(NamedTuple):
    """The stack and the transposition table. A key's two entries are at `(key >> shift) * 2` and the next index."""

    words: Words
    ints: Numbers
    moves: Numbers
    ranks: Numbers
    control: Numbers
    keys: Words
    entries: Numbers
    shift: int


def new_search(size_bits: int, compiled: bool) -> Search:
    """Return an empty search with 2**size_bits entries in its table."""
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

    `worth` is the mover's window values minus the other's. Values outside (`alpha`, `beta`) need not be exact.
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
    """Return the table's best move for the position with this key; None if there is none."""
    first = (key >> search.shift) * 2
    for slot in (first, first + 1):
        if int(search.keys[slot]) == key:
            move = (int(search.entries[slot]) & MOVE_BITS) - 1
            return None if move == NOTHING else move
    return None


# Alpha-beta with the transposition table

OPEN = MATE + 1  # the result of `open_node` for a node that must be searched

MOBILITY = 3  # the value of a safe move
PRESSURE = 4  # the value of an empty cell on a line that the other must not offer


@kernel
def run(at: Tables, search: Search, nodes: int) -> bool:
    """Continue for about `nodes` nodes. Returns whether the search is finished, with its value in `control[RESULT]`."""
    ints = search.ints
    end = search.control[NODES] + nodes
    while search.control[NODES] < end:
        ply = search.control[PLY]
        frame = ply * INTS
        if ints[frame + ENTERED] == 0:
            value = open_node(at, search, ply)
        elif ints[frame + NEXT] == ints[frame + MOVES] or ints[frame + BEST] >= ints[frame + BETA]:
            value = close_node(search, ply)
        else:
            value = OPEN
        if value == OPEN:
            go_down(at, search, ply)
        elif ply == ROOT:
            search.control[RESULT] = value
            return True
        else:
            back_up(search, ply - 1, -value)
    return False


@kernel
def back_up(search: Search, ply: int, value: int) -> None:
    """Give the value of a searched move to its node. If a search with a zero window failed high, widen the window."""
    ints = search.ints
    frame = ply * INTS
    search.control[PLY] = ply
    if ints[frame + SCOUTING] and ints[frame + ALPHA] < value < ints[frame + BETA]:
        ints[frame + SCOUTING] = 0
        return
    if value > ints[frame + BEST]:
        ints[frame + BEST] = value
        ints[frame + BEST_MOVE] = search.moves[ply * MOST_MOVES + ints[frame + NEXT]]
        ints[frame + ALPHA] = max(ints[frame + ALPHA], value)
    ints[frame + NEXT] += 1
    ints[frame + SCOUTING] = 1


@kernel
def go_down(at: Tables, search: Search, ply: int) -> None:
    """Make the node's next move, and fill the next frame."""
    ints, words = search.ints, search.words
    frame, below = ply * INTS, (ply + 1) * INTS
    here, there = ply * WORDS, (ply + 1) * WORDS
    move = search.moves[ply * MOST_MOVES + ints[frame + NEXT]]
    cell = move // AXES
    bit = at.bits[cell]
    own = words[here + OWN] | bit
    opposing = words[here + OPPOSING]
    line = at.line_of[move]
    words[there + OWN] = opposing
    words[there + OPPOSING] = own
    words[there + OWN_ROWS] = words[here + OPPOSING_ROWS] & ~bit
    words[there + OPPOSING_ROWS] = (words[here + OWN_ROWS] | new_rows(at, own, own | opposing, cell)) & ~bit
    colour = (search.control[COLOUR] + ply) & 1
    old = words[here + KEY] ^ at.line_keys[ints[frame + LINE]]
    words[there + KEY] = old ^ at.line_keys[line] ^ at.stone_keys[colour * at.cells + cell]
    if search.control[EVALUATING]:
        ints[below + WORTH] = -ints[frame + WORTH] - gain(at, words[here + OWN], opposing, cell)
    ints[below + LINE] = line
    ints[below + DEPTH] = ints[frame + DEPTH] - 1
    ints[below + ALPHA] = -ints[frame + ALPHA] - 1 if ints[frame + SCOUTING] else -ints[frame + BETA]
    ints[below + BETA] = -ints[frame + ALPHA]
    ints[below + ENTERED] = 0
    search.control[PLY] = ply + 1


@kernel
def open_node(at: Tables, search: Search, ply: int) -> int:
    """Return the value of a node that needs no search. Otherwise list and rank its moves, and return OPEN."""
    ints, words = search.ints, search.words
    frame, here = ply * INTS, ply * WORDS
    search.control[NODES] += 1
    stones = words[here + OWN] | words[here + OPPOSING]
    line = ints[frame + LINE]
    if at.line_sets[line] & ~stones & words[here + OWN_ROWS]:
        return MATE - ply - 1
    first = ply * MOST_MOVES
    safe, legal = safe_moves(at, stones, line, words[here + OPPOSING_ROWS], search.moves, first)
    if legal == 0:
        return ply - MATE
    if safe == 0:
        return ply + 2 - MATE
    if ints[frame + DEPTH] <= 0:
        return evaluate(at, search, ply, safe) if search.control[EVALUATING] else 0
    known = recall(search, ply)
    if known != OPEN:
        return known
    ints[frame + MOVES] = safe
    ints[frame + NEXT] = 0
    ints[frame + BEST] = -MATE
    ints[frame + FLOOR] = ints[frame + ALPHA]
    ints[frame + SCOUTING] = 0
    ints[frame + ENTERED] = 1
    return rank_moves(at, search, ply)


@kernel
def evaluate(at: Tables, search: Search, ply: int, safe: int) -> int:
    """Return the value of a leaf for its mover: open windows, safe moves, and cells on lines that the other must not
    offer.
    """
    here = ply * WORDS
    words = search.words
    empty = ~(words[here + OWN] | words[here + OPPOSING])
    pressure = barred_cells(at, words[here + OWN_ROWS], empty) - barred_cells(at, words[here + OPPOSING_ROWS], empty)
    worth: int = search.ints[ply * INTS + WORTH]
    return worth + MOBILITY * safe + PRESSURE * pressure


@kernel
def barred_cells(at: Tables, rows: int, empty: int) -> int:
    """Count the empty cells on each line that contains one of the cells `rows`. Return the sum over these lines."""
    seen = ZERO
    found = 0
    while rows:
        bit = rows & ~(rows - ONE)
        rows &= ~bit
        first = at.cells_by_rest[bit % MODULUS] * AXES
        for axis in range(at.axes):
            line = at.line_of[first + axis]
            if seen & (ONE << line) == ZERO:
                seen |= ONE << line
                found += count(at.line_sets[line] & empty)
    return found


@kernel
def rank_moves(at: Tables, search: Search, ply: int) -> int:
    """Sort a node's moves: first the table's best move, then the others, those with the fewest safe replies first.

    Near the leaves, offered cells are counted instead of safe replies. Returns the value of a move that wins at once or
    leaves no safe reply, or OPEN if there is none.
    """
    ints, words = search.ints, search.words
    frame, here, first = ply * INTS, ply * WORDS, ply * MOST_MOVES
    own, opposing = words[here + OWN], words[here + OPPOSING]
    far = ints[frame + DEPTH] >= 2
    best = OPEN
    last_cell = NOTHING
    rows = ZERO
    for i in range(first, first + ints[frame + MOVES]):
        move = search.moves[i]
        cell = move // AXES
        mine = own | at.bits[cell]
        line = at.line_of[move]
        if far and cell != last_cell:
            rows = (words[here + OWN_ROWS] | new_rows(at, mine, mine | opposing, cell)) & ~at.bits[cell]
            last_cell = cell
        if far:
            safe, legal = safe_replies(at, mine | opposing, line, rows)
            if legal == 0:
                return MATE - ply - 1
            if safe == 0:
                best = MATE - ply - 3
        else:
            safe = count(at.line_sets[line] & ~(mine | opposing))
        insert(search, first, i, move, -1 if move == ints[frame + BEST_MOVE] else safe)
    return best


@kernel
def insert(search: Search, first: int, place: int, move: int, rank: int) -> None:
    """Insert `move`, which was at `place`, among the sorted moves from `first` on."""
    moves, ranks = search.moves, search.ranks
    while place > first and ranks[place - 1] > rank:
        moves[place] = moves[place - 1]
        ranks[place] = ranks[place - 1]
        place -= 1
    moves[place] = move
    ranks[place] = rank


@kernel
def recall(search: Search, ply: int) -> int:
    """Return the table's value if the node needs no search, otherwise OPEN. Set BEST_MOVE to the move to try first.

    A proven win or loss is valid at any depth.
    """
    ints = search.ints
    frame = ply * INTS
    key = search.words[ply * WORDS + KEY]
    slot = (key >> search.shift) << 1
    ints[frame + BEST_MOVE] = NOTHING
    if search.keys[slot] != key:
        slot |= ONE
        if search.keys[slot] != key:
            return OPEN
    entry = search.entries[slot]
    ints[frame + BEST_MOVE] = (entry & MOVE_BITS) - 1
    bound = entry >> BOUND_SHIFT & BOUND_BITS
    value: int = (entry >> VALUE_SHIFT) - MATE
    deep = entry >> DEPTH_SHIFT & BYTE >= ints[frame + DEPTH]
    if value > PROVEN:
        value -= ply
    elif value < -PROVEN:
        value += ply
    if bound == EXACT and deep:
        return value
    if bound != UPPER and value >= ints[frame + BETA] and (deep or value > PROVEN):
        return value
    if bound != LOWER and value <= ints[frame + ALPHA] and (deep or value < -PROVEN):
        return value
    return OPEN


@kernel
def close_node(search: Search, ply: int) -> int:
    """Store the value of a searched node in the table, and return it."""
    ints = search.ints
    frame = ply * INTS
    value: int = ints[frame + BEST]
    bound = EXACT
    if value >= ints[frame + BETA]:
        bound = LOWER
    elif value <= ints[frame + FLOOR]:
        bound = UPPER
    kept = value
    if value > PROVEN:
        kept += ply
    elif value < -PROVEN:
        kept -= ply
    depth = ints[frame + DEPTH]
    key = search.words[ply * WORDS + KEY]
    slot = (key >> search.shift) << 1
    if search.keys[slot] != key and search.entries[slot] >> DEPTH_SHIFT & BYTE > depth:
        slot |= ONE
    entry = kept + MATE << VALUE_SHIFT | depth << DEPTH_SHIFT | bound << BOUND_SHIFT
    search.keys[slot] = key
    search.entries[slot] = entry | (ints[frame + BEST_MOVE] + 1)
    return value
