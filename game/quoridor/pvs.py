"""Principal-variation search for two players, in kernels that can be interrupted and resumed at any node.

The search keeps a stack of frames instead of recursing, so that the caller can check its clock after any number of
nodes. Frame 0 has the root position, frame ROOT the position after the searched move. A node's value is from the view
of its mover.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

from game.agents.kernels import Numbers, Words, array, kernel
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import (
    CELL_HIGH,
    CELL_LOW,
    COMPILED,
    NUMBER,
    WALL,
    ZERO,
    free_horizontal,
    free_vertical,
    layers,
    lowest,
)
from game.quoridor.frames import (
    BAR_H,
    CUT_H,
    DIST,
    EH,
    EL,
    INTS,
    KEY,
    LEFT,
    MOST_MOVES,
    MOVER,
    NH,
    NL,
    PAWN,
    PER_SEAT,
    SEARCH,
    WORDS,
    Frames,
    H,
    V,
    list_targets,
    make,
    steps_with,
)
from game.quoridor.leaves import MATE, PROVEN, Judge, evaluate, raced, weigh

# Offsets of the search's own numbers in a frame.
DEPTH, ALPHA, BETA, BEST, BEST_MOVE, NEXT, MOVES, FLOOR, MODE, ENTERED, SCORE, MOVE, MAY_PASS = range(
    SEARCH, SEARCH + 13
)
# Indices of `control`. Without SELECTIVE, nothing is pruned or reduced. With EVERY_WALL, no wall is left out at any
# depth, so that proofs are valid against every defence.
PLY, NODES, RESULT, SELECTIVE, EVERY_WALL = range(5)
CONTROL = 5

ROOT = 1
MOST_PLIES = 90
# The result of `open_node` for a node that must be searched.
OPEN = 2 * MATE
# How the next move is searched.
FRESH, FULL, SCOUT, REDUCED, NULL = range(5)

# The least depth while no walls are left. It is negative: the search goes on after depth 0 to follow the pawns.
RACING = -24
# The least depth while the mover's rival is about to arrive.
THREATENED = -4
# The margin of futility pruning, and its growth for each ply of depth.
FUTILE, FUTILE_PLY = 96, 32
# Greatest depth at which futility pruning is used.
FUTILE_DEPTH = 6
# The margin of razoring at depth 1.
RAZOR = 256
# A wall is assumed to improve the score by at most this for each ply of depth, at depths 1 and 2.
HOPELESS = 220
# A scouted node (its `beta` is `alpha` + 1) searches at most LATE moves, and LATE_PLY more for each ply of depth.
LATE, LATE_PLY = 4, 5
# The greatest depth at which later moves are left out.
LATE_DEPTH = 6

# The size of the table REDUCTIONS, by depth and by number of earlier moves. Beyond it, the last entry is used.
MOST_REDUCED = 64
REDUCTIONS = array(
    [
        max(1, round(math.log(depth) * math.log(index) / 1.6)) if depth > 2 and index > 2 else 0
        for depth in range(MOST_REDUCED)
        for index in range(MOST_REDUCED)
    ],
    "int64",
    COMPILED,
)
"""Late-move reductions: the plies by which the search of a move is less deep."""


class SearchArrays(NamedTuple):
    """All arrays of a search, including those of the evaluation."""

    frames: Frames
    ranked: RankedMoves
    refuted: Refutations
    table: Transpositions
    judge: Judge
    control: Numbers


Parts: TypeAlias = tuple[
    tuple[Words, Numbers, Words],
    tuple[Numbers, Numbers],
    tuple[Numbers, Numbers],
    tuple[Words, Numbers],
    tuple[Numbers, Words, Numbers, Words, Numbers],
]
"""All arrays but `control`, as plain tuples: each call with named tuples costs numba 5 µs more."""


@kernel
def begin(frames: tuple[Words, Numbers, Words], control: Numbers, move: int, depth: int, alpha: int, beta: int) -> None:
    """Begin to search `move` from the position in frame 0, `depth` plies deep including the move."""
    ints, frame = frames[1], ROOT * INTS
    make(Frames(*frames), 0, move, 2)
    ints[frame + MOVE] = move
    ints[frame + DEPTH] = depth - 1
    ints[frame + ALPHA], ints[frame + BETA] = -beta, -alpha
    ints[frame + MAY_PASS] = 1
    ints[frame + ENTERED] = 0
    control[PLY] = ROOT


@kernel
def run(parts: Parts, control: Numbers, nodes: int) -> bool:
    """Continue for about `nodes` nodes. Returns whether the search is finished, with its value in `control[RESULT]`."""
    frames, ranked, refuted = Frames(*parts[0]), RankedMoves(*parts[1]), Refutations(*parts[2])
    search = SearchArrays(frames, ranked, refuted, Transpositions(*parts[3]), Judge(*parts[4]), control)
    ints = frames.ints
    end = control[NODES] + nodes
    while control[NODES] < end:
        ply = control[PLY]
        frame = ply * INTS
        if ints[frame + ENTERED] == 0:
            value = open_node(search, ply)
        elif ints[frame + NEXT] >= ints[frame + MOVES] or ints[frame + BEST] >= ints[frame + BETA]:
            value = close_node(frames, ranked.moves, search.table, refuted, ply)
        else:
            value = OPEN
        if value == OPEN:
            go_down(frames, ranked, control, ply)
        elif ply == ROOT:
            control[RESULT] = value
            return True
        else:
            back_up(ints, ranked.moves, control, ply - 1, -value)
    return False


@kernel
def open_node(search: SearchArrays, ply: int) -> int:
    """Return the value of a node that needs no search. Otherwise list and rank its moves, and return OPEN."""
    frames, judge, control = search.frames, search.judge, search.control
    words, ints, keys = frames.words, frames.ints, search.table.keys
    frame, here = ply * INTS, ply * WORDS
    control[NODES] += 1
    mover = ints[frame + MOVER]
    other = 1 - mover
    if ints[frame + DIST + mover] <= 2 and can_arrive(words, ints, search.ranked.moves, ply):
        return MATE - ply - 1
    own, its = ints[frame + LEFT + mover], ints[frame + LEFT + other]
    if own == 0 or its == 0:
        value = raced(frames, ply)
        if value != 0:
            return value
    if repeats(words, ints, ply):
        return evaluate(frames, judge, ply) * 3 // 4
    depth = ints[frame + DEPTH]
    racing = own + its == 0
    urgent = own > 0 and ints[frame + DIST + other] <= 1
    thorough = control[EVERY_WALL] == 1
    longest = RACING if racing else THREATENED if urgent and not thorough else 0
    alpha, beta = ints[frame + ALPHA], ints[frame + BETA]
    if ply >= MOST_PLIES - 2 or (depth <= 0 and depth <= longest):
        return weigh(frames, judge, ply, alpha, beta)
    first = NOTHING
    place = keys_place(words[here + KEY], keys)
    if keys[place] == words[here + KEY]:
        entry = search.table.entries[place]
        first = move_of_entry(entry)
        if depth_of(entry) >= depth:
            value = value_of(entry, ply)
            bound = bound_of(entry)
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value
    score = evaluate(frames, judge, ply)
    ints[frame + SCORE] = score
    scouted = beta - alpha == 1 and alpha > -PROVEN and beta < PROVEN and not racing and not urgent
    scouted = scouted and control[SELECTIVE] == 1
    if scouted and 0 < depth <= FUTILE_DEPTH and score - FUTILE - FUTILE_PLY * depth >= beta:
        return score
    if scouted and depth == 1 and score + RAZOR <= alpha:
        return score
    ints[frame + BEST] = -MATE
    ints[frame + BEST_MOVE] = NOTHING
    ints[frame + FLOOR] = alpha
    ints[frame + ENTERED] = 1
    ints[frame + MODE] = FRESH
    listed = max(depth, QUIET_DEPTH) if thorough else depth
    ints[frame + MOVES] = list_moves(frames, search.ranked, search.refuted, ply, listed, first, urgent and depth <= 0)
    ints[frame + NEXT] = 0
    if scouted and depth >= 3 and score >= beta and ints[frame + MAY_PASS] and ints[frame + DIST + other] > 2:
        ints[frame + NEXT] = -1
    return OPEN


@kernel
def keys_place(key: int, keys: Words) -> int:
    """Return the place of a position in the table."""
    return NUMBER(key & keys[len(keys) - 1])


@kernel
def can_arrive(words: Words, ints: Numbers, moves: Numbers, ply: int) -> bool:
    """Return whether the mover can win at once."""
    mover = ints[ply * INTS + MOVER]
    first = ply * MOST_MOVES
    for i in range(first, first + list_targets(words, ints, ply, 2, False, moves, first)):
        rank = moves[i] // 9
        if rank == (8 if mover == 0 else 0):
            return True
    return False


@kernel
def repeats(words: Words, ints: Numbers, ply: int) -> bool:
    """Return whether the position occurred earlier on the current path, with only pawn moves since then."""
    here = ply
    while here > 0 and ints[here * INTS + MOVE] < HORIZONTAL:
        here -= 1
        if (ply - here) % 2 == 0 and words[here * WORDS + KEY] == words[ply * WORDS + KEY]:
            return True
    return False


@kernel
def close_node(frames: Frames, moves: Numbers, table: Transpositions, refuted: Refutations, ply: int) -> int:
    """Store a node's result in the tables. Returns its value."""
    ints = frames.ints
    frame = ply * INTS
    best: int = ints[frame + BEST]
    move, depth = ints[frame + BEST_MOVE], ints[frame + DEPTH]
    # No move could be made.
    if best == -MATE:
        best = ints[frame + SCORE]
    beta = ints[frame + BETA]
    bound = LOWER if best >= beta else UPPER if best <= ints[frame + FLOOR] else EXACT
    key = frames.words[ply * WORDS + KEY]
    put(table, keys_place(key, table.keys), key, best, max(depth, 0), bound, move, ply)
    if best >= beta and move != NOTHING and depth > 0:
        reward(refuted, moves, ply, ints[frame + MOVER], move, depth, ints[frame + NEXT])
    return best


