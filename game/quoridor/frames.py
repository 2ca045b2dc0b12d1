"""Positions in flat arrays, for two or four players. Kernels make moves, and count sequences of moves.

Moves are numbered as in `board`.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.agents.kernels import Numbers, Words, array, kernel, zeros
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import (
    ALL_OPEN,
    CELL_HIGH,
    CELL_LOW,
    COMPILED,
    EAST_HIGH,
    EAST_LOW,
    GOAL_HIGH,
    GOAL_LOW,
    GOALS_OF_FOUR,
    LOW_CELLS,
    NORTH_HIGH,
    NORTH_LOW,
    ONE,
    WALL,
    ZERO,
    count,
    follow,
    free_horizontal,
    free_vertical,
    joins_horizontal,
    joins_vertical,
    layers,
    lowest,
    spread_high,
    spread_low,
    touched,
)
from game.quoridor.state import ANCHORS, CELLS, SIZE, State

# Offsets of a frame's words: walls, open edges, the key, the key of the walls alone. Then follow, for each seat, the
# walls that cut its shortest ways (see `follow`).
H, V, NL, NH, EL, EH, KEY, WALLS_KEY = range(8)
# Offsets of the first seat's horizontal walls that cut a shortest way, and of those that cut all. After each
# come the vertical walls of the same kind.
CUT_H, BAR_H = 8, 10
PER_SEAT = 4
WORDS = 24
# Offsets of a frame's numbers: by seat the pawn's cell, walls left, steps to go and narrow steps (see `follow`); then
# the mover. The search's own numbers begin at SEARCH.
PAWN, LEFT, DIST, NARROW = 0, 4, 8, 12
MOVER = 16
SEARCH = 17
INTS = 40

SCRATCH = 2 * CELLS + 4
"""The number of words that a flood needs."""


class Frames(NamedTuple):
    """Each ply of a search has WORDS words and INTS numbers. `scratch` has the layers of one flood."""

    words: Words
    ints: Numbers
    scratch: Words


_random = Random("quoridor")
PAWN_KEYS = array([_random.getrandbits(64) for _ in range(4 * CELLS)], "uint64", COMPILED)
WALL_KEYS = array([_random.getrandbits(64) for _ in range(PASS)], "uint64", COMPILED)
LEFT_KEYS = array([_random.getrandbits(64) for _ in range(4 * 16)], "uint64", COMPILED)
MOVER_KEYS = array([_random.getrandbits(64) for _ in range(4)], "uint64", COMPILED)


def frames_of(state: State, plies: int = 1) -> Frames:
    """Return frames for `plies` plies. The first one has the position `state`, with the seats' ways in it."""
    words, ints = zeros(plies * WORDS, "uint64", COMPILED), zeros(plies * INTS, "int64", COMPILED)
    frames = Frames(words, ints, zeros(SCRATCH + 16, "uint64", COMPILED))
    write(state, frames)
    return frames


def write(state: State, frames: Frames) -> None:
    """Fill the first frame with `state` and its ways."""
    words, ints = frames.words, frames.ints
    ways = ALL_OPEN
    words[H], words[V] = 0, 0
    words[NL], words[NH], words[EL], words[EH] = ways
    words[WALLS_KEY] = 0
    for anchor in range(ANCHORS):
        if state.horizontal >> anchor & 1:
            _wall(words, 0, HORIZONTAL + anchor)
        if state.vertical >> anchor & 1:
            _wall(words, 0, VERTICAL + anchor)
    key = int(words[WALLS_KEY])
    for seat in range(4):
        ints[PAWN + seat] = state.pawns[seat] if seat < state.players else -1
        ints[LEFT + seat] = state.walls_left[seat] if seat < state.players else 0
        if seat < state.players:
            key ^= int(PAWN_KEYS[seat * CELLS + state.pawns[seat]])
            key ^= int(LEFT_KEYS[seat * 16 + state.walls_left[seat]])
    ints[MOVER] = state.mover
    words[KEY] = key ^ int(MOVER_KEYS[state.mover])
    for seat in range(state.players):
        find_way(frames, 0, seat, state.players)


@kernel
def _wall(words: Words, frame: int, move: int) -> None:
    """Put a wall into the frame that begins at words[frame]."""
    words[frame + WALLS_KEY] ^= WALL_KEYS[move]
    if move < VERTICAL:
        anchor = move - HORIZONTAL
        words[frame + H] |= WALL[anchor]
        words[frame + NL] &= ~NORTH_LOW[anchor]
        words[frame + NH] &= ~NORTH_HIGH[anchor]
    else:
        anchor = move - VERTICAL
        words[frame + V] |= WALL[anchor]
        words[frame + EL] &= ~EAST_LOW[anchor]
        words[frame + EH] &= ~EAST_HIGH[anchor]


