"""The table's side: how it beats, and the statuses with which it and its supervisor end.

The program that was started, which is the supervisor:

0 the operator has left to the desktop, or the system has asked the program to end; 1 it runs already; 2 the command
line is wrong; 3 the supervisor itself has failed.

The table, which the supervisor starts:

20 the operator has left; 21 the program's files have changed, and nobody is there: it is to begin anew; anything else
is a crash unless the supervisor has asked for the end: 0 somebody else has asked for it, 1 an exception or another
instance that holds the saved data, 2 no display or no assets; negative, as Python counts them, the signal that has
killed it.
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
LEFT, UPDATED = 20, 21  # of the table alone
LOCK = "supervisor"  # the file beside which the lock of the one supervisor lies
EVERY = 0.5  # seconds between two beats at least
PLAYING, RESTING, MINIMISED, BLIND, WORKING = b".", b"z", b"m", b"x", b"w"


class Heartbeat:
    """Beats into `pipe` as long as frames go on or pictures are made. `now` tells the time in seconds."""

    def __init__(self, pipe: int, now: Callable[[], float] = time.monotonic) -> None:
        never_wait(pipe)
        self._pipe = pipe
        self._now = now
        self._last = float("-inf")
        self._shows = False  # whether a frame has been shown since the last beat
        self.is_alone = False  # whether the supervisor has gone

    def beat(self, rests: bool, shows: bool = True, minimised: bool = False, works: bool = False) -> None:
        """The table's loop goes on.

        `rests`: nobody is at the table. `shows`: a frame has been shown since the last call; the window of a
        `minimised` table shows none. Nor does one that `works` at the pictures of its next frame.
        """
        self._shows = self._shows or shows
        if minimised:
            self._say(MINIMISED)
        elif self._shows:
            self._say(RESTING if rests else PLAYING)
        else:
            self._say(WORKING if works else BLIND)

    def work(self) -> None:
        """A picture has been made, in a frame that takes long."""
        self._say(WORKING)

    def _say(self, beat: bytes) -> None:
        now = self._now()
        if now - self._last < EVERY:
            return
        self._last, self._shows = now, False
        try:
            os.write(self._pipe, beat)
        except BlockingIOError:
            return  # the supervisor has not listened for hours: it is stopped, and plays no part
        except OSError:
            self.is_alone = True


def look() -> None:
    """Raise HeldError where a supervisor keeps a table up, even if that table is just down."""
    path = data_dir() / LOCK
    if os.path.exists(f"{path}.lock") and (ours := lock(path)) is not None:  # noqa: PTH110 - any name is looked for
        ours.release()


def settle_in(supervisor: int) -> Heartbeat:
    """Become the table of the process `supervisor`: words go to standard error alone, beats to what was the output."""
    end_with_supervisor(supervisor)
    pipe = os.dup(1)  # which no child of this process inherits
    os.dup2(2, 1)
    faulthandler.enable(sys.__stderr__ or 2)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return Heartbeat(pipe)
