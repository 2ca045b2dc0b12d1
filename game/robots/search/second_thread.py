"""A second thread for an iteration that lasts: the same search from the other end, over the same table.

It goes through the moves of the first plies in reverse order, whatever the table knows of those positions; below, it
passes over what the first thread has entered or searched, and the other way round. So each position is searched by one
of them (or, where both come to it at once, by both), and there is no route if neither finds one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from game.robots.search.stack import PAUSED

MOST_THREADS: Final = 2

LASTS_SECONDS: Final = 0.1
"""After which a puzzle is worth a second thread."""


class SecondThread:
    """Takes steps of a search, each of which gives PAUSED, LOST or FOUND, until it is over or told to stop."""

    def __init__(self, step: Callable[[], int]) -> None:
        self.found = PAUSED
        self._step = step
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kissaten-solver", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self.found == PAUSED and not self._stop.is_set():
            self.found = self._step()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, but not longer."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Let it end its present step, and wait for that."""
        self._stop.set()
        self._thread.join()
