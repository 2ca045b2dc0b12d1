"""Clocks that tests move, in place of real ones."""

from __future__ import annotations


class TickingClock:
    """A clock. Each query moves it by `step` seconds, which may change; `now` is its present time."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class StopAfter:
    """Tells a search to stop after it has asked `most` times. `looks` counts all its questions."""

    def __init__(self, most: int) -> None:
        self.looks = 0
        self._most = most

    def __call__(self) -> bool:
        self.looks += 1
        return self.looks > self._most


class MovedClock:
    """Tells the time that a test has set: `now`."""

    def __init__(self, now: float) -> None:
        self.now = now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def __call__(self) -> float:
        return self.now
