"""The contract of reviews: the value of a position for each player, and why one action is better than another.

Explanations are made of facts of a step, found by the rules alone. The demo's sentences use the same facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from game.core.rules import AnyStep, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a step. The game's `facts.py` lists each `kind`, when it is true and which fields it has.

    The first of `seats` is the subject of the sentence. `numbers`, `words` (a colour's id, for example) and `cells`
    (paths and places to draw, in the game's own numbering) are keyed by their meaning.
    """

    kind: str
    seats: tuple[Seat, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict, hash=False)
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    cells: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)


class Facts(Protocol):
    """A game's function that finds the facts of a step. It does no search and takes a few milliseconds."""

    def __call__(self, step: AnyStep, optimum: int | None = None) -> tuple[Fact, ...]:
        """Return the facts of `step`, the most important first.

        `optimum` is the least number of actions that solve the present puzzle, if known. Games without puzzles ignore
        it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Each seat's chance of winning, 0..1. Together they are 1. A draw counts as half a win for each of two seats.

    `plies` is the proven number of plies to the end under best play, None if nothing is proven or for a draw.
    """

    chances: tuple[float, ...]
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """The facts that distinguish the better action from the played one; None where there is no such fact."""

    merit: Fact | None = None
    fault: Fact | None = None


Reasoning = Callable[[AnyStep, AnyStep | None, AnyStep | None], Reasons]
"""A function `(better, played, reply)` that returns Reasons, without search.

`better` and `played` begin at the same position. `played` is the action that was taken, `reply` the best answer to it.
If `played` and `reply` are None, there is no fault, and the merit is about the better action alone. In a fact's
`words`, the entries "action" and "reply" are actions in notation.
"""


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A better result that a round offered to `seat`, the seat that lost most by missing it.

    `before` is the seat's chance of winning with the best answer. `after` is its chance after the round as it was
    played. `weight` ranks the rounds of a game. `what` describes the event. `played` has the steps of the route that
    was shown, () for none; `line` has the steps of the best answer.
    """

    seat: Seat
    before: float
    after: float
    weight: float
    what: Fact
    played: tuple[AnyStep, ...]
    line: tuple[AnyStep, ...]
    reasons: Reasons


class Rounds(Protocol):
    """The review of a game in rounds, each with a question and a best answer. A module of the game implements it."""

    def spans(self, steps: Sequence[AnyStep]) -> tuple[tuple[int, int], ...]:
        """For each finished round, return the plies of its first position and of the position after its last action."""
        ...

    def line(self, state: object, ply: int, texts: Sequence[str]) -> tuple[AnyStep, ...]:
        """Return the steps of the answer `texts` (in notation), from `state`, the start of a round at `ply`.

        The steps end before an illegal action.
        """
        ...

    def missed(self, steps: Sequence[AnyStep], ply: int, texts: Sequence[str]) -> MissedChance | None:
        """Return the chance that was missed in the round that began at `ply`, or None.

        `texts` is the round's best answer.
        """
        ...


class Evaluator(Protocol):
    """A game's function that turns search results into chances of winning. It runs in the agent's process."""

    def __call__(self, state: Any, line: Any) -> Evaluation:
        """Evaluate `state` by `line`, the best `game.agents.agent.Variation` that the game's brain found there."""
        ...


def duel(seat: Seat, chance: float, plies: int | None = None) -> Evaluation:
    """Return the evaluation of a two-seat position that `seat` wins with probability `chance`."""
    chance = round(chance, 4)
    return Evaluation((chance, round(1 - chance, 4)) if seat == 0 else (round(1 - chance, 4), chance), plies)


def evaluation_of_outcome(outcome: Outcome, seats: int) -> Evaluation:
    """Return the evaluation of a finished game with `seats` seats."""
    winners = outcome.winners or tuple(range(seats))
    return Evaluation(tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats)), 0)
