"""A move by rule alone, for when the thinking fails."""

from __future__ import annotations

from game.core.rules import Seat
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import Action, PawnMove, State


def fallback_action(state: State, seat: Seat) -> Action:
    """The pawn move that leaves the mover `seat` the shortest way to its goal; without one, the first legal action."""
    legal = rules.legal(state, seat)
    moves = [action for action in legal if isinstance(action, PawnMove)]
    return min(moves, key=lambda move: distances(rules.apply(state, seat, move)[0])[seat], default=legal[0])
