"""Kernels that tell by how many steps one wall can lengthen a seat's way."""

from __future__ import annotations

from game.agents.kernels import Words, array, kernel, word
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
    WALL,
    ZERO,
    anchors,
    between,
    down_low,
    flood,
    free_horizontal,
    free_vertical,
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
from game.quoridor.state import CELLS

MOST_HARM = 7
HARMS_BITS = 12  # so that all lie in the processor's nearest cache
HARMS_MASK = word((1 << HARMS_BITS) - 1)
_LAST_BYTE = word(0xFF)
_NOT_LAST_BYTE = word((1 << 64) - 256)
_SMALL = array(range(MOST_HARM + 1), "uint64", COMPILED)


@kernel
def harm(frames: Frames, ply: int, seat: int, harms: Words) -> int:
    """Return by how many steps one wall can lengthen a seat's way, MOST_HARM at most; remembered in `harms`.

    Only walls that bar all shortest ways at one step are looked at. One that shuts the seat in costs nothing; whether
    it shuts the other in is not asked.
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
    """The steps that the worst of the given walls adds to a seat's way; no wall is tried any more after MOST_HARM.

    The shortest ways are followed from the pawn, and each wall is tried at the step that it cuts: `near` are the cells
    not farther from the pawn than where the step begins, `far` those not farther from the goal than where it ends. A
    wall that touches neither of them behind the step lengthens nothing within them, so that only the way between is
    searched anew.
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
