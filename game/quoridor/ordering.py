"""Kernels that list the moves of a node and rank them, the most promising first."""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, kernel
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import (
    CELL_HIGH,
    CELL_LOW,
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
    MOVER,
    NH,
    NL,
    PAWN,
    PER_SEAT,
    WORDS,
    Frames,
    H,
    V,
    list_targets,
    steps_with,
)

MOST_MOVES = 16 + PASS - HORIZONTAL
KILLERS = 2
SIDE = 256  # of `history`, a mover's part

_STEP = 1_000  # the worth of a step nearer, in the units of history
QUIET_DEPTH = 2  # the least at which walls are tried that cut no shortest way of the rival
QUIET = -3 * _STEP
_FIRST = 1 << 40
_KILLER = 3_000
_MOST_HISTORY = 1 << 12


class RankedMoves(NamedTuple):
    """The moves of each ply and their ranks (`order`)."""

    moves: Numbers
    order: Numbers


class Refutations(NamedTuple):
    """What ranks moves: how often a mover's moves have refuted others (`history`), and the last ones at each ply."""

    history: Numbers
    killers: Numbers


@kernel
def list_moves(
    frames: Frames, ranked: RankedMoves, refuted: Refutations, ply: int, depth: int, best: int, defending: bool
) -> int:
    """List the moves to search, each with its rank in `order`; how many there are. Walls may yet shut a seat in.

    All moves of the pawn and the walls in the rival's ways; where `defending`, only those that bar them all.
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
    """The walls of `list_moves`, from moves[at] on."""
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
    """Bring the best of the moves from `index` on to its place."""
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
    """Remember that a move refuted the one before it, and that those tried before it did not."""
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
