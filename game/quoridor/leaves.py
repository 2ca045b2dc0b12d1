"""Kernels that judge a position of two players without search: a chance of winning, or a race that is decided.

Scores are log-odds of the mover's win times UNIT. `weights` are those of `game/quoridor/weights.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, Words, kernel, word
from game.quoridor.detours import MOST_HARM, harm
from game.quoridor.floods import (
    CELL_HIGH,
    CELL_LOW,
    NUMBER,
    ONE,
    ZERO,
    layers,
    spread_high,
    spread_low,
)
from game.quoridor.frames import (
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
    WORDS,
    Frames,
)
from game.quoridor.net import MOST_CORRECTION, correction

UNIT = 256
"""Score of a win that is e times as likely as a loss."""

HANDS = 11
# Where weights begin: two by the walls of the mover and of the other, then two by those of the one who harms.
# A step that a wall can cost must be worth less than nothing to the one it hurts, and more to the other.
BIAS, SLOPE = 0, HANDS * HANDS
HURT, HARM = 2 * HANDS * HANDS, 2 * HANDS * HANDS + HANDS
WEIGHTS = 2 * HANDS * HANDS + 2 * HANDS

MATE = 30_000
"""A win; each ply on the way to it costs one, so that the quickest win is worth most."""

PROVEN = 25_000
"""Scores beyond this, on either side, are wins that the search has seen to the end."""

_MOST = 20_000

SCORES_BITS = 15
"""So many positions, as a power of two, have their scores remembered; they lie in the processor's second cache."""

_SCORES_MASK = word((1 << SCORES_BITS) - 1)
_ABOVE = word(17)  # the bits of a key above these stand with the score
_OFFSET = 1 << 15


class Judge(NamedTuple):
    """What positions are judged by: `weights` and the network `net`; and what `harm` and `weigh` remember.

    `features` is room for those of one position.
    """

    weights: Numbers
    harms: Words
    scores: Numbers
    net: Words
    features: Numbers


@kernel
def evaluate(frames: Frames, judge: Judge, ply: int) -> int:
    """Return the value of a position for its mover."""
    return weigh(frames, judge, ply, -MATE, MATE)


@kernel
def weigh(frames: Frames, judge: Judge, ply: int, alpha: int, beta: int) -> int:
    """Evaluate as `evaluate` does, or return a bound outside (alpha, beta) where the hands and the ways alone tell
    it. `scores` remembers what was summed up before.
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
    """Whether the other pawn cannot come beside that of `runner` while it takes one of its shortest ways.

    Nobody places a wall meanwhile. Until then neither jumps, so the other is within as many plain steps as it has had
    turns.
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
    """Whether one of the cells `near` is the one cell of the other set, or one step from it."""
    beside_low = low | spread_low(low, high, nl, el)
    beside_high = high | spread_high(low, high, nl, nh, eh)
    return (near_low & beside_low | near_high & beside_high) != ZERO


@kernel
def raced(frames: Frames, ply: int) -> int:
    """The mover's score where one seat arrives first whatever the other does, with the plies until then; else 0.

    Its rival has no walls left to stop it with, and cannot meet it.
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
