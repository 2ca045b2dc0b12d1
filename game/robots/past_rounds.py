"""The rounds of a game that are over, read off its steps: who declared what, what was shown, who won the chip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from game.core.rules import Seat, Step
from game.robots.state import (
    Action,
    Arrived,
    ChipReturned,
    ChipWon,
    Declared,
    Failed,
    Move,
    SeatTurns,
    State,
    WhyFailed,
)

RoundStep = Step[State, Action, object]


@dataclass(frozen=True, slots=True)
class ShownRoute:
    """One demonstration of at most `number` moves, or a practice puzzle's solution, and how it ended."""

    seat: Seat
    number: int
    steps: tuple[RoundStep, ...]
    end: WhyFailed | Literal["won"]


@dataclass(frozen=True, slots=True)
class PastRound:
    """A chip from its turning over at `ply` to its end; `last` is the step that ended it."""

    ply: int
    start: State
    last: RoundStep
    bids: tuple[tuple[Seat, int], ...]  # all of them, in order
    shown: tuple[ShownRoute, ...]

    @property
    def won(self) -> ShownRoute | None:
        """The demonstration that won the chip."""
        return next((shown for shown in self.shown if shown.end == "won"), None)

    @property
    def failed(self) -> dict[Seat, ShownRoute]:
        """The demonstrations that failed, of each seat the last one."""
        return {shown.seat: shown for shown in self.shown if shown.end != "won"}


def spans(steps: Sequence[RoundStep]) -> tuple[tuple[int, int], ...]:
    """Return where each finished round begins and the next one does; a round that was broken off is left out."""
    return tuple(pairwise((0, *(index + 1 for index, step in enumerate(steps) if _ends(step)))))


def past_round(steps: Sequence[RoundStep], ply: int) -> PastRound:
    """The round that began at `ply`, which is over."""
    end = next(index for index in range(ply, len(steps)) if _ends(steps[index]))
    return _past_round(steps[ply : end + 1])


def _ends(step: RoundStep) -> bool:
    return any(isinstance(event, ChipWon | ChipReturned | Arrived) for event in step.events)


def _past_round(steps: Sequence[RoundStep]) -> PastRound:
    start = steps[0].before
    events = [event for step in steps for event in step.events]
    bids = tuple((event.seat, event.number) for event in events if isinstance(event, Declared))
    shown = _practice(steps) if start.phase == "practice" else _demonstrations(steps)
    return PastRound(steps[0].ply, start, steps[-1], bids, tuple(shown))


def _practice(steps: Sequence[RoundStep]) -> Iterator[ShownRoute]:
    yield ShownRoute(0, len(steps), tuple(steps), "won")


def _demonstrations(steps: Sequence[RoundStep]) -> Iterator[ShownRoute]:
    seat, number = 0, 0
    slides: list[RoundStep] = []
    for step in steps:
        if isinstance(step.action, Move):
            slides.append(step)
        for event in step.events:
            if isinstance(event, SeatTurns):
                seat, number, slides = event.seat, event.number, []
            elif isinstance(event, Failed | ChipWon):
                yield ShownRoute(seat, number, tuple(slides), "won" if isinstance(event, ChipWon) else event.why)
