"""Kernels that evaluate a two-player position without search: by a chance of winning, or as a decided race.

Scores are log-odds that the mover wins, times UNIT. The weights are in `game/quoridor/weights.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, Words, array, kernel, word
from game.quoridor.floods import (
    BLOCK_HIGH,
    BLOCK_LOW,
    CELL_HIGH,
    CELL_LOW,
    COMPILED,
    EAST_HIGH,
    EAST_LOW,
    NORTH_HIGH,
    NORTH_LOW,
    NUMBER,
    ONE,
    WALL,
    ZERO,
    anchors,
    between,
    down_low,
    flood,
    free_horizontal,
    free_vertical,
    layers,
    lowest,
    spread_high,
    spread_low,
)
from game.quoridor.frames import (
    BAR_H,
    DIST,
    EH,
    EL,
    INTS,
    KEY,
    LEFT,
    MOVER,
    NH,
    NL,
    PAWN,
    PAWN_KEYS,
    PER_SEAT,
    WALLS_KEY,
    WORDS,
    Frames,
    H,
    V,
)
from game.quoridor.net import MOST_CORRECTION, correction
from game.quoridor.state import CELLS

UNIT = 256
"""The score for odds of e to 1."""

HANDS = 11
# Offsets of the weights. The tables BIAS and SLOPE are by the walls in hand of both seats, the tables HURT and HARM by
# the walls in hand of the seat that attacks. The weights at HURT must be at most 0 and those at HARM at least 0,
# because `weigh` relies on the signs.
BIAS, SLOPE = 0, HANDS * HANDS
HURT, HARM = 2 * HANDS * HANDS, 2 * HANDS * HANDS + HANDS
WEIGHTS = 2 * HANDS * HANDS + 2 * HANDS

MATE = 30_000
"""The score of a win. A win after n plies has MATE - n, so that the quickest win is the best."""

PROVEN = 25_000
"""Scores above this number are proven wins. Scores below its negative are proven losses."""

_MOST = 20_000

SCORES_BITS = 15
"""The binary logarithm of the size of the score cache. The whole cache fits the processor's L2 cache."""

_SCORES_MASK = word((1 << SCORES_BITS) - 1)
# A score is stored together with its key's bits from bit 17 up.
_ABOVE = word(17)
_OFFSET = 1 << 15


class Judge(NamedTuple):
    """The `weights` and the network `net` of the evaluation, and its caches.

    `harms` is the cache of `harm`, `scores` of `weigh`. `features` has room for the features of one position.
    """

    weights: Numbers
    harms: Words
    scores: Numbers
    net: Words
    features: Numbers


@kernel
def evaluate(frames: Frames, judge: Judge, ply: int) -> int:
    """Return a position's score for its mover."""
    return weigh(frames, judge, ply, -MATE, MATE)


@kernel
def weigh(frames: Frames, judge: Judge, ply: int, alpha: int, beta: int) -> int:
    """Return the score as `evaluate` does, cached in `scores`.

    If walls in hand and path lengths show that the score is outside (alpha, beta), return a bound instead.
    """
    ints, weights, scores = frames.ints, judge.weights, judge.scores
    here = ply * INTS
    mover = ints[here + MOVER]
    other = 1 - mover
    own, its = ints[here + LEFT + mover], ints[here + LEFT + other]
    hands = own * HANDS + its
    score: int = weights[BIAS + hands]
    score += weights[SLOPE + hands] * (ints[here + DIST + other] - ints[here + DIST + mover])
    least, most = score - MOST_CORRECTION, score + MOST_CORRECTION
    if its > 0:
        least += weights[HURT + its] * MOST_HARM
    if own > 0:
        most += weights[HARM + own] * MOST_HARM
    if most <= alpha and most > -_MOST:
        return most
    if least >= beta and least < _MOST:
        return least
    key = frames.words[ply * WORDS + KEY]
    place = NUMBER(key & _SCORES_MASK)
    tag = NUMBER(key >> _ABOVE) << 16
    known: int = scores[place]
    if known ^ tag < 1 << 16:
        return known - tag - _OFFSET
    hurts = harm(frames, ply, mover, judge.harms) if its > 0 else 0
    harmed = harm(frames, ply, other, judge.harms) if own > 0 else 0
    score += weights[HURT + its] * hurts + weights[HARM + own] * harmed
    if score + MOST_CORRECTION <= alpha and score + MOST_CORRECTION > -_MOST:
        return score + MOST_CORRECTION
    if score - MOST_CORRECTION >= beta and score - MOST_CORRECTION < _MOST:
        return score - MOST_CORRECTION
    score += correction(frames.words, ints, ply, hurts, harmed, judge.net, judge.features)
    score = max(-_MOST, min(_MOST, score))
    scores[place] = tag | score + _OFFSET
    return score


