"""Interprets presses at Quoridor's board: choosing a destination, previewing a wall, passing.

The function `shown` says what the board shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.rules import Step
from game.quoridor.paths import WallProblem, distance_from, distances_with, wall_problem
from game.quoridor.state import (
    SIZE,
    Action,
    Cell,
    Pass,
    PawnMove,
    PawnStepped,
    State,
    WallPlaced,
    WallPlacement,
    walls,
)
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point
from scenes.quoridor.sprites import Geometry, clamp
from scenes.table.contract.input import Actors, BoardInput, Grip, InputResult
from scenes.table.contract.shown import Bar, Mark, Piece, ShownBoard


@dataclass(frozen=True, slots=True)
class Choosing:
    """The selection of a destination in focus or under the pointer; None before there is one."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Walling:
    """The selection of a previewed wall. `is_held` keeps its orientation while the pointer stays at its crossing."""

    wall: WallPlacement
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Passing:
    """The selection if passing is the only legal action."""


@dataclass(frozen=True, slots=True)
class Trying:
    """The selection of a pressed `cell` to which the pawn may not go."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Reaching:
    """The selection while a pointer drags a wall from the rack and is not over a groove."""


Selection = Choosing | Walling | Passing | Reaching | Trying


# Sides of the board as they are seen.
TOP, BOTTOM, LEFT = 0, 2, 3
# The direction towards each side.
AHEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Board units by which a dragged wall is above the finger, so that it is visible.
ABOVE_FINGER = 60


def turn_crossing(wall: WallPlacement) -> WallPlacement:
    """Return the wall at the same crossing in the other orientation."""
    return WallPlacement(wall.anchor, "v" if wall.orientation == "h" else "h")


class QuoridorInput(BoardInput[State, Action, Selection]):
    """The input in one geometry. Its functions are pure."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def empty(self, state: State, legal: Sequence[Action], family: str, before: Selection | None = None) -> Selection:
        if not legal:
            return Choosing()
        if isinstance(legal[0], Pass):
            return Passing()
        return Choosing() if family in ("mouse", "touch") else self._first(state, legal)

    def choose(
        self, actors: Actors[State, Action], selection: Selection, intent: Intent
    ) -> InputResult[Action, Selection]:
        state, legal = actors.state, actors.actions
        if intent.kind is Kind.DRAG or isinstance(selection, Reaching):
            return InputResult(Choosing() if isinstance(selection, Reaching) else selection)
        if isinstance(selection, Passing):
            decided = intent.kind is Kind.CONFIRM or (intent.kind is Kind.RELEASE and intent.device.family == "mouse")
            return InputResult(selection, legal[0] if decided else None)
        if intent.point is not None:
            if intent.device.family == "touch":
                return self._finger(state, legal, selection, intent, intent.point)
            return self._mouse(state, legal, selection, intent, intent.point)
        return self._keys(state, legal, selection, intent)

    # Dragging

    def place_at(
        self, state: State, legal: Sequence[Action], selection: Selection, point: Point
    ) -> Cell | WallPlacement | None:
        cell = self._destination_at(state, legal, point)
        return self.geometry.slot_at(point) if cell is None else cell

    def drag(
        self, actors: Actors[State, Action], selection: Selection, grip: Grip, intent: Intent
    ) -> InputResult[Action, Selection] | None:
        """Handle a phase of a drag. If a wall is dropped on an illegal place, it stays visible with the reason."""
        state, legal = actors.state, actors.actions
        if grip is Grip.LIFT:
            lifted = self._lifted(state, legal, intent.point)
            return None if lifted is None else InputResult(lifted)
        if grip is Grip.TURN:
            return InputResult(_turn(selection))
        carried = self._carried(legal, selection, intent)
        if grip is Grip.CARRY:
            return InputResult(carried)
        return self._confirm(legal, Choosing() if isinstance(carried, Reaching) else carried)

    def _lifted(self, state: State, legal: Sequence[Action], origin: Point | None) -> Selection | None:
        if origin is None:
            return Reaching() if any(isinstance(action, WallPlacement) for action in legal) else None
        pawn = self.geometry.cell_rect(state.pawns[state.mover])
        return Choosing() if self._destinations(legal) and pawn.collidepoint(origin) else None

    def _carried(self, legal: Sequence[Action], selection: Selection, intent: Intent) -> Selection:
        if intent.point is None or isinstance(selection, Passing):
            return selection
        x, y = intent.point
        if isinstance(selection, Choosing):
            over = [cell for cell in self._destinations(legal) if self.geometry.cell_rect(cell).collidepoint(x, y)]
            return Choosing(over[0] if over else None)
        rise = round(ABOVE_FINGER * self.geometry.unit) if intent.device.family == "touch" else 0
        return self._walled(selection, (x, y - rise)) or Reaching()

    def is_engaged(self, selection: Selection) -> bool:
        return isinstance(selection, Walling | Reaching)

    def considering(self, action: Action) -> Selection:
        if isinstance(action, WallPlacement):
            return Walling(action)
        return Choosing(action.cell) if isinstance(action, PawnMove) else Passing()

    def considered(self, selection: Selection) -> Action | None:
        if isinstance(selection, Walling):
            return selection.wall
        return (
            PawnMove(selection.cell)
            if isinstance(selection, Choosing | Trying) and selection.cell is not None
            else None
        )

    def area(self, state: State, action: Action) -> pygame.Rect:
        if isinstance(action, PawnMove):
            return self.geometry.cell_rect(action.cell)
        return self.geometry.wall_rect(action) if isinstance(action, WallPlacement) else self.geometry.rect

    # Keys and buttons

    def _keys(
        self, state: State, legal: Sequence[Action], selection: Choosing | Trying | Walling, intent: Intent
    ) -> InputResult[Action, Selection]:
        if isinstance(selection, Trying):
            selection = Choosing()
        walling = isinstance(selection, Walling)
        if intent.kind is Kind.TURN or (intent.kind in (Kind.PREVIOUS, Kind.NEXT) and walling):
            return InputResult(_turn(selection))
        if intent.kind is Kind.CONFIRM:
            return self._confirm(legal, selection)
        if intent.kind is Kind.BACK:
            return InputResult(self._first(state, legal))
        if intent.kind is Kind.SECONDARY:
            return InputResult(self._first(state, legal) if walling else self._wall_mode(state))
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return InputResult(self._cycle(legal, selection, 1 if intent.kind is Kind.NEXT else -1))
        if intent.kind in DIRECTIONS:
            step = DIRECTIONS[intent.kind]
            if isinstance(selection, Walling):
                return InputResult(self._move_wall(selection, step))
            return InputResult(self._move_cell(state, legal, selection, step))
        return InputResult(selection)

    def _first(self, state: State, legal: Sequence[Action]) -> Selection:
        """Return the destination nearest to the goal. Of equally near destinations, return the one straight ahead."""
        here = self.geometry.cell_view(state.pawns[state.mover])
        cells = self._destinations(legal)
        if not cells:
            return Choosing()
        ahead = AHEAD[self.geometry.goal_side(state.mover, state.players)]

        def to_go(cell: Cell) -> tuple[float, float]:
            steps = distance_from(state, state.mover, cell)
            x, y = self.geometry.cell_view(cell)
            return math.inf if steps is None else steps, -((x - here[0]) * ahead[0] + (y - here[1]) * ahead[1])

        return Choosing(min(cells, key=to_go))

    def _wall_mode(self, state: State) -> Selection:
        """Return the wall that is considered first, which lies across the next rival's way."""
        rival = (state.mover + 1) % state.players
        column, row = self.geometry.cell_view(state.pawns[rival])
        # The side of the goal: top, right, bottom or left.
        bound = self.geometry.goal_side(rival, state.players)
        crossing = column - (bound == LEFT), row - (bound == TOP)
        anchor = self.geometry.anchor_at_view(*map(clamp, crossing))
        return Walling(WallPlacement(anchor, self.geometry.seen("h" if bound in (TOP, BOTTOM) else "v")))

    @staticmethod
    def _confirm(legal: Sequence[Action], selection: Selection) -> InputResult[Action, Selection]:
        if isinstance(selection, Walling):
            return InputResult(selection, selection.wall if selection.wall in legal else None)
        if isinstance(selection, Choosing) and selection.cell is not None:
            return InputResult(selection, PawnMove(selection.cell))
        return InputResult(selection)

    # Pointers

    def _mouse(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent, point: Point
    ) -> InputResult[Action, Selection]:
        pointed = self._point(state, legal, selection, point)
        tried = self._tried(state, point) if pointed == Choosing() else None
        if tried is not None and (intent.kind is Kind.RELEASE or selection == tried):
            return InputResult(tried)
        if intent.kind is Kind.TURN:
            return InputResult(_turn(pointed))
        if intent.kind in (Kind.HOVER, Kind.PRESS):
            return InputResult(pointed)
        chosen = self._confirm(legal, pointed)
        # The wall keeps its orientation, so that a second click chooses the same wall.
        clicked = chosen.action is not None and intent.device.family == "mouse"
        if isinstance(pointed, Walling) and clicked:
            return InputResult(replace(pointed, is_held=True), chosen.action)
        return chosen

    def _point(self, state: State, legal: Sequence[Action], selection: Selection, point: Point) -> Selection:
        """Return what a mouse at `point` considers: a destination, otherwise the wall in the nearest groove."""
        cell = self._destination_at(state, legal, point)
        return self._walled(selection, point) or Choosing() if cell is None else Choosing(cell)

    def _walled(self, selection: Selection, point: Point) -> Walling | None:
        """Return the wall at a point; None if the point is not over a groove.

        A wall that was turned at this crossing keeps its orientation.
        """
        wall = self.geometry.slot_at(point)
        if wall is None:
            return None
        if isinstance(selection, Walling) and selection.is_held and selection.wall.anchor == wall.anchor:
            return selection
        return Walling(wall)

    def _finger(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent, point: Point
    ) -> InputResult[Action, Selection]:
        if intent.kind is not Kind.RELEASE:
            return InputResult(selection)
        cell = self._destination_at(state, legal, point)
        if cell is not None:
            return InputResult(Choosing(cell), PawnMove(cell))
        wall = self.geometry.slot_at(point)
        if wall is None:
            return InputResult(
                self._tried(state, point) or (selection if isinstance(selection, Walling) else Choosing())
            )
        if isinstance(selection, Walling) and selection.wall.anchor == wall.anchor:
            return InputResult(Walling(turn_crossing(selection.wall)))
        return InputResult(Walling(wall))

    def _tried(self, state: State, point: Point) -> Trying | None:
        """Return the selection of the cell at `point`, which is no destination; None on the mover's own cell."""
        cells = (cell for cell in range(SIZE * SIZE) if self.geometry.cell_rect(cell).collidepoint(point))
        cell = next(cells, None)
        return None if cell is None or cell == state.pawns[state.mover] else Trying(cell)

    def _destinations(self, legal: Sequence[Action]) -> list[Cell]:
        return [action.cell for action in legal if isinstance(action, PawnMove)]

    def _destination_at(self, state: State, legal: Sequence[Action], point: Point) -> Cell | None:
        """Return the destination under a pointer that is well inside its cell."""
        over = (cell for cell in self._destinations(legal) if self.geometry.core_rect(cell).collidepoint(point))
        return next(over, None)

    def _cycle(self, legal: Sequence[Action], selection: Selection, direction: int) -> Selection:
        cells = sorted(self._destinations(legal))
        if not cells:
            return selection
        present = selection.cell if isinstance(selection, Choosing) else None
        index = cells.index(present) if present in cells else -1 if direction > 0 else 0
        return Choosing(cells[(index + direction) % len(cells)])

    def _move_cell(
        self, state: State, legal: Sequence[Action], selection: Choosing, step: tuple[int, int]
    ) -> Selection:
        """Return the destination in a direction from the pawn. Destinations near the focused one are preferred."""
        here = self.geometry.cell_view(state.pawns[state.mover])
        focused = here if selection.cell is None else self.geometry.cell_view(selection.cell)
        best: tuple[float, Cell] | None = None
        for cell in self._destinations(legal):
            x, y = self.geometry.cell_view(cell)
            along = (x - here[0]) * step[0] + (y - here[1]) * step[1]
            aside = abs((x - here[0]) * step[1]) + abs((y - here[1]) * step[0])
            if along <= 0:
                continue
            # Of two destinations that are otherwise equal, the one nearer to the focus is chosen.
            cost = aside * 2 + along + 0.1 * math.dist((x, y), focused)
            if cell == selection.cell and aside:
                # A second press goes from one diagonal destination to the other.
                cost += 10
            if best is None or cost < best[0]:
                best = (cost, cell)
        return selection if best is None else Choosing(best[1])

    def _move_wall(self, selection: Walling, step: tuple[int, int]) -> Selection:
        column, row = self.geometry.anchor_view(selection.wall.anchor)
        anchor = self.geometry.anchor_at_view(clamp(column + step[0]), clamp(row + step[1]))
        return Walling(WallPlacement(anchor, selection.wall.orientation))