@kernel
def goal_of(seat: int, players: int) -> int:
    """Return the index of a seat's goal."""
    return seat if players == 2 else GOALS_OF_FOUR + seat


@kernel
def find_way(frames: Frames, ply: int, seat: int, players: int) -> bool:
    """Fill in a seat's steps to go and the walls that cut its ways. Returns whether there is a way."""
    words, ints, scratch = frames
    frame = ply * WORDS
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    cell = ints[ply * INTS + PAWN + seat]
    steps = layers(scratch, 0, cell, goal_of(seat, players), nl, nh, el, eh)
    ints[ply * INTS + DIST + seat] = steps
    if steps < 0:
        return False
    out = SCRATCH
    ints[ply * INTS + NARROW + seat] = follow(scratch, 0, steps, cell, nl, nh, el, eh, out)
    at = frame + CUT_H + PER_SEAT * seat
    for i in range(PER_SEAT):
        words[at + i] = scratch[out + i]
    return True


@kernel
def make(frames: Frames, ply: int, move: int, players: int) -> bool:
    """Fill the frame after `ply` with the position after `move` and the seats' ways in it. `move` may be a pass.

    Returns False if the move shuts a seat in. Only ways that the move changes are searched again.
    """
    words, ints = frames.words, frames.ints
    frame, below = ply * WORDS, (ply + 1) * WORDS
    here, there = ply * INTS, (ply + 1) * INTS
    for i in range(CUT_H + PER_SEAT * players):
        words[below + i] = words[frame + i]
    for i in range(SEARCH):
        ints[there + i] = ints[here + i]
    mover = ints[here + MOVER]
    after = mover + 1 if mover + 1 < players else 0
    ints[there + MOVER] = after
    key = words[frame + KEY] ^ MOVER_KEYS[mover] ^ MOVER_KEYS[after]
    if move < HORIZONTAL:
        at = mover * CELLS
        words[below + KEY] = key ^ PAWN_KEYS[at + ints[here + PAWN + mover]] ^ PAWN_KEYS[at + move]
        ints[there + PAWN + mover] = move
        return find_way(frames, ply + 1, mover, players)
    if move == PASS:
        words[below + KEY] = key
        return True
    left = ints[here + LEFT + mover]
    ints[there + LEFT + mover] = left - 1
    at = mover * 16 + left
    words[below + KEY] = key ^ LEFT_KEYS[at] ^ LEFT_KEYS[at - 1] ^ WALL_KEYS[move]
    _wall(words, below, move)
    anchor = WALL[move - HORIZONTAL] if move < VERTICAL else WALL[move - VERTICAL]
    kind = 0 if move < VERTICAL else 1
    for seat in range(players):
        cut = (words[frame + CUT_H + PER_SEAT * seat + kind] & anchor) != ZERO
        if cut and not find_way(frames, ply + 1, seat, players):
            return False
    return True


@kernel
def steps_with(frames: Frames, ply: int, seat: int, move: int, players: int) -> int:
    """Return a seat's steps to go with the wall `move` added; -1 if it would have no way."""
    words, ints, scratch = frames
    frame = ply * WORDS
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    if move < VERTICAL:
        nl &= ~NORTH_LOW[move - HORIZONTAL]
        nh &= ~NORTH_HIGH[move - HORIZONTAL]
    else:
        el &= ~EAST_LOW[move - VERTICAL]
        eh &= ~EAST_HIGH[move - VERTICAL]
    return layers(scratch, 0, ints[ply * INTS + PAWN + seat], goal_of(seat, players), nl, nh, el, eh)


@kernel
def is_open(words: Words, frame: int, cell: int, direction: int) -> bool:
    """Return whether a step up (0), right (1), down (2) or left (3) from `cell` is open; False at the border."""
    edge = cell - SIZE if direction == 2 else cell - 1 if direction == 3 else cell
    if edge < 0 or (direction == 3 and cell % SIZE == 0):
        return False
    kind = EL if direction == 1 or direction == 3 else NL
    found: bool = (words[frame + kind] & CELL_LOW[edge] | words[frame + kind + 1] & CELL_HIGH[edge]) != ZERO
    return found


