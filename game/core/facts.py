"""Facts of a step that the rules alone can tell. Sentences for a show or a review are made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from game.core.rules import AnyStep, Seat


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
