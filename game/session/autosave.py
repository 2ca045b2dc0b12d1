"""Saves a running game in the store as it is played, so that it can be resumed whatever happens."""

from __future__ import annotations

from collections.abc import Callable

from game.core.record import Record
from game.core.rules import Timer
from game.storage.store import Store

CLOCK_INTERVAL = 1.0  # seconds of play between two times that a running clock is kept


class Autosave:
    """Gives the store each action of one game; `record` tells it as it stands. Without a store nothing is kept."""

    def __init__(self, store: Store | None, record: Callable[[], Record]) -> None:
        self._store = store
        self._record = record
        self._game = record().game
        self._clock_kept = float("inf")  # seconds left when the clock was last kept

    def keep_all(self) -> None:
        """Keep the game as it stands; a finished one goes to the results."""
        if self._store:
            record = self._record()
            keep = self._store.finish if record.result else self._store.begin
            keep(record)

    def keep_action(self, ply: int, text: str, time_ms: int) -> None:
        """Keep one more action of a game that goes on."""
        if self._store:
            if self._store.length(self._game) == ply:
                self._store.append(self._game, ply, text, time_ms)
            else:  # somebody discarded it meanwhile
                self.keep_all()

    def truncate(self, ply: int) -> None:
        """Keep only the first `ply` actions."""
        if self._store:
            if self._store.length(self._game) is not None:
                self._store.truncate(self._game, ply)
            else:
                self.keep_all()

    def follow_clock(self, clock: Timer) -> None:
        """Keep the running `clock` where it lost CLOCK_INTERVAL since it was kept, or is another one."""
        if not 0 <= self._clock_kept - clock.seconds < CLOCK_INTERVAL:
            self.keep_clock(clock)

    def keep_clock(self, clock: Timer) -> None:
        """Keep the time left on the running `clock`."""
        if self._store:
            self._store.save_clock(self._game, clock.id, clock.seconds)
        self._clock_kept = clock.seconds
