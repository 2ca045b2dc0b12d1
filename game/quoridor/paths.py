"""Ways to the goal: their lengths, the effect of walls on them, and pawn moves.

Except in `pawn_targets`, pawns do not block ways.

Sets are Python ints: masks of 81 cells, and masks of 64 wall anchors. Two masks of cells say which edges are open:
`north` has the cells whose upper edge is open, `east` those whose right edge is open. A step down or left crosses the
upper or right edge of the cell that it enters, so two masks are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from game.core.rules import Seat
from game.quoridor.state import ANCHORS, CELLS, GOALS, SIZE, SLOTS, Cell, State, WallPlacement, anchor_cell

ProblemKind = Literal["no_walls", "overlap", "crossing", "sealed"]


@dataclass(frozen=True, slots=True)
class WallProblem:
    """The reason why the mover may not place a wall.

    `blocking` has the walls in its way (overlap, crossing). If the kind is "sealed", `seat` is the first seat that the
    wall would shut in, and `region` has all cells that its pawn could still reach.
    """

    kind: ProblemKind
    seat: Seat | None = None
    region: frozenset[Cell] = frozenset()
    blocking: tuple[WallPlacement, ...] = ()


def distances(state: State) -> tuple[int, ...]:
    """Return the number of steps from each seat's pawn to its goal."""
    lengths = _lengths(state, *passages(state.horizontal, state.vertical))
    return tuple(length for length in lengths if length is not None)


def distance_from(state: State, seat: Seat, cell: Cell) -> int | None:
    """Return the number of steps from `cell` to the goal of `seat`; None if there is no way."""
    return distance(cell, GOAL_MASKS[state.players][seat], *passages(state.horizontal, state.vertical))


def distances_with(state: State, wall: WallPlacement) -> tuple[int | None, ...]:
    """Return `distances` as if `wall`, even an illegal one, were added. A seat that it would shut in has None."""
    return _lengths(state, *_passages_with(state, wall))


def wall_problem(state: State, wall: WallPlacement) -> WallProblem | None:
    """Return why the mover may not place `wall` now; None if it may. (`rules` has a faster test.)"""
    if state.walls_left[state.mover] == 0:
        return WallProblem("no_walls")
    overlapped = _overlapped(state, wall)
    if overlapped:
        return WallProblem("overlap", blocking=overlapped)
    across = WallPlacement(wall.anchor, "v" if wall.orientation == "h" else "h")
    if _stands(state, across):
        return WallProblem("crossing", blocking=(across,))
    north, east = _passages_with(state, wall)
    for seat, length in enumerate(_lengths(state, north, east)):
        if length is None:
            cells = region(state.pawns[seat], north, east)
            return WallProblem("sealed", seat=seat, region=frozenset(bits(cells)))
    return None


def _lengths(state: State, north: int, east: int) -> tuple[int | None, ...]:
    goals = GOAL_MASKS[state.players]
    return tuple(distance(pawn, goal, north, east) for pawn, goal in zip(state.pawns, goals, strict=True))


def _passages_with(state: State, wall: WallPlacement) -> tuple[int, int]:
    north, east = passages(state.horizontal, state.vertical)
    if wall.orientation == "h":
        return north & ~NORTH_CUT[wall.anchor], east
    return north, east & ~EAST_CUT[wall.anchor]


def _stands(state: State, wall: WallPlacement) -> bool:
    mask = state.horizontal if wall.orientation == "h" else state.vertical
    return bool(mask >> wall.anchor & 1)


