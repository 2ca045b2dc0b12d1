"""Interprets presses at Star's board: the selections, their actions, why an action is forbidden, and what the board
shows.

A cell is chosen with a pointer, the focus or the numpad; other actions have a button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from game.core.rules import Seat, Step
from game.star import rules
from game.star.state import (
    JUMPS,
    NEIGHBOURS,
    SEATS,
    Action,
    BoardAction,
    Cell,
    Foul,
    Jump,
    OfferDraw,
    PiecePlaced,
    PieceSlid,
    Place,
    Resign,
    Slide,
    StarJumped,
    State,
    cell_name,
    cells_in,
)
from scenes.kit.input.intents import Intent, Kind
from scenes.star.sprites import PIECES, Geometry, Look, cell_of_digit
from scenes.table.cells.carry import Carried, CarryInput, CarryRules, Choosing, Trying
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.shown import Mark, Piece, ShownBoard

Selection: TypeAlias = Carried[BoardAction]


class StarCarryRules(CarryRules[State, BoardAction]):
    """What actions mean on Star's board. The star is picked up like a piece, and pieces may come from the hand."""

    def on_board(self, actions: Sequence[object]) -> list[BoardAction]:
        return [action for action in actions if isinstance(action, Place | Slide | Jump)]

    def target_of(self, action: BoardAction) -> Cell:
        return action.cell if isinstance(action, Place) else action.target

    def origin_of(self, state: State, action: BoardAction) -> Cell | None:
        if isinstance(action, Place):
            return None
        return state.star if isinstance(action, Jump) else action.origin

    def meant(self, state: State, held: Cell | None, cell: Cell) -> BoardAction:
        if held is None:
            return Place(cell)
        return Jump(cell) if held == state.star else Slide(held, cell)

    def can_lift(self, state: State, cell: Cell) -> bool:
        """Return whether the star, or a piece of the player in turn, is on a cell."""
        return cell == state.star or bool(state.pieces[state.mover] >> cell & 1)

    def has_stock(self, state: State, seat: Seat) -> bool:
        return state.hands[seat] > 0


CARRYING = StarCarryRules()
aimed_at, can_lift, held_cell = CARRYING.aimed_at, CARRYING.can_lift, CARRYING.held_cell
on_board, origin_of, target_of = CARRYING.on_board, CARRYING.origin_of, CARRYING.target_of


def shown(
    state: State,
    legal: Sequence[Action] = (),
    selection: Selection | None = None,
    last: Step[State, Action, object] | None = None,
) -> ShownBoard[object]:
    """Return what the board shows of a position, the last step and the selection.

    The selection is drawn only if there are `legal` actions. A tried action that is not among them is marked as
    barred.
    """
    pieces = [Piece(cell, PIECES[seat].value, seat) for seat in SEATS for cell in cells_in(state.pieces[seat])]
    pieces.append(Piece(state.star, Look.STAR.value))
    marks = list(_led(last))
    if legal and selection is not None:
        actions, held = on_board(legal), held_cell(state, selection)
        marks += _targets(state, legal, held)
        aimed = aimed_at(state, selection)
        if aimed is not None and aimed in actions:
            look, seat = (Look.STAR, None) if isinstance(aimed, Jump) else (PIECES[state.mover], state.mover)
            pieces.append(Piece(target_of(aimed), look.value, seat, ghost=True))
        elif isinstance(selection, Trying):
            marks.append(Mark(selection.cursor, "barred"))
    return ShownBoard(pieces, marks)


def _led(last: Step[State, Action, object] | None) -> Iterator[Mark]:
    """Yield marks for the cells where the last step began and ended."""
    for event in () if last is None else last.events:
        if isinstance(event, PiecePlaced):
            yield Mark(event.cell, "last", event.seat)
        elif isinstance(event, PieceSlid | StarJumped):
            yield Mark(event.origin, "from", event.seat)
            yield Mark(event.target, "last", event.seat)


