"""From the announcement that the table closes to the dark: when, and how far the lamp is down."""

from __future__ import annotations

from datetime import datetime, timedelta

from game.kiosk.config import Config
from game.kiosk.hours import closing_soon, is_open

LAMP_SECONDS = 20.0
GRACE = timedelta(minutes=10)  # for a game that is being played at closing time
WARNINGS = (5, 1)  # minutes before


class Closing:
    """Asked once a second or so by `look`; `tick` lets the lamp go down or up."""

    def __init__(self) -> None:
        self.is_open = True
        self.gone = 0.0  # the share of the lamp's light that is gone
        self._closed_since: datetime | None = None
        self._announced: int | None = None  # the minutes that were said last

    def look(self, config: Config, now: datetime, is_heard: bool) -> int | None:
        """Follow the opening hours; the minutes until the table closes where that is to be said now, else None.

        While nobody hears it, it waits to be said.
        """
        self.is_open = is_open(config, now)
        if self.is_open:
            self._closed_since = None
        elif self._closed_since is None or now < self._closed_since:  # the clock may have been set back
            self._closed_since = now
        left = closing_soon(config, now)
        due = None if left is None else next((m for m in reversed(WARNINGS) if left <= timedelta(minutes=m)), None)
        if due is not None and (due == self._announced or not is_heard):
            return None
        self._announced = due
        return due

    def wants_dark(self, now: datetime, is_playing: bool) -> bool:
        """Whether the lamp is to go down; who plays may end the game, for a while."""
        since = self._closed_since
        return since is not None and (not is_playing or now - since >= GRACE)

    def tick(self, dt: float, wants_dark: bool) -> bool:
        """Let `dt` seconds pass; whether it is dark."""
        self.gone = min(1.0, self.gone + dt / LAMP_SECONDS) if wants_dark else 0.0
        return self.gone >= 1.0
