"""The four hands at Coffee's board. Each chooses a cell and the stick's axis in its own way."""

from __future__ import annotations

import math
from typing import Any

from game.coffee.board import Axis, Cell
from game.coffee.state import Action, Drop
from scenes.coffee.board import CoffeeBoard
from scenes.coffee.input import Pointing, Swapping
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from tests.scenes.hands import Hand, MouseHand, PointerHand, SteppingHand, TouchHand, hands_of

Point = tuple[int, int]


def board_of_coffee(match: MatchScene) -> CoffeeBoard:
    """Return the match's board."""
    assert isinstance(match.board, CoffeeBoard)
    return match.board


def beside(geometry: Any, cell: Cell, axis: Axis, away: float = 0.8) -> Point:
    """Return a point of the board beside a cell, in the direction of an axis, this many pitches away."""
    angle, far = math.radians(geometry.angle(axis)), away * geometry.pitch
    x, y = geometry.cell_center(cell)
    both = [(round(x + way * far * math.cos(angle)), round(y + way * far * math.sin(angle))) for way in (1, -1)]
    return next(point for point in both if geometry.rect.collidepoint(point))


class CoffeeHand(Hand):
    """Puts a stone and lays the stick, in a match or in an exercise."""

    @property
    def shown_cell(self) -> Cell | None:
        """The selected cell."""
        return None if isinstance(self.selection, Swapping) else self.selection.cell

    @property
    def shown_axis(self) -> Axis | None:
        """The selected axis."""
        return self.selection.axis if isinstance(self.selection, Pointing) else None

    @property
    def armed(self) -> Action | None:
        """The action that waits for a second press."""
        return self.holder.confirm_gate.armed

    def cell(self, cell: Cell) -> None:
        """Choose a cell."""
        raise NotImplementedError

    def axis(self, axis: Axis) -> None:
        """Lay the stick on the chosen cell."""
        raise NotImplementedError

    def swap(self) -> None:
        """Swap the colours."""
        raise NotImplementedError

    def put(self, action: Action) -> None:
        if not isinstance(action, Drop):
            self.swap()
            return
        self.cell(action.cell)
        if action.axis is not None:
            self.axis(action.axis)


class _Pointer(CoffeeHand, PointerHand):
    def middle(self, cell: Cell) -> Point:
        """Return the middle of a cell on the screen."""
        return self.geometry.cell_rect(cell).center

    def on_swap(self) -> Point:
        """Return the middle of the place of the swap."""
        place = self.board.places_beside.swap
        assert place is not None
        return place.center


class CoffeeMouse(_Pointer, MouseHand):
    """Clicks on the wheel if there is one, otherwise beside the bean."""

    def cell(self, cell: Cell) -> None:
        self.point(self.middle(cell))

    def axis(self, axis: Axis) -> None:
        wheel = self.board.places_beside.wheel
        cell = self.selection.cell
        self.point(beside(self.geometry, cell, axis) if wheel is None else wheel.spokes[axis])

    def swap(self) -> None:
        self.point(self.on_swap())


class CoffeeTouch(_Pointer, TouchHand):
    """Taps on the board beside the bean, twice in the same direction."""

    def cell(self, cell: Cell) -> None:
        self.point(self.middle(cell))
        if self.armed is not None:
            self.point(self.middle(cell))

    def axis(self, axis: Axis) -> None:
        for _ in range(2):
            self.point(beside(self.geometry, self.selection.cell, axis))

    def swap(self) -> None:
        self.point(self.on_swap())
        self.point(self.on_swap())


class _Stepper(CoffeeHand, SteppingHand):
    """Moves the focus to the cell. The shoulder buttons then turn the stick."""

    def cell(self, cell: Cell) -> None:
        self.steer(cell)
        self.hit(Kind.CONFIRM)

    def steer(self, cell: Cell) -> None:
        """Move the focus to a cell of the line with the directions, and at last with the shoulder buttons."""
        if self.shown_cell is None:
            self.hit(Kind.UP)
        table = self.geometry.board
        for _ in range(8):
            at = self.shown_cell
            if at == cell or at is None:
                break
            (x, y), (goal_x, goal_y) = table.center(at), table.center(cell)
            across = abs(goal_x - x) > abs(goal_y - y)
            self.hit((Kind.RIGHT if goal_x > x else Kind.LEFT) if across else Kind.DOWN if goal_y > y else Kind.UP)
            if self.shown_cell == at:
                break
        for _ in table.cells:
            if self.shown_cell == cell:
                break
            self.hit(Kind.NEXT)
        assert self.shown_cell == cell

    def axis(self, axis: Axis) -> None:
        for _ in self.geometry.board.axes:
            if self.shown_axis == axis:
                break
            self.hit(Kind.NEXT)
        assert self.shown_axis == axis
        self.hit(Kind.CONFIRM)

    def swap(self) -> None:
        self.hit(Kind.SECONDARY)
        self.hit(Kind.CONFIRM)


COFFEE_HANDS = hands_of(_Pointer, _Stepper, mouse=CoffeeMouse, touch=CoffeeTouch)
