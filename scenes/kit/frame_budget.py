"""How long a frame may make pictures: a scene that needs many is drawn over several frames, not in one long one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

SECONDS = 0.06  # a frame begins no picture after this; the dearest single one takes some 150 ms on a slow machine
MOST_TRIES = 30  # frames in a row that may be left unfinished: then one takes as long as it needs

T = TypeVar("T")


class OverBudgetError(Exception):
    """The frame's time is up with pictures still to make. Those made so far are kept, and the next frame goes on."""


class FrameBudget:
    """The time that one frame has for pictures. Outside of `drawing` and `part` nothing is limited.

    A frame begins one picture at least, and so always comes further than the one before it.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        """`seconds` is what a frame has; infinity: nothing is ever left unfinished, however slow the machine."""
        self.seconds = seconds
        self._end = math.inf
        self._made = 0
        self._tries = 0

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """A frame is drawn."""
        self._tries += 1
        with self._until(self.seconds if self._tries <= MOST_TRIES else math.inf):
            yield
        self._tries = 0

    @contextmanager
    def part(self, seconds: float) -> Iterator[None]:
        """Something is drawn ahead, beside the frame, that may take so long and can be begun again."""
        with self._until(seconds if math.isfinite(self.seconds) else math.inf):
            yield

    @contextmanager
    def _until(self, seconds: float) -> Iterator[None]:
        self._end = time.perf_counter() + seconds
        self._made = 0
        try:
            yield
        finally:
            self._end = math.inf

    def make(self, make: Callable[[], T]) -> T:
        """What `make` makes, for the caller to keep. Raises OverBudgetError where no time is left to begin with it."""
        if self._made and time.perf_counter() >= self._end:
            raise OverBudgetError
        made = make()
        self._made += 1
        return made
