"""Keeps the unattended table up: starts it, hears that it lives, and starts it again when it has ended or hangs.

All is decided in `step`, in one thread, from events and the time; other threads only wait and post (`child.py`). The
table ends with that thread, so it must be the process's first one.
"""

from __future__ import annotations

import logging
import os
import queue
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Literal, Protocol

from game.supervision.child import Event
from game.supervision.health import Health, HealthFile, moment
from game.supervision.notify import Notifier
from game.supervision.policy import Policy
from game.supervision.statuses import LEFT, UPDATED, status_text
from game.supervision.table_commands import RestartKind, TableCommands
from game.validation import printable

TURN = 0.25  # seconds between two looks
LATE = 2.0  # seconds between two looks after which this process has been stopped, or the machine has slept
FAREWELL = 1.8  # seconds that a table has to end by itself when it is asked to
TRACES = 0.5  # seconds that a table which hangs has to say where
GIVEN_UP = 0.5  # seconds that the system may take to end a table at the program's own end
_SAFE = "safe mode, without sound and drawn plainly"
State = Literal["starting", "running", "ending", "waiting", "stopped", "renewed"]
_log = logging.getLogger("supervisor")


class SupervisedTable(Protocol):
    """The supervised process (`child.TableProcess`)."""

    failure: str

    @property
    def last_error(self) -> str: ...

    @property
    def pid(self) -> int: ...

    def kept_waiting(self) -> float: ...

    def ask_to_end(self) -> None: ...

    def ask_for_traces(self) -> None: ...

    def end(self) -> None: ...


Launch = Callable[[TableCommands, int, Callable[[Event], object]], SupervisedTable]
"""Starts the table of this number, whose events go to the function given. Raises OSError."""


