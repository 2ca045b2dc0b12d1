"""What a file of `tests/games` has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from tests.scenes.hands import Hand


@dataclass(frozen=True)
class WholeGame:
    """A game that seat 0 wins: what the person plays and the AI answers, how it ends, and the hands that can."""

    hands: Mapping[str, type[Hand]]
    moves: str
    answers: str
    reason: str

    @property
    def actions(self) -> list[str]:
        """The actions one seat after the other."""
        pairs = zip_longest(self.moves.split(), self.answers.split())
        return [move for pair in pairs for move in pair if move is not None]
