"""Actions without thinking: where the AI's process failed, and to give way to the others."""

from __future__ import annotations

from game.core.rules import Seat
from game.robots import rules
from game.robots.rounds import has_nothing_left
from game.robots.state import Action, Agree, Concede, NoRoute, State


def fallback_action(state: State, seat: Seat) -> Action:
    """Agree, mark "nothing found" or concede, whichever is possible.

    A seat that can do none of these gets its first slide in practice, and else its highest number.
    """
    legal = rules.legal(state, seat)
    for action in (Agree(), NoRoute(), Concede()):
        if action in legal:
            return action
    return legal[0] if state.phase == "practice" else legal[-1]


def seats_still_thinking(state: State) -> tuple[Seat, ...]:
    """The seats whose agreement, or whose mark that they found nothing, the round waits for; or the one that shows."""
    if state.phase not in ("think", "bid"):
        return rules.actors(state)
    seats = range(state.settings.players)
    if state.bids:
        return tuple(seat for seat in seats if not has_nothing_left(state, seat))
    return tuple(seat for seat in seats if seat not in state.none)
