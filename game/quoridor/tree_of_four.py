"""Monte-Carlo tree search for four players, as kernels.

A node keeps how often each seat won the games that were played out through it, and its mover goes where it has won most
itself: max-n (Luckhardt and Irani, 1986) in a tree of playouts (Sturtevant, 2008). Moves with a high prior are
tried sooner and more often, in the way of PUCB (Rosin, 2011).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.agents.kernels import Numbers, kernel
from game.quoridor.board import PASS
from game.quoridor.frames import INTS, MOVER, make
from game.quoridor.ordering import MOST_MOVES
from game.quoridor.ordering_of_four import list_moves
from game.quoridor.playouts import LONGEST, PLAYERS, Games, arrival, play_out

# Numbers of a node: its move, where its children are and how many, its visits, who wins at once there, its prior, and
# from WON on, by seat, the games won.
MOVE, FIRST, COUNT, VISITS, WINNER, PRIOR, WON = range(7)
NODE = WON + PLAYERS
NOBODY = -1
IMPOSSIBLE = -1
"""The prior of a move that shuts somebody in."""

# More numbers of `control`: the nodes in the tree, the deepest of them, the games played out and the seat that thinks.
USED, DEEPEST, GAMES, SEAT = range(2, 6)
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


class Tree(NamedTuple):
    """What a search writes to: its playouts, the priors of the moves listed, the nodes, and those on the way down."""

    games: Games
    priors: Numbers
    nodes: Numbers
    path: Numbers


@kernel
def run(tree: Tree, count: int) -> None:
    """Play out `count` more games; frame 0 and node 0 are the position, and node 0 has its children already."""
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
    """Make the moves down to a node without children or with a winner; its ply. `path` gets the nodes on the way."""
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
    """The child to visit next, or -1 where none is possible."""
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
    """Give a node its winner, where the mover arrives at once, or its children, where the tree has room for them."""
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
    """Fill in a node that nobody has visited."""
    at = node * NODE
    for i in range(NODE):
        nodes[at + i] = 0
    nodes[at + MOVE] = move
    nodes[at + WINNER] = NOBODY
    nodes[at + PRIOR] = prior
