"""Ends by the clock: the end of the day, from the announcement to the dark, and that of the same people's time."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from game.kiosk.config import Config, closing_soon, is_open

LAMP_SECONDS = 20.0
WARNINGS = (5, 1)  # minutes before the end
MINUTE = 60.0  # seconds


class Closing:
    """Asked once a second or so by `look`; `tick` lets the lamp go down or up."""

    def __init__(self) -> None:
        self.is_open = True
        self.gone = 0.0  # the share of the lamp's light that is gone
        self._closed_since: datetime | None = None
        self._announced: int | None = None  # the warning that was given last
        self._has_ended = False  # whether nobody has played for a moment since closing: no new game begins

    def look(self, config: Config, now: datetime, is_heard: bool) -> int | None:
        """Follow the opening hours; the minutes until the table closes where that is to be said now, else None.

        The announcement waits until somebody can hear it. The hours may have been changed: it then tells the present
        rest.
        """
        self.is_open = is_open(config, now)
        if self.is_open:
            self._closed_since, self._has_ended = None, False
        elif self._closed_since is None or now < self._closed_since:  # the clock may have been set back
            self._closed_since = now
        left = closing_soon(config, now)
        due = None if left is None else next((m for m in reversed(WARNINGS) if left <= timedelta(minutes=m)), None)
        if due is not None and (due == self._announced or not is_heard):
            return None
        self._announced = due
        return None if left is None or due is None else max(1, math.ceil(left / timedelta(minutes=1)))

    def wants_dark(self, now: datetime, is_playing: bool, grace: timedelta) -> bool:
        """Whether the lamp is to go down; who plays at closing time may end that game within `grace`, and begin none.

        Ask at each tick: between two games there is one at which nobody plays.
        """
        since = self._closed_since
        if since is None:
            return False
        self._has_ended = self._has_ended or not is_playing or now - since >= grace
        return self._has_ended

    def tick(self, dt: float, wants_dark: bool) -> bool:
        """Let `dt` seconds pass; whether it is dark."""
        self.gone = min(1.0, self.gone + dt / LAMP_SECONDS) if wants_dark else 0.0
        return self.gone >= 1.0


class TableTime:
    """Counts the time of the people who are at the table."""

    def __init__(self) -> None:
        self.used = 0.0  # seconds

    def begin(self) -> None:
        """Others are at the table, or nobody."""
        self.used = 0.0

    def tick(self, dt: float, limit: int) -> int | None:
        """Let `dt` seconds of at most `limit` minutes pass (0: of any number).

        The minutes that are left where that is to be said now, 0 at the end; else None.
        """
        before, self.used = self.used, self.used + dt
        if not limit:
            return None
        for left in (0, *reversed(WARNINGS)):
            if before < (limit - left) * MINUTE <= self.used and left < limit:
                return left
        return 0 if self.used >= limit * MINUTE else None  # the limit has been made shorter meanwhile
