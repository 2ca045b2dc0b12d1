"""The thread that writes the store's file in order and with retries, so that play does not wait for a slow disk.

While the store is open, only the writer uses the file. A commit takes all jobs in the queue. If another process has
locked the file, or the disk is full or missing, the writer tries again. A damaged file is renamed, and a new one gets
the store's whole content (`wants_all`).
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from game.storage.database import SQL_ERRORS, Connect, StoreTrouble, connect, is_outer, set_aside, transaction
from game.storage.rows import Statement
from game.storage.schema import DamagedError, StoreError

RETRY_SECONDS = 1.0  # seconds until the next try after a failure; new jobs are tried at once
MOST_JOBS = 1_000  # the most jobs in the queue; with more, it is quicker to write the whole store
_BROKEN = ("malformed", "not a database", "no such table", "no such column", "has no column")
_log = logging.getLogger(__name__)


class WriteJob(NamedTuple):
    """One transaction. `plies` says how many actions of each unfinished game the file has afterwards."""

    number: int
    statements: Sequence[Statement]
    plies: Mapping[str, int]


class Writer:
    """Writes to the file `path`. `database` is the open file; None if it is not open.

    The thread calls `report` after each failure, and opens the file with `connect`.
    """

    def __init__(
        self,
        path: Path,
        database: sqlite3.Connection | None,
        report: Callable[[StoreTrouble], None],
        connect: Connect = connect,
    ) -> None:
        self._path = path
        self._connect = connect
        self._database = database
        self._report = report
        self._jobs: deque[WriteJob] = deque()
        self._given = 0
        self._done = 0
        self._tried = 0
        self._plies: dict[str, int] = {}
        self._wants_all = False
        self._is_failing = database is None  # whether a failure was reported
        self._ends: float | None = None  # when to give up; None while the store is open
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def is_lagging(self) -> bool:
        """Return whether something is not on the disk yet."""
        return self._done < self._given

    @property
    def is_failing(self) -> bool:
        """Whether the latest write failed."""
        return self._is_failing

    @property
    def wants_all(self) -> bool:
        """Return whether `put_all` is needed, because the file was lost or too much is waiting."""
        return self._wants_all or len(self._jobs) > MOST_JOBS

    def plies(self, game: str) -> int:
        """Return how many actions of this title's unfinished game are on the disk."""
        return self._plies.get(game, 0)

    def found(self, plies: Mapping[str, int]) -> None:
        """Set how many actions of each unfinished game the file had when it was opened."""
        self._plies.update(plies)

    def put(self, statements: Sequence[Statement], plies: Mapping[str, int]) -> int:
        """Queue `statements`. Returns the job's number, for `wait`."""
        with self._changed:
            self._given += 1
            self._jobs.append(WriteJob(self._given, statements, plies))
            self._changed.notify_all()
            return self._given

    def put_all(self, statements: Sequence[Statement], plies: Mapping[str, int]) -> int:
        """Queue statements that replace all waiting ones. Returns the job's number."""
        with self._changed:
            self._jobs.clear()
            self._wants_all = False
            return self.put(statements, plies)

    def wait(self, number: int, seconds: float) -> bool:
        """Wait for the job `number`, at most `seconds`. Returns whether it is on the disk."""
        with self._changed:
            return self._changed.wait_for(lambda: self._done >= number, seconds)

    def wait_for_try(self, number: int, seconds: float) -> bool:
        """Wait as `wait` does, but only until the job's first failure."""
        with self._changed:
            self._changed.wait_for(lambda: max(self._done, self._tried) >= number, seconds)
            return self._done >= number

    def wait_for_all(self, seconds: float) -> bool:
        """Wait until the queue is empty, at most `seconds`. Returns whether it is."""
        return self.wait(self._given, seconds)

    @property
    def is_running(self) -> bool:
        """Whether the thread is alive."""
        return self._thread.is_alive()

    def close(self, seconds: float) -> bool:
        """Write the queue, within `seconds`, and end. Returns whether all of it is on the disk."""
        with self._changed:
            self._ends = time.monotonic() + seconds
            self._changed.notify_all()
        self._thread.join(seconds + 1.0)
        return not self.is_lagging and not self._thread.is_alive()

    # The thread

    def _run(self) -> None:
        while jobs := self._next():
            try:
                if self._database is None:
                    self._database = self._connect(self._path)
                self._commit(self._database, jobs)
            except (StoreError, OSError, *SQL_ERRORS) as error:
                self._fail(error, jobs[-1].number)
        self._disconnect()

    def _next(self) -> list[WriteJob]:
        """Wait for jobs, and return them all; none when it is time to end."""
        with self._changed:
            while self._wants_all or not self._jobs:
                left = None if self._ends is None else self._ends - time.monotonic()
                if left is not None and (left <= 0 or not self.is_lagging):
                    return []
                self._changed.wait(left)
            return [] if self._ends is not None and time.monotonic() >= self._ends else list(self._jobs)

    def _commit(self, database: sqlite3.Connection, jobs: Sequence[WriteJob]) -> None:
        with transaction(database):
            for job in jobs:
                for sql, values in job.statements:
                    database.execute(sql, values)
        with self._changed:
            self._is_failing = False
            self._done = max(self._done, jobs[-1].number)
            for job in jobs:
                self._plies.update(job.plies)
            while self._jobs and self._jobs[0].number <= self._done:
                self._jobs.popleft()
            self._changed.notify_all()

    def _fail(self, error: Exception, number: int) -> None:
        is_locked = "locked" in str(error)
        if isinstance(error, DamagedError) or any(words in str(error) for words in _BROKEN):
            self._renew(error)
        elif not is_locked and not self._is_failing:
            self._is_failing = True
            _log.error("%s: %s", self._path, error)
            self._report(StoreTrouble("write", str(self._path), str(error)))
        if not is_outer(error):
            self._disconnect()  # the next try opens the file again
        with self._changed:
            if not is_locked:
                self._tried = max(self._tried, number)
                self._changed.notify_all()
            left = RETRY_SECONDS if self._ends is None else min(RETRY_SECONDS, self._ends - time.monotonic())
            # If the file was locked, SQLite itself has already waited.
            self._changed.wait(0 if is_locked else max(0.0, left))

    def _renew(self, error: Exception) -> None:
        """Rename the damaged file, and start a new one with the store's whole content."""
        _log.error("%s: %s", self._path, error)
        self._disconnect()
        with contextlib.suppress(OSError):  # if this fails, the file is renamed at the next attempt
            aside = set_aside(self._path)
            self._report(StoreTrouble("damaged", str(aside), str(error)))
        with self._changed:
            self._wants_all = True
            self._plies.clear()

    def _disconnect(self) -> None:
        if self._database is not None:
            with contextlib.suppress(*SQL_ERRORS):  # the jobs stay in the queue
                self._database.close()
            self._database = None
