"""Quoridor's rules as pure functions; the module satisfies `game.core.rules.Rules`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core.rules import IllegalActionError, NotationError, Options, Outcome, Seat, check_turn
from game.core.rules import decision as decision
from game.core.rules import timer as timer
from game.quoridor import paths
from game.quoridor.paths import (
    EAST_CUT,
    GOAL_MASKS,
    H_POINTS,
    NORTH_CUT,
    V_POINTS,
    WallProblem,
    bits,
    distances,
    is_open,
    pawn_targets,
    wall_problem,
)
from game.quoridor.state import (
    ANCHORS,
    CELLS,
    FILES,
    SIZE,
    SLOTS,
    Action,
    Cell,
    Event,
    GoalReached,
    Pass,
    Passed,
    PawnMove,
    PawnStepped,
    State,
    WallPlaced,
    WallPlacement,
    anchor_cell,
    cell_name,
    goal_cells,
    start_state,
    walls,
)

_MOVES = tuple(PawnMove(cell) for cell in range(CELLS))
_HORIZONTAL = tuple(WallPlacement(anchor, "h") for anchor in range(ANCHORS))
_VERTICAL = tuple(WallPlacement(anchor, "v") for anchor in range(ANCHORS))
_PASS = Pass()


def start(options: Options, seed: int) -> State:
    """Return the first position. Nothing in Quoridor depends on the seed."""
    return start_state(options["players"], options["jump_pairs"], options["walls"])


def actors(state: State) -> tuple[Seat, ...]:
    """Return the mover, the only seat that may act; () when the game is over."""
    return (state.mover,) if state.winner is None else ()


def outcome(state: State) -> Outcome | None:
    """Return the winner, once a pawn is on its goal line. There are no draws."""
    return None if state.winner is None else Outcome((state.winner,), "goal")


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions: pawn moves by cell, then horizontal and vertical walls by anchor.

    A pass is legal only if there is no other action.
    """
    if seat not in actors(state):
        return ()
    north, east = paths.passages(state.horizontal, state.vertical)
    actions: list[Action] = [_MOVES[cell] for cell in sorted(_targets(state, north, east))]
    if state.walls_left[seat]:
        horizontal, vertical = _legal_slots(state, north, east)
        actions += [_HORIZONTAL[anchor] for anchor in bits(horizontal)]
        actions += [_VERTICAL[anchor] for anchor in bits(vertical)]
    return tuple(actions) or (_PASS,)


def _targets(state: State, north: int, east: int) -> dict[Cell, Cell | None]:
    return pawn_targets(state.pawns, state.mover, state.jump_pairs, north, east)


