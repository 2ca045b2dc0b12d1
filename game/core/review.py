"""The contract of reviews: the value of a position for each player, and why one action is better than another.

Both are told in facts of a step, which the rules alone can tell; a show's sentences are made of them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from game.core.rules import AnyStep, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of a step; the game's `facts.py` says of each `kind` when, and what goes with it.

    `seats` are those concerned, the one that the sentence is about first. `numbers`, `words` (a colour's id, say) and
    `cells` (ways and places for the drawing, in the game's own numbering) go by what they are.
    """

    kind: str
    seats: tuple[Seat, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict, hash=False)
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    cells: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)


class Facts(Protocol):
    """A game's function that tells facts of a step. It does no search and takes a few milliseconds."""

    def __call__(self, step: AnyStep, optimum: int | None = None) -> tuple[Fact, ...]:
        """What is true of `step`, the most telling first; () where there is nothing.

        `optimum` is the number of actions that the best play of the present puzzle needs, where a search has found it;
        games without puzzles take no notice of it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The chance of winning of each seat, 0..1, all together 1; a draw counts half for each of two.

    `plies` is how many plies best play takes to the end, where that is proven; it is None for a draw, too.
    """

    chances: tuple[float, ...]
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """The facts that set the better action apart from the one that was played; None stands for no fact."""

    merit: Fact | None = None
    fault: Fact | None = None


Reasoning = Callable[[AnyStep, AnyStep | None, AnyStep | None], Reasons]
"""`(better, played, reply)` to Reasons, without search: all begin where the game stood before the better action.

`played` is what was done there instead and `reply` the best answer to it; without them there is no fault and the merit
is what speaks for the better action alone. The facts name their actions in notation, as the words "action" and
"reply".
"""


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A better result that one round offered to `seat`, the seat that lost most by missing it.

    `before` and `after` are its chances had it given the best answer, and as the round went; `weight` says how much
    this matters among the rounds of a game. `what` tells what happened. `played` are the steps of what was shown, ()
    where nothing was, and `line` those of the best answer.
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
    """The review of a game in rounds, each a question with a best answer. A module of the game implements it."""

    def spans(self, steps: Sequence[AnyStep]) -> tuple[tuple[int, int], ...]:
        """Return, of each round that is over, the ply of the position at which it began, and the one after its last
        action.
        """
        ...

    def line(self, state: object, ply: int, texts: Sequence[str]) -> tuple[AnyStep, ...]:
        """The steps of an answer, given in notation, to the round in which `state` is, from its beginning on."""
        ...

    def missed(self, steps: Sequence[AnyStep], ply: int, texts: Sequence[str]) -> MissedChance | None:
        """Return what the round that began at `ply` could have brought by its best answer `texts`; None for nothing."""
        ...


class Evaluator(Protocol):
    """A game's function that reads its search results as chances of winning. It runs in the process of the brain."""

    def __call__(self, state: Any, line: Any) -> Evaluation:
        """What `state` is worth by `line`, a `game.agents.agent.Variation` that its brain ranked first there."""
        ...


def duel(seat: Seat, chance: float, plies: int | None = None) -> Evaluation:
    """The worth of a position of two seats, of which `seat` wins with `chance`."""
    chance = round(chance, 4)
    return Evaluation((chance, round(1 - chance, 4)) if seat == 0 else (round(1 - chance, 4), chance), plies)


def evaluation_of_outcome(outcome: Outcome, seats: int) -> Evaluation:
    """The worth of a game that is over to each of so many seats."""
    winners = outcome.winners or tuple(range(seats))
    return Evaluation(tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats)), 0)
