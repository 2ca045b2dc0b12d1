"""The time that a frame may spend on pictures: a scene that needs many is drawn over several frames.

The largest are made aside, by a thread: reading, scaling and blurring leave the interpreter to others meanwhile.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

SECONDS = 0.008  # a frame begins no picture after this; with the dearest one that is not made aside it stays in time
MOST_TRIES = 240  # frames in a row that may make pictures and be left unfinished: then one takes as long as it needs
FIRST_SECONDS = 0.25  # for the very first frame: nothing is on the screen that would go on meanwhile
LONGEST = 60.0  # seconds that one picture may be in the making: then something hangs
AWAITED = 0.004  # seconds that a frame waits for what the thread makes: often it is made by then
MOST_ASIDE = 16  # pictures that may wait to be fetched: the eldest were wanted by something that has gone
LARGE = 60_000  # pixels of a picture from which on it is worth a thread's while

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
        self._is_patient = False  # whether the frame waits for the thread as long as it has time
        self._advanced = time.perf_counter()  # when a picture was made last
        self.on_made: Callable[[], None] = lambda: None  # told of each picture, in a frame that may take long
        self._aside: dict[Hashable, Future[Any]] = {}
        self._thread: ThreadPoolExecutor | None = None

    @contextmanager
    def drawing(self, hurried: bool = True) -> Iterator[None]:
        """A frame is drawn; where not `hurried` it has more time, as while nothing is on the screen yet."""
        seconds = self.seconds if hurried else max(self.seconds, FIRST_SECONDS)
        self._is_patient = not hurried
        with self._until(seconds if self._tries < MOST_TRIES else math.inf):
            try:
                yield
            except OverBudgetError:
                self._tries += self._made > 0  # one that only waits for the thread is none that makes all in vain
                raise
        self._tries = 0

    @property
    def is_at_work(self) -> bool:
        """Whether it is not long ago that a picture was made."""
        return time.perf_counter() - self._advanced < LONGEST

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
            self._is_patient = False

    def make(self, make: Callable[[], T]) -> T:
        """Call `make` and return its result, for the caller to keep. Raises OverBudgetError where no time is left."""
        if self._made and time.perf_counter() >= self._end:
            raise OverBudgetError
        return self._note(make())

    def make_async(self, key: Hashable, size: tuple[int, int], make: Callable[[], T]) -> T:
        """Return the result of `make`, of `size` pixels. A thread makes a large one, while frames are left unfinished.

        `make` must be pure: no caches, no fonts, and nothing of the display. Raises OverBudgetError until it is made.
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
        """Remember that there is one more picture."""
        self._made += 1
        self._advanced = time.perf_counter()
        self.on_made()
        return made

    def forget(self) -> None:
        """Drop the pictures that threads are making: nobody will ask for them any more."""
        for begun in self._aside.values():
            begun.cancel()
        self._aside.clear()

    def close(self) -> None:
        """Wait for the thread's end."""
        self.forget()
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None