class Supervisor:
    """`launch` starts a table, the first one with `commands`; `now` is the time in seconds, `clock` the local time.

    Where the program's files `have_changed` this process starts no table from them: it ends, and `renews`.
    """

    def __init__(
        self,
        launch: Launch,
        health: HealthFile,
        notifier: Notifier,
        commands: TableCommands = TableCommands(),  # noqa: B008 - frozen
        now: Callable[[], float] = time.monotonic,
        clock: Callable[[], datetime] = datetime.now,
        have_changed: Callable[[], bool] = lambda: False,
        files: str = "",
    ) -> None:
        self._launch = launch
        self._file = health
        self._notifier = notifier
        self._now = now
        self._clock = clock
        self._have_changed = have_changed
        self.renews = False  # whether the program is to begin anew from its files as they are now
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.post = self._events.put  # may be called by any thread, and by a signal's handler
        self._policy = Policy()
        self._commands = commands
        self._table: SupervisedTable | None = None
        self._number = 0
        self._stops = False  # whether the program is to end
        self._hung = ""  # why the table that is being ended counts as hung
        self._due = now()  # when the next start, or the next step of an end, is due
        self._is_forced = False  # whether a table that is being ended has been made to
        self._turned = now()
        self._kept_waiting = 0.0  # seconds, of the present table, up to the last look
        self._pinged = float("-inf")
        self.state: State = "waiting"
        self.health = Health("waiting", since=moment(clock), supervisor=os.getpid(), files=files)

    def run(self) -> None:
        """Keep the table up until the operator leaves, or the program is asked to end or renews."""
        event = None
        while self.state not in ("stopped", "renewed"):
            self.step(event)
            try:
                event = self._events.get(timeout=TURN)
            except queue.Empty:
                event = None

    def step(self, event: Event | None = None) -> None:
        """Take an event, if there is one, and do whatever is due."""
        now = self._now()
        if now - self._turned > LATE:
            self._policy.forgive(now)
        elif self._table is not None:
            before, self._kept_waiting = self._kept_waiting, self._table.kept_waiting()
            self._policy.excuse(min(now - self._turned, max(0.0, self._kept_waiting - before)))
        self._turned = now
        if event is not None:
            self._take(event, now)
        self._look(now)
        self._tell(now)

    # What happens

    def _take(self, event: Event, now: float) -> None:
        if event.kind == "stop":
            self._stop(now)
        elif event.table == self._number and self._table is not None:
            if event.kind == "end":
                self._ended(self._table, event.status, now)
            elif self.state in ("starting", "running"):
                self._beat(event, now)

    def _beat(self, event: Event, now: float) -> None:
        if event.works:
            self._policy.work(now)
            return
        # Whether somebody is there is not told by a window that nobody can see.
        resting = event.resting if event.window == "shown" else self.health.resting
        if self._policy.beat(now, shows=event.window != "failed"):
            self.state = "running"
            _log.info("the table is up")
            self._notifier.send("READY=1", f"STATUS={self._status_line()}")
        self.health = replace(self.health, resting=resting, window=event.window)
        if resting and self._policy.may_end_safe_mode(now):
            _log.info("it has been quiet: safe mode ends")
            self._policy.end_safe_mode()
            self._ask_to_end(now)

    def _ended(self, table: SupervisedTable, status: int, now: float) -> None:
        table.end()  # what it has started must not outlive it
        self._table = None
        if self._stops or status == LEFT:
            self._stopped()
        elif self._hung:
            self._failed("hang", self._hung, "", now)
        elif self.state == "ending" or status == UPDATED:
            self._commands, self._due, self.state = TableCommands(), now, "waiting"
        else:
            self._failed("crash", status_text(status), table.failure, now)
        self.health = replace(self.health, last_error=table.last_error or self.health.last_error)

    def _failed(self, kind: RestartKind, why: str, failure: str, now: float) -> None:
        """Note why, as far as that is known: what it complained of long before may have nothing to do with it."""
        was_safe = self._policy.safe
        wait = self._policy.fail(now)
        detail = printable(": ".join(filter(None, (why, failure))))
        _log.error("%s: %s; the next start in %.0f s", kind, detail, wait)
        if self._policy.safe and not was_safe:
            _log.error("it has failed too often: %s", _SAFE)
        self._commands = TableCommands(kind, detail, self.health.resting, self._policy.safe)
        self._due, self.state, self._hung = now + wait, "waiting", ""
        self.health = replace(
            self.health,
            restarts=self.health.restarts + 1,
            last_restart=moment(self._clock),
            last_restart_why=f"{kind}: {detail}",
        )

    def _stop(self, now: float) -> None:
        if self._stops:
            return
        self._stops = True
        self._notifier.send("STOPPING=1")
        if self._table is None:
            self._stopped()
        else:
            self._ask_to_end(now)

    def _stopped(self) -> None:
        self.state = "stopped"
        self._notifier.send("STOPPING=1", "STATUS=stopped")

    # What is due

    def _look(self, now: float) -> None:
        if self.state == "waiting" and now >= self._due:
            self._start(now)
        elif self.state in ("starting", "running") and (why := self._policy.overdue(now)):
            self._hung = why
            self._is_forced, self._due, self.state = False, now + TRACES, "ending"
            if self._table is not None:
                self._table.ask_for_traces()
        elif self.state == "ending" and now >= self._due and self._table is not None:
            if self._stops and self._is_forced:
                _log.error("the system does not end the table %d", self._table.pid)
                self._stopped()
            elif not self._is_forced:
                self._is_forced, self._due = True, now + GIVEN_UP
                self._table.end()

    def _start(self, now: float) -> None:
        if self._have_changed():
            _log.warning("the program's files have changed: it begins anew")
            self.renews, self.state = True, "renewed" if self._commands.restarted else "stopped"
            return
        self._number += 1
        self._kept_waiting = 0.0
        self._policy.begin(now)
        try:
            self._table = self._launch(self._commands, self._number, self.post)
        except OSError as error:  # no memory, or no process to be had
            self._failed("crash", f"it could not be started ({error})", "", now)
            return
        self.state = "starting"
        pid, since = self._table.pid, moment(self._clock)
        self.health = replace(self.health, pid=pid, table_since=since, safe_mode=self._commands.safe)
        _log.info("started the table, process %d %s", pid, " ".join(self._commands.arguments()))

    def _ask_to_end(self, now: float) -> None:
        self._is_forced, self._due, self.state = False, now + FAREWELL, "ending"
        if self._table is not None:
            self._table.ask_to_end()

    # What is told

    def _tell(self, now: float) -> None:
        every = self._notifier.interval
        is_up = self.state == "running" and self._policy.is_beating(now)
        if every is not None and is_up and now - self._pinged >= every:
            self._pinged = now
            self._notifier.send("WATCHDOG=1")
        pid = self.health.pid if self._table is not None else None
        last_error = self._table.last_error if self._table is not None else ""
        before = self.health
        error = last_error or before.last_error
        self.health = replace(before, state=self.state, pid=pid, last_error=error)
        self._file.show(self.health, now)
        if before.state != self.health.state:
            self._notifier.send(f"STATUS={self._status_line()}")

    def _status_line(self) -> str:
        safe = ", safe mode" if self.health.safe_mode else ""
        return f"{self.state}{safe}, {self.health.restarts} restarts"
