"""What presses mean at Star's board: a cell is pressed, by pointer, focus or numpad."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.star.state import SIZE, Action, BoardAction, Cell, Jump, OfferDraw, Place, Resign, Slide, State
from scenes.kit.intents import DIRECTIONS, Intent, Kind, Point
from scenes.star.geometry import Geometry, cell_of_digit, place
from scenes.star.selection import (
    Choosing,
    Holding,
    Selection,
    Trying,
    aimed_at,
    held_cell,
    meant,
    moved_to,
    on_board,
    origin_of,
    target_of,
)
from scenes.table.contract.input import BoardInput, Chosen, Spot

CENTRE = 4


class StarInput(BoardInput[State, Action, Selection]):
    """Pure functions of state, legal actions, selection and press, for one geometry."""

    taps_play = True

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        pointing = family in ("mouse", "touch")
        return Choosing(CENTRE if on_board(legal) and not pointing else None)

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        by_cell: dict[Cell, Action] = {target_of(action): action for action in reversed(on_board(legal))}
        return [Spot(self.geometry.cell_rect(cell), action) for cell, action in sorted(by_cell.items())]

    def engaged(self, selection: Selection) -> bool:
        return not isinstance(selection, Choosing)

    def considering(self, action: Action) -> Selection:
        return Trying(action) if isinstance(action, Place | Slide | Jump) else Choosing()

    def considered(self, selection: Selection) -> Action | None:
        return selection.action if isinstance(selection, Trying) else None

    def area(self, state: State, action: Action) -> pygame.Rect:
        if isinstance(action, Place | Slide | Jump):
            return self.geometry.cell_rect(target_of(action))
        return self.geometry.rect

    def place_at(self, state: State, legal: Sequence[Action], selection: Selection, point: Point) -> Cell | None:
        return self.geometry.cell_at(point)

    def lifted(
        self, state: State, legal: Sequence[Action], selection: Selection, origin: Point | None
    ) -> Selection | None:
        if not on_board(legal):
            return None
        if origin is None:
            return Choosing() if state.hands[state.mover] else None
        cell = self.geometry.cell_at(origin)
        return Holding(cell, cell) if cell is not None and can_lift(state, cell) else None

    def carried(self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent) -> Selection:
        return selection if intent.point is None else moved_to(state, selection, self.geometry.cell_at(intent.point))

    def dropped(self, state: State, legal: Sequence[Action], selection: Selection) -> Chosen[Action, Selection]:
        cell, held = selection.cursor, held_cell(state, selection)
        if cell is None or cell == held:
            return Chosen(Choosing(cell))
        action = meant(state, held, cell)
        return Chosen(selection, action) if action in legal else Chosen(Trying(action))

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        if intent.kind is Kind.SECONDARY:
            return Chosen(selection, next((action for action in legal if isinstance(action, OfferDraw)), None))
        actions = on_board(legal)
        if not actions:
            return _stuck(legal, selection, intent)
        if intent.kind in (Kind.BACK, Kind.TURN):
            return Chosen(Choosing(selection.cursor))
        if intent.point is not None:
            return self._point(state, actions, selection, intent, intent.point)
        if intent.kind is Kind.DIGIT:
            cell = cell_of_digit(intent.value)
            return Chosen(selection) if cell is None else _press(state, actions, selection, cell)
        if intent.kind is Kind.CONFIRM:
            at = CENTRE if selection.cursor is None else selection.cursor
            return _press(state, actions, selection, at)
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            return Chosen(_cycled(state, actions, selection, 1 if intent.kind is Kind.NEXT else -1))
        if intent.kind in DIRECTIONS:
            return Chosen(moved_to(state, selection, _stepped(selection.cursor, DIRECTIONS[intent.kind])))
        return Chosen(selection)

    def pressed(
        self, state: State, legal: Sequence[Action], selection: Selection, cell: Cell
    ) -> Chosen[Action, Selection]:
        """What it means to press a cell, by whatever."""
        return _press(state, on_board(legal), selection, cell)

    def _point(
        self, state: State, actions: Sequence[BoardAction], selection: Selection, intent: Intent, point: Point
    ) -> Chosen[Action, Selection]:
        cell = self.geometry.cell_at(point)
        if intent.kind is Kind.RELEASE:
            return Chosen(Choosing()) if cell is None else _press(state, actions, selection, cell)
        if intent.kind is Kind.DRAG or intent.device.family == "touch" or cell == selection.cursor:
            return Chosen(selection)
        return Chosen(moved_to(state, selection, cell))


def _press(state: State, actions: Sequence[BoardAction], selection: Selection, cell: Cell) -> Chosen[Action, Selection]:
    """What it means to press `cell`: take something up, let it go, play, or try what is not allowed.

    With no piece in hand the only one that can go to the cell is taken up for it; the next press plays.
    """
    held = held_cell(state, selection)
    if can_lift(state, cell):
        return Chosen(Choosing(cell) if held == cell else Holding(cell, cell))
    action = meant(state, held, cell)
    if action in actions:
        return Chosen(moved_to(state, selection, cell), action)
    if held is None:
        origins = [origin_of(state, way) for way in actions if target_of(way) == cell]
        if len(origins) == 1 and origins[0] is not None:
            return Chosen(Holding(origins[0], cell))
    return Chosen(Trying(action))


def can_lift(state: State, cell: Cell) -> bool:
    """Whether the star or a piece of the mover stands there."""
    return cell == state.star or bool(state.pieces[state.mover] >> cell & 1)


def _stuck(legal: Sequence[Action], selection: Selection, intent: Intent) -> Chosen[Action, Selection]:
    """Nothing is left but to resign, or to offer a draw."""
    if intent.kind is Kind.CONFIRM:
        return Chosen(selection, next((action for action in legal if isinstance(action, Resign)), None))
    return Chosen(Choosing() if intent.kind is Kind.BACK else selection)


def _stepped(cursor: Cell | None, step: tuple[int, int]) -> Cell:
    """The cell beside the cursor's; it stays on the board."""
    if cursor is None:
        return CENTRE
    column, row = (min(SIZE - 1, max(0, at + by)) for at, by in zip(place(cursor), step, strict=True))
    return row * SIZE + column


def _cycled(state: State, actions: Sequence[BoardAction], selection: Selection, by: int) -> Selection:
    """The next or previous of all legal actions, ready to be played."""
    present = aimed_at(state, selection)
    index = actions.index(present) + by if present in actions else 0 if by > 0 else -1
    action = actions[index % len(actions)]
    return moved_to(state, Trying(action), target_of(action))