@kernel
def runs_alone(frames: Frames, ply: int, runner: int) -> bool:
    """Follow one shortest way of `runner`. Return whether the other pawn cannot come beside the runner's on it.

    The answer assumes that no more walls are placed. Until the pawns are beside each other, they cannot jump. So the
    other pawn moves at most one step in each turn.
    """
    words, ints, scratch = frames
    frame, here = ply * WORDS, ply * INTS
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    cell, foe = ints[here + PAWN + runner], ints[here + PAWN + 1 - runner]
    steps = layers(scratch, 0, cell, runner, nl, nh, el, eh)
    low, high = CELL_LOW[cell], CELL_HIGH[cell]
    near_low, near_high = CELL_LOW[foe], CELL_HIGH[foe]
    if ints[here + MOVER] != runner:
        if _meets(near_low, near_high, low, high, nl, nh, el, eh):
            return False
        next_low = near_low | spread_low(near_low, near_high, nl, el)
        near_high |= spread_high(near_low, near_high, nl, nh, eh)
        near_low = next_low
    while True:
        if _meets(near_low, near_high, low, high, nl, nh, el, eh):
            return False
        steps -= 1
        next_low = spread_low(low, high, nl, el) & scratch[2 * steps]
        high = spread_high(low, high, nl, nh, eh) & scratch[2 * steps + 1]
        low = next_low
        if low:
            low, high = low & ~(low - ONE), ZERO
        else:
            high &= ~(high - ONE)
        if steps == 0:
            return True
        if _meets(near_low, near_high, low, high, nl, nh, el, eh):
            return False
        next_low = near_low | spread_low(near_low, near_high, nl, el)
        near_high |= spread_high(near_low, near_high, nl, nh, eh)
        near_low = next_low


@kernel
def _meets(near_low: int, near_high: int, low: int, high: int, nl: int, nh: int, el: int, eh: int) -> bool:
    """Return whether one of the `near` cells is at most one step away from the single cell of the other set."""
    beside_low = low | spread_low(low, high, nl, el)
    beside_high = high | spread_high(low, high, nl, nh, eh)
    return (near_low & beside_low | near_high & beside_high) != ZERO


@kernel
def raced(frames: Frames, ply: int) -> int:
    """Return the score of the mover's win or loss if one seat is sure to arrive first, otherwise 0.

    A seat that is ahead is sure to arrive first if its rival has no walls left and the pawns cannot meet.
    """
    ints = frames.ints
    here = ply * INTS
    mover = ints[here + MOVER]
    mine, its = ints[here + DIST + mover], ints[here + DIST + 1 - mover]
    value = 0
    if mine <= its:
        if ints[here + LEFT + 1 - mover] == 0 and runs_alone(frames, ply, mover):
            value = MATE - ply - 2 * mine + 1
    elif ints[here + LEFT + mover] == 0 and runs_alone(frames, ply, 1 - mover):
        value = ply + 2 * its - MATE
    return value


# The steps that one wall can add to a seat's way

MOST_HARM = 7
# The binary logarithm of the size of the cache of `harm`. The whole cache fits the processor's L1 cache.
HARMS_BITS = 12
HARMS_MASK = word((1 << HARMS_BITS) - 1)
_LAST_BYTE = word(0xFF)
_NOT_LAST_BYTE = word((1 << 64) - 256)
_SMALL = array(range(MOST_HARM + 1), "uint64", COMPILED)


