"""The table's side: its beats, and the exit statuses of table and supervisor.

The statuses of the supervisor, which is the started program:

- 0: the operator left to the desktop, or the system asked the program to end.
- 1: the program already runs.
- 2: the command line is wrong.
- 3: the supervisor itself failed.

The statuses of the table, which the supervisor starts. Unless the supervisor asked for the end, all but the first two
are a crash.

- 20: the operator left.
- 21: the program's files changed while there were no visitors, so it must restart.
- 0: another process asked the table to end.
- 1: an exception, or another process holds the saved data.
- 2: there is no display, or there are no assets.
- negative: the signal that killed the table.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import time
from collections.abc import Callable

from game.paths import data_dir
from game.platforms.processes import end_with_supervisor, never_wait
from game.storage.database import lock

ENDED = 0
RUNS_ALREADY = 1
FAILED = 3
LEFT, UPDATED = 20, 21  # only a table has these exit statuses
LOCK = "supervisor"  # the name of the supervisor's lock file, beside the store's
EVERY = 0.5  # the least seconds between beats
PLAYING, RESTING, MINIMISED, BLIND, WORKING = b".", b"z", b"m", b"x", b"w"


class Heartbeat:
    """Writes beats into `pipe` while frames or pictures are made. `now` returns the time in seconds."""

    def __init__(self, pipe: int, now: Callable[[], float] = time.monotonic) -> None:
        never_wait(pipe)
        self._pipe = pipe
        self._now = now
        self._last = float("-inf")
        self._shows = False  # whether a frame was shown since the last beat
        self.is_alone = False  # whether the supervisor has ended

    def beat(self, rests: bool, shows: bool = True, minimised: bool = False, works: bool = False) -> None:
        """Beat once for the running main loop.

        `rests` says that there are no visitors, `shows` that a frame was shown since the last call. Two states need no
        frame: a `minimised` window, and a table that `works` on pictures for its next frame.
        """
        self._shows = self._shows or shows
        if minimised:
            self._say(MINIMISED)
        elif self._shows:
            self._say(RESTING if rests else PLAYING)
        else:
            self._say(WORKING if works else BLIND)

    def work(self) -> None:
        """Beat after a picture during a long frame."""
        self._say(WORKING)

    def _say(self, beat: bytes) -> None:
        now = self._now()
        if now - self._last < EVERY:
            return
        self._last, self._shows = now, False
        try:
            os.write(self._pipe, beat)
        except BlockingIOError:
            return  # the pipe is full: the supervisor has been stopped for hours
        except OSError:
            self.is_alone = True


def look() -> None:
    """Raise HeldError if a supervisor is running, even if no table runs at the moment."""
    path = data_dir() / LOCK
    if os.path.exists(f"{path}.lock") and (ours := lock(path)) is not None:  # noqa: PTH110 - any name is looked for
        ours.release()


def settle_in(supervisor: int) -> Heartbeat:
    """Become the table of the process `supervisor`. Standard output is then for the beats, and text goes to standard
    error.
    """
    end_with_supervisor(supervisor)
    pipe = os.dup(1)  # child processes do not inherit it
    os.dup2(2, 1)
    faulthandler.enable(sys.__stderr__ or 2)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return Heartbeat(pipe)
