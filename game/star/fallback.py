"""The action that is played where the AI's process failed."""

from __future__ import annotations

from game.core.rules import Seat
from game.star import rules
from game.star.state import Action, Refuse, Resign, State


def fallback_action(state: State, seat: Seat) -> Action:
    """A board action that wins at once, else the first that does not lose at once; an offer is refused."""
    if state.offer == "open":
        return Refuse()
    safe = []
    for action in rules.board_actions(state):
        result = rules.apply(state, seat, action)[0].result
        if result and seat in result.winners:
            return action
        if not result or not result.winners:
            safe.append(action)
    return safe[0] if safe else Resign()
