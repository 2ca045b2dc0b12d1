"""The board as Python ints: 81-bit masks of cells, 64-bit masks of wall anchors.

Two masks say where steps are open: `north` holds the cells whose upper edge is open, `east` those whose
right edge is open. A step down or left is open where the step back is, so all floods need only these two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from game.quoridor.state import ANCHORS, CELLS, GOALS, SIZE, SLOTS, Cell, anchor_cell


def mask_of(cells: Iterable[int]) -> int:
    """The mask with the bits of `cells` set."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


BOARD = (1 << CELLS) - 1
ALL_ANCHORS = (1 << ANCHORS) - 1
OPEN_NORTH = (1 << CELLS - SIZE) - 1
OPEN_EAST = mask_of(cell for cell in range(CELLS) if cell % SIZE != SIZE - 1)
GOAL_MASKS = {players: tuple(mask_of(goal) for goal in goals) for players, goals in GOALS.items()}

# The two cells whose upper edge a horizontal wall closes, and whose right edge a vertical one closes.
NORTH_CUT = tuple(0b11 << anchor_cell(anchor) for anchor in range(ANCHORS))
EAST_CUT = tuple((1 | 1 << SIZE) << anchor_cell(anchor) for anchor in range(ANCHORS))

_FIRST_FILE = mask_of(range(0, ANCHORS, SLOTS))
_LAST_FILE = _FIRST_FILE << SLOTS - 1

# The anchors of the walls that close a cell's upper edge (horizontal) or right edge (vertical).
NORTH_CUTTERS = tuple(mask_of(a for a in range(ANCHORS) if NORTH_CUT[a] >> cell & 1) for cell in range(CELLS))
EAST_CUTTERS = tuple(mask_of(a for a in range(ANCHORS) if EAST_CUT[a] >> cell & 1) for cell in range(CELLS))


def passages(horizontal: int, vertical: int) -> tuple[int, int]:
    """The open edges (north, east) on a board with these walls."""
    north, east = OPEN_NORTH, OPEN_EAST
    for anchor in bits(horizontal):
        north &= ~NORTH_CUT[anchor]
    for anchor in bits(vertical):
        east &= ~EAST_CUT[anchor]
    return north, east


def is_open(cell: Cell, step: int, north: int, east: int) -> bool:
    """Whether the edge of `cell` towards `step` (9 up, -9 down, 1 right, -1 left) lets a pawn through."""
    lower = cell if step > 0 else cell + step
    if lower < 0:
        return False
    # One left of file a is file i of the rank below, whose right edge is never open.
    return bool((north if step in (SIZE, -SIZE) else east) >> lower & 1)


def distance(cell: Cell, goal: int, north: int, east: int) -> int | None:
    """Steps from `cell` to the nearest cell of the mask `goal`, or None where there is no way."""
    front = 1 << cell
    free = BOARD ^ front
    steps = 0
    while not front & goal:
        front = ((front & north) << 9 | front >> 9 & north | (front & east) << 1 | front >> 1 & east) & free
        if not front:
            return None
        free ^= front
        steps += 1
    return steps


def region(cell: Cell, north: int, east: int) -> int:
    """The mask of all cells that `cell` is connected with, itself included."""
    front = seen = 1 << cell
    while front:
        front = ((front & north) << 9 | front >> 9 & north | (front & east) << 1 | front >> 1 & east) & ~seen
        seen |= front
    return seen


def path(cell: Cell, goal: int, north: int, east: int) -> list[Cell]:
    """A shortest way from `cell` to the mask `goal`, both ends included; [] where there is none."""
    front = 1 << cell
    free = BOARD ^ front
    layers = []
    while not front & goal:
        layers.append(front)
        front = ((front & north) << 9 | front >> 9 & north | (front & east) << 1 | front >> 1 & east) & free
        if not front:
            return []
        free ^= front
    here = front & goal
    here &= -here
    way = [here.bit_length() - 1]
    for layer in reversed(layers):
        here = ((here & north) << 9 | here >> 9 & north | (here & east) << 1 | here >> 1 & east) & layer
        here &= -here
        way.append(here.bit_length() - 1)
    way.reverse()
    return way


def cutters(way: list[Cell]) -> tuple[int, int]:
    """The anchors of the horizontal and of the vertical walls that would cut the steps of `way`."""
    horizontal = vertical = 0
    for here, there in pairwise(way):
        lower = min(here, there)
        if abs(here - there) == SIZE:
            horizontal |= NORTH_CUTTERS[lower]
        else:
            vertical |= EAST_CUTTERS[lower]
    return horizontal, vertical


def free_slots(horizontal: int, vertical: int) -> tuple[int, int]:
    """The anchors where a horizontal and where a vertical wall would neither overlap nor cross another."""
    beside = horizontal | (horizontal & ~_LAST_FILE) << 1 | (horizontal & ~_FIRST_FILE) >> 1
    above = vertical | vertical << SLOTS | vertical >> SLOTS
    return ALL_ANCHORS & ~(beside | vertical), ALL_ANCHORS & ~(above | horizontal)


# A wall's two ends and its middle as corner points: the inner points 0..63 are numbered like the anchors,
# and all points of the border count as one, since the border is one closed wall.
BORDER = ANCHORS


def _points(anchor: int, step: int, place: int) -> tuple[int, int, int]:
    return anchor - step if place > 0 else BORDER, anchor, anchor + step if place < SLOTS - 1 else BORDER


H_POINTS = tuple(_points(anchor, 1, anchor % SLOTS) for anchor in range(ANCHORS))
V_POINTS = tuple(_points(anchor, SLOTS, anchor // SLOTS) for anchor in range(ANCHORS))


def joined_points(horizontal: int, vertical: int) -> list[int]:
    """Return, for each of the 65 points, the label of the connected piece of walls (or border) that it lies on.

    A further wall can close off a region only if two of its three points carry the same label: only then
    does it close a ring.
    """
    label = list(range(ANCHORS + 1))
    members = [[point] for point in label]
    for points, mask in ((H_POINTS, horizontal), (V_POINTS, vertical)):
        for anchor in bits(mask):
            for end in points[anchor][::2]:
                kept, gone = label[end], label[anchor]
                if kept == gone:
                    continue
                if len(members[kept]) < len(members[gone]):
                    kept, gone = gone, kept
                for point in members[gone]:
                    label[point] = kept
                members[kept] += members[gone]
    return label


def closes_ring(label: list[int], points: tuple[int, int, int]) -> bool:
    """Whether a wall on these points would join a piece of walls to itself."""
    low, middle, high = points
    return label[low] == label[middle] or label[middle] == label[high] or label[low] == label[high]