def _targets(state: State, legal: Sequence[Action], held: Cell | None) -> Iterator[Mark]:
    """Yield marks for the picked-up piece and its targets.

    If nothing is picked up, mark the targets of all actions.
    """
    actions = on_board(legal)
    now = {target_of(action) for action in actions if origin_of(state, action) == held}
    later = {target_of(action) for action in actions} - now if held is None else set()
    yield from (Mark(cell, "offered") for cell in sorted(later))
    yield from (Mark(cell, "lit") for cell in sorted(now))
    if held is not None:
        yield Mark(held, "chosen")


class BarredReason(NamedTuple):
    """The text keys of a heading and a sentence, and the values in them.

    `foul` is set if the foul rule forbids the action.
    """

    title: str
    text: str
    values: dict[str, str]
    foul: Foul | None = None


def reason(state: State, selection: Selection) -> BarredReason | None:
    """Return why the selection cannot be played; None if it can."""
    if isinstance(selection, Choosing):
        return None
    action, barred = aimed_at(state, selection), rules.barred_actions(state)
    if action in rules.board_actions(state):
        return None
    if isinstance(action, Slide | Jump) and action in barred:
        return _barred(action, barred[action])
    return _refused(state, selection.action) if isinstance(selection, Trying) else _fixed(state, selection.origin)


def _barred(action: Slide | Jump, foul: Foul) -> BarredReason:
    kind = "slide" if isinstance(action, Slide) else "jump"
    values = {"cell": cell_name(action.target)}
    return BarredReason("star.barred.title", f"star.barred.{kind}", values, foul)


def _fixed(state: State, held: Cell) -> BarredReason | None:
    """Return why the thing that was picked up cannot move; None if it can."""
    if any(origin_of(state, action) == held for action in (*rules.board_actions(state), *rules.barred_actions(state))):
        return None
    if held == state.star:
        return BarredReason("star.fixed.star", "star.why.jump", {})
    return BarredReason("star.fixed.piece", "star.why.shut_in", {"cell": cell_name(held)})


def _refused(state: State, action: BoardAction) -> BarredReason:
    """Return why an action is not possible on this board."""
    target = target_of(action)
    values = {"cell": cell_name(target)}
    title = "star.refused"
    if target == state.star or (state.pieces[0] | state.pieces[1]) >> target & 1:
        return BarredReason(title, "star.why.taken", values)
    if isinstance(action, Place):
        reachable = any(target_of(other) == target for other in rules.board_actions(state))
        return BarredReason(title, "star.why.choose_piece" if reachable else "star.why.no_hand", values)
    if isinstance(action, Slide):
        assert target not in NEIGHBOURS[action.origin]
        return BarredReason(title, "star.why.slide", values)
    landings = [landing for _, landing in JUMPS[state.star]]
    return BarredReason(title, "star.why.jump_over" if target in landings else "star.why.jump", values)


class StarInput(CarryInput[State, Action, BoardAction]):
    """The input of Star's board: moving pieces, and also the numpad, draw offers and resigning."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry, CARRYING)

    def choose(
        self, actors: Actors[State, Action], selection: Selection, intent: Intent
    ) -> InputResult[Action, Selection]:
        legal = actors.actions
        actions = on_board(legal)
        if intent.kind is Kind.SECONDARY:
            return InputResult(selection, next((action for action in legal if isinstance(action, OfferDraw)), None))
        if not actions:
            return _stuck(legal, selection, intent)
        if intent.kind is Kind.DIGIT:
            cell = cell_of_digit(intent.value)
            return InputResult(selection) if cell is None else CARRYING.pressed(actors.state, actions, selection, cell)
        return super().choose(actors, selection, intent)


def _stuck(legal: Sequence[Action], selection: Selection, intent: Intent) -> InputResult[Action, Selection]:
    """Resign if Confirm is pressed, because a player without a move can only resign or offer a draw."""
    if intent.kind is Kind.CONFIRM:
        return InputResult(selection, next((action for action in legal if isinstance(action, Resign)), None))
    return InputResult(Choosing() if intent.kind is Kind.BACK else selection)
