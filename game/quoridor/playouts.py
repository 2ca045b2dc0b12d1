"""Kernels for four players: playouts, candidate moves, and Monte-Carlo tree search with both.

A playout plays a game to its end by simple rules and chance. If the mover can arrive, it does. If a rival could arrive
before the mover's next turn, the mover bars the first such rival's way. If a rival leads the race, the mover in half of
the cases places the wall that costs this rival most. Otherwise the mover's pawn runs.

The tree search is max-n (Luckhardt and Irani, 1986) with playouts (Sturtevant, 2008). A node counts each seat's wins in
the playouts through it. Its mover chooses the child with the most wins for itself. As in PUCB (Rosin, 2011), moves with
a high prior are tried sooner and more often.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.agents.kernels import Numbers, Words, kernel, word
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import (
    CELL_HIGH,
    CELL_LOW,
    GOAL_HIGH,
    GOAL_LOW,
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
    LEFT,
    MOST_MOVES,
    MOVER,
    NH,
    NL,
    PAWN,
    PER_SEAT,
    WORDS,
    Frames,
    H,
    V,
    goal_of,
    list_targets,
    make,
    steps_with,
)

PLAYERS = 4
# Indices of `control`: the plies played out, and whether pairs of pawns can be jumped. A tree has more indices.
PLIES, JUMP_PAIRS = range(2)
LONGEST = 80
"""Plies after which a playout ends. The seat that then leads the race counts as the winner."""

HALTING = 2
"""A mover blocks the leading rival with the probability 1 / HALTING if no rival could arrive."""

AT_ANY_COST = -99
"""The argument `least` of `bar` if the rival could arrive: the wall may cost the mover far more than the rival."""

_WORD = word((1 << 64) - 1)
_SMALL = word(0xFFFFFF)


class Playouts(NamedTuple):
    """The arrays of playouts: positions, the moves of each ply, the random generator's `seeds`, and `control`."""

    frames: Frames
    moves: Numbers
    seeds: Words
    control: Numbers


@kernel
def draw(seeds: Words, below: int) -> int:
    """Return a random number from 0 to `below` - 1 (Marsaglia's xorshift)."""
    seed = seeds[0]
    seed ^= seed << 13 & _WORD
    seed ^= seed >> 7
    seed ^= seed << 17 & _WORD
    seeds[0] = seed
    return NUMBER(seed >> 20 & _SMALL) % below


@kernel
def plies_to_go(ints: Numbers, ply: int, seat: int) -> int:
    """Return the number of plies before a seat arrives, if all seats take their shortest ways."""
    here = ply * INTS
    found: int = (ints[here + DIST + seat] - 1) * PLAYERS + (seat - ints[here + MOVER]) % PLAYERS
    return found


@kernel
def first_to_arrive(ints: Numbers, ply: int) -> int:
    """Return the seat that arrives first, if all seats take their shortest ways."""
    first = 0
    for seat in range(1, PLAYERS):
        if plies_to_go(ints, ply, seat) < plies_to_go(ints, ply, first):
            first = seat
    return first


@kernel
def arrival(games: Playouts, ply: int, seat: int) -> int:
    """Return a move with which `seat` would arrive if it were its turn; PASS if there is none."""
    words, ints, moves = games.frames.words, games.frames.ints, games.moves
    here = ply * INTS
    if ints[here + DIST + seat] > 2:
        return PASS
    mover = ints[here + MOVER]
    ints[here + MOVER] = seat
    first = ply * MOST_MOVES
    found = list_targets(words, ints, ply, PLAYERS, games.control[JUMP_PAIRS] == 1, moves, first)
    ints[here + MOVER] = mover
    goal = goal_of(seat, PLAYERS)
    for i in range(first, first + found):
        if CELL_LOW[moves[i]] & GOAL_LOW[goal] | CELL_HIGH[moves[i]] & GOAL_HIGH[goal]:
            move: int = moves[i]
            return move
    return PASS


@kernel
def next_to_arrive(games: Playouts, ply: int) -> int:
    """Return the first of the mover's rivals, in turn order, that could arrive with its next move; -1 for none."""
    mover = games.frames.ints[ply * INTS + MOVER]
    for offset in range(1, PLAYERS):
        seat: int = (mover + offset) % PLAYERS
        if arrival(games, ply, seat) != PASS:
            return seat
    return -1


