"""Playback of a record: its position and speed, and new games that begin within it.

`moves_of` counts the moves of a record for all texts that show the number.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import Any

from game.core.incremental import Incremental
from game.core.options import resolve
from game.core.record import CLOCK, CLOCK_SEAT, Record, Replay, SeatConfig, replay, replay_in_steps
from game.core.rules import AnyStep, Outcome, Seat
from game.core.spec import GameSpec
from game.registry import find

SPEEDS = (0.5, 1.0, 2.0, 4.0)
PACE = 1.0  # seconds from one action to the next at speed 1


def moves_of(record: Record) -> int:
    """Return the number of moves of a record, as in its move list: a round of all seats is one move.

    Draw offers and their answers do not count. In games where several seats act at once, every action of a seat is a
    move.
    """
    spec = find(record.game)
    made = 0
    for text in record.actions:
        seat, _, action = text.partition(":") if spec.simultaneous else ("", "", text)
        made += seat != CLOCK and spec.play.is_move(spec.rules.parse(action))
    return rounds(spec, len(record.seats), made)


def rounds(spec: GameSpec, seats: int, made: int) -> int:
    """Return how many moves `made` actions of `seats` seats make up, counted as in `moves_of`."""
    return made if spec.simultaneous else -(-made // seats)


class Playback:
    """A record with a position in it: `ply` actions of `total` are on the board.

    `played` is the record's replay, if it is known already. Raises OptionError or ReplayError if the record does not
    fit its game.
    """

    def __init__(self, spec: GameSpec, record: Record, ply: int = 0, played: Replay | None = None) -> None:
        self.spec = spec
        self.record = replace(record, options=resolve(spec.options, record.options))
        played = played or replay(spec, self.record.options, record.seed, record.actions)
        self.steps: list[AnyStep] = played.steps
        self._end = played.state
        counted = (step.seat != CLOCK_SEAT and spec.play.is_move(step.action) for step in self.steps)
        self._made = list(accumulate(counted, initial=0))
        self.ply = max(0, min(ply, self.total))
        self.playing = False
        self.speed = 1.0
        self._waited = 0.0

    @classmethod
    def reading(cls, spec: GameSpec, record: Record, ply: int = 0) -> Incremental[Playback]:
        """Make a playback, one action at a time."""
        options = resolve(spec.options, record.options)
        played = yield from replay_in_steps(spec, options, record.seed, record.actions)
        return cls(spec, record, ply, played)

    @property
    def total(self) -> int:
        """The number of actions in the record."""
        return len(self.steps)

    def moves(self, ply: int) -> int:
        """Return the number of moves in `ply` actions."""
        return rounds(self.spec, len(self.record.seats), self._made[ply])

    @property
    def start(self) -> Any:
        """The position before all actions."""
        return self.steps[0].before if self.steps else self._end

    @property
    def state(self) -> Any:
        """The position after `ply` actions."""
        return self.steps[self.ply].before if self.ply < self.total else self._end

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, once its last action is on the board."""
        if self.ply < self.total:
            return None
        return self.record.result or self.spec.rules.outcome(self._end)

    def actors(self) -> tuple[Seat, ...]:
        """Seats that may act in this position; none after the end."""
        return () if self.outcome else self.spec.rules.actors(self.state)

    def seek(self, ply: int) -> bool:
        """Go to the position after `ply` actions, or to the nearest one. Returns whether the position changed."""
        target = max(0, min(ply, self.total))
        moved = target != self.ply
        self.ply = target
        self._waited = 0.0
        if target == self.total:
            self.playing = False
        return moved

    def toggle(self) -> None:
        """Start or stop. At the end of the record, start again from its beginning. The next action is due at once."""
        if not self.playing and self.ply == self.total:
            self.seek(0)
        self.playing = not self.playing and self.total > 0
        self._waited = PACE

    def change_speed(self, by: int) -> None:
        """Change the speed by `by` places in SPEEDS, but not beyond the ends."""
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + by))]

    def advance(self, seconds: float) -> bool:
        """Let time pass. Returns whether the next action is due; the caller then seeks to it."""
        if not self.playing:
            return False
        self._waited += seconds * self.speed
        return self._waited >= PACE

    def can_branch(self) -> bool:
        """Whether a game can continue from here: it is not over by the rules."""
        return bool(self.spec.rules.actors(self.state))

    def branch(self, seats: tuple[SeatConfig, ...]) -> Record:
        """Return the record up to here, as an unfinished game with `seats`."""
        return replace(
            self.record,
            actions=self.record.actions[: self.ply],
            times=self.record.times[: self.ply],
            seats=seats,
            result=None,
            changes=(),  # earlier changes of the players do not concern the new ones
        )
