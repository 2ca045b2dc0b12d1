"""Play by rule of thumb, without search."""

from __future__ import annotations

from game.coffee import rules
from game.coffee.offers import dangers, offer_of
from game.coffee.state import Action, Drop, State
from game.core.rules import Seat


def winning_actions(state: State, seat: Seat) -> list[Action]:
    """The legal actions of the mover `seat` that win at once, by a row or by leaving the other stuck."""
    return [action for action in rules.legal(state, seat) if rules.apply(state, seat, action)[0].winner == seat]


def sensible_actions(state: State, seat: Seat) -> list[Action]:
    """The actions that win at once; without one those that hand over no win in one; without one all legal actions."""
    if wins := winning_actions(state, seat):
        return wins
    legal = list(rules.legal(state, seat))
    risky = {cell: dangers(state, cell) for cell in rules.offered(state)}
    safe = [action for action in legal if not isinstance(action, Drop) or action.axis not in risky[action.cell]]
    return safe or legal


def fallback_action(state: State, seat: Seat) -> Action:
    """A sensible action for the mover `seat`: of the stones the one whose stick offers the fewest cells."""
    return min(sensible_actions(state, seat), key=lambda action: count_offers(state, action))


def count_offers(state: State, action: Action) -> int:
    """Return how many cells the other may choose from after `action` of the mover."""
    if not isinstance(action, Drop):
        return len(rules.offered(state))
    return 0 if action.axis is None else len(offer_of(state, action.cell, action.axis))
