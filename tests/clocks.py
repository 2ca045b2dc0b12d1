"""Clocks that tests move, in place of the real one."""

from __future__ import annotations


class TickingClock:
    """Stands in for the module `time`: each look at it finds it `step` seconds further on. `now` is where it is."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self._step = step

    def monotonic(self) -> float:
        self.now += self._step
        return self.now


class StopAfter:
    """Tells a search to stop once it has asked so many times; `looks` counts them all."""

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

    def __call__(self) -> float:
        return self.now
