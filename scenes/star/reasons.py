"""Why a try is not allowed, as keys and values of a text."""

from __future__ import annotations

from typing import NamedTuple

from game.star import rules
from game.star.state import JUMPS, NEIGHBOURS, BoardAction, Cell, Foul, Jump, Place, Slide, State, cell_name
from scenes.star.input import STAR, Selection, meant


class Reason(NamedTuple):
    """The keys of a heading and a sentence, with what they name; `foul` where the foul rule bars it."""

    title: str
    text: str
    values: dict[str, str]
    foul: Foul | None = None


def reason(state: State, selection: Selection) -> Reason | None:
    """Why what is selected cannot be played, if so."""
    action = selection.tried
    barred = rules.barred(state)
    if action is None and selection.held is not None and selection.cursor is not None:
        wish = meant(selection.held, selection.cursor)
        action = wish if wish in barred else None
    if action is None:
        return _fixed(state, selection.held)
    if action in rules.board_actions(state):
        return None
    if isinstance(action, Slide | Jump) and action in barred:
        return _barred(action, barred[action])
    return _refused(state, action)


def _barred(action: Slide | Jump, foul: Foul) -> Reason:
    kind = "slide" if isinstance(action, Slide) else "jump"
    values = {"move": rules.text(action), "cell": cell_name(action.target)}
    return Reason("star.barred.title", f"star.barred.{kind}", values, foul)


def _fixed(state: State, held: Cell | None) -> Reason | None:
    """Why nothing can be done with what was picked up."""
    if held is None:
        return None
    own = [action for action in (*rules.board_actions(state), *rules.barred(state)) if _moves(action, held)]
    if own:
        return None
    if held == STAR:
        return Reason("star.fixed.star", "star.why.jump", {})
    return Reason("star.fixed.piece", "star.why.shut_in", {"cell": cell_name(held)})


def _moves(action: BoardAction, held: Cell) -> bool:
    return isinstance(action, Jump) if held == STAR else isinstance(action, Slide) and action.origin == held


def _refused(state: State, action: BoardAction) -> Reason:
    """Why the board does not allow a try."""
    target = action.cell if isinstance(action, Place) else action.target
    values = {"cell": cell_name(target)}
    title = "star.refused"
    if target == state.star or (state.pieces[0] | state.pieces[1]) >> target & 1:
        return Reason(title, "star.why.taken", values)
    if isinstance(action, Place):
        reachable = any(_ends(other, target) for other in rules.board_actions(state))
        return Reason(title, "star.why.choose_piece" if reachable else "star.why.no_hand", values)
    if isinstance(action, Slide):
        assert target not in NEIGHBOURS[action.origin]
        return Reason(title, "star.why.slide", values)
    landings = [landing for _, landing in JUMPS[state.star]]
    return Reason(title, "star.why.jump_over" if target in landings else "star.why.jump", values)


def _ends(action: BoardAction, cell: Cell) -> bool:
    return not isinstance(action, Place) and action.target == cell