@kernel
def play_out(games: Playouts, ply: int) -> int:
    """Play a game to its end from the frame of `ply`. Returns the winning seat."""
    ints = games.frames.ints
    end = ply + LONGEST
    while ply < end:
        here = ply * INTS
        mover = ints[here + MOVER]
        games.control[PLIES] += 1
        if arrival(games, ply, mover) != PASS:
            winner: int = mover
            return winner
        walls = 0
        for seat in range(PLAYERS):
            walls += ints[here + LEFT + seat]
        if walls == 0:
            break
        if ints[here + LEFT + mover] == 0 or not wall_off(games, ply):
            run_on(games, ply)
        ply += 1
    return first_to_arrive(ints, ply)


@kernel
def wall_off(games: Playouts, ply: int) -> bool:
    """Bar the way of the next rival that could arrive, or sometimes of the leader. Returns whether it placed a wall."""
    ints = games.frames.ints
    mover = ints[ply * INTS + MOVER]
    threat = next_to_arrive(games, ply)
    if threat >= 0:
        return bar(games, ply, threat, AT_ANY_COST)
    front = first_to_arrive(ints, ply)
    if front == mover or draw(games.seeds, HALTING) > 0:
        return False
    return bar(games, ply, front, 1)


@kernel
def bar(games: Playouts, ply: int, rival: int, least: int) -> bool:
    """Place the wall with the greatest net cost for `rival`, if that is at least `least` steps.

    Returns whether there was such a wall. Among nearly equal walls the choice is random.
    """
    frames, words, ints = games.frames, games.frames.words, games.frames.ints
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    best, most = PASS, 0
    for kind in range(2):
        if kind == 0:
            useful = free_horizontal(words[frame + H], words[frame + V])
            zero = HORIZONTAL
        else:
            useful = free_vertical(words[frame + H], words[frame + V])
            zero = VERTICAL
        useful &= words[frame + BAR_H + PER_SEAT * rival + kind]
        cuts = words[frame + CUT_H + PER_SEAT * mover + kind]
        while useful:
            anchor = lowest(useful)
            wall = WALL[anchor]
            useful &= ~wall
            gain = steps_with(frames, ply, rival, zero + anchor, PLAYERS) - ints[here + DIST + rival]
            if gain < 1:
                continue
            if wall & cuts:
                gain -= steps_with(frames, ply, mover, zero + anchor, PLAYERS) - ints[here + DIST + mover]
            if gain < least:
                continue
            worth = 100 + 4 * gain + draw(games.seeds, 6)
            if worth > most and make(frames, ply, zero + anchor, PLAYERS):
                best, most = zero + anchor, worth
    return best != PASS and make(frames, ply, best, PLAYERS)


@kernel
def run_on(games: Playouts, ply: int) -> None:
    """Make a random move that leads nearer, or else the move that loses least. Pass if there is no move."""
    frames, words, ints, moves = games.frames, games.frames.words, games.frames.ints, games.moves
    first = ply * MOST_MOVES
    mover = ints[ply * INTS + MOVER]
    found = list_targets(words, ints, ply, PLAYERS, games.control[JUMP_PAIRS] == 1, moves, first)
    best, least = PASS, 1 << 20
    start = draw(games.seeds, found) if found > 0 else 0
    for i in range(found):
        move = moves[first + (start + i) % found]
        make(frames, ply, move, PLAYERS)
        steps = ints[(ply + 1) * INTS + DIST + mover]
        if steps < least:
            best, least = move, steps
            if steps < ints[ply * INTS + DIST + mover]:
                return
    make(frames, ply, best, PLAYERS)


# Candidate moves. A move's prior says how soon and how often it is tried

IN_FRONT = PLAYERS
"""A rival is in front if it needs at most this many plies more than the leading rival."""

# Priors of pawn moves: a step away from the goal, one that keeps the distance, one nearer, a jump two steps nearer.
BACK, ASIDE, NEARER, JUMP = 80, 200, 1600, 2400
# Priors of walls by net cost for the rival: 0 or less, 1, 2, or more steps. NO_GAIN is tiny because early
# playouts say little: when it was a fortieth of NEARER, players soon spent all five walls.
NO_GAIN, ONE, TWO, MORE = 1, 80, 160, 320
# The prior of walls that slow the first rival that could arrive with its next move.
STOPS = 8000
SELDOM = 1
"""The prior of moves that `list_moves` does not list."""


