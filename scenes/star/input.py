"""What presses mean at Star's board: a cell is pressed, by pointer, focus or numpad. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.star.state import (
    SIZE,
    Action,
    BoardAction,
    Cell,
    Jump,
    OfferDraw,
    Place,
    Resign,
    Slide,
    State,
)
from scenes.kit.intents import DIRECTIONS, Intent, Kind, Point
from scenes.star.geometry import Geometry, cell_of_digit, place
from scenes.table.board import Chosen, Spot

STAR = -1  # what is held, where it is the star and not the piece on a cell
CENTRE = 4


@dataclass(frozen=True, slots=True)
class Selection:
    """What is being considered.

    `cursor` is the cell in focus or under the pointer, `held` the cell of the own piece that was picked up (or STAR),
    `tried` an action that was tried although it is not legal. `armed` waits for a second press: a choice where that
    was set, the only piece that can go to the pressed cell, or a resignation.
    """

    cursor: Cell | None = None
    held: Cell | None = None
    tried: BoardAction | None = None
    armed: bool = False


def on_board(actions: Sequence[Action]) -> list[BoardAction]:
    """The placements, slides and jumps among `actions`."""
    return [action for action in actions if isinstance(action, Place | Slide | Jump)]


def meant(held: Cell | None, cell: Cell) -> BoardAction:
    """What it means to put what is held, or else a piece from the hand, on `cell`."""
    if held is None:
        return Place(cell)
    return Jump(cell) if held == STAR else Slide(held, cell)


def target_of(action: BoardAction) -> Cell:
    """The cell where an action ends."""
    return action.cell if isinstance(action, Place) else action.target


def held_by(action: BoardAction) -> Cell | None:
    """What is picked up for an action: a piece, the star, or nothing."""
    if isinstance(action, Place):
        return None
    return STAR if isinstance(action, Jump) else action.origin


def considering(action: BoardAction) -> Selection:
    """The selection in which `action` is considered."""
    return Selection(target_of(action), held_by(action), action)


def spots(geometry: Geometry, legal: Sequence[Action]) -> list[Spot[Action]]:
    """The cells where a legal action ends, each with one of them."""
    by_cell = {target_of(action): action for action in reversed(on_board(legal))}
    return [Spot(geometry.cell_rect(cell), action) for cell, action in sorted(by_cell.items())]


class Hands:
    """Pure functions of state, legal actions, selection and press, for one geometry.

    `always_confirm`: a pointer's press only chooses, the next one on the same cell plays.
    """

    def __init__(self, geometry: Geometry, always_confirm: bool = False) -> None:
        self.geometry = geometry
        self.always_confirm = always_confirm

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        """The new selection, and the action where the press decided."""
        if intent.kind is Kind.SECONDARY:
            return Chosen(selection, next((action for action in legal if isinstance(action, OfferDraw)), None))
        actions = on_board(legal)
        if not actions:
            return _stuck(legal, selection, intent)
        if intent.point is not None:
            return self._point(state, actions, selection, intent, intent.point)
        if intent.kind is Kind.DIGIT:
            cell = cell_of_digit(intent.value)
            return Chosen(selection) if cell is None else press(state, actions, selection, cell)
        if intent.kind is Kind.CONFIRM:
            at = CENTRE if selection.cursor is None else selection.cursor
            return press(state, actions, selection, at)
        if intent.kind in (Kind.BACK, Kind.TURN):
            return Chosen(Selection(selection.cursor))
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return Chosen(_cycled(actions, selection, 1 if intent.kind is Kind.NEXT else -1))
        if intent.kind in DIRECTIONS:
            return Chosen(_moved(selection, DIRECTIONS[intent.kind]))
        return Chosen(selection)

    def first(self, legal: Sequence[Action], with_focus: bool) -> Selection:
        """The selection when a turn begins; devices without a pointer start in the middle."""
        return Selection(CENTRE if with_focus and on_board(legal) else None)

    def _point(
        self, state: State, actions: Sequence[BoardAction], selection: Selection, intent: Intent, point: Point
    ) -> Chosen[Action, Selection]:
        if intent.kind is Kind.TURN:
            return Chosen(Selection(selection.cursor))
        cell = self.geometry.cell_at(point)
        if intent.kind is not Kind.RELEASE:
            if intent.device.family == "touch" or cell == selection.cursor:
                return Chosen(selection)
            return Chosen(Selection(cell, selection.held, armed=selection.armed and cell is None))
        if cell is None:
            return Chosen(Selection())
        chosen = press(state, actions, selection, cell)
        if self.always_confirm and chosen.action is not None and not (selection.armed and selection.cursor == cell):
            return Chosen(Selection(cell, selection.held, armed=True))
        return chosen


def press(state: State, actions: Sequence[BoardAction], selection: Selection, cell: Cell) -> Chosen[Action, Selection]:
    """What it means to press `cell`: take something up, let it go, play, or try what is not allowed."""
    thing = STAR if cell == state.star else cell if state.pieces[state.mover] >> cell & 1 else None
    if thing is not None:
        return Chosen(Selection(cell, None if selection.held == thing else thing))
    action = meant(selection.held, cell)
    if action in actions:
        return Chosen(Selection(cell, selection.held), action)
    if selection.held is None:
        ways = [action for action in actions if target_of(action) == cell]
        if len(ways) == 1:
            return Chosen(Selection(cell, held_by(ways[0]), armed=True))
    return Chosen(Selection(cell, selection.held, action))


def _stuck(legal: Sequence[Action], selection: Selection, intent: Intent) -> Chosen[Action, Selection]:
    """Nothing is left but to resign, or to offer a draw: the first press of confirm asks, the second resigns."""
    resign = next((action for action in legal if isinstance(action, Resign)), None)
    if resign is None or intent.kind is not Kind.CONFIRM:
        return Chosen(Selection() if intent.kind is Kind.BACK else selection)
    return Chosen(selection, resign) if selection.armed else Chosen(Selection(armed=True))


def _moved(selection: Selection, step: tuple[int, int]) -> Selection:
    """The cursor moved by one cell; it stays on the board."""
    if selection.cursor is None:
        return Selection(CENTRE, selection.held)
    column, row = place(selection.cursor)
    column, row = (min(SIZE - 1, max(0, at + by)) for at, by in zip((column, row), step, strict=True))
    return Selection(row * SIZE + column, selection.held)


def _cycled(actions: Sequence[BoardAction], selection: Selection, by: int) -> Selection:
    """The next or previous of all legal actions, ready to be played."""
    present = None if selection.cursor is None else meant(selection.held, selection.cursor)
    index = actions.index(present) + by if present in actions else 0 if by > 0 else -1
    action = actions[index % len(actions)]
    return Selection(target_of(action), held_by(action))
