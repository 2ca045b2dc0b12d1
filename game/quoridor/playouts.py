"""Kernels that play a game of four players to its end by simple rules and chance.

A mover arrives if it can, and bars the way of the first rival that could arrive before its next turn. Otherwise it
runs; but where a rival would arrive first of all, it places every other time the wall that throws it back most.
"""

from __future__ import annotations

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
    free_horizontal,
    free_vertical,
    lowest,
)
from game.quoridor.frames import (
    BAR_H,
    CUT_H,
    DIST,
    INTS,
    LEFT,
    MOVER,
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
from game.quoridor.ordering import MOST_MOVES

PLAYERS = 4
# Numbers of `control`: the plies played out, and whether pairs of pawns can be jumped. A tree has more.
PLIES, JUMP_PAIRS = range(2)
LONGEST = 80
"""Plies after which the one who would arrive first is taken to win."""

HALTING = 2
"""One in so many movers places a wall, by chance, before the rival in front could arrive."""

AT_ANY_COST = -99
"""`least` of `bar` where the rival could arrive: what stops it may cost the mover far more."""

_WORD = word((1 << 64) - 1)
_SMALL = word(0xFFFFFF)


class Playouts(NamedTuple):
    """What playouts write to: the positions, the moves of each ply, where chance stands (`seeds`) and `control`."""

    frames: Frames
    moves: Numbers
    seeds: Words
    control: Numbers


@kernel
def draw(seeds: Words, below: int) -> int:
    """A number from 0 to `below` - 1 by chance (Marsaglia's xorshift)."""
    seed = seeds[0]
    seed ^= seed << 13 & _WORD
    seed ^= seed >> 7
    seed ^= seed << 17 & _WORD
    seeds[0] = seed
    return NUMBER(seed >> 20 & _SMALL) % below


@kernel
def plies_to_go(ints: Numbers, ply: int, seat: int) -> int:
    """Return how many turns of anybody pass before a seat arrives, if all take their shortest ways."""
    here = ply * INTS
    found: int = (ints[here + DIST + seat] - 1) * PLAYERS + (seat - ints[here + MOVER]) % PLAYERS
    return found


@kernel
def first_to_arrive(ints: Numbers, ply: int) -> int:
    """The seat that arrives first, if all take their shortest ways."""
    first = 0
    for seat in range(1, PLAYERS):
        if plies_to_go(ints, ply, seat) < plies_to_go(ints, ply, first):
            first = seat
    return first


@kernel
def arrival(games: Playouts, ply: int, seat: int) -> int:
    """A move by which `seat` would arrive, were it its turn, or PASS."""
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
    """The first of the mover's rivals, in turn order, that could arrive as things stand; -1 where none could."""
    mover = games.frames.ints[ply * INTS + MOVER]
    for offset in range(1, PLAYERS):
        seat: int = (mover + offset) % PLAYERS
        if arrival(games, ply, seat) != PASS:
            return seat
    return -1


@kernel
def play_out(games: Playouts, ply: int) -> int:
    """The seat that wins a game played on from the frame of `ply`."""
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
    """Bar the way of the next rival that could arrive, or at times of the one in front; whether a wall was placed."""
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
    """Place the wall that costs `rival` most steps more than the mover; whether one was found that costs `least` more.

    Chance decides between walls that are about as good.
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
    """Make a step or jump that leads nearer, by chance, else the one that loses least; pass where there is none."""
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
