"""Interprets presses at Coffee's board: choosing a cell of the line (along the last stick), then the next stick's axis.

It also says what the board shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import pygame

from game.coffee import rules
from game.coffee.board import Axis, Cell, board
from game.coffee.rules import row_through
from game.coffee.state import Action, Drop, State, Swap, other, with_stone
from scenes.coffee.geometry import FLICK, NEAR, ON_BEAN, TOUCHED, Geometry, wheel_order
from scenes.coffee.wheel import WheelPlaces
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point
from scenes.table.contract.input import Actors, BoardInput, Grip, InputResult
from scenes.table.contract.shown import Bar, Mark, Piece, ShownBoard, Way


@dataclass(frozen=True, slots=True)
class Choosing:
    """The selection of `cell` for a bean. If `cell` is None, no cell is shown as selected."""

    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Trying:
    """The selection of a `cell` that was pressed although no bean may go there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Completing:
    """The selection of a `cell` on which a bean completes a row, so that no stick is laid."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Pointing:
    """The selection of a bean on `cell`, and of an `axis` for the stick.

    `axis` may be illegal; it is None until an axis is chosen. `pointed` is the axis at which the pointer was last. It
    differs from an `axis` chosen with the mouse wheel, which stays until the pointer moves to another axis. `other`
    is the cell under the mouse to which a click would move the bean, if any.
    """

    cell: Cell
    axis: Axis | None = None
    pointed: Axis | None = None
    other: Cell | None = None


@dataclass(frozen=True, slots=True)
class Swapping:
    """The selection of the colour swap."""


Selection: TypeAlias = Choosing | Trying | Completing | Pointing | Swapping


Press = InputResult[Action, Selection]


def cells_of(legal: Sequence[Action]) -> list[Cell]:
    """Return the cells that a bean may go to, in order."""
    return list(dict.fromkeys(action.cell for action in legal if isinstance(action, Drop)))


def axes_of(legal: Sequence[Action], cell: Cell) -> list[Axis]:
    """Return the legal axes of the stick on `cell`; none if the bean completes a row there."""
    found = [action.axis for action in legal if isinstance(action, Drop) and action.cell == cell]
    return [axis for axis in found if axis is not None]


def _with_swap(legal: Sequence[Action], selection: Selection) -> Selection:
    """Return the selection with the swap switched on, or off if it was on."""
    if isinstance(selection, Swapping):
        return Choosing()
    return Swapping() if Swap() in legal else selection


class CoffeeInput(BoardInput[State, Action, Selection]):
    """Handles presses on the board and on the panel beside it, for one geometry."""

    def __init__(self, geometry: Geometry, places: WheelPlaces) -> None:
        self._geometry = geometry
        self._places = places

    def empty(self, state: State, legal: Sequence[Action], family: str, before: Selection | None = None) -> Selection:
        return Choosing() if family in ("mouse", "touch") else self._first(state, legal)

    def is_engaged(self, selection: Selection) -> bool:
        return isinstance(selection, Pointing | Swapping)

    def considering(self, action: Action) -> Selection:
        if isinstance(action, Swap):
            return Swapping()
        return Completing(action.cell) if action.axis is None else Pointing(action.cell, action.axis)

    def considered(self, selection: Selection) -> Action | None:
        if isinstance(selection, Swapping):
            return Swap()
        if isinstance(selection, Pointing) and selection.axis is not None:
            return Drop(selection.cell, selection.axis)
        return Drop(selection.cell, None) if isinstance(selection, Trying | Completing) else None

    def area(self, state: State, action: Action) -> pygame.Rect:
        return (
            self._geometry.cell_rect(action.cell)
            if isinstance(action, Drop)
            else self._geometry.rect.clip(self._geometry.place)
        )

    # Dragging

    def place_at(
        self, state: State, legal: Sequence[Action], selection: Selection, point: Point
    ) -> Axis | Cell | str | None:
        if isinstance(selection, Pointing):
            axis = self._places.axis_at(point) or self._axis_on_board(legal, selection.cell, point)
            return self._geometry.cell_at(point) if axis is None else axis
        swap = Swap() in legal and self._places.swap_at(point)
        return "swap" if swap else self._geometry.cell_at(point)

    def drag(self, actors: Actors[State, Action], selection: Selection, grip: Grip, intent: Intent) -> Press | None:
        legal = actors.actions
        if grip is Grip.LIFT:
            lifted = self._lifted(legal, intent.point)
            return None if lifted is None else InputResult(lifted)
        if grip is Grip.TURN:
            return InputResult(selection)
        carried = self._carried(legal, selection, intent)
        return InputResult(carried) if grip is Grip.CARRY else self._dropped(legal, carried)

    def _lifted(self, legal: Sequence[Action], origin: Point | None) -> Selection | None:
        """Pick up a bean from the seat's card, or begin a flick (to place bean and stick) on a cell of the line."""
        cells = cells_of(legal)
        if origin is None:
            return Choosing() if cells else None
        cell = self._geometry.cell_at(origin)
        return Pointing(cell) if cell is not None and axes_of(legal, cell) else None

    def _carried(self, legal: Sequence[Action], selection: Selection, intent: Intent) -> Selection:
        if intent.point is None:
            return selection
        if not isinstance(selection, Pointing):
            cell = self._geometry.cell_at(intent.point)
            return Choosing(cell) if cell is None or cell in cells_of(legal) else Trying(cell)
        origin = self._geometry.cell_center(selection.cell)
        away = math.dist(origin, intent.point) / self._geometry.pitch
        axis = self._geometry.axis_towards(origin, intent.point) if TOUCHED < away <= FLICK else None
        return Pointing(selection.cell, axis, axis)

    def _dropped(self, legal: Sequence[Action], selection: Selection) -> Press:
        if isinstance(selection, Pointing):
            return self._lay(legal, selection)
        if selection == Choosing() or isinstance(selection, Swapping) or selection.cell is None:
            return InputResult(Choosing())
        return self.put(legal, selection.cell, with_axis=False)

    def choose(self, actors: Actors[State, Action], selection: Selection, intent: Intent) -> Press:
        state, legal = actors.state, actors.actions
        if intent.kind is Kind.DRAG:
            return InputResult(selection)
        if intent.point is not None:
            return self._point(legal, selection, intent, intent.point)
        if intent.kind is Kind.BACK:
            if isinstance(selection, Pointing):
                return InputResult(Choosing(selection.cell))
            return InputResult(self._first(state, legal))
        if intent.kind is Kind.SECONDARY:
            return InputResult(_with_swap(legal, selection))
        if isinstance(selection, Swapping):
            return InputResult(selection, Swap() if intent.kind is Kind.CONFIRM else None)
        if isinstance(selection, Pointing):
            return self._axis_press(legal, selection, intent)
        if selection.cell is None:
            return InputResult(self._first(state, legal))
        return self._cell_press(legal, selection, selection.cell, intent)

    def _first(self, state: State, legal: Sequence[Action]) -> Choosing:
        """Return the first selection for keys and buttons, which is the cell nearest to the stick."""
        cells = cells_of(legal)
        if not cells:
            return Choosing()
        here = (0.0, 0.0) if state.stick is None else self._geometry.board.center(state.stick[0])
        return Choosing(min(cells, key=lambda cell: math.dist(here, self._geometry.board.center(cell))))

    # Keys and buttons

    def _cell_press(self, legal: Sequence[Action], selection: Selection, cell: Cell, intent: Intent) -> Press:
        if intent.kind is Kind.CONFIRM:
            return self.put(legal, cell, with_axis=True)
        if intent.kind in DIRECTIONS:
            return InputResult(self._step(legal, cell, DIRECTIONS[intent.kind]))
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            cells = cells_of(legal)
            at = cells.index(cell) if cell in cells else 0
            return InputResult(Choosing(cells[(at + (1 if intent.kind is Kind.NEXT else -1)) % len(cells)]))
        return InputResult(selection)

    def put(self, legal: Sequence[Action], cell: Cell, with_axis: bool = False) -> Press:
        """Choose `cell` for a bean. If the bean completes a row, the action is complete; otherwise the axis is next.

        If there is only one axis, it is chosen at once. With `with_axis`, which keys use, the first of several axes is
        chosen.
        """
        if Drop(cell, None) in legal:
            return InputResult(Completing(cell), Drop(cell, None))
        if cell not in cells_of(legal):
            return InputResult(Trying(cell))
        axes = axes_of(legal, cell)
        ordered = [axis for axis in wheel_order(self._geometry.board) if axis in axes]
        return InputResult(Pointing(cell, ordered[0] if with_axis or len(ordered) == 1 else None))

    def _axis_press(self, legal: Sequence[Action], selection: Pointing, intent: Intent) -> Press:
        if intent.kind is Kind.CONFIRM:
            return self._lay(legal, selection)
        if intent.kind in DIRECTIONS:
            return InputResult(
                replace(selection, axis=self._geometry.axis_pointed(DIRECTIONS[intent.kind], selection.axis))
            )
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return InputResult(self._turn(selection, 1 if intent.kind is Kind.NEXT else -1))
        order = wheel_order(self._geometry.board)
        if intent.kind is Kind.DIGIT and 0 < intent.value <= len(order):
            return InputResult(replace(selection, axis=order[intent.value - 1]))
        return InputResult(selection)

    def _turn(self, selection: Pointing, by: int) -> Pointing:
        """Turn the stick to the next axis on the wheel, even an illegal one: the wheel says why it is illegal."""
        order = wheel_order(self._geometry.board)
        at = order.index(selection.axis) if selection.axis is not None else -1 if by > 0 else 0
        return replace(selection, axis=order[(at + by) % len(order)])

    def _lay(self, legal: Sequence[Action], selection: Pointing) -> Press:
        """Lay the stick along the chosen axis, if that is legal."""
        action = None if selection.axis is None else Drop(selection.cell, selection.axis)
        return InputResult(selection, action if action in legal else None)

    def _step(self, legal: Sequence[Action], cell: Cell, step: tuple[int, int]) -> Choosing:
        """Go from `cell` to the nearest cell in the direction `step`. Cells straight ahead are preferred."""
        here = self._geometry.board.center(cell)
        best: tuple[float, Cell] | None = None
        for found in cells_of(legal):
            x, y = self._geometry.board.center(found)
            along = (x - here[0]) * step[0] + (y - here[1]) * step[1]
            aside = abs((x - here[0]) * step[1]) + abs((y - here[1]) * step[0])
            if along > 0.1 and (best is None or 2 * aside + along < best[0]):
                best = (2 * aside + along, found)
        return Choosing(cell if best is None else best[1])

    # Pointers

    def _point(self, legal: Sequence[Action], selection: Selection, intent: Intent, point: tuple[int, int]) -> Press:
        touch = intent.device.family == "touch"
        # A phone has a button for each axis.
        if isinstance(selection, Pointing) and not intent.device.is_phone:
            return self._point_at_axis(legal, selection, intent, point)
        if Swap() in legal and self._places.swap_at(point):
            if intent.kind is Kind.RELEASE:
                return InputResult(Swapping(), Swap())
            return InputResult(selection if touch else Swapping())
        cell = self._geometry.cell_at(point)
        if intent.kind is Kind.RELEASE:
            return InputResult(Choosing()) if cell is None else self.put(legal, cell, with_axis=False)
        if touch or (isinstance(selection, Trying) and selection.cell == cell):
            return InputResult(selection)
        return InputResult(Choosing(cell if cell in cells_of(legal) else None))

    def _point_at_axis(
        self, legal: Sequence[Action], selection: Pointing, intent: Intent, point: tuple[int, int]
    ) -> Press:
        if intent.kind is Kind.TURN:
            return InputResult(self._turn(selection, intent.value or 1))
        touch = intent.device.family == "touch"
        axis = self._places.axis_at(point) or self._axis_on_board(legal, selection.cell, point)
        if intent.kind is not Kind.RELEASE:
            if touch:
                return InputResult(selection)
            if axis is None or axis == selection.pointed:
                other = None if axis is not None else self._other(legal, selection.cell, point)
                return InputResult(replace(selection, other=other))
            return InputResult(replace(selection, axis=axis, pointed=axis, other=None))
        if axis is None:
            return self._elsewhere(legal, selection, point, touch)
        if touch:
            return self._lay(legal, replace(selection, axis=axis))
        turned = selection.axis if selection.pointed == axis and selection.axis is not None else axis
        return self._lay(legal, replace(selection, axis=turned, pointed=axis))

    def _axis_on_board(self, legal: Sequence[Action], cell: Cell, point: tuple[int, int]) -> Axis | None:
        """Return the axis to which a point on the board turns the stick on `cell`.

        None if the point is on another cell.
        """
        origin = self._geometry.cell_center(cell)
        away = math.dist(origin, point) / self._geometry.pitch
        if away <= ON_BEAN or not self._geometry.rect.collidepoint(point):
            return None
        if away > NEAR and self._geometry.cell_at(point) in cells_of(legal):
            return None
        return self._geometry.axis_towards(origin, point)

    def _other(self, legal: Sequence[Action], cell: Cell, point: Point) -> Cell | None:
        """Return the cell under a pointer if it is another cell of the line."""
        found = self._geometry.cell_at(point)
        return found if found != cell and found in cells_of(legal) else None

    def _elsewhere(self, legal: Sequence[Action], selection: Pointing, point: Point, touch: bool) -> Press:
        """Move the bean to another cell of the line.

        On the bean itself, a touch takes the bean back. A click there lays the stick along the chosen axis; if no axis
        is chosen, the click takes the bean back, too.
        """
        other = self._other(legal, selection.cell, point)
        if other is not None:
            return self.put(legal, other, with_axis=False)
        if self._geometry.cell_at(point) != selection.cell:
            return InputResult(selection)
        return InputResult(Choosing(selection.cell)) if touch or selection.axis is None else self._lay(legal, selection)


