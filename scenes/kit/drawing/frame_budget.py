"""The time that a frame may spend on making pictures: a scene with many pictures takes several frames.

A thread makes the largest pictures, because reading, scaling and blurring release the interpreter's lock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

# Seconds after which a frame starts no picture. The rest of the frame's time is enough for the slowest picture that is
# made outside the thread.
SECONDS = 0.008
MOST_TRIES = 240  # the most unfinished frames in a row; the next one takes as long as it needs
FIRST_SECONDS = 0.25  # seconds for the first frame, before which the screen is empty
LONGEST = 60.0  # seconds for one picture; if it takes longer, something hangs
AWAITED = 0.004  # seconds that a frame waits for the thread's picture; often it is finished by then
# The most pictures of the thread that are kept until they are fetched. With more, the oldest are dropped: their scenes
# have probably ended.
MOST_ASIDE = 16
LARGE = 60_000  # pixels; larger pictures are made by the thread

T = TypeVar("T")


class OverBudgetError(Exception):
    """The frame's time is up before all pictures are made. Finished ones are kept, and the next frame goes on."""


class FrameBudget:
    """The time that a frame has for making pictures; unlimited outside of `drawing` and `part`.

    Each frame starts at least one picture, so the scene is finished in the end.
    """

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.perf_counter) -> None:
        """`seconds` is a frame's time; with infinity every frame is finished. `clock` counts seconds."""
        self.seconds = seconds
        self.first_seconds = FIRST_SECONDS
        self._clock = clock
        self._end = math.inf
        self._made = 0
        self._tries = 0
        self._is_patient = False  # whether the frame waits for the thread until its time is up
        self._advanced = clock()  # when the last picture was made
        # Called after each picture, in a frame that may take long.
        self.on_made: Callable[[], None] = lambda: None
        self._aside: dict[Hashable, Future[Any]] = {}
        self._thread: ThreadPoolExecutor | None = None

    @contextmanager
    def drawing(self, hurried: bool = True) -> Iterator[None]:
        """Limit the drawing of a frame; a frame that is not `hurried` has more time, like the very first one."""
        seconds = self.seconds if hurried else max(self.seconds, self.first_seconds)
        self._is_patient = not hurried
        with self._until(seconds if self._tries < MOST_TRIES else math.inf):
            try:
                yield
            except OverBudgetError:
                self._tries += self._made > 0  # a frame that only waits for the thread is no try
                raise
        self._tries = 0

    @property
    def is_at_work(self) -> bool:
        """Whether a picture was made a short time ago."""
        return self._clock() - self._advanced < LONGEST

    @contextmanager
    def part(self, seconds: float) -> Iterator[None]:
        """Limit drawing outside of frames to `seconds`. Drawing that runs out of time can be repeated."""
        with self._until(seconds if math.isfinite(self.seconds) else math.inf):
            yield

    @contextmanager
    def _until(self, seconds: float) -> Iterator[None]:
        self._end = self._clock() + seconds
        self._made = 0
        try:
            yield
        finally:
            self._end = math.inf
            self._is_patient = False

    def make(self, make: Callable[[], T]) -> T:
        """Call `make` and return its result; the caller keeps it. Raises OverBudgetError if no time is left."""
        if self._made and self._clock() >= self._end:
            raise OverBudgetError
        return self._note(make())

    def make_async(self, key: Hashable, size: tuple[int, int], make: Callable[[], T]) -> T:
        """Return the picture of `size` pixels that `make` makes.

        A thread makes large pictures, which takes several frames.

        `make` must be pure: it uses no caches, fonts or display. Raises OverBudgetError until the picture is made.
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
        left = self._end - self._clock() if self._is_patient else AWAITED
        if not wait([self._aside[key]], max(AWAITED, left)).done:
            raise OverBudgetError
        made: T = self._aside.pop(key).result()
        return self._note(made)

    def _note(self, made: T) -> T:
        """Count `made` as one picture, and return it."""
        self._made += 1
        self._advanced = self._clock()
        self.on_made()
        return made

    def forget(self) -> None:
        """Drop the pictures that the thread has not finished: their scene has ended."""
        for begun in self._aside.values():
            begun.cancel()
        self._aside.clear()

    def close(self) -> None:
        """Wait for the thread to end."""
        self.forget()
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None