@kernel
def harm(frames: Frames, ply: int, seat: int, harms: Words) -> int:
    """Return the most steps that one wall can add to a seat's way, up to MOST_HARM; cached in `harms`.

    Only walls that bar all shortest ways at one step are tried. A wall that shuts the seat in counts as costing
    nothing. Walls that shut the other seat in are tried, too, although they are illegal.
    """
    words, ints = frames.words, frames.ints
    frame, here = ply * WORDS, ply * INTS
    key = (words[frame + WALLS_KEY] ^ PAWN_KEYS[seat * CELLS + ints[here + PAWN + seat]]) & _NOT_LAST_BYTE
    place = key >> 8 & HARMS_MASK
    most = NUMBER(harms[place] & _LAST_BYTE)
    if harms[place] & _NOT_LAST_BYTE == key:
        return most
    at = frame + BAR_H + PER_SEAT * seat
    horizontal = words[at] & free_horizontal(words[frame + H], words[frame + V])
    vertical = words[at + 1] & free_vertical(words[frame + H], words[frame + V])
    most = 0
    if horizontal | vertical:
        most = min(MOST_HARM, _longest(frames, ply, seat, horizontal, vertical))
    harms[place] = key | _SMALL[most]
    return most


@kernel
def _longest(frames: Frames, ply: int, seat: int, horizontal: int, vertical: int) -> int:
    """Return the most steps that one of the given walls adds to a seat's way, up to MOST_HARM.

    The shortest ways are followed from the pawn. Each wall is tried at the step that it cuts. `near` has the cells up
    to the start of that step, counted from the pawn; `far` has the cells beyond the step, counted from the goal. If the
    wall touches no cells of these two sets except at the ends of that step, it changes no distance in them. Then only
    the way between them is searched again.
    """
    words, ints, scratch = frames
    frame, here = ply * WORDS, ply * INTS
    nl, nh, el, eh = words[frame + NL], words[frame + NH], words[frame + EL], words[frame + EH]
    steps = ints[here + DIST + seat]
    flood(scratch, steps, seat, nl, nh, el, eh)
    pawn_low, pawn_high = CELL_LOW[ints[here + PAWN + seat]], CELL_HIGH[ints[here + PAWN + seat]]
    low, high = near_low, near_high = pawn_low, pawn_high
    behind_low = behind_high = ZERO
    longest = 0
    for at in range(2 * steps - 2, -1, -2):
        far_low, far_high = scratch[at], scratch[at + 1]
        fixed_low, fixed_high = behind_low, behind_high
        if at > 0:
            fixed_low, fixed_high = fixed_low | scratch[at - 2], fixed_high | scratch[at - 1]
        north_low = nl & (low & down_low(far_low, far_high) | down_low(low, high) & far_low)
        north_high = nh & (high & far_high >> 9 | high >> 9 & far_high)
        east_low = el & (low & far_low >> 1 | low >> 1 & far_low)
        east_high = eh & (high & far_high >> 1 | high >> 1 & far_high)
        cut_h = horizontal & anchors(north_low | north_low >> 1, north_high | north_high >> 1)
        cut_v = vertical & anchors(east_low | down_low(east_low, east_high), east_high | east_high >> 9)
        horizontal &= ~cut_h
        vertical &= ~cut_v
        while cut_h | cut_v:
            north_low, north_high, east_low, east_high = nl, nh, el, eh
            if cut_h:
                wall = lowest(cut_h)
                cut_h &= ~WALL[wall]
                north_low, north_high = nl & ~NORTH_LOW[wall], nh & ~NORTH_HIGH[wall]
            else:
                wall = lowest(cut_v)
                cut_v &= ~WALL[wall]
                east_low, east_high = el & ~EAST_LOW[wall], eh & ~EAST_HIGH[wall]
            from_low, from_high, to_low, to_high, known = far_low, far_high, near_low, near_high, steps - 1
            if BLOCK_LOW[wall] & fixed_low | BLOCK_HIGH[wall] & fixed_high:
                from_low, from_high, to_low, to_high, known = scratch[0], scratch[1], pawn_low, pawn_high, 0
            way = between(from_low, from_high, to_low, to_high, north_low, north_high, east_low, east_high)
            longest = max(longest, known + way - steps)
        if not horizontal | vertical or longest >= MOST_HARM:
            break
        behind_low, behind_high = near_low, near_high
        next_low = near_low | spread_low(near_low, near_high, nl, el)
        near_high |= spread_high(near_low, near_high, nl, nh, eh)
        near_low = next_low
        low, high = near_low & ~behind_low & far_low, near_high & ~behind_high & far_high
    return longest