@kernel
def list_moves(games: Playouts, priors: Numbers, ply: int) -> int:
    """List the mover's pawn moves, and walls in the ways of rivals in front. Returns their number.

    Some of the walls may shut a pawn in. A mover without a pawn move may pass.
    """
    words, ints, scratch = games.frames
    moves = games.moves
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    first = ply * MOST_MOVES
    threat = next_to_arrive(games, ply)
    found = list_targets(words, ints, ply, PLAYERS, games.control[JUMP_PAIRS] == 1, moves, first)
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    steps = layers(scratch, 0, ints[here + PAWN + mover], goal_of(mover, PLAYERS), nl, nh, el, eh)
    for i in range(first, first + found):
        cell = moves[i]
        priors[i] = BACK
        for nearer in range(3):
            layer = 2 * (steps - nearer)
            if layer >= 0 and (CELL_LOW[cell] & scratch[layer] | CELL_HIGH[cell] & scratch[layer + 1]) != ZERO:
                priors[i] = ASIDE if nearer == 0 else NEARER if nearer == 1 else JUMP
    if found == 0:
        moves[first] = PASS
        priors[first] = ASIDE
        found = 1
    if ints[here + LEFT + mover] == 0:
        return found
    fewest = 1 << 20
    for seat in range(PLAYERS):
        if seat != mover:
            fewest = min(fewest, plies_to_go(ints, ply, seat))
    start = first + found
    for seat in range(PLAYERS):
        if seat == threat or (seat != mover and plies_to_go(ints, ply, seat) <= fewest + IN_FRONT):
            found += _list_walls(games, priors, ply, seat, threat, start, first + found)
    return found


@kernel
def _list_walls(games: Playouts, priors: Numbers, ply: int, rival: int, threat: int, start: int, at: int) -> int:
    """Write the walls in the ways of `rival` into `moves`, beginning at moves[at]. Returns their number.

    A wall that is already among moves[start:at] stays in its place and gets the greater of its two priors.
    """
    frames, moves = games.frames, games.moves
    words, ints = frames.words, frames.ints
    here, frame = ply * INTS, ply * WORDS
    mover = ints[here + MOVER]
    found = 0
    for kind in range(2):
        if kind == 0:
            useful = free_horizontal(words[frame + H], words[frame + V])
            zero = HORIZONTAL
        else:
            useful = free_vertical(words[frame + H], words[frame + V])
            zero = VERTICAL
        bars = words[frame + BAR_H + PER_SEAT * rival + kind]
        cuts = words[frame + CUT_H + PER_SEAT * mover + kind]
        useful &= words[frame + CUT_H + PER_SEAT * rival + kind]
        while useful:
            anchor = lowest(useful)
            wall = WALL[anchor]
            useful &= ~wall
            move = zero + anchor
            gain = stopped = 0
            if wall & bars:
                gain = stopped = steps_with(frames, ply, rival, move, PLAYERS) - ints[here + DIST + rival]
                if wall & cuts:
                    gain -= steps_with(frames, ply, mover, move, PLAYERS) - ints[here + DIST + mover]
            prior = NO_GAIN if gain <= 0 else ONE if gain == 1 else TWO if gain == 2 else MORE
            if rival == threat and stopped > 0:
                prior = STOPS
            known = -1
            for i in range(start, at):
                if moves[i] == move:
                    known = i
            if known >= 0:
                priors[known] = max(priors[known], prior)
                continue
            moves[at + found] = move
            priors[at + found] = prior
            found += 1
    return found


# The tree

# Offsets of a node's numbers: its move, first child, number of children, visits, the seat that wins at once there, and
# its prior. From WON on there are the games won by each seat.
MOVE, FIRST, COUNT, VISITS, WINNER, PRIOR, WON = range(7)
NODE = WON + PLAYERS
NOBODY = -1
IMPOSSIBLE = -1
"""The prior of a move that would shut a pawn in."""

# More indices of `control`: the number of nodes in the tree, its depth, the games played out, and the thinking seat.
USED, DEEPEST, GAMES, SEAT = range(2, 6)
CONTROL = 6

MOST_PLIES = 40
FRAMES = MOST_PLIES + LONGEST + 2
EXPAND = 4
"""The number of visits after which a node gets children."""

