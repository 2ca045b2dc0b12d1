"""Positions of Quoridor as its kernels hold them, and positions that random games lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.agents.kernels import Numbers, Words, array, zeros
from game.quoridor import rules
from game.quoridor.floods import COMPILED
from game.quoridor.frames import frames_of
from game.quoridor.leaves import HARMS_BITS, SCORES_BITS, Judge, evaluate
from game.quoridor.net import MOST_FEATURES
from game.quoridor.state import Action, PawnMove, State, start_state
from game.quoridor.weights import WEIGHTS

Pick = Callable[[Random, State, Sequence[Action]], Action]


class Position:
    """Storage for so many plies, the first of them filled with a state, as `words` and `ints` of `frames`."""

    def __init__(self, state: State, plies: int = 1) -> None:
        self.state = state
        self.frames = frames_of(state, plies)
        self.words, self.ints = self.frames.words, self.frames.ints
        self.seen = zeros(MOST_FEATURES, "int64", COMPILED)

    def score(self, network: Words, scores: Numbers | None = None) -> int:
        """What the position is worth without a look ahead, or what `scores` remember of it."""
        harms, weights = zeros(1 << HARMS_BITS, "uint64", COMPILED), array(WEIGHTS, "int64", COMPILED)
        scores = no_scores() if scores is None else scores
        return int(evaluate(self.frames, Judge(weights, harms, scores, network, self.seen), 0))


def no_scores() -> Numbers:
    return zeros(1 << SCORES_BITS, "int64", COMPILED)


def any_action(random: Random, state: State, legal: Sequence[Action]) -> Action:
    return random.choice(legal)


def often_a_step(random: Random, state: State, legal: Sequence[Action]) -> Action:
    steps = [action for action in legal if isinstance(action, PawnMove)]
    return random.choice(steps if random.random() < 0.6 else legal)


def often_a_wall(random: Random, state: State, legal: Sequence[Action]) -> Action:
    walls = [action for action in legal if not isinstance(action, PawnMove)]
    return random.choice(walls if walls and random.random() < 0.6 else legal)


def wander(random: Random, plies: int, pick: Pick = any_action, *, players: int = 2, jump_pairs: bool = False) -> State:
    """A position that so many actions lead to, each picked by chance; those that would win are left out."""
    state = start_state(players, jump_pairs)
    for _ in range(plies):
        after, _ = rules.apply(state, state.mover, pick(random, state, rules.legal(state, state.mover)))
        if after.winner is None:
            state = after
    return state
