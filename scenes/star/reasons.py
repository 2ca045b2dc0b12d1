"""Reasons why a try is not allowed, as keys and values of a text."""

from __future__ import annotations

from typing import NamedTuple

from game.star import rules
from game.star.state import JUMPS, NEIGHBOURS, BoardAction, Cell, Foul, Jump, Place, Slide, State, cell_name
from scenes.star.selection import Choosing, Selection, Trying, aimed_at, origin_of, target_of


class BarredReason(NamedTuple):
    """The keys of a heading and a sentence, with what they name; `foul` where the foul rule bars it."""

    title: str
    text: str
    values: dict[str, str]
    foul: Foul | None = None


def reason(state: State, selection: Selection) -> BarredReason | None:
    """Return why the selection cannot be played; None where it can."""
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
    """Why nothing can be done with what was picked up."""
    if any(origin_of(state, action) == held for action in (*rules.board_actions(state), *rules.barred_actions(state))):
        return None
    if held == state.star:
        return BarredReason("star.fixed.star", "star.why.jump", {})
    return BarredReason("star.fixed.piece", "star.why.shut_in", {"cell": cell_name(held)})


def _refused(state: State, action: BoardAction) -> BarredReason:
    """Why the board does not allow a try."""
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
