"""The pause before a person may bid again: one after each bid, a longer one after mashing; AIs have none."""

from __future__ import annotations

from collections import deque
from typing import Final, Literal

from game.core.rules import Seat, Timer
from game.robots.state import State

PAUSE_SECONDS: Final = 1.5  # after a bid, before the seat's next one is taken
MOST_PRESSES, WITHIN_SECONDS = 5, 2.0  # bids that are pressed in so long; with one more the seat is not heard
MUTED_SECONDS: Final = 3.0

Delay = Literal["", "paused", "muted"]
"""Why a bid is not taken now; "" where it is."""


class Pace:
    """Follows one game, and outlives layouts. Times are the game's, in seconds."""

    def __init__(self) -> None:
        self._time = 0.0
        self._state: State | None = None  # in which everybody's bids are known
        self._chip = -1
        self._lowest: dict[Seat, int] = {}  # what each seat has bid for the present chip
        self._until: dict[Seat, float] = {}  # when its pause ends
        self._excused: set[Seat] = set()  # who was let through because the clock would have been sooner
        self._presses: dict[Seat, deque[float]] = {}
        self._muted_until: dict[Seat, float] = {}

    def follow(self, state: State, dt: float) -> None:
        """Let `dt` seconds pass, and see who has bid."""
        self._time += dt
        if state is self._state:
            return
        self._state = state
        lowest = {seat: number for seat in range(state.settings.players) if (number := state.lowest_of(seat))}
        if state.chip_number != self._chip or state.phase not in ("think", "bid"):
            self._chip = state.chip_number
            self._lowest, self._until, self._excused = lowest, {}, set()  # what was bid before is no news
        for seat, number in lowest.items():
            if self._lowest.get(seat) != number:
                if self.left(seat) > 0:
                    self._excused.add(seat)
                self._until[seat] = self._time + PAUSE_SECONDS
        self._lowest = lowest

    def left(self, seat: Seat) -> float:
        """Return for how many seconds no bid of a seat is taken."""
        until = max(self._until.get(seat, 0.0), self._muted_until.get(seat, 0.0))
        return max(0.0, until - self._time)

    def share(self, seat: Seat) -> float:
        """Return the share of the pause that is left, 0..1."""
        return min(1.0, self.left(seat) / PAUSE_SECONDS)

    def delays(self, seat: Seat, clock: Timer | None) -> Delay:
        """Whether a seat has to wait; `clock` is what runs. One bid is let through where the pause would outlast it."""
        if self._muted_until.get(seat, 0.0) > self._time:
            return "muted"
        left = self.left(seat)
        hurries = clock is not None and clock.seconds <= left and seat not in self._excused
        return "paused" if left > 0 and not hurries else ""

    def pressed(self, seat: Seat, clock: Timer | None) -> Delay:
        """A seat has pressed to bid: whether it has to wait. One press too many, and it is not heard for a while."""
        presses = self._presses.setdefault(seat, deque(maxlen=MOST_PRESSES + 1))
        presses.append(self._time)
        if len(presses) > MOST_PRESSES and self._time - presses[0] <= WITHIN_SECONDS:
            self._muted_until[seat] = self._time + MUTED_SECONDS
            presses.clear()
        return self.delays(seat, clock)