@kernel
def step_of(direction: int) -> int:
    """Return what must be added to a cell's number to get its neighbour in a direction."""
    return SIZE if direction == 0 else 1 if direction == 1 else -SIZE if direction == 2 else -1


@kernel
def list_targets(
    words: Words, ints: Numbers, ply: int, players: int, jump_pairs: bool, moves: Numbers, first: int
) -> int:
    """List the cells to which the mover's pawn may go, from moves[first] on. Returns their number."""
    frame, here = ply * WORDS, ply * INTS
    mover = ints[here + MOVER]
    cell = ints[here + PAWN + mover]
    taken_low = taken_high = ZERO
    for seat in range(players):
        taken_low |= CELL_LOW[ints[here + PAWN + seat]]
        taken_high |= CELL_HIGH[ints[here + PAWN + seat]]
    low, high = CELL_LOW[cell], CELL_HIGH[cell]
    near_low = spread_low(low, high, words[frame + NL], words[frame + EL])
    near_high = spread_high(low, high, words[frame + NL], words[frame + NH], words[frame + EH])
    free_low, free_high = near_low & ~taken_low, near_high & ~taken_high
    if near_low & taken_low | near_high & taken_high:
        for direction in range(4):
            if not is_open(words, frame, cell, direction):
                continue
            over = cell + step_of(direction)
            if not (taken_low & CELL_LOW[over] | taken_high & CELL_HIGH[over]):
                continue
            behind = is_open(words, frame, over, direction)
            to = over + step_of(direction)
            if behind and not (taken_low & CELL_LOW[to] | taken_high & CELL_HIGH[to]):
                free_low |= CELL_LOW[to]
                free_high |= CELL_HIGH[to]
            elif not behind or jump_pairs:
                for turn in range(1, 4, 2):
                    side = (direction + turn) % 4
                    if is_open(words, frame, over, side):
                        to = over + step_of(side)
                        free_low |= CELL_LOW[to] & ~taken_low
                        free_high |= CELL_HIGH[to] & ~taken_high
    found = first
    while free_low:
        moves[found] = lowest(free_low)
        free_low &= free_low - ONE
        found += 1
    while free_high:
        moves[found] = LOW_CELLS + lowest(free_high)
        free_high &= free_high - ONE
        found += 1
    return found - first


@kernel
def legal_walls(frames: Frames, ply: int, players: int, out: int) -> int:
    """Put the mover's legal walls into scratch[out] (horizontal) and scratch[out + 1] (vertical). Returns their number.

    Only a wall that touches walls or the border at two points, and cuts a known shortest way of a seat, needs a flood.
    """
    words, ints, scratch = frames
    frame = ply * WORDS
    scratch[out] = scratch[out + 1] = ZERO
    if ints[ply * INTS + LEFT + ints[ply * INTS + MOVER]] == 0:
        return 0
    points = touched(words[frame + H], words[frame + V])
    for kind in range(2):
        if kind == 0:
            free = free_horizontal(words[frame + H], words[frame + V])
            joins = joins_horizontal(points)
        else:
            free = free_vertical(words[frame + H], words[frame + V])
            joins = joins_vertical(points)
        for seat in range(players):
            doubtful = free & joins & words[frame + CUT_H + PER_SEAT * seat + kind]
            while doubtful:
                anchor = lowest(doubtful)
                doubtful &= ~WALL[anchor]
                move = (HORIZONTAL if kind == 0 else VERTICAL) + anchor
                if steps_with(frames, ply, seat, move, players) < 0:
                    free &= ~WALL[anchor]
        scratch[out + kind] = free
    return count(scratch[out]) + count(scratch[out + 1])


# Counting sequences of actions

MOST_TARGETS = 16
MOST_MOVES = MOST_TARGETS + PASS - HORIZONTAL
_WALLS = SCRATCH + 8


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions, counted by a kernel."""
    if depth == 0:
        return 1
    if state.winner is not None:
        return 0
    moves = zeros((depth + 1) * MOST_MOVES, "int64", COMPILED)
    course = zeros(2 * depth, "int64", COMPILED)
    return int(count_leaves(frames_of(state, depth + 1), moves, course, state.players, state.jump_pairs, depth))


@kernel
def list_moves(frames: Frames, moves: Numbers, ply: int, players: int, jump_pairs: bool, leaf: bool) -> int:
    """Return the number of the mover's actions. Unless `leaf` is true, list them, too."""
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
    """Count as `perft` does, beginning with the frame of ply 0. Actions of the last ply are counted without being
    played.

    `course` has the next move and the number of moves for each ply.
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