LaidStick = tuple[Cell, Axis]


def shown(
    state: State, legal: Sequence[Action] = (), selection: Selection | None = None, with_dangers: bool = True
) -> ShownBoard[LaidStick]:
    """Return what the board shows of a position and the selection among the `legal` actions.

    If a bean is placed but the stick is not, `with_dangers` adds the rows with which the rival could win. Each row
    comes with the axis of the stick that lets the rival complete it, and with the cell of the rival's bean.
    """
    table = board(state.board)
    pieces = [Piece(cell, "black", state.colours.index("black")) for cell in table.members(state.black)]
    pieces += [Piece(cell, "orange", state.colours.index("orange")) for cell in table.members(state.orange)]
    bars: list[Bar[LaidStick]] = [] if state.stick is None else [Bar(state.stick)]
    ways: list[Way] = []
    if legal and isinstance(selection, Pointing):
        cell, axis = selection.cell, selection.axis
        pieces.append(Piece(cell, state.to_move, state.mover))
        if axis is not None:
            bars.append(Bar((cell, axis), "ghost" if rules.offer_of(state, cell, axis) else "bad"))
            ways.append(Way(table.line(cell, axis)))
        ways += [Way(row, by, warning=True, at=win) for by, win, row in _threats(state, cell)] if with_dangers else ()
    elif legal and isinstance(selection, Choosing | Completing) and selection.cell is not None:
        pieces.append(Piece(selection.cell, state.to_move, state.mover, ghost=True))
    return ShownBoard(pieces, tuple(_marks(state, legal, selection, ways)), bars, ways)