def _legal_slots(state: State, north: int, east: int) -> tuple[int, int]:
    """Return the anchors (horizontal, vertical) where the mover may place a wall.

    `frames.legal_walls` and `paths.wall_problem` give the same answer; the latter also gives the reason. A wall can
    shut a seat in only if it closes a ring of walls and cuts a known shortest way of that seat. Only such walls need a
    flood.
    """
    free_h, free_v = paths.free_slots(state.horizontal, state.vertical)
    label = paths.joined_points(state.horizontal, state.vertical)
    for pawn, goal in zip(state.pawns, GOAL_MASKS[state.players], strict=True):
        cut_h, cut_v = paths.cutters(paths.path(pawn, goal, north, east))
        for anchor in bits(cut_h & free_h):
            if paths.closes_ring(label, H_POINTS[anchor]):
                opened = north & ~NORTH_CUT[anchor]
                if paths.distance(pawn, goal, opened, east) is None:
                    free_h ^= 1 << anchor
        for anchor in bits(cut_v & free_v):
            if paths.closes_ring(label, V_POINTS[anchor]):
                opened = east & ~EAST_CUT[anchor]
                if paths.distance(pawn, goal, north, opened) is None:
                    free_v ^= 1 << anchor
    return free_h, free_v


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the position after `action`, and what happened. Raises IllegalActionError with the reason."""
    check_turn(actors(state), seat)
    if isinstance(action, PawnMove):
        return _move_pawn(state, action)
    if isinstance(action, WallPlacement):
        return _place_wall(state, action)
    if legal(state, seat) != (_PASS,):
        raise IllegalActionError("passing is only for a player that can neither move nor place a wall")
    return _next(state), (Passed(seat),)


def _next(state: State, **changes: Any) -> State:
    return replace(state, mover=(state.mover + 1) % state.players, ply=state.ply + 1, **changes)


def _move_pawn(state: State, action: PawnMove) -> tuple[State, tuple[Event, ...]]:
    seat, target = state.mover, action.cell
    north, east = paths.passages(state.horizontal, state.vertical)
    targets = _targets(state, north, east)
    if target not in targets:
        raise IllegalActionError(_why_not_there(state, target, north, east))
    jumped = targets[target]
    origin = state.pawns[seat]
    pawns = (*state.pawns[:seat], target, *state.pawns[seat + 1 :])
    over = None if jumped is None else state.pawns.index(jumped)
    stepped = PawnStepped(seat, origin, target, over)
    if target in goal_cells(state.players, seat):
        return _next(state, pawns=pawns, winner=seat), (stepped, GoalReached(seat, target))
    return _next(state, pawns=pawns), (stepped,)


def _place_wall(state: State, wall: WallPlacement) -> tuple[State, tuple[Event, ...]]:
    problem = wall_problem(state, wall)
    if problem is not None:
        raise IllegalActionError(f"{text(wall)}: {_why_no_wall(problem)}")
    seat = state.mover
    left = state.walls_left[seat] - 1
    walls_left = (*state.walls_left[:seat], left, *state.walls_left[seat + 1 :])
    field = "horizontal" if wall.orientation == "h" else "vertical"
    mask = getattr(state, field) | 1 << wall.anchor
    return _next(state, walls_left=walls_left, **{field: mask}), (WallPlaced(seat, wall, left),)


def _why_not_there(state: State, target: Cell, north: int, east: int) -> str:
    """Return in words why the mover's pawn may not go to `target`."""
    origin = state.pawns[state.mover]
    name = cell_name(target)
    if target == origin:
        return f"{name}: the pawn stands there already"
    if target in state.pawns:
        return f"{name}: seat {state.pawns.index(target)}'s pawn stands there"
    step = target - origin
    files = abs(target % SIZE - origin % SIZE)
    ranks = abs(target // SIZE - origin // SIZE)
    if files + ranks == 1 and not is_open(origin, step, north, east):
        return f"{name}: a wall is in the way from {cell_name(origin)}"
    if files + ranks == 2:
        return f"{name}: no jump leads there from {cell_name(origin)}"
    return f"{name}: not next to {cell_name(origin)}"


def _why_no_wall(problem: WallProblem) -> str:
    """Return in words why a wall may not be placed."""
    if problem.kind == "no_walls":
        return "no walls left"
    if problem.kind == "sealed":
        return f"would shut seat {problem.seat} in, with no way left to its goal"
    verb = "overlaps" if problem.kind == "overlap" else "crosses"
    return f"{verb} {', '.join(text(wall) for wall in problem.blocking)}"


def details(state: State) -> dict[str, object]:
    """Return pawns, walls, walls left and shortest ways as JSON values. Lists are by seat. Ways ignore pawns."""
    return {
        "pawns": [cell_name(cell) for cell in state.pawns],
        "walls": [text(wall) for wall in walls(state)],
        "walls_left": list(state.walls_left),
        "distances": list(distances(state)),
    }


def fallback_action(state: State, seat: Seat) -> Action:
    """Return the action that is played if the AI process has failed.

    It is the pawn move that leaves `seat`, the mover, the shortest way. If there is no pawn move, it is the first legal
    action.
    """
    actions = legal(state, seat)
    moves = [action for action in actions if isinstance(action, PawnMove)]
    return min(moves, key=lambda move: distances(apply(state, seat, move)[0])[seat], default=actions[0])


# Notation: "e2" for a pawn's destination, "e3h" and "e3v" for walls, "pass"

_CELL = re.compile(r"([a-i])([1-9])", re.ASCII)
_WALL = re.compile(r"([a-h])([1-8])([hv])", re.ASCII)


def text(action: Action) -> str:
    """Return the action in notation."""
    if isinstance(action, PawnMove):
        return cell_name(action.cell)
    if isinstance(action, WallPlacement):
        return cell_name(anchor_cell(action.anchor)) + action.orientation
    return "pass"


def parse(text: str) -> Action:
    """Read an action from its notation. Raises NotationError."""
    if text == "pass":
        return Pass()
    if match := _CELL.fullmatch(text):
        return PawnMove((int(match[2]) - 1) * SIZE + FILES.index(match[1]))
    if match := _WALL.fullmatch(text):
        anchor = (int(match[2]) - 1) * SLOTS + FILES.index(match[1])
        return WallPlacement(anchor, "h" if match[3] == "h" else "v")
    raise NotationError(
        f"{text!r} is no Quoridor action: write a cell (e2), a wall from a1 to h8 with h or v (e3h), or pass"
    )


def picture(state: State) -> str:
    """Return the board in ASCII: rank 9 on top, pawns as seat numbers, then a line for each seat.

    A cell is at column 2 * file + 2 of its rank's line. Walls are in the columns and lines between.
    """
    grid = [[" "] * (2 * SIZE - 1) for _ in range(2 * SIZE - 1)]
    for line in range(0, 2 * SIZE - 1, 2):
        grid[line][::2] = ["."] * SIZE
    for seat, cell in enumerate(state.pawns):
        grid[cell // SIZE * 2][cell % SIZE * 2] = str(seat)
    for wall in walls(state):
        line, column = wall.anchor // SLOTS * 2 + 1, wall.anchor % SLOTS * 2 + 1
        for offset in (-1, 0, 1):
            if wall.orientation == "h":
                grid[line][column + offset] = "-"
            else:
                grid[line + offset][column] = "|"
    lines = []
    for number in reversed(range(2 * SIZE - 1)):
        label = " " if number % 2 else str(number // 2 + 1)
        lines.append(f"{label} {''.join(grid[number])}".rstrip())
    return "\n".join([*lines, "  " + " ".join(FILES), *_seat_lines(state)])


def _seat_lines(state: State) -> list[str]:
    lines = []
    for seat, steps in enumerate(distances(state)):
        line = f"{seat}: {cell_name(state.pawns[seat])}, walls left {state.walls_left[seat]}, steps to go {steps}"
        if state.winner == seat:
            line += ", has won"
        elif state.winner is None and state.mover == seat:
            line += ", to move"
        lines.append(line)
    return lines
