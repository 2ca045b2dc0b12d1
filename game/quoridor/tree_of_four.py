"""Monte-Carlo tree search for four players, as kernels.

A node keeps how often each seat won the games that were played out through it, and its mover goes where it has won most
itself: max-n (Luckhardt and Irani, 1986) in a tree of playouts (Sturtevant, 2008). Moves with a high prior are
tried sooner and more often, in the way of PUCB (Rosin, 2011).
"""

from __future__ import annotations

import math
from typing import Any

from game.agents.kernels import kernel
from game.quoridor.board import PASS
from game.quoridor.frames import INTS, MOVER, make
from game.quoridor.ordering import MOST_MOVES
from game.quoridor.ordering_of_four import list_moves
from game.quoridor.playouts import LONGEST, PLAYERS, arrival, play_out

# Numbers of a node: its move, where its children are and how many, its visits, who wins at once there, its prior, and
# from WON on, by seat, the games won.
MOVE, FIRST, COUNT, VISITS, WINNER, PRIOR, WON = range(7)
NODE = WON + PLAYERS
NOBODY = -1
IMPOSSIBLE = -1
"""The prior of a move that shuts somebody in."""

# Numbers of `control`: the plies played out, the nodes in the tree, the deepest of them, the games played out,
# whether pairs of pawns can be jumped, and the seat that thinks.
PLIES, USED, DEEPEST, GAMES, JUMP_PAIRS, SEAT = range(6)
CONTROL = 6

MOST_PLIES = 40
FRAMES = MOST_PLIES + LONGEST + 2
EXPAND = 4
"""Visits before a node gets children."""

CURIOSITY, RIVALS_CURIOSITY = 4.0, 16.0
"""How much a prior weighs against the games won, where the seat that thinks moves and where rivals do.

Rivals are not as good as the search takes them to be, so that they are given more to what is usual.
"""

UNTRIED = 0.1
"""By how much less than its node a move that was never tried is taken to be worth."""


@kernel
def run(
    words: Any,
    ints: Any,
    moves: Any,
    priors: Any,
    scratch: Any,
    control: Any,
    seeds: Any,
    tree: Any,
    path: Any,
    games: int,
) -> None:
    """Play out `games` more games; frame 0 and node 0 are the position, and node 0 has its children already."""
    jump_pairs = control[JUMP_PAIRS] == 1
    for _ in range(games):
        ply = descend(words, ints, moves, priors, scratch, control, tree, path)
        winner = tree[path[ply] * NODE + WINNER]
        if winner == NOBODY:
            winner = play_out(words, ints, moves, scratch, seeds, control, ply, jump_pairs)
        control[DEEPEST] = max(control[DEEPEST], ply)
        control[GAMES] += 1
        for i in range(ply + 1):
            at = path[i] * NODE
            tree[at + VISITS] += 1
            tree[at + WON + winner] += 1


@kernel
def descend(words: Any, ints: Any, moves: Any, priors: Any, scratch: Any, control: Any, tree: Any, path: Any) -> int:
    """Make the moves down to a node without children or with a winner; its ply. `path` gets the nodes on the way."""
    ply = 0
    path[0] = 0
    while True:
        at = path[ply] * NODE
        if tree[at + FIRST] == 0 and tree[at + VISITS] >= EXPAND and ply < MOST_PLIES:
            expand(words, ints, moves, priors, scratch, control, tree, path[ply], ply)
        if tree[at + WINNER] != NOBODY or tree[at + FIRST] == 0:
            return ply
        mover = ints[ply * INTS + MOVER]
        child = choose(tree, path[ply], mover, CURIOSITY if mover == control[SEAT] else RIVALS_CURIOSITY)
        if child < 0:
            return ply
        if make(words, ints, scratch, ply, tree[child * NODE + MOVE], PLAYERS):
            ply += 1
            path[ply] = child
        else:
            tree[child * NODE + PRIOR] = IMPOSSIBLE


@kernel
def choose(tree: Any, node: int, mover: int, curiosity: float) -> int:
    """The child to visit next, or -1 where none is possible."""
    at = node * NODE
    first, end = tree[at + FIRST], tree[at + FIRST] + tree[at + COUNT]
    total = 0
    for child in range(first, end):
        total += max(0, tree[child * NODE + PRIOR])
    if total == 0:
        return -1
    bonus = curiosity * math.sqrt(tree[at + VISITS] + 1.0) / total
    unknown = tree[at + WON + mover] / max(1, tree[at + VISITS]) - UNTRIED
    best, most = -1, -1.0e9
    for child in range(first, end):
        here = child * NODE
        if tree[here + PRIOR] == IMPOSSIBLE:
            continue
        visits = tree[here + VISITS]
        worth = tree[here + WON + mover] / visits if visits > 0 else unknown
        worth += bonus * tree[here + PRIOR] / (1.0 + visits)
        if worth > most:
            best, most = child, worth
    return best


@kernel
def expand(
    words: Any,
    ints: Any,
    moves: Any,
    priors: Any,
    scratch: Any,
    control: Any,
    tree: Any,
    node: int,
    ply: int,
) -> None:
    """Give a node its winner, where the mover arrives at once, or its children, where the tree has room for them."""
    at = node * NODE
    mover = ints[ply * INTS + MOVER]
    jump_pairs = control[JUMP_PAIRS] == 1
    if arrival(words, ints, moves, ply, mover, jump_pairs) != PASS:
        tree[at + WINNER] = mover
        return
    found = list_moves(words, ints, moves, priors, scratch, ply, jump_pairs)
    if (control[USED] + found) * NODE > len(tree):
        return
    tree[at + FIRST] = control[USED]
    tree[at + COUNT] = found
    for i in range(found):
        add(tree, control[USED] + i, moves[ply * MOST_MOVES + i], priors[ply * MOST_MOVES + i])
    control[USED] += found


@kernel
def add(tree: Any, node: int, move: int, prior: int) -> None:
    """Fill in a node that nobody has visited."""
    at = node * NODE
    for i in range(NODE):
        tree[at + i] = 0
    tree[at + MOVE] = move
    tree[at + WINNER] = NOBODY
    tree[at + PRIOR] = prior
