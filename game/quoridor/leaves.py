"""Kernels that judge a position of two players without search: a chance of winning, or a race that is decided.

Scores are log-odds of the mover's win times UNIT. `weights` are those of `game/quoridor/weights.py`.
"""

from __future__ import annotations

from typing import Any

from game.agents.kernels import kernel
from game.quoridor.floods import (
    CELL_HIGH,
    CELL_LOW,
    ONE,
    ZERO,
    count,
    free_horizontal,
    free_vertical,
    layers,
    spread_high,
    spread_low,
)
from game.quoridor.frames import (
    BAR_H,
    BAR_V,
    DIST,
    EH,
    EL,
    INTS,
    LEFT,
    MOVER,
    NARROW,
    NH,
    NL,
    PAWN,
    PER_SEAT,
    WORDS,
    H,
    V,
)

UNIT = 256
"""Score of a win that is e times as likely as a loss."""

HANDS = 11
# Where weights begin; the first two are by the walls of the mover and of the other, the next by those of one.
BIAS, SLOPE = 0, HANDS * HANDS
RISK, CHANCE = 2 * HANDS * HANDS, 2 * HANDS * HANDS + HANDS
TIGHT_OWN, TIGHT_OTHER = CHANCE + HANDS, CHANCE + 2 * HANDS
FACING = TIGHT_OTHER + HANDS
WEIGHTS = FACING + 4

MATE = 30_000
"""A win; each ply on the way to it costs one, so that the quickest win is worth most."""

PROVEN = 25_000
"""Scores beyond this, on either side, are wins that the search has seen to the end."""

_MOST = 20_000


@kernel
def evaluate(words: Any, ints: Any, ply: int, weights: Any) -> int:
    """What a position is worth to its mover."""
    frame, here = ply * WORDS, ply * INTS
    mover = ints[here + MOVER]
    other = 1 - mover
    own, its = ints[here + LEFT + mover], ints[here + LEFT + other]
    lead = ints[here + DIST + other] - ints[here + DIST + mover]
    hands = own * HANDS + its
    score = weights[BIAS + hands] + weights[SLOPE + hands] * lead
    if own + its > 0:
        free_h = free_horizontal(words[frame + H], words[frame + V])
        free_v = free_vertical(words[frame + H], words[frame + V])
        at = frame + PER_SEAT * mover
        risk = count(free_h & words[at + BAR_H]) + count(free_v & words[at + BAR_V])
        at = frame + PER_SEAT * other
        chance = count(free_h & words[at + BAR_H]) + count(free_v & words[at + BAR_V])
        score += weights[RISK + its] * risk + weights[CHANCE + own] * chance
        score += weights[TIGHT_OWN + its] * ints[here + NARROW + mover]
        score += weights[TIGHT_OTHER + own] * ints[here + NARROW + other]
    bounded: int = max(-_MOST, min(_MOST, score))
    return bounded


@kernel
def runs_alone(words: Any, ints: Any, scratch: Any, ply: int, runner: int) -> bool:
    """Whether the other pawn cannot come beside that of `runner` while it takes one of its shortest ways.

    Nobody places a wall meanwhile. Until then neither jumps, so the other is within as many plain steps as it has had
    turns.
    """
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
def _meets(near_low: Any, near_high: Any, low: Any, high: Any, nl: Any, nh: Any, el: Any, eh: Any) -> bool:
    """Whether one of the cells `near` is the one cell of the other set, or one step from it."""
    beside_low = low | spread_low(low, high, nl, el)
    beside_high = high | spread_high(low, high, nl, nh, eh)
    found: bool = (near_low & beside_low | near_high & beside_high) != ZERO
    return found


@kernel
def raced(words: Any, ints: Any, scratch: Any, ply: int) -> int:
    """The mover's score where one seat arrives first whatever the other does, with the plies until then; else 0.

    Its rival has no walls left to stop it with, and cannot meet it.
    """
    here = ply * INTS
    mover = ints[here + MOVER]
    mine, its = ints[here + DIST + mover], ints[here + DIST + 1 - mover]
    value: int = 0
    if mine <= its:
        if ints[here + LEFT + 1 - mover] == 0 and runs_alone(words, ints, scratch, ply, mover):
            value = MATE - ply - 2 * mine + 1
    elif ints[here + LEFT + mover] == 0 and runs_alone(words, ints, scratch, ply, 1 - mover):
        value = ply + 2 * its - MATE
    return value
