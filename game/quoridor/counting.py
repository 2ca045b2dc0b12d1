"""Counting sequences of actions with kernels."""

from __future__ import annotations

from typing import Any

from game.agents.kernels import kernel, zeros
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import CELL_HIGH, CELL_LOW, COMPILED, GOAL_HIGH, GOAL_LOW, WALL, lowest
from game.quoridor.frames import (
    INTS,
    MOVER,
    SCRATCH,
    WORDS,
    find_ways,
    goal_of,
    legal_walls,
    list_targets,
    make,
    write,
)
from game.quoridor.state import State

MOST_TARGETS = 16
MOST_MOVES = MOST_TARGETS + PASS - HORIZONTAL
_WALLS = SCRATCH + 8


def perft(state: State, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies, counted by a kernel."""
    words = zeros((depth + 1) * WORDS, "uint64", COMPILED)
    ints = zeros((depth + 1) * (INTS + 2), "int64", COMPILED)
    moves = zeros((depth + 1) * MOST_MOVES, "int64", COMPILED)
    scratch = zeros(SCRATCH + 16, "uint64", COMPILED)
    if depth == 0:
        return 1
    if state.winner is not None:
        return 0
    write(state, words, ints)
    find_ways(words, ints, scratch, 0, state.players)
    return int(count_leaves(words, ints, moves, scratch, state.players, state.jump_pairs, depth))


@kernel
def list_moves(
    words: Any, ints: Any, moves: Any, scratch: Any, ply: int, players: int, jump_pairs: bool, leaf: bool
) -> int:
    """The number of the mover's actions; they are listed unless `leaf`."""
    first = ply * MOST_MOVES
    found = list_targets(words, ints, ply, players, jump_pairs, moves, first)
    walls = legal_walls(words, ints, scratch, ply, players, _WALLS)
    if not leaf:
        at = first + found
        for kind in range(2):
            free = scratch[_WALLS + kind]
            while free:
                anchor = lowest(free)
                free &= ~WALL[anchor]
                moves[at] = (HORIZONTAL if kind == 0 else VERTICAL) + anchor
                at += 1
    if found + walls == 0:
        moves[first] = PASS
        return 1
    return found + walls


@kernel
def count_leaves(words: Any, ints: Any, moves: Any, scratch: Any, players: int, jump_pairs: bool, depth: int) -> int:
    """Count as `perft` does, from the frame of ply 0 on. The last ply is counted without being played.

    ints[depth + 1 frames on] hold for each ply the next move and the number of moves.
    """
    at = (depth + 1) * INTS
    ply = 0
    ints[at] = 0
    ints[at + 1] = list_moves(words, ints, moves, scratch, 0, players, jump_pairs, depth == 1)
    leaves = 0
    if depth == 1:
        leaves += ints[at + 1]
        ints[at] = ints[at + 1]
    while ply >= 0:
        if ints[at + 2 * ply] == ints[at + 2 * ply + 1]:
            ply -= 1
            continue
        move = moves[ply * MOST_MOVES + ints[at + 2 * ply]]
        ints[at + 2 * ply] += 1
        if move < HORIZONTAL:
            goal = goal_of(ints[ply * INTS + MOVER], players)
            if CELL_LOW[move] & GOAL_LOW[goal] | CELL_HIGH[move] & GOAL_HIGH[goal]:
                continue
        make(words, ints, scratch, ply, move, players)
        found = list_moves(words, ints, moves, scratch, ply + 1, players, jump_pairs, ply + 2 == depth)
        if ply + 2 == depth:
            leaves += found
        else:
            ply += 1
            ints[at + 2 * ply] = 0
            ints[at + 2 * ply + 1] = found
    return leaves
