"""Play a beginner's game of Coffee. It stands alone because it searches nothing, unlike `search.py`.

A beginner plays for its own row, with its own likings, and with little sight for the other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from game.coffee import rules
from game.coffee.fallback import count_offers, sensible_actions, winning_actions
from game.coffee.rows import row_through
from game.coffee.state import Action, Drop, State, with_stone
from game.core.rules import Seat


@dataclass(frozen=True, slots=True)
class Sight:
    """The chances, each from 0 to 1, that a beginner sees a kind of thing on the board.

    `wins`: that a stone completes its row. `threats`: that its stick would hand the other a win. `rows`: which stone
    makes its longest row; else it takes a place that it likes. `sticks`: that a stick is better the fewer places it
    leaves to the other; else it lays the longest line it can, as it would like to have one itself. Likings hang on the
    game alone: one that likes a place will come back to it.
    """

    wins: float
    threats: float
    rows: float
    sticks: float


def beginners_action(state: State, seat: Seat, sight: Sight, likings: str, random: Random) -> Action:
    """The action of a beginner for the mover `seat`; `likings` is the seed of what it likes for a whole game."""
    legal = list(rules.legal(state, seat))
    wins = winning_actions(state, seat) if random.random() < sight.wins else []
    if wins:
        return random.choice(wins)
    if random.random() < sight.threats:
        legal = [action for action in sensible_actions(state, seat) if action in legal]
    liked = {action: Random(f"{likings}/{rules.text(action)}").random() for action in legal}
    if random.random() < sight.rows:
        longest = max(_row(state, action) for action in legal)
        legal = [action for action in legal if _row(state, action) == longest]
    if random.random() >= sight.sticks:
        most = max(count_offers(state, action) for action in legal)
        legal = [action for action in legal if count_offers(state, action) == most]
    return max(legal, key=lambda action: liked[action])


def _row(state: State, action: Action) -> int:
    """The length of the mover's row through a stone there; 0 for what lays none."""
    if not isinstance(action, Drop):
        return 0
    return len(row_through(with_stone(state, state.to_move, action.cell), action.cell))
