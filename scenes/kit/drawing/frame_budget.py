"""The time that a frame may spend on making pictures: a scene with many takes several frames.

A thread makes the largest ones: reading, scaling and blurring release the interpreter.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

SECONDS = 0.008  # a frame starts no picture later; so the slowest one not made by the thread still fits
MOST_TRIES = 240  # consecutive unfinished frames; then one takes as long as it needs
FIRST_SECONDS = 0.25  # for the very first frame, before which the screen is empty
LONGEST = 60.0  # seconds for one picture; beyond that something hangs
AWAITED = 0.004  # seconds that a frame waits for the thread, which is often enough
MOST_ASIDE = 16  # finished pictures that wait; the oldest belong to scenes that have gone
LARGE = 60_000  # pixels of a picture large enough for the thread

T = TypeVar("T")


class OverBudgetError(Exception):
    """The frame's time is up before all pictures are made. Finished ones are kept, and the next frame goes on."""


class FrameBudget:
    """The time that a frame has for making pictures; unlimited outside of `drawing` and `part`.

    Each frame starts at least one picture, and so makes progress.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        """`seconds` is a frame's time; infinity never leaves a frame unfinished."""
        self.seconds = seconds
        self._end = math.inf
        self._made = 0
        self._tries = 0
        self._is_patient = False  # whether the frame waits for the thread as long as it has time
        self._advanced = time.perf_counter()  # time of the last picture
        self.on_made: Callable[[], None] = lambda: None  # called for each picture, in a frame that may take long
        self._aside: dict[Hashable, Future[Any]] = {}
        self._thread: ThreadPoolExecutor | None = None

    @contextmanager
    def drawing(self, hurried: bool = True) -> Iterator[None]:
        """Limit the drawing of a frame; one that is not `hurried` has more time, as before the first frame."""
        seconds = self.seconds if hurried else max(self.seconds, FIRST_SECONDS)
        self._is_patient = not hurried
        with self._until(seconds if self._tries < MOST_TRIES else math.inf):
            try:
                yield
            except OverBudgetError:
                self._tries += self._made > 0  # waiting for the thread alone does not count as a try
                raise
        self._tries = 0

    @property
    def is_at_work(self) -> bool:
        """Whether a picture was made a short time ago."""
        return time.perf_counter() - self._advanced < LONGEST

    @contextmanager
    def part(self, seconds: float) -> Iterator[None]:
        """Limit drawing outside of frames to `seconds`; it can be repeated."""
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
            self._is_patient = False

    def make(self, make: Callable[[], T]) -> T:
        """Call `make` and return its result, for the caller to keep. Raises OverBudgetError without time."""
        if self._made and time.perf_counter() >= self._end:
            raise OverBudgetError
        return self._note(make())

    def make_async(self, key: Hashable, size: tuple[int, int], make: Callable[[], T]) -> T:
        """Return the result of `make`, of `size` pixels; a thread makes a large one while frames stay unfinished.

        `make` must be pure: no caches, fonts or display. Raises OverBudgetError until it is done.
        """
        if math.isinf(self._end) or size[0] * size[1] < LARGE:
            begun: Future[T] | None = self._aside.pop(key, None)
            return self.make(make if begun is None else begun.result)
        if key not in self._aside:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "pictures")
            while len(self._aside) >= MOST_ASIDE:
                self._aside.pop(next(iter(self._aside))).cancel()
            self._aside[key] = self._thread.submit(make)
        left = self._end - time.perf_counter() if self._is_patient else AWAITED
        if not wait([self._aside[key]], max(AWAITED, left)).done:
            raise OverBudgetError
        made: T = self._aside.pop(key).result()
        return self._note(made)

    def _note(self, made: T) -> T:
        """Count a picture."""
        self._made += 1
        self._advanced = time.perf_counter()
        self.on_made()
        return made

    def forget(self) -> None:
        """Drop the thread's open pictures: their scene has gone."""
        for begun in self._aside.values():
            begun.cancel()
        self._aside.clear()

    def close(self) -> None:
        """Wait for the thread to end."""
        self.forget()
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None
