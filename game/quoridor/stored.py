"""The transposition table.

An entry is one number: value, depth, bound and move. Values of proven wins count from the position, not from the root.
"""

from __future__ import annotations

from typing import NamedTuple

from game.agents.kernels import Numbers, Words, kernel
from game.quoridor.leaves import PROVEN

UPPER, EXACT, LOWER = range(3)
NOTHING = 255
"""No move."""

_OFFSET = 1 << 16


class Table(NamedTuple):
    """A key and an entry for each place; behind the keys lies the mask that numbers the places."""

    keys: Words
    entries: Numbers


@kernel
def put(table: Table, place: int, key: int, value: int, depth: int, bound: int, move: int, ply: int) -> None:
    """Keep an entry in place of what was there, unless that was searched deeper for the same position.

    Where no move was better than the others, the best one known from before stays.
    """
    keys, entries = table.keys, table.entries
    if keys[place] == key:
        if depth_of(entries[place]) > depth and bound != EXACT:
            return
        if move == NOTHING:
            move = move_of_entry(entries[place])
    if value > PROVEN:
        value += ply
    elif value < -PROVEN:
        value -= ply
    keys[place] = key
    entries[place] = (value + _OFFSET) << 24 | depth << 16 | bound << 8 | move


@kernel
def value_of(entry: int, ply: int) -> int:
    """The value at `ply` plies from the root."""
    value = (entry >> 24) - _OFFSET
    if value > PROVEN:
        return value - ply
    if value < -PROVEN:
        return value + ply
    return value


@kernel
def depth_of(entry: int) -> int:
    """Return the depth of the search of the position."""
    return entry >> 16 & 255


@kernel
def bound_of(entry: int) -> int:
    """Return the side of the value on which the truth lies."""
    return entry >> 8 & 255


@kernel
def move_of_entry(entry: int) -> int:
    """The best move, or NOTHING."""
    return entry & 255
