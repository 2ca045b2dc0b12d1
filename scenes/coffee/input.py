"""What presses mean at Coffee's board: choosing a cell of the line, then the stick's axis, by any device."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.coffee.board import Axis, Cell
from game.coffee.state import Action, Drop, State, Swap
from scenes.coffee.geometry import NEAR, TOUCHED, Geometry, wheel_order
from scenes.coffee.places import Places
from scenes.kit.intents import DIRECTIONS, Intent, Kind
from scenes.table.board import Chosen, Spot


@dataclass(frozen=True, slots=True)
class Selection:
    """What is being considered: first a cell, then, once it is `placed`, the stick's axis; or the swap.

    `armed` waits for a confirm: a finger's choice, or any pointer's where that was set. `tried` marks a cell that
    was pressed though no stone may go there. `pointed` is the axis that a pointer shows at.
    """

    cell: Cell | None = None
    placed: bool = False
    axis: Axis | None = None
    swapping: bool = False
    armed: bool = False
    tried: bool = False
    pointed: Axis | None = None


def cells_of(legal: Sequence[Action]) -> list[Cell]:
    """The cells that a stone may go to, in order."""
    return list(dict.fromkeys(action.cell for action in legal if isinstance(action, Drop)))


def axes_of(legal: Sequence[Action], cell: Cell) -> list[Axis]:
    """The axes along which the stick may lie on a stone on `cell`; none where it completes a row."""
    found = [action.axis for action in legal if isinstance(action, Drop) and action.cell == cell]
    return [axis for axis in found if axis is not None]


def _with_swap(legal: Sequence[Action], selection: Selection) -> Selection:
    """The swap considered, or given up again."""
    if selection.swapping:
        return Selection()
    return Selection(swapping=True) if Swap() in legal else selection


def targets(geometry: Geometry, legal: Sequence[Action]) -> list[Spot[Action]]:
    """The cells of the line: hit areas of the pointer and stops of the focus in one."""
    actions = {action.cell: action for action in legal if isinstance(action, Drop)}
    return [Spot(geometry.cell_rect(cell), action) for cell, action in actions.items()]


class Hands:
    """Pure functions of legal actions, selection and press, for one geometry.

    `places` are the wheel's and the swap's beside the board. With `always_confirm` a click of the mouse only chooses,
    the next one plays.
    """

    def __init__(self, geometry: Geometry, places: Places, always_confirm: bool = False) -> None:
        self.geometry = geometry
        self.places = places
        self.always_confirm = always_confirm

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        """The new selection, and the action where the press decided."""
        if intent.point is not None:
            return self._point(legal, selection, intent, intent.point)
        if intent.kind is Kind.BACK:
            return Chosen(Selection(cell=selection.cell) if selection.placed else self.first(state, legal))
        if intent.kind is Kind.SECONDARY:
            return Chosen(_with_swap(legal, selection))
        if selection.swapping:
            return Chosen(selection, Swap() if intent.kind is Kind.CONFIRM else None)
        if selection.placed and selection.cell is not None:
            return self._axis_press(legal, selection, selection.cell, intent)
        return self._cell_press(state, legal, selection, intent)

    def first(self, state: State, legal: Sequence[Action]) -> Selection:
        """The selection that a device without a pointer starts with: the cell nearest to the stick."""
        cells = cells_of(legal)
        if not cells:
            return Selection()
        here = (0.0, 0.0) if state.stick is None else self.geometry.board.center(state.stick[0])
        return Selection(cell=min(cells, key=lambda cell: math.dist(here, self.geometry.board.center(cell))))

    def placed(self, legal: Sequence[Action], cell: Cell, with_axis: bool) -> Selection:
        """The stone put on `cell`; an axis comes with it where there is only one, or for keys."""
        axes = axes_of(legal, cell)
        ordered = [axis for axis in wheel_order(self.geometry.board) if axis in axes]
        return Selection(cell=cell, placed=True, axis=ordered[0] if with_axis or len(ordered) == 1 else None)

    # Keys and buttons

    def _cell_press(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        if selection.cell is None:
            return Chosen(self.first(state, legal))
        if intent.kind is Kind.CONFIRM:
            return self._put(legal, selection.cell, with_axis=True)
        if intent.kind in DIRECTIONS:
            return Chosen(self._step(legal, selection.cell, DIRECTIONS[intent.kind]))
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            cells = cells_of(legal)
            at = cells.index(selection.cell) if selection.cell in cells else 0
            return Chosen(Selection(cell=cells[(at + (1 if intent.kind is Kind.NEXT else -1)) % len(cells)]))
        return Chosen(selection)

    def _put(self, legal: Sequence[Action], cell: Cell, with_axis: bool) -> Chosen[Action, Selection]:
        """A stone on `cell`: played at once where it completes a row, else the axis comes next."""
        if Drop(cell, None) in legal:
            return Chosen(Selection(cell=cell), Drop(cell, None))
        if cell not in cells_of(legal):
            return Chosen(Selection(cell=cell, tried=True))
        return Chosen(self.placed(legal, cell, with_axis))

    def _axis_press(
        self, legal: Sequence[Action], selection: Selection, cell: Cell, intent: Intent
    ) -> Chosen[Action, Selection]:
        if intent.kind is Kind.CONFIRM:
            return self._lay(legal, selection, cell)
        forward = intent.kind in (Kind.NEXT, Kind.RIGHT, Kind.DOWN)
        if forward or intent.kind in (Kind.PREVIOUS, Kind.LEFT, Kind.UP):
            return Chosen(self._turn(selection, 1 if forward else -1))
        return Chosen(selection)

    def _turn(self, selection: Selection, by: int) -> Selection:
        """The next axis on the wheel, allowed or not: one that is not is explained."""
        order = wheel_order(self.geometry.board)
        at = order.index(selection.axis) if selection.axis is not None else -1 if by > 0 else 0
        return replace(selection, axis=order[(at + by) % len(order)])

    @staticmethod
    def _lay(legal: Sequence[Action], selection: Selection, cell: Cell) -> Chosen[Action, Selection]:
        action = Drop(cell, selection.axis)
        return Chosen(selection, action if selection.axis is not None and action in legal else None)

    def _step(self, legal: Sequence[Action], cell: Cell, step: tuple[int, int]) -> Selection:
        """The cell that a direction means, seen from `cell`; along the line where it leads that way at all."""
        here = self.geometry.board.center(cell)
        best: tuple[float, Cell] | None = None
        for other in cells_of(legal):
            x, y = self.geometry.board.center(other)
            along = (x - here[0]) * step[0] + (y - here[1]) * step[1]
            aside = abs((x - here[0]) * step[1]) + abs((y - here[1]) * step[0])
            if along > 0.1 and (best is None or 2 * aside + along < best[0]):
                best = (2 * aside + along, other)
        return Selection(cell=cell if best is None else best[1])

    # Pointers

    def _point(
        self, legal: Sequence[Action], selection: Selection, intent: Intent, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        touch = intent.device.family == "touch"
        if Swap() in legal and self.places.swap_at(point) and not selection.placed:
            return self._point_at_swap(selection, intent, touch)
        if selection.placed and selection.cell is not None:
            return self._point_at_axis(legal, selection, selection.cell, intent, point)
        cell = self.geometry.cell_at(point)
        if intent.kind is Kind.RELEASE:
            return self._choose_cell(legal, selection, cell, touch)
        if touch or selection.armed or (cell is not None and cell == selection.cell):
            return Chosen(selection)
        return Chosen(Selection(cell=cell if cell in cells_of(legal) else None))

    def _point_at_swap(self, selection: Selection, intent: Intent, touch: bool) -> Chosen[Action, Selection]:
        if intent.kind is not Kind.RELEASE:
            return Chosen(selection if touch or selection.armed else Selection(swapping=True))
        if selection.swapping and (selection.armed or not (touch or self.always_confirm)):
            return Chosen(selection, Swap())
        return Chosen(Selection(swapping=True, armed=True))

    def _choose_cell(
        self, legal: Sequence[Action], selection: Selection, cell: Cell | None, touch: bool
    ) -> Chosen[Action, Selection]:
        if cell is None:
            return Chosen(Selection() if selection.armed or selection.tried else selection)
        wins = Drop(cell, None) in legal
        if wins and (touch or self.always_confirm) and not (selection.armed and selection.cell == cell):
            return Chosen(Selection(cell=cell, armed=True))
        return self._put(legal, cell, with_axis=False)

    def _point_at_axis(
        self, legal: Sequence[Action], selection: Selection, cell: Cell, intent: Intent, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        touch = intent.device.family == "touch"
        if intent.kind is Kind.TURN:
            return Chosen(self._turn(selection, intent.value or 1))
        axis = self.places.axis_at(point) or self._axis_on_board(legal, cell, point)
        if intent.kind is not Kind.RELEASE:
            if touch or selection.armed or axis is None or axis == selection.pointed:
                return Chosen(selection)
            return Chosen(replace(selection, axis=axis, pointed=axis))
        if axis is None:
            return self._elsewhere(legal, selection, cell, point)
        if touch or self.always_confirm:
            if selection.armed and selection.axis == axis:
                return self._lay(legal, selection, cell)
            return Chosen(replace(selection, axis=axis, armed=True))
        turned = selection.axis if selection.pointed == axis and selection.axis is not None else axis
        return self._lay(legal, replace(selection, axis=turned, pointed=axis), cell)

    def _axis_on_board(self, legal: Sequence[Action], cell: Cell, point: tuple[int, int]) -> Axis | None:
        """The stick's direction that a point of the board shows at from the bean on `cell`; None on other cells."""
        origin = self.geometry.cell_center(cell)
        away = math.dist(origin, point) / self.geometry.pitch
        if away <= TOUCHED or not self.geometry.rect.collidepoint(point):
            return None
        if away > NEAR and self.geometry.cell_at(point) in cells_of(legal):
            return None
        return self.geometry.axis_towards(origin, point)

    def _elsewhere(
        self, legal: Sequence[Action], selection: Selection, cell: Cell, point: tuple[int, int]
    ) -> Chosen[Action, Selection]:
        """A press on the bean takes it back, one on another cell of the line moves it there."""
        other = self.geometry.cell_at(point)
        if other == cell:
            return Chosen(Selection(cell=cell))
        if other is not None:
            return self._put(legal, other, with_axis=False)
        return Chosen(selection)