@kernel
def back_up(ints: Numbers, moves: Numbers, control: Numbers, ply: int, value: int) -> None:
    """Give the value of a searched move to its node. A move whose scout search failed high is searched again."""
    frame = ply * INTS
    control[PLY] = ply
    mode = ints[frame + MODE]
    ints[frame + MODE] = FRESH
    if mode == NULL:
        ints[frame + NEXT] = 0
        if value >= ints[frame + BETA]:
            ints[frame + BEST] = ints[frame + BETA]
        return
    if mode == REDUCED and value > ints[frame + ALPHA]:
        ints[frame + MODE] = SCOUT
        return
    if mode == SCOUT and ints[frame + ALPHA] < value < ints[frame + BETA]:
        ints[frame + MODE] = FULL
        return
    if value > ints[frame + BEST]:
        ints[frame + BEST] = value
        if value > ints[frame + ALPHA]:
            ints[frame + BEST_MOVE] = moves[ply * MOST_MOVES + ints[frame + NEXT]]
            ints[frame + ALPHA] = value
    ints[frame + NEXT] += 1


@kernel
def go_down(frames: Frames, ranked: RankedMoves, control: Numbers, ply: int) -> None:
    """Make the node's next move and fill the next frame. Skip moves that shut a seat in."""
    ints = frames.ints
    frame, below = ply * INTS, (ply + 1) * INTS
    depth, alpha, beta = ints[frame + DEPTH], ints[frame + ALPHA], ints[frame + BETA]
    index = ints[frame + NEXT]
    mode = ints[frame + MODE]
    less = 1
    if index < 0:
        move = PASS
        mode = NULL
        less = 3 + depth // 4
    else:
        if mode == FRESH:
            pick(ranked, ply, index, ints[frame + MOVES])
        move = ranked.moves[ply * MOST_MOVES + index]
        if mode == FRESH and control[SELECTIVE] == 1 and is_left_out(ints, frame, depth, index, move):
            ints[frame + NEXT] = ints[frame + MOVES]
            return
        if mode == FRESH:
            mode = FULL if index == 0 or beta - alpha == 1 else SCOUT
            reduction = reduced(depth, index, beta - alpha == 1)
            if reduction > 0 and ints[frame + BEST] > -PROVEN and control[SELECTIVE] == 1:
                mode = REDUCED
                less = 1 + reduction
    if not make(frames, ply, move, 2):
        ints[frame + NEXT] += 1
        ints[frame + MODE] = FRESH
        return
    ints[frame + MODE] = mode
    ints[below + MOVE] = move
    ints[below + DEPTH] = depth - less
    if mode == NULL:
        ints[below + ALPHA], ints[below + BETA] = -beta, 1 - beta
    else:
        ints[below + ALPHA] = -beta if mode == FULL else -alpha - 1
        ints[below + BETA] = -alpha
    ints[below + MAY_PASS] = mode != NULL
    ints[below + ENTERED] = 0
    control[PLY] = ply + 1


