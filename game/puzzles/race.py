"""A race of two to eight players.

Either all players get the same puzzle, and the first right answer gets the most points. Or they solve puzzles in turns.
Answers are indices of the offered actions. Time passes only by `pass_time`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from random import Random
from typing import Final

FIRST, LATER = 3, 1
"""Points for the first right answer to a puzzle, and for later right answers.

If the players take turns, these are the points for a right answer at the first try, and for a right answer after a
wrong one.
"""
PUZZLES: Final = 10
OFFERED: Final = 4
"""How many actions are offered, including the right one."""
WRONG_SECONDS: Final = 5.0
AFTER_FIRST_SECONDS: Final = 10.0
MOST_SECONDS: Final = 60.0


class RaceAnswer(Enum):
    """The result of an answer. It is IGNORED if the player must wait, has given the right answer already, or is not
    asked.
    """

    FIRST = auto()
    LATER = auto()
    WRONG = auto()
    IGNORED = auto()


def offer_actions(key: str, wrong: Sequence[str], chance: Random) -> tuple[str, ...]:
    """Return the actions to choose from: the key and some random `wrong` ones, shuffled."""
    others = chance.sample(sorted(wrong), min(OFFERED - 1, len(wrong)))
    return tuple(chance.sample([key, *others], len(others) + 1))


class Race:
    """One race. If it is `in_turns`, each puzzle is for one of the `players`, and all get equally many puzzles."""

    def __init__(self, players: int, in_turns: bool = False) -> None:
        self.players = players
        self.in_turns = in_turns
        self.rounds = -(-PUZZLES // players) * players if in_turns else PUZZLES
        self.points = [0] * players
        self._shift = 0  # how far the turns are shifted because the players have changed
        self._begin(0)

    def _begin(self, number: int) -> None:
        self.round = number
        self.passed = 0.0  # seconds since the puzzle appeared
        self.right: list[int] = []  # players in order of their right answers
        self.missed: set[int] = set()  # players with a wrong answer
        self._first_at = 0.0
        self._waits = [0.0] * self.players

    @property
    def asked(self) -> Sequence[int]:
        """The players who may answer the puzzle."""
        return ((self.round + self._shift) % self.players,) if self.in_turns else range(self.players)

    def waits(self, player: int) -> float:
        """Return the seconds that a player must still wait after a wrong answer."""
        return self._waits[player]

    def may_answer(self, player: int) -> bool:
        """Whether a player's answer counts now."""
        open_to = player in self.asked and player not in self.right
        return open_to and not self._waits[player] and not self.is_answered

    def answer(self, player: int, is_right: bool) -> RaceAnswer:
        """Count a player's answer and return its result."""
        if not self.may_answer(player):
            return RaceAnswer.IGNORED
        if not is_right:
            self.missed.add(player)
            self._waits[player] = WRONG_SECONDS
            return RaceAnswer.WRONG
        is_first = not self.right and not (self.in_turns and player in self.missed)
        if not self.right:
            self._first_at = self.passed
        self.right.append(player)
        self.points[player] += FIRST if is_first else LATER
        return RaceAnswer.FIRST if is_first else RaceAnswer.LATER

    def pass_time(self, seconds: float) -> None:
        """Let time pass for the puzzle."""
        if not self.is_answered:
            self.passed += seconds
            self._waits = [max(0.0, left - seconds) for left in self._waits]

    @property
    def left(self) -> float:
        """The seconds until the puzzle's time is up."""
        end = min(MOST_SECONDS, self._first_at + AFTER_FIRST_SECONDS) if self.right else MOST_SECONDS
        return max(0.0, end - self.passed)

    @property
    def is_answered(self) -> bool:
        """Whether the puzzle is over: all have answered, or the time is up."""
        return len(self.right) == len(self.asked) or self.left == 0

    @property
    def is_last(self) -> bool:
        """Whether this is the last puzzle."""
        return self.round + 1 >= self.rounds

    def go_on(self) -> None:
        """Go to the next puzzle after this one is over."""
        self._begin(self.round + 1)

    def follow(self, kept: Sequence[int | None]) -> None:
        """Change the players. `kept` has the old number of each player, None for a new one.

        If the players take turns, the puzzle stays with its player. If that player has left, the next player gets it.
        """
        now = {before: number for number, before in enumerate(kept) if before is not None}
        if self.in_turns:
            order = ((self.asked[0] + by) % self.players for by in range(self.players))
            self._shift = next((now[player] for player in order if player in now), 0) - self.round
            self.rounds = max(self.round + 1, -(-PUZZLES // len(kept)) * len(kept))
        self.points = [0 if before is None else self.points[before] for before in kept]
        self._waits = [0.0 if before is None else self._waits[before] for before in kept]
        self.right = [now[player] for player in self.right if player in now]
        self.missed = {now[player] for player in self.missed if player in now}
        self.players = len(kept)

    @property
    def places(self) -> list[int]:
        """Return the place of each player, from 1 on. Equal points share a place."""
        return [1 + sum(other > own for other in self.points) for own in self.points]
