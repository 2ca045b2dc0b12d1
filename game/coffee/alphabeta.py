"""Alpha-beta with a transposition table, as kernels that can be interrupted anywhere and go on from there.

The search walks up and down a stack of frames instead of calling itself, so that the caller can look at its clock after
any number of nodes. Values are from a node's mover's view. A node knows without search whether its mover wins at once,
is stuck, or must hand over the game.
"""

from __future__ import annotations

from game.agents.kernels import kernel
from game.coffee.frames import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    BOUND_BITS,
    BOUND_SHIFT,
    BYTE,
    COLOUR,
    DEPTH,
    DEPTH_SHIFT,
    ENTERED,
    EVALUATING,
    EXACT,
    FLOOR,
    INTS,
    KEY,
    LINE,
    LOWER,
    MATE,
    MOST_MOVES,
    MOVE_BITS,
    MOVES,
    NEXT,
    NODES,
    NOTHING,
    OPPOSING,
    OPPOSING_ROWS,
    OWN,
    OWN_ROWS,
    PLY,
    PROVEN,
    RESULT,
    ROOT,
    SCOUTING,
    UPPER,
    VALUE_SHIFT,
    WORDS,
    WORTH,
    Search,
)
from game.coffee.moves import MODULUS, ONE, ZERO, count, gain, new_rows, safe_moves, safe_replies
from game.coffee.tables import AXES, Tables

OPEN = MATE + 1  # what `open_node` answers for a node that must be searched

MOBILITY = 3  # worth of a safe move
PRESSURE = 4  # worth of an empty cell on a line that the other may not offer


@kernel
def run(at: Tables, search: Search, nodes: int) -> bool:
    """Search on for about `nodes` nodes; whether the search is finished and `control[RESULT]` its value."""
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
    """Take the value of the move that was searched into the node above; widen the window where a scout failed."""
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
    """Make the node's next move: fill the frame below."""
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
    """The value of a node that needs no search, or OPEN after its moves were listed and ranked."""
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
    """Return the value of a leaf for its mover, from open windows, safe moves, and lines that the other may not
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
    """Return how many pairs of an empty cell and an axis lie on a line with one of the cells `rows`."""
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
    """Sort a node's moves, fewest safe replies first; the value of a move that wins at once or leaves no safe reply.

    OPEN where there is none. The best move known from the table is taken first; near the leaves the
    cells offered stand for the replies.
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
    """Move `move` forward from `place` to where its rank belongs among those from `first` on."""
    moves, ranks = search.moves, search.ranks
    while place > first and ranks[place - 1] > rank:
        moves[place] = moves[place - 1]
        ranks[place] = ranks[place - 1]
        place -= 1
    moves[place] = move
    ranks[place] = rank


@kernel
def recall(search: Search, ply: int) -> int:
    """The value that the table settles a node with, or OPEN; either way BEST_MOVE is the move to try first.

    A proven win or loss holds whatever depth it was found at.
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
    """The value of a node whose moves were searched; it is kept in the table."""
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