@kernel
def is_left_out(ints: Numbers, frame: int, depth: int, index: int, move: int) -> bool:
    """Whether a scouted node skips its moves from `index` on: late ones, and walls in hopeless positions."""
    alpha, beta = ints[frame + ALPHA], ints[frame + BETA]
    if depth <= 0 or depth > LATE_DEPTH or beta - alpha != 1 or alpha <= -PROVEN or ints[frame + BEST] <= -PROVEN:
        return False
    if index >= LATE + LATE_PLY * depth:
        return True
    return depth <= 2 and index >= 3 and move >= HORIZONTAL and ints[frame + SCORE] + HOPELESS * depth <= alpha


@kernel
def reduced(depth: int, index: int, scouted: bool) -> int:
    """Return by how many plies the first search of a move is reduced: one ply less at a node that is not scouted."""
    if depth <= 0:
        return 0
    plies: int = REDUCTIONS[MOST_REDUCED * min(depth, MOST_REDUCED - 1) + min(index, MOST_REDUCED - 1)]
    return plies if scouted or plies <= 1 else plies - 1


# The moves of a node, listed and ranked, the most promising first

KILLERS = 2
# The length of the part of `history` for one mover.
SIDE = 256

# A step nearer to the goal adds this much to the rank, in units of `history`.
_STEP = 1_000
# At less depth, only walls that cut a shortest way of the rival are listed.
QUIET_DEPTH = 2
QUIET = -3 * _STEP
_FIRST = 1 << 40
_KILLER = 3_000
_MOST_HISTORY = 1 << 12