def _overlapped(state: State, wall: WallPlacement) -> tuple[WallPlacement, ...]:
    step, place = (1, wall.anchor % SLOTS) if wall.orientation == "h" else (SLOTS, wall.anchor // SLOTS)
    near = [wall.anchor]
    if place > 0:
        near.append(wall.anchor - step)
    if place < SLOTS - 1:
        near.append(wall.anchor + step)
    found = (WallPlacement(anchor, wall.orientation) for anchor in near)
    return tuple(other for other in found if _stands(state, other))


# The board as masks


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask in which the bits of `cells` are set."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


BOARD = (1 << CELLS) - 1
ALL_ANCHORS = (1 << ANCHORS) - 1
OPEN_NORTH = (1 << CELLS - SIZE) - 1
OPEN_EAST = mask_of(cell for cell in range(CELLS) if cell % SIZE != SIZE - 1)
GOAL_MASKS = {players: tuple(mask_of(goal) for goal in goals) for players, goals in GOALS.items()}

# By anchor: the two cells whose upper edge a horizontal wall closes, or whose right edge a vertical wall closes.
NORTH_CUT = tuple(0b11 << anchor_cell(anchor) for anchor in range(ANCHORS))
EAST_CUT = tuple((1 | 1 << SIZE) << anchor_cell(anchor) for anchor in range(ANCHORS))

_FIRST_FILE = mask_of(range(0, ANCHORS, SLOTS))
_LAST_FILE = _FIRST_FILE << SLOTS - 1

# By cell: the anchors of the walls that close its upper edge (horizontal) or its right edge (vertical).
NORTH_CUTTERS = tuple(mask_of(a for a in range(ANCHORS) if NORTH_CUT[a] >> cell & 1) for cell in range(CELLS))
EAST_CUTTERS = tuple(mask_of(a for a in range(ANCHORS) if EAST_CUT[a] >> cell & 1) for cell in range(CELLS))


def passages(horizontal: int, vertical: int) -> tuple[int, int]:
    """Return the open edges (north, east) on a board with these walls."""
    north, east = OPEN_NORTH, OPEN_EAST
    for anchor in bits(horizontal):
        north &= ~NORTH_CUT[anchor]
    for anchor in bits(vertical):
        east &= ~EAST_CUT[anchor]
    return north, east


def is_open(cell: Cell, step: int, north: int, east: int) -> bool:
    """Return whether a pawn can cross the edge of `cell` towards `step` (9 up, -9 down, 1 right, -1 left)."""
    lower = cell if step > 0 else cell + step
    if lower < 0:
        return False
    # To the left of file a, `lower` is file i of the rank below, whose right edge is never open.
    return bool((north if step in (SIZE, -SIZE) else east) >> lower & 1)


def distance(cell: Cell, goal: int, north: int, east: int) -> int | None:
    """Return the steps from `cell` to the nearest cell of the mask `goal`; None if there is no way."""
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
    """Return the mask of all cells that can be reached from `cell`, including itself."""
    front = seen = 1 << cell
    while front:
        front = ((front & north) << 9 | front >> 9 & north | (front & east) << 1 | front >> 1 & east) & ~seen
        seen |= front
    return seen


def path(cell: Cell, goal: int, north: int, east: int) -> list[Cell]:
    """Return a shortest way from `cell` to the mask `goal`, with both ends. [] if there is no way."""
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
    """Return the anchors of the horizontal walls and those of the vertical walls that would cut a step of `way`."""
    horizontal = vertical = 0
    for here, there in pairwise(way):
        lower = min(here, there)
        if abs(here - there) == SIZE:
            horizontal |= NORTH_CUTTERS[lower]
        else:
            vertical |= EAST_CUTTERS[lower]
    return horizontal, vertical


def free_slots(horizontal: int, vertical: int) -> tuple[int, int]:
    """Return the anchors where a horizontal wall, and where a vertical wall, would not overlap or cross another."""
    beside = horizontal | (horizontal & ~_LAST_FILE) << 1 | (horizontal & ~_FIRST_FILE) >> 1
    above = vertical | vertical << SLOTS | vertical >> SLOTS
    return ALL_ANCHORS & ~(beside | vertical), ALL_ANCHORS & ~(above | horizontal)


# The points of a wall are its two ends and its middle. The inner points 0..63 are numbered like the anchors. All points
# of the border count as one point, because the border is one closed wall.
BORDER = ANCHORS


def _points(anchor: int, step: int, place: int) -> tuple[int, int, int]:
    return anchor - step if place > 0 else BORDER, anchor, anchor + step if place < SLOTS - 1 else BORDER


H_POINTS = tuple(_points(anchor, 1, anchor % SLOTS) for anchor in range(ANCHORS))
V_POINTS = tuple(_points(anchor, SLOTS, anchor // SLOTS) for anchor in range(ANCHORS))


def joined_points(horizontal: int, vertical: int) -> list[int]:
    """Return a label for each of the 65 points. Points on connected walls, or on the border, have the same label.

    A further wall can close off a region only if two of its three points have the same label: it then closes a ring.
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
    """Return whether a wall on these points would touch connected walls at two points."""
    low, middle, high = points
    return label[low] == label[middle] or label[middle] == label[high] or label[low] == label[high]


# The cells to which a pawn may go: steps and jumps

_STEPS = (SIZE, 1, -SIZE, -1)


def pawn_targets(
    pawns: Sequence[Cell], mover: Seat, jump_pairs: bool, north: int, east: int
) -> dict[Cell, Cell | None]:
    """Return the cells to which the mover's pawn may go, each with the cell of the pawn it jumps over, if any.

    `north` and `east` are the open edges of the board (`passages`). A jump goes aside only if a wall or the edge of the
    board is behind the jumped pawn; with `jump_pairs`, also if another pawn is there.
    """
    here = pawns[mover]
    targets: dict[Cell, Cell | None] = {}
    for step in _STEPS:
        if not is_open(here, step, north, east):
            continue
        near = here + step
        if near not in pawns:
            targets[near] = None
            continue
        behind = is_open(near, step, north, east)
        if behind and near + step not in pawns:
            targets.setdefault(near + step, near)
        elif not behind or jump_pairs:
            for side in (1, -1) if step in (SIZE, -SIZE) else (SIZE, -SIZE):
                if is_open(near, side, north, east) and near + side not in pawns:
                    targets.setdefault(near + side, near)
    return targets
