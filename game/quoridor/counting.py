"""Counting sequences of actions with kernels."""

from __future__ import annotations

from game.agents.kernels import Numbers, kernel, zeros
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import CELL_HIGH, CELL_LOW, COMPILED, GOAL_HIGH, GOAL_LOW, WALL, lowest
from game.quoridor.frames import (
    INTS,
    MOVER,
    SCRATCH,
    Frames,
    frames_of,
    goal_of,
    legal_walls,
    list_targets,
    make,
)
from game.quoridor.state import State

MOST_TARGETS = 16
MOST_MOVES = MOST_TARGETS + PASS - HORIZONTAL
_WALLS = SCRATCH + 8


def perft(state: State, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies, counted by a kernel."""
    if depth == 0:
        return 1
    if state.winner is not None:
        return 0
    moves = zeros((depth + 1) * MOST_MOVES, "int64", COMPILED)
    course = zeros(2 * depth, "int64", COMPILED)
    return int(count_leaves(frames_of(state, depth + 1), moves, course, state.players, state.jump_pairs, depth))


@kernel
def list_moves(frames: Frames, moves: Numbers, ply: int, players: int, jump_pairs: bool, leaf: bool) -> int:
    """The number of the mover's actions; they are listed unless `leaf`."""
    first = ply * MOST_MOVES
    found = list_targets(frames.words, frames.ints, ply, players, jump_pairs, moves, first)
    walls = legal_walls(frames, ply, players, _WALLS)
    if not leaf:
        at = first + found
        for kind in range(2):
            free = frames.scratch[_WALLS + kind]
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
def count_leaves(frames: Frames, moves: Numbers, course: Numbers, players: int, jump_pairs: bool, depth: int) -> int:
    """Count as `perft` does, from the frame of ply 0 on. The last ply is counted without being played.

    `course` holds for each ply the next move and the number of moves.
    """
    ply = 0
    course[1] = list_moves(frames, moves, 0, players, jump_pairs, depth == 1)
    leaves = 0
    if depth == 1:
        leaves += course[1]
        course[0] = course[1]
    while ply >= 0:
        if course[2 * ply] == course[2 * ply + 1]:
            ply -= 1
            continue
        move = moves[ply * MOST_MOVES + course[2 * ply]]
        course[2 * ply] += 1
        if move < HORIZONTAL:
            goal = goal_of(frames.ints[ply * INTS + MOVER], players)
            if CELL_LOW[move] & GOAL_LOW[goal] | CELL_HIGH[move] & GOAL_HIGH[goal]:
                continue
        make(frames, ply, move, players)
        found = list_moves(frames, moves, ply + 1, players, jump_pairs, ply + 2 == depth)
        if ply + 2 == depth:
            leaves += found
        else:
            ply += 1
            course[2 * ply] = 0
            course[2 * ply + 1] = found
    return leaves