class RankedMoves(NamedTuple):
    """The moves of each ply and their ranks (`order`)."""

    moves: Numbers
    order: Numbers


class Refutations(NamedTuple):
    """The statistics that rank moves. `history` rates how often each move of a mover was a refutation.

    `killers` has the last refutations at each ply.
    """

    history: Numbers
    killers: Numbers


@kernel
def list_moves(
    frames: Frames, ranked: RankedMoves, refuted: Refutations, ply: int, depth: int, best: int, defending: bool
) -> int:
    """List the moves to search, each with its rank in `order`. Returns their number.

    All pawn moves are listed. From QUIET_DEPTH on, all walls are listed, too; at less depth, only walls that cut a
    shortest way of the rival. With `defending`, only walls that bar all shortest ways of the rival are listed. Some
    of the walls may shut a seat in.
    """
    words, ints, scratch = frames
    moves, order = ranked
    history, killers = refuted
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    first = ply * MOST_MOVES
    found = list_targets(frames.words, frames.ints, ply, 2, False, moves, first)
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    steps = layers(scratch, 0, ints[here + PAWN + mover], mover, nl, nh, el, eh)
    base = mover * SIDE
    for i in range(first, first + found):
        cell = moves[i]
        rank = -2 * _STEP
        for nearer in range(3):
            layer = 2 * (steps - nearer)
            if layer >= 0 and (CELL_LOW[cell] & scratch[layer] | CELL_HIGH[cell] & scratch[layer + 1]) != ZERO:
                rank = (2 * nearer - 1) * _STEP
        order[i] = rank + history[base + cell]
    if ints[here + LEFT + mover] > 0:
        found += _list_walls(frames, ranked, history, ply, first + found, depth, defending)
    for i in range(first, first + found):
        if moves[i] == best:
            order[i] = _FIRST
        elif moves[i] == killers[ply * KILLERS] or moves[i] == killers[ply * KILLERS + 1]:
            order[i] += _KILLER
    return found