def _marks(state: State, legal: Sequence[Action], selection: Selection | None, ways: Sequence[Way]) -> Iterator[Mark]:
    if state.stick is not None and state.winner is None:
        yield from (Mark(cell, "line") for cell in board(state.board).line(*state.stick))
    yield from (Mark(cell, "lit") for cell in cells_of(legal))
    if not legal:
        return
    if isinstance(selection, Pointing):
        if selection.axis is not None:
            yield from (Mark(cell, "offered") for cell in rules.offer_of(state, selection.cell, selection.axis))
            yield from (Mark(way.at, "barred") for way in ways if way.look == selection.axis and way.at is not None)
        yield Mark(selection.cell, "chosen")
    elif isinstance(selection, Completing):
        yield Mark(selection.cell, "chosen")
    elif isinstance(selection, Trying):
        yield Mark(selection.cell, "barred")


# The result is the same in every frame while an axis is chosen.
@lru_cache(maxsize=1)
def _threats(state: State, cell: Cell) -> tuple[tuple[str, Cell, tuple[Cell, ...]], ...]:
    """Return how the rival could win after a bean on `cell`, as tuples of the stick's axis, the winning cell and the
    row.
    """
    after, rival = with_stone(state, state.to_move, cell), other(state.to_move)
    return tuple(
        (axis, win, row_through(with_stone(after, rival, win), win))
        for axis, wins in rules.dangers(state, cell).items()
        for win in sorted(wins)
    )