CURIOSITY, RIVALS_CURIOSITY = 4.0, 16.0
"""The weight of a prior compared to the games won, for moves of the thinking seat and for moves of its rivals.

Rivals play worse than the search expects, so their moves follow the priors more.
"""

UNTRIED = 0.1
"""The assumed share of wins of an untried move is its node's share minus this."""


class Tree(NamedTuple):
    """The arrays of a search: playouts, priors of the listed moves, nodes, and the path to the present node."""

    games: Playouts
    priors: Numbers
    nodes: Numbers
    path: Numbers


@kernel
def run(tree: Tree, count: int) -> None:
    """Play out `count` more games of the position in frame 0. Node 0 must have its children already."""
    nodes, path, control = tree.nodes, tree.path, tree.games.control
    for _ in range(count):
        ply = descend(tree)
        winner = nodes[path[ply] * NODE + WINNER]
        if winner == NOBODY:
            winner = play_out(tree.games, ply)
        control[DEEPEST] = max(control[DEEPEST], ply)
        control[GAMES] += 1
        for i in range(ply + 1):
            at = path[i] * NODE
            nodes[at + VISITS] += 1
            nodes[at + WON + winner] += 1


@kernel
def descend(tree: Tree) -> int:
    """Make the moves down to a node that has no children or has a winner. Returns its ply; `path` gets the nodes."""
    games, nodes, path = tree.games, tree.nodes, tree.path
    ply = 0
    path[0] = 0
    while True:
        at = path[ply] * NODE
        if nodes[at + FIRST] == 0 and nodes[at + VISITS] >= EXPAND and ply < MOST_PLIES:
            expand(tree, path[ply], ply)
        if nodes[at + WINNER] != NOBODY or nodes[at + FIRST] == 0:
            return ply
        mover = games.frames.ints[ply * INTS + MOVER]
        child = choose(nodes, path[ply], mover, CURIOSITY if mover == games.control[SEAT] else RIVALS_CURIOSITY)
        if child < 0:
            return ply
        if make(games.frames, ply, nodes[child * NODE + MOVE], PLAYERS):
            ply += 1
            path[ply] = child
        else:
            nodes[child * NODE + PRIOR] = IMPOSSIBLE


@kernel
def choose(nodes: Numbers, node: int, mover: int, curiosity: float) -> int:
    """Return the child to visit next; -1 if none is possible."""
    at = node * NODE
    first, end = nodes[at + FIRST], nodes[at + FIRST] + nodes[at + COUNT]
    total = 0
    for child in range(first, end):
        total += max(0, nodes[child * NODE + PRIOR])
    if total == 0:
        return -1
    bonus = curiosity * math.sqrt(nodes[at + VISITS] + 1.0) / total
    unknown = nodes[at + WON + mover] / max(1, nodes[at + VISITS]) - UNTRIED
    best, most = -1, -1.0e9
    for child in range(first, end):
        here = child * NODE
        if nodes[here + PRIOR] == IMPOSSIBLE:
            continue
        visits = nodes[here + VISITS]
        worth = nodes[here + WON + mover] / visits if visits > 0 else unknown
        worth += bonus * nodes[here + PRIOR] / (1.0 + visits)
        if worth > most:
            best, most = child, worth
    return best


@kernel
def expand(tree: Tree, node: int, ply: int) -> None:
    """If the mover can arrive at once, set the node's winner. Otherwise add its children, if the tree has room."""
    games, nodes, control = tree.games, tree.nodes, tree.games.control
    at = node * NODE
    mover = games.frames.ints[ply * INTS + MOVER]
    if arrival(games, ply, mover) != PASS:
        nodes[at + WINNER] = mover
        return
    found = list_moves(games, tree.priors, ply)
    if (control[USED] + found) * NODE > len(nodes):
        return
    nodes[at + FIRST] = control[USED]
    nodes[at + COUNT] = found
    for i in range(found):
        add(nodes, control[USED] + i, games.moves[ply * MOST_MOVES + i], tree.priors[ply * MOST_MOVES + i])
    control[USED] += found


@kernel
def add(nodes: Numbers, node: int, move: int, prior: int) -> None:
    """Set the move and the prior of a node that was not visited."""
    at = node * NODE
    for i in range(NODE):
        nodes[at + i] = 0
    nodes[at + MOVE] = move
    nodes[at + WINNER] = NOBODY
    nodes[at + PRIOR] = prior
