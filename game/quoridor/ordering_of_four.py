"""Kernels that list the moves worth a try with four players, each with a prior: how soon and how often to try it."""

from __future__ import annotations

from game.agents.kernels import Numbers, kernel
from game.quoridor.board import HORIZONTAL, PASS, VERTICAL
from game.quoridor.floods import CELL_HIGH, CELL_LOW, WALL, ZERO, free_horizontal, free_vertical, layers, lowest
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
    H,
    V,
    goal_of,
    list_targets,
    steps_with,
)
from game.quoridor.ordering import MOST_MOVES
from game.quoridor.playouts import JUMP_PAIRS, PLAYERS, Playouts, next_to_arrive, plies_to_go

IN_FRONT = PLAYERS
"""A rival is in front who arrives at most so many plies after the first of them."""

# Priors of steps by how many steps nearer they lead, from one farther to two nearer by a jump.
BACK, ASIDE, NEARER, JUMP = 80, 200, 1600, 2400
# Priors of walls by how many steps more they cost the rival than the mover: nothing or less, one, two, more. Playouts
# tell little early in a game: with a fortieth of a step's prior for each wall without a gain all five were soon gone.
NO_GAIN, ONE, TWO, MORE = 1, 80, 160, 320
# Under a threat, that of the walls that cost the rival steps who could arrive first.
STOPS = 8000
SELDOM = 1
"""The prior of the moves that are not listed here."""


@kernel
def list_moves(games: Playouts, priors: Numbers, ply: int) -> int:
    """List the mover's steps and jumps and the walls in the ways of the rivals in front; how many there are.

    Walls may yet shut somebody in. A mover without a step may pass.
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
    """List the walls in the ways of `rival` from moves[at] on; how many there are.

    Those that are listed from moves[start] on, against others, stay where they are, with the greater prior.
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
