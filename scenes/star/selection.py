"""What the hand is doing at Star's board, and which action that means in a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.star.state import Action, BoardAction, Cell, Jump, Place, Slide, State


@dataclass(frozen=True, slots=True)
class Choosing:
    """Nothing is picked up. `cursor` is the cell in focus or under the pointer."""

    cursor: Cell | None = None


@dataclass(frozen=True, slots=True)
class Holding:
    """What stands on `origin` is picked up: an own piece, or the star. `cursor` as in `Choosing`."""

    origin: Cell
    cursor: Cell | None


@dataclass(frozen=True, slots=True)
class Trying:
    """`action` is considered whole: a try that the rules forbid, or a hint."""

    action: BoardAction

    @property
    def cursor(self) -> Cell:
        """The cell where the action ends."""
        return target_of(self.action)


Selection: TypeAlias = Choosing | Holding | Trying


def on_board(actions: Sequence[Action]) -> list[BoardAction]:
    """The placements, slides and jumps among `actions`."""
    return [action for action in actions if isinstance(action, Place | Slide | Jump)]


def target_of(action: BoardAction) -> Cell:
    """The cell where an action ends."""
    return action.cell if isinstance(action, Place) else action.target


def origin_of(state: State, action: BoardAction) -> Cell | None:
    """The cell of what is picked up for an action: of a piece or the star; None for a piece from the hand."""
    if isinstance(action, Place):
        return None
    return state.star if isinstance(action, Jump) else action.origin


def held_cell(state: State, selection: Selection) -> Cell | None:
    """The cell of what is picked up, if anything is."""
    if isinstance(selection, Trying):
        return origin_of(state, selection.action)
    return selection.origin if isinstance(selection, Holding) else None


def moved_to(state: State, selection: Selection, cursor: Cell | None) -> Selection:
    """The same thing in the hand, with the cursor elsewhere."""
    held = held_cell(state, selection)
    return Choosing(cursor) if held is None else Holding(held, cursor)


def meant(state: State, held: Cell | None, cell: Cell) -> BoardAction:
    """What it means to put what stands on `held`, or else a piece from the hand, on `cell`."""
    if held is None:
        return Place(cell)
    return Jump(cell) if held == state.star else Slide(held, cell)


def aimed_at(state: State, selection: Selection) -> BoardAction | None:
    """What it would mean to press the cursor's cell; None where there is no cursor."""
    if selection.cursor is None:
        return None
    return meant(state, held_cell(state, selection), selection.cursor)
