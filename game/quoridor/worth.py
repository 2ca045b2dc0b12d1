"""What the search's findings mean as chances of winning."""

from __future__ import annotations

import math
from itertools import islice

from game.agents.agent import Line
from game.core.review import Worth, duel, worth_of_outcome
from game.quoridor import rules
from game.quoridor.evaluation import WIN, evaluate
from game.quoridor.paths import distances
from game.quoridor.state import State

PLIES_FOR_E = 6.0
"""Of four players one that leads by so many plies is e times as likely to win: a step and a half."""


def worth(state: State, line: Line) -> Worth:
    """As `game.core.review.WorthOf`. With four players it is the lead of each where the line ends that counts."""
    mover, players = state.mover, state.players
    for text in line.pv if players == 2 else islice(line.pv, line.depth):
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    outcome = rules.outcome(state)
    if players == 2:
        assert line.score is not None
        return duel(mover, line.score, len(line.pv) if outcome is not None and line.score in (0.0, 1.0) else None)
    if outcome is not None:
        return worth_of_outcome(outcome, players)
    ways = distances(state)
    leads = [evaluate(ways, state.walls_left, state.mover, seat) for seat in range(state.players)]
    weights = [math.exp(max(-WIN, lead - max(leads)) / PLIES_FOR_E) for lead in leads]
    return Worth(tuple(round(weight / sum(weights), 4) for weight in weights))