@kernel
def _list_walls(
    frames: Frames, ranked: RankedMoves, history: Numbers, ply: int, at: int, depth: int, defending: bool
) -> int:
    """Write the walls of `list_moves` into `moves`, beginning at moves[at]. Returns their number."""
    words, ints = frames.words, frames.ints
    moves, order = ranked
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    other = 1 - mover
    base = mover * SIDE
    found = 0
    for kind in range(2):
        if kind == 0:
            free = free_horizontal(words[frame + H], words[frame + V])
            start = HORIZONTAL
        else:
            free = free_vertical(words[frame + H], words[frame + V])
            start = VERTICAL
        bars = words[frame + BAR_H + PER_SEAT * other + kind]
        cuts = words[frame + CUT_H + PER_SEAT * mover + kind]
        if defending:
            useful = free & bars
        elif depth < QUIET_DEPTH:
            useful = free & words[frame + CUT_H + PER_SEAT * other + kind]
        else:
            useful = free
        while useful:
            anchor = lowest(useful)
            wall = WALL[anchor]
            useful &= ~wall
            move = start + anchor
            rank = -2 * _STEP if wall & words[frame + CUT_H + PER_SEAT * other + kind] else QUIET
            if wall & bars:
                gain = 1
                if depth > 1:
                    gain = steps_with(frames, ply, other, move, 2) - ints[here + DIST + other]
                if wall & cuts and depth > 1:
                    gain -= steps_with(frames, ply, mover, move, 2) - ints[here + DIST + mover]
                rank = (2 * gain - 2) * _STEP
            elif wall & cuts:
                rank -= _STEP
            moves[at + found] = move
            order[at + found] = rank + history[base + move]
            found += 1
    return found


@kernel
def pick(ranked: RankedMoves, ply: int, index: int, found: int) -> None:
    """Swap the best-ranked of the moves `index` to `found` - 1 into the place `index`."""
    moves, order = ranked
    first = ply * MOST_MOVES
    best = first + index
    for i in range(first + index + 1, first + found):
        if order[i] > order[best]:
            best = i
    at = first + index
    moves[at], moves[best] = moves[best], moves[at]
    order[at], order[best] = order[best], order[at]


@kernel
def reward(refuted: Refutations, moves: Numbers, ply: int, mover: int, move: int, depth: int, index: int) -> None:
    """Record that `move` refuted the move of the last ply, and that the moves tried earlier did not."""
    history, killers = refuted
    if killers[ply * KILLERS] != move:
        killers[ply * KILLERS + 1] = killers[ply * KILLERS]
        killers[ply * KILLERS] = move
    base = mover * SIDE
    bonus = min(depth * depth * 4, 400)
    history[base + move] += bonus - history[base + move] * bonus // _MOST_HISTORY
    first = ply * MOST_MOVES
    for i in range(first, first + index):
        tried = moves[i]
        if tried != move:
            history[base + tried] -= bonus + history[base + tried] * bonus // _MOST_HISTORY


# The transposition table. An entry packs value, depth, bound and move into one number. Proven wins count plies from the
# position, not from the root.

UPPER, EXACT, LOWER = range(3)
NOTHING = 255
"""No move."""

_VALUE_OFFSET = 1 << 16


class Transpositions(NamedTuple):
    """A key and an entry for each place. After the keys comes the mask that selects the place."""

    keys: Words
    entries: Numbers


@kernel
def put(table: Transpositions, place: int, key: int, value: int, depth: int, bound: int, move: int, ply: int) -> None:
    """Store an entry. If its value is only a bound, a deeper entry of the same position stays.

    If there is no best move, the stored move stays.
    """
    keys, entries = table.keys, table.entries
    if keys[place] == key:
        if depth_of(entries[place]) > depth and bound != EXACT:
            return
        if move == NOTHING:
            move = move_of_entry(entries[place])
    if value > PROVEN:
        value += ply
    elif value < -PROVEN:
        value -= ply
    keys[place] = key
    entries[place] = (value + _VALUE_OFFSET) << 24 | depth << 16 | bound << 8 | move


@kernel
def value_of(entry: int, ply: int) -> int:
    """Return the value as counted from the root, for a node at `ply` plies from the root."""
    value = (entry >> 24) - _VALUE_OFFSET
    if value > PROVEN:
        return value - ply
    if value < -PROVEN:
        return value + ply
    return value


@kernel
def depth_of(entry: int) -> int:
    """Return the depth of the search of the position."""
    return entry >> 16 & 255


@kernel
def bound_of(entry: int) -> int:
    """Return whether the value is exact, a lower or an upper bound."""
    return entry >> 8 & 255


@kernel
def move_of_entry(entry: int) -> int:
    """Return the best move, or NOTHING."""
    return entry & 255
