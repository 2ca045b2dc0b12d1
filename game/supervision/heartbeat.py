"""The table's side: it beats as long as its frames go on, and ends where nobody hears it any more."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import time
from collections.abc import Callable

from game.platforms.processes import end_with_supervisor, never_wait

EVERY = 0.5  # seconds between two beats at least
PLAYING, RESTING, MINIMISED, BLIND = b".", b"z", b"m", b"x"


class Heartbeat:
    """Beats into `pipe`. `now` tells the time in seconds."""

    def __init__(self, pipe: int, now: Callable[[], float] = time.monotonic) -> None:
        never_wait(pipe)
        self._pipe = pipe
        self._now = now
        self._last = float("-inf")
        self._shows = False  # whether a frame has been shown since the last beat
        self.is_alone = False  # whether the supervisor has gone

    def beat(self, rests: bool, shows: bool = True, minimised: bool = False) -> None:
        """The table's loop goes on.

        `rests`: nobody is at the table. `shows`: a frame has been shown since the last call; the window of a
        `minimised` table shows none.
        """
        self._shows = self._shows or shows
        now = self._now()
        if now - self._last < EVERY:
            return
        if minimised:
            beat = MINIMISED
        elif not self._shows:
            beat = BLIND
        else:
            beat = RESTING if rests else PLAYING
        self._last, self._shows = now, False
        try:
            os.write(self._pipe, beat)
        except BlockingIOError:
            return  # the supervisor has not listened for hours: it is stopped, and plays no part
        except OSError:
            self.is_alone = True


def settle_in(supervisor: int) -> Heartbeat:
    """Become the table of the process `supervisor`: words go to standard error alone, beats to what was the output."""
    end_with_supervisor(supervisor)
    pipe = os.dup(1)  # which no child of this process inherits
    os.dup2(2, 1)
    faulthandler.enable(sys.__stderr__ or 2)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return Heartbeat(pipe)
