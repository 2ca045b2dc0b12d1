"""What presses mean at Quoridor's board: choosing a destination or laying a ghost wall, by any device."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.quoridor.state import SLOTS, Action, Cell, Pass, PawnMove, State, WallPlacement
from scenes.kit.intents import DIRECTIONS, Intent, Kind
from scenes.quoridor.geometry import Geometry
from scenes.table.board import Chosen, Spot


@dataclass(frozen=True, slots=True)
class Selection:
    """What is being considered: a destination in move mode, a ghost wall in wall mode.

    `armed` is a choice that waits for its confirm: a finger's, or any pointer's where that was set. `held` keeps
    a ghost's orientation that was turned by hand while the pointer stays at its crossing. `passing`: nothing but
    a pass is left.
    """

    walling: bool = False
    cell: Cell | None = None
    wall: WallPlacement | None = None
    armed: bool = False
    held: bool = False
    passing: bool = False


def turned(wall: WallPlacement) -> WallPlacement:
    """The same crossing, the other way round."""
    return WallPlacement(wall.anchor, "v" if wall.orientation == "h" else "h")


def targets(geometry: Geometry, legal: Sequence[Action]) -> list[Spot[Action]]:
    """The legal destinations: hit areas of the pointer and stops of the focus in one."""
    return [Spot(geometry.core_rect(a.cell), a) for a in legal if isinstance(a, PawnMove)]


class Hands:
    """Pure functions of state, legal actions, selection and press, for one geometry.

    `always_confirm`: a click of the mouse only chooses, the next one plays.
    """

    def __init__(self, geometry: Geometry, always_confirm: bool = False) -> None:
        self.geometry = geometry
        self.always_confirm = always_confirm

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        """The new selection, and the action where the press decided."""
        if selection.passing:
            decided = intent.kind is Kind.CONFIRM or (intent.kind is Kind.RELEASE and intent.device.family == "mouse")
            return Chosen(selection, legal[0] if decided else None)
        if intent.point is not None:
            if intent.device.family == "touch":
                return self._finger(legal, selection, intent, intent.point)
            return self._mouse(legal, selection, intent, intent.point)
        if intent.kind is Kind.TURN or (intent.kind in (Kind.PREVIOUS, Kind.NEXT) and selection.walling):
            return Chosen(_turn(selection))
        if intent.kind is Kind.CONFIRM:
            return self._confirm(legal, selection)
        if intent.kind is Kind.BACK:
            return Chosen(self._first(state, legal))
        if intent.kind is Kind.SECONDARY:
            return Chosen(self._first(state, legal) if selection.walling else self._wall_mode(state, selection))
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return Chosen(self._cycle(legal, selection, 1 if intent.kind is Kind.NEXT else -1))
        if intent.kind in DIRECTIONS:
            step = DIRECTIONS[intent.kind]
            moved = (
                self._move_wall(selection, step)
                if selection.walling
                else self._move_cell(state, legal, selection, step)
            )
            return Chosen(moved)
        return Chosen(selection)

    def first(self, state: State, legal: Sequence[Action], with_focus: bool) -> Selection:
        """The selection when a turn begins; devices without a pointer start on a destination."""
        if isinstance(legal[0], Pass):
            return Selection(passing=True)
        return self._first(state, legal) if with_focus else Selection()

    def _first(self, state: State, legal: Sequence[Action]) -> Selection:
        """The destination that leads upward as seen, or else any."""
        here = self.geometry.cell_view(state.pawns[state.mover])
        cells = self._destinations(legal)
        if not cells:
            return Selection()
        goal = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
        quarter = (4 // state.players * state.mover - self.geometry.turn) % 4
        ahead = goal[quarter]

        def gain(cell: Cell) -> float:
            x, y = self.geometry.cell_view(cell)
            return (x - here[0]) * ahead[0] + (y - here[1]) * ahead[1]

        return Selection(cell=max(cells, key=gain))

    def _wall_mode(self, state: State, selection: Selection) -> Selection:
        """Wall mode, starting in front of the next rival."""
        if selection.wall is not None:
            return replace(selection, walling=True, cell=None)
        rival = (state.mover + 1) % state.players
        column, row = self.geometry.cell_view(state.pawns[rival])
        crossing = min(SLOTS - 1, max(0, column)), min(SLOTS - 1, max(0, row))
        wall = WallPlacement(self.geometry.anchor_at_view(*crossing), self.geometry.seen("h"))
        return Selection(walling=True, wall=wall)

    def _confirm(self, legal: Sequence[Action], selection: Selection) -> Chosen[Action, Selection]:
        if selection.walling and selection.wall is not None:
            return Chosen(selection, selection.wall if selection.wall in legal else None)
        if not selection.walling and selection.cell is not None:
            return Chosen(selection, PawnMove(selection.cell))
        return Chosen(selection)

    def _mouse(
        self, legal: Sequence[Action], selection: Selection, intent: Intent, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        if selection.armed:
            return self._armed_mouse(legal, selection, intent, point)
        if intent.kind is Kind.TURN:
            return Chosen(replace(_turn(self._point(legal, selection, point)), held=True))
        if intent.kind in (Kind.HOVER, Kind.DRAG, Kind.PRESS):
            return Chosen(self._point(legal, selection, point))
        pointed = self._point(legal, selection, point)
        chosen = self._confirm(legal, pointed)
        if self.always_confirm and chosen.action is not None:
            return Chosen(replace(pointed, armed=True))
        return chosen

    def _armed_mouse(
        self, legal: Sequence[Action], selection: Selection, intent: Intent, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        """A choice waits: a click on it plays it, one elsewhere chooses anew, the wheel turns it."""
        if intent.kind is Kind.TURN:
            return Chosen(_turn(selection))
        if intent.kind is not Kind.RELEASE:
            return Chosen(selection)
        pointed = self._point(legal, Selection(), point)
        if _crossing(pointed) == _crossing(selection) and pointed.cell == selection.cell:
            return self._confirm(legal, selection)
        armed = self.always_confirm and self._confirm(legal, pointed).action is not None
        return Chosen(replace(pointed, armed=armed))

    def _point(self, legal: Sequence[Action], selection: Selection, point: tuple[int, int]) -> Selection:
        """What a mouse at `point` considers: a destination, else the wall of the nearest gutter."""
        cell = self._destination_at(legal, point)
        if cell is not None:
            return Selection(cell=cell)
        wall = self.geometry.slot_at(point)
        if wall is None:
            return Selection()
        if selection.held and selection.wall is not None and selection.wall.anchor == wall.anchor:
            return replace(selection, walling=True, cell=None)
        return Selection(walling=True, wall=wall)

    def _finger(
        self, legal: Sequence[Action], selection: Selection, intent: Intent, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        if intent.kind is Kind.DRAG:
            wall = self.geometry.slot_at((point[0], point[1] - round(60 * self.geometry.unit)))
            return Chosen(Selection(walling=True, wall=wall, armed=True, held=True) if wall else selection)
        if intent.kind is not Kind.RELEASE or (selection.walling and selection.held):
            return Chosen(replace(selection, held=False))
        cell = self._destination_at(legal, point)
        if cell is not None:
            if selection.armed and selection.cell == cell:
                return self._confirm(legal, selection)
            return Chosen(Selection(cell=cell, armed=True))
        wall = self.geometry.slot_at(point)
        if wall is None:
            return Chosen(selection)
        if selection.wall is not None and selection.wall.anchor == wall.anchor:
            return Chosen(replace(_turn(selection), armed=True))
        return Chosen(Selection(walling=True, wall=wall, armed=True))

    def _destinations(self, legal: Sequence[Action]) -> list[Cell]:
        return [action.cell for action in legal if isinstance(action, PawnMove)]

    def _destination_at(self, legal: Sequence[Action], point: tuple[int, int]) -> Cell | None:
        """The destination under a pointer that is well inside its cell."""
        for spot in targets(self.geometry, legal):
            if isinstance(spot.action, PawnMove) and spot.area.collidepoint(point):
                return spot.action.cell
        return None

    def _cycle(self, legal: Sequence[Action], selection: Selection, direction: int) -> Selection:
        cells = sorted(self._destinations(legal))
        if not cells:
            return selection
        index = cells.index(selection.cell) if selection.cell in cells else -1 if direction > 0 else 0
        return Selection(cell=cells[(index + direction) % len(cells)])

    def _move_cell(
        self, state: State, legal: Sequence[Action], selection: Selection, step: tuple[int, int]
    ) -> Selection:
        """The destination that a direction means: as seen from the pawn, and from the one in focus."""
        here = self.geometry.cell_view(state.pawns[state.mover])
        focused = here if selection.cell is None else self.geometry.cell_view(selection.cell)
        best: tuple[float, Cell] | None = None
        for cell in self._destinations(legal):
            x, y = self.geometry.cell_view(cell)
            along = (x - here[0]) * step[0] + (y - here[1]) * step[1]
            aside = abs((x - here[0]) * step[1]) + abs((y - here[1]) * step[0])
            if along <= 0:
                continue
            cost = aside * 2 + along + 0.1 * math.dist((x, y), focused)  # of two alike, the nearer one
            if cell == selection.cell and aside:
                cost += 10  # pressing on leads to the other of two diagonal destinations
            if best is None or cost < best[0]:
                best = (cost, cell)
        return selection if best is None else Selection(cell=best[1])

    def _move_wall(self, selection: Selection, step: tuple[int, int]) -> Selection:
        if selection.wall is None:
            return selection
        column, row = self.geometry.anchor_view(selection.wall.anchor)
        column = min(SLOTS - 1, max(0, column + step[0]))
        row = min(SLOTS - 1, max(0, row + step[1]))
        wall = WallPlacement(self.geometry.anchor_at_view(column, row), selection.wall.orientation)
        return replace(selection, wall=wall)


def _turn(selection: Selection) -> Selection:
    if selection.wall is None:
        return selection
    return replace(selection, walling=True, cell=None, wall=turned(selection.wall))


def _crossing(selection: Selection) -> int | None:
    return None if selection.wall is None else selection.wall.anchor
