"""The action that is played where the AI's process failed."""

from __future__ import annotations

from game.core.rules import Seat
from game.robots import rules
from game.robots.state import Action, Agree, Concede, NoRoute, State


def plain(state: State, seat: Seat) -> Action:
    """Agree, mark "nothing found" or concede, whichever is possible.

    A seat that can do none of these gets its first slide in practice, and else its highest number.
    """
    legal = rules.legal(state, seat)
    for action in (Agree(), NoRoute(), Concede()):
        if action in legal:
            return action
    return legal[0] if state.phase == "practice" else legal[-1]