def _turn(selection: Selection) -> Selection:
    """Turn the wall. It keeps the new orientation while the pointer stays at its crossing."""
    return Walling(turn_crossing(selection.wall), is_held=True) if isinstance(selection, Walling) else selection


@dataclass(frozen=True, slots=True)
class Trial:
    """A wall that is considered in a position: each seat's shortest way with it (None for no way), and the reason if it
    is illegal.
    """

    state: State
    wall: WallPlacement
    distances: tuple[int | None, ...]
    problem: WallProblem | None


class Trials:
    """Caches the last trial, because it needs searches and is used in every frame."""

    def __init__(self) -> None:
        self._last: Trial | None = None

    def of(self, state: State, selection: Selection) -> Trial | None:
        """Return the trial of the selected wall; None if no wall is selected."""
        if not isinstance(selection, Walling):
            return None
        wall = selection.wall
        if self._last is None or self._last.state is not state or self._last.wall != wall:
            self._last = Trial(state, wall, distances_with(state, wall), wall_problem(state, wall))
        return self._last


PAWN = "pawn"


def shown(
    state: State,
    legal: Sequence[Action] = (),
    selection: Selection | None = None,
    last: Step[State, Action, object] | None = None,
    trial: Trial | None = None,
) -> ShownBoard[WallPlacement]:
    """Return what the board shows: the last step, and the selection among the `legal` actions.

    `trial` is the trial of a selected wall.
    """
    trial = trial if legal else None
    pieces = [Piece(cell, PAWN, seat) for seat, cell in enumerate(state.pawns)]
    if legal and isinstance(selection, Choosing) and selection.cell is not None:
        pieces.append(Piece(selection.cell, PAWN, state.mover, ghost=True))
    bars = [_lying(wall, last) for wall in walls(state)]
    if trial is not None:
        bars.append(Bar(trial.wall, "ghost" if trial.problem is None else "bad"))
    return ShownBoard(pieces, tuple(_marks(legal, selection, last, trial)), bars)


def _marks(
    legal: Sequence[Action],
    selection: Selection | None,
    last: Step[State, Action, object] | None,
    trial: Trial | None,
) -> Iterator[Mark]:
    for event in () if last is None else last.events:
        if isinstance(event, PawnStepped):
            yield Mark(event.origin, "from", event.seat)
            yield Mark(event.target, "last", event.seat)
    yield from (Mark(action.cell, "lit") for action in legal if isinstance(action, PawnMove))
    if trial is not None and trial.problem is not None:
        yield from (Mark(cell, "sealed") for cell in trial.problem.region)
    if legal and isinstance(selection, Trying):
        yield Mark(selection.cell, "barred")


def _lying(wall: WallPlacement, last: Step[State, Action, object] | None) -> Bar[WallPlacement]:
    for event in () if last is None else last.events:
        if isinstance(event, WallPlaced) and event.wall == wall:
            return Bar(wall, "last", event.seat)
    return Bar(wall)
