"""Keeps the unattended table running: starts its process, receives heartbeats, restarts it after a crash or a hang.

One thread makes all decisions, step by step, from the time and from messages that other threads have collected. The
table ends when that thread ends, so that thread must be the main thread of the supervisor's process.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from game.command_line.startup import RestartKind, TableCommands
from game.core.plain_text import printable
from game.platforms.child_process import back_off
from game.platforms.processes import ask_for_traces, ask_to_end, end_group, start_group, status_text, waited_to_run
from game.platforms.program import callers_folder
from game.platforms.systemd import OWN_VARIABLES
from game.supervision.health import Health, Reports
from game.supervision.table import BLIND, LEFT, MINIMISED, RESTING, UPDATED, WORKING

TURN = 0.25  # seconds between steps
LATE = 2.0  # seconds; a longer gap between two steps means that this process was stopped or that the machine slept
FIRST_BEAT = 60.0  # seconds until the first frame; the very first start compiles the modules and makes pictures
SILENCE = 5.0  # the most seconds of the table's running time between two beats, and between two shown frames
FAREWELL = 1.8  # seconds in which a table can end when asked
TRACES = 0.5  # seconds in which a hung table can print its traces
GIVEN_UP = 0.5  # seconds to wait for the end of a killed table before the program may end
LAST_WORDS = 0.5  # seconds to wait for a table's output after its end
FRESH = 5.0  # seconds before its end; only output from then on can explain it
# A failure later than this many seconds after the first frame does not count as a failed start.
STEADY = 30.0
AT_ONCE = 3  # after up to this many failed starts in a row, the next start follows at once
# The longest wait in seconds. The first wait takes 1 second, and each later one takes twice as long as the last.
LONGEST_WAIT = 60.0
MANY, WITHIN = 3, 600.0  # safe mode follows after MANY failures within WITHIN seconds
# Safe mode may end after QUIET seconds without a failure. Each end doubles this time, up to LONGEST_QUIET.
QUIET, LONGEST_QUIET = 600.0, 86_400.0
_LONGEST_LINE = 4_000  # the most bytes of the table's output that are read as one line
_NO_ERROR = ("INFO ", "DEBUG ")
_FATAL = "Fatal Python error"  # the traces of all threads follow this text
_TRACE = "Traceback (most recent call last):"
_log = logging.getLogger("supervisor")


class TableProcess:
    """The process of `command`. Raises OSError if it cannot start.

    `beats` has the beats that are not read yet. `last_error` is the last error in the output.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.beats: deque[bytes] = deque()
        self.last_error = ""
        self._lines: deque[tuple[float, str]] = deque(maxlen=200)
        self._log = logging.getLogger("table")
        self.process = start_group(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name not in OWN_VARIABLES},
            cwd=callers_folder(),
        )
        self._listeners = [threading.Thread(target=hear, daemon=True) for hear in (self._hear_beats, self._hear_words)]
        for listener in self._listeners:
            listener.start()

    def last_lines(self) -> list[tuple[float, str]]:
        """Return the last lines of the table's output with their times. The very last ones may arrive late."""
        for listener in self._listeners:
            listener.join(LAST_WORDS)
        return list(self._lines)

    def _hear_beats(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        with self.process.stdin, self.process.stdout as pipe:
            while beats := os.read(pipe.fileno(), 4096):
                self.beats.append(beats[-1:])

    def _hear_words(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as pipe:
            while line := pipe.readline(_LONGEST_LINE):
                if words := printable(line.decode("utf-8", "replace").rstrip()):
                    self._log.info("%s", words)
                    self._lines.append((time.monotonic(), words))
                    if not words.startswith(_NO_ERROR) and not self.last_error.startswith(_FATAL):
                        self.last_error = words


@dataclass
class Supervisor:
    """`launch` starts a table. The first table gets `commands`. `reports` gets the `health`.

    If the program's files `have_changed`, this process starts no further table: it ends, and `renews` is true. Setting
    `stops` ends the table and the program; a signal handler may do this. `now` returns the time in seconds, and
    `waited` the seconds in which a process was kept from running.
    """

    launch: Callable[[TableCommands], TableProcess]
    health: Health
    reports: Reports
    commands: TableCommands = TableCommands()  # noqa: RUF009 - frozen
    have_changed: Callable[[], bool] = lambda: False
    now: Callable[[], float] = time.monotonic
    waited: Callable[[int], float] = waited_to_run
    stops: bool = False
    renews: bool = False

    def __post_init__(self) -> None:
        self._now = self.now()
        self._table: TableProcess | None = None
        self._waited = 0.0  # seconds in which the present table was kept from running
        self._heard = self._shown = 0.0  # when the table's last beat came, and its last beat with a frame or work
        self._up: float | None = None  # when the table's first frame came
        self._failures: list[float] = []  # times of recent failures
        self._failed_starts = 0
        self._quiet = QUIET
        self._is_safe = False
        self._course = self._keep_up()

    def run(self) -> None:
        """Keep the table running until the operator leaves, or until the program is asked to end or renews itself."""
        pause = threading.Event()
        while self.step():
            pause.wait(TURN)

    def step(self) -> bool:
        """Take one step and report the health. Returns False at the end."""
        before, self._now = self._now, self.now()
        passed = self._now - before
        if passed > LATE:  # this process was stopped, so the seconds of silence count from now
            self._heard = self._shown = self._now
        elif self._table is not None:  # time in which the table was kept from running does not count
            waited, self._waited = self._waited, self.waited(self._table.process.pid)
            excuse = min(passed, max(0.0, self._waited - waited))
            self._heard, self._shown = self._heard + excuse, self._shown + excuse
        goes_on = next(self._course, False)
        self.reports.show(self.health, self._now)
        return goes_on

    def _keep_up(self) -> Iterator[bool]:
        """Repeat: start a table, watch it, end it and wait. Each `yield` ends a step."""
        while not self.stops:
            if self.have_changed():
                _log.warning("the program's files have changed: it begins anew")
                self.renews = True
                break
            try:
                self._table = self._start()
            except OSError as error:  # out of memory or processes
                wait = self._failed("crash", f"it could not be started ({error})")
            else:
                wait = yield from self._live(self._table)
            due = self._now + wait
            while self._now < due and not self.stops:
                self.health.state = "waiting"
                yield True
        self.health.state = "renewed" if self.renews and self.commands.restarted else "stopped"

    def _start(self) -> TableProcess:
        """Start the next table. Raises OSError."""
        self._heard = self._shown = self._now
        self._up, self._waited = None, 0.0
        table = self.launch(self.commands)
        self.health.state, self.health.pid = "starting", table.process.pid
        self.health.table_since, self.health.safe_mode = self.reports.moment(), self.commands.safe
        _log.info("started the table, process %d %s", table.process.pid, " ".join(self.commands.arguments()))
        return table

    def _live(self, table: TableProcess) -> Generator[bool, None, float]:
        """Watch the table until it ends, or end it. Returns the seconds to wait before the next start."""
        hung, is_asked = "", False
        while (status := table.process.poll()) is None and not (hung or is_asked):
            self._hear(table)
            hung = self._overdue()
            is_asked = self.stops or self._safe_mode_ends()
            if hung or is_asked:
                yield from self._end(table, hangs=bool(hung))
            else:
                yield True
        if not hung and not is_asked:
            end_group(table.process)  # the table's child processes must end, too
        last_lines = table.last_lines()
        self._hear(table)
        self._table = self.health.pid = None
        self.stops = self.stops or status == LEFT
        if hung:
            return self._failed("hang", hung)
        if is_asked or self.stops or status == UPDATED:
            self.commands = TableCommands()
            return 0.0
        assert status is not None  # a table without a status was asked to end, and then given up
        return self._failed("crash", status_text(status), reason(last_lines, status, time.monotonic()))

    def _hear(self, table: TableProcess) -> None:
        """Read the table's beats (the state of its window, and whether visitors are present) and its last error."""
        self.health.last_error = table.last_error or self.health.last_error
        while table.beats:
            beat = table.beats.popleft()
            self._heard = self._now
            if beat != BLIND:
                self._shown = self._now
            if beat == WORKING:  # the table is healthy, and makes pictures for its next frame
                continue
            self.health.window = {MINIMISED: "minimised", BLIND: "failed"}.get(beat, "shown")
            if self.health.window == "shown":  # a hidden window says nothing about visitors
                self.health.resting = beat == RESTING
            if beat != BLIND and self._up is None:
                self._up = self._now
                self.health.state = "running"
                _log.info("the table is up")

    def _overdue(self) -> str:
        """Return why the table counts as hung; "" if it does not."""
        limit = FIRST_BEAT if self._up is None else SILENCE
        if self._now - self._shown <= limit:
            return ""
        what = "beat" if self._now - self._heard > limit else "frame shown"
        return f"no {what} {'in the first' if self._up is None else 'for'} {limit:.0f} s"

    def _safe_mode_ends(self) -> bool:
        """Return whether to leave safe mode: there were no failures for long enough, and there are no visitors.

        Each end of safe mode doubles the time without failures that is needed for the next end.
        """
        is_quiet = self._is_safe and self._now - self._failures[-1] >= self._quiet
        if not (is_quiet and self._up is not None and self.health.resting):
            return False
        _log.info("it has been quiet: safe mode ends")
        self._is_safe = False
        self._failures.clear()
        self._quiet = min(LONGEST_QUIET, 2 * self._quiet)
        return True

    def _end(self, table: TableProcess, *, hangs: bool) -> Iterator[bool]:
        """Ask the table to end, or to print its traces if it `hangs`. Then kill its processes that still run."""
        self.health.state = "ending"
        first = (ask_for_traces, TRACES) if hangs else (ask_to_end, FAREWELL)
        for ask, seconds in (first, (end_group, GIVEN_UP)):
            ask(table.process)
            due = self._now + seconds
            while table.process.poll() is None and self._now < due:
                yield True
        while table.process.poll() is None and not self.stops:
            yield True  # the next table cannot have the screen before this one has ended
        if table.process.poll() is None:
            _log.error("the system does not end the table %d", table.process.pid)

    def _failed(self, kind: RestartKind, *why: str) -> float:
        """Record a crash or hang. The next start will report `why`. Returns the seconds to wait before that start."""
        self._failures = [at for at in self._failures if self._now - at <= WITHIN] + [self._now]
        is_steady = self._up is not None and self._now - self._up >= STEADY
        self._failed_starts = 0 if is_steady else self._failed_starts + 1
        wait = back_off(self._failed_starts, AT_ONCE, LONGEST_WAIT)
        detail = printable(": ".join(filter(None, why)))
        _log.error("%s: %s; the next start in %.0f s", kind, detail, wait)
        if len(self._failures) >= MANY and not self._is_safe:
            self._is_safe = True
            _log.error("it has failed too often: safe mode, without sound and drawn plainly")
        self.commands = TableCommands(kind, detail, self.health.resting, self._is_safe)
        self.health.restarts += 1
        self.health.last_restart, self.health.last_restart_why = self.reports.moment(), f"{kind}: {detail}"
        return wait


def reason(lines: Sequence[tuple[float, str]], status: int, ended: float) -> str:
    """Return the line of output that says why a table ended: a Python error if there is one, otherwise the last line.

    `lines` older than FRESH do not count. After a signal from outside, or without such a line, the result is "".
    """
    fresh = [line for at, line in lines if ended - at <= FRESH and not line.startswith((" ", "WARNING ", *_NO_ERROR))]
    pairs = zip(["", *fresh], fresh, strict=False)
    sure = [line for before, line in pairs if before == _TRACE or line.startswith(_FATAL)]
    found = (sure or fresh or [""])[-1]
    return found if status > 0 or found.startswith(_FATAL) else ""
