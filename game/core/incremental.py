"""Long work done in slices, so that a screen can show progress and the player can cancel it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

T = TypeVar("T")
Incremental = Generator[float, None, T]
"""Work that yields the share that is done, 0..1, after every small part, and returns its result."""

SLICE = 0.008  # seconds of a frame for long work; a part that takes longer gets a frame of its own


class IncrementalRun(Generic[T]):
    """Work in progress. `share` is the part done, 0..1."""

    def __init__(self, work: Incremental[T]) -> None:
        self.share = 0.0
        self._work = work
        self._made: list[T] = []

    def go(self, now: Callable[[], float], seconds: float = SLICE) -> bool:
        """Work for `seconds` by the clock `now`, and finish the current part. Returns whether all is done.

        Each call does at least one part. Raises what the work raises.
        """
        end = now() + seconds
        while not self._made:
            try:
                self.share = next(self._work)
            except StopIteration as last:
                self.share = 1.0
                self._made.append(last.value)
            if now() >= end:
                break
        return bool(self._made)

    @property
    def result(self) -> T:
        """The value that the finished work returned."""
        return self._made[0]


def run_to_end(work: Incremental[T]) -> T:
    """Do all of the work and return its result. Raises what the work raises."""
    while True:
        try:
            next(work)
        except StopIteration as last:
            made: T = last.value
            return made
