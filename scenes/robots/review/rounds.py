"""The history of each chip, read off the steps of a game: the bids, the demonstrations, the shortest route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from game.core.rules import Seat, Step
from game.robots.state import (
    Action,
    ChipReturned,
    ChipTurned,
    ChipWon,
    Declared,
    Failed,
    Move,
    RobotSlid,
    SeatTurns,
    State,
    WhyFailed,
)


@dataclass(frozen=True, slots=True)
class Try:
    """One demonstration: at most `number` moves were allowed; `end` is None while it runs."""

    seat: Seat
    number: int
    moves: tuple[Move, ...] = ()
    end: WhyFailed | Literal["won"] | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A chip from its turning over at `ply` on; `start` is the state then.

    `best` is None until it is known; then `routes` are all that are as short and begin with it, if they are `complete`.
    """

    ply: int
    start: State
    bids: tuple[tuple[Seat, int], ...] = ()
    tries: tuple[Try, ...] = ()
    best: tuple[Move, ...] | None = None
    routes: tuple[tuple[Move, ...], ...] = ()
    complete: bool = True

    @property
    def winner(self) -> Seat | None:
        """The seat that won the chip."""
        return next((shown.seat for shown in self.tries if shown.end == "won"), None)

    @property
    def shown(self) -> Try | None:
        """The demonstration to be looked at: the one that arrived, or the last."""
        arrived = [shown for shown in self.tries if shown.end == "won"]
        return arrived[0] if arrived else self.tries[-1] if self.tries else None

    def lowest(self) -> dict[Seat, int]:
        """The lowest number of each seat that declared any."""
        return {seat: min(n for bidder, n in self.bids if bidder == seat) for seat, _ in self.bids}


class RoundLog:
    """Follows a game step by step."""

    def __init__(self) -> None:
        self._followed: Sequence[Step[State, Action, object]] = ()
        self.present: Round | None = None
        self.last: Round | None = None  # the latest round that is over

    def follow(self, steps: Sequence[Step[State, Action, object]]) -> None:
        """Take in what has been played since; a game from which something was taken back is read anew."""
        known = len(self._followed)
        if known > len(steps) or (known and self._followed[-1] is not steps[known - 1]):
            self.present, self.last, known = None, None, 0
        for step in steps[known:]:
            self._take(step)
        self._followed = tuple(steps)

    def _take(self, step: Step[State, Action, object]) -> None:
        present = self.present or Round(step.ply, step.before)
        for event in step.events:
            if isinstance(event, Declared):
                present = replace(present, bids=(*present.bids, (event.seat, event.number)))
            elif isinstance(event, SeatTurns):
                present = replace(present, tries=(*present.tries, Try(event.seat, event.number)))
            elif isinstance(event, RobotSlid) and present.tries:
                present = _shown(present, move=Move(event.robot, event.legs[0].heading))
            elif isinstance(event, Failed):
                present = _shown(present, end=event.why)
            elif isinstance(event, ChipWon):
                self.last = _shown(present, end="won")
            elif isinstance(event, ChipReturned):
                self.last = present
            elif isinstance(event, ChipTurned):
                present = Round(step.ply + 1, step.after)
        self.present = present


def demonstrations(steps: Sequence[Step[State, Action, object]]) -> dict[Seat, tuple[int, int]]:
    """Return, for each seat that has demonstrated in these steps, how often it arrived and how often it tried."""
    tried: Counter[Seat] = Counter()
    arrived: Counter[Seat] = Counter()
    for step in steps:
        for event in step.events:
            if isinstance(event, SeatTurns):
                tried[event.seat] += 1
            elif isinstance(event, ChipWon):
                arrived[event.seat] += 1
    return {seat: (arrived[seat], tried[seat]) for seat in tried}


def _shown(present: Round, move: Move | None = None, end: WhyFailed | Literal["won"] | None = None) -> Round:
    """With a move, or the end, of the demonstration under way."""
    running = present.tries[-1]
    moves = running.moves if move is None else (*running.moves, move)
    return replace(present, tries=(*present.tries[:-1], replace(running, moves=moves, end=end)))
