"""Ways to the goal: their lengths, and what a wall would do to them. Pawns never block a way here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core.rules import Seat
from game.quoridor import bitboard
from game.quoridor.bitboard import EAST_CUT, GOAL_MASKS, NORTH_CUT, bits, passages
from game.quoridor.state import SLOTS, Cell, State, WallPlacement

ProblemKind = Literal["no_walls", "overlap", "crossing", "sealed"]


@dataclass(frozen=True, slots=True)
class WallProblem:
    """The reason why the mover may not place a wall.

    `blocking` are the walls in its way (overlap, crossing). `seat` is the first seat that the wall would
    shut in and `region` all cells which that seat's pawn could still reach (sealed).
    """

    kind: ProblemKind
    seat: Seat | None = None
    region: frozenset[Cell] = frozenset()
    blocking: tuple[WallPlacement, ...] = ()


def distances(state: State) -> tuple[int, ...]:
    """The number of steps from each seat's pawn to its goal."""
    lengths = _lengths(state, *passages(state.horizontal, state.vertical))
    return tuple(length for length in lengths if length is not None)


def distance_from(state: State, seat: Seat, cell: Cell) -> int | None:
    """The number of steps from `cell` to the goal of `seat`; None where no way leads there."""
    return bitboard.distance(cell, GOAL_MASKS[state.players][seat], *passages(state.horizontal, state.vertical))


def distances_with(state: State, wall: WallPlacement) -> tuple[int | None, ...]:
    """`distances` as if `wall` stood as well, legal or not; None for a seat that it would shut in."""
    return _lengths(state, *_passages_with(state, wall))


def wall_problem(state: State, wall: WallPlacement) -> WallProblem | None:
    """Return why the mover may not place `wall` now, or None if it may (`rules` has a faster test)."""
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
            cells = bitboard.region(state.pawns[seat], north, east)
            return WallProblem("sealed", seat=seat, region=frozenset(bits(cells)))
    return None


def _lengths(state: State, north: int, east: int) -> tuple[int | None, ...]:
    goals = GOAL_MASKS[state.players]
    return tuple(bitboard.distance(pawn, goal, north, east) for pawn, goal in zip(state.pawns, goals, strict=True))


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
