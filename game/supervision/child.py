"""The table as its supervisor has it: a process whose beats, last words and end become events."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Literal

from game.platforms.processes import ask_for_traces, ask_to_end, end_group, start_group, waited_to_run
from game.platforms.working_folder import callers_folder
from game.supervision.heartbeat import BLIND, MINIMISED, RESTING, WORKING
from game.supervision.notify import OWN_VARIABLES
from game.validation import printable

_LONGEST_LINE = 4_000  # bytes
_LAST_WORDS = 0.5  # seconds that a table's words may come after its end
_log = logging.getLogger("table")
FRESH = 5.0  # seconds before its end in which a table says why it ends; what it said before tells nothing
_NO_ERROR = ("INFO ", "DEBUG ")
_NO_REASON = (*_NO_ERROR, "WARNING ")
_FATAL = "Fatal Python error"  # the traces of all threads follow
_TRACE = "Traceback (most recent call last):"


class LastWords:
    """`error` is the last complaint, whenever it was. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.error = ""
        self._now = now
        self._in_trace = False
        self._sure = self._other = ("", float("-inf"))  # what Python itself said of an end, and anything else; when

    def hear(self, line: str) -> None:
        """One more line, without its end."""
        if not line.startswith(_NO_ERROR) and not self.error.startswith(_FATAL):
            self.error = line
        if line.startswith((_FATAL, _TRACE)) or (self._in_trace and not line.startswith(" ")):
            self._sure = (line, self._now())
            self._in_trace = line == _TRACE
        elif not line.startswith((" ", *_NO_REASON)):
            self._other = (line, self._now())

    def reason(self, status: int) -> str:
        """Return why the table has ended with this status, in its own words.

        "" where a signal came of which it knew nothing, or where nothing was said just before.
        """
        for line, at in (self._sure, self._other):
            if line and self._now() - at <= FRESH:
                return line if status > 0 or line.startswith(_FATAL) else ""
        return ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened to the table number `table`; `stop`: the program is to end.

    To a beat belong `resting`, nobody is at the table, and `window`: "failed" shows no frame. One that `works` makes
    the pictures of its next frame, and says nothing else. `status` belongs to an end.
    """

    kind: Literal["beat", "end", "stop"]
    table: int = 0
    resting: bool = False
    window: Literal["shown", "minimised", "failed"] = "shown"
    status: int = 0
    works: bool = False


class TableProcess:
    """The table number `number`, started by `command`; raises OSError where that fails. Events go to `post`.

    `failure` is why it has ended, as far as itself has said so.
    """

    def __init__(self, command: Sequence[str], number: int, post: Callable[[Event], object]) -> None:
        self.number = number
        self.failure = ""
        self._said = LastWords()
        self._post = post
        environment = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
        pipe = subprocess.PIPE
        self._process = start_group(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=callers_folder()
        )
        self._words = self._thread(self._hear_words)
        self._beats = self._thread(self._hear_beats)
        self._thread(self._await_end)

    @property
    def last_error(self) -> str:
        """The last complaint."""
        return self._said.error

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def kept_waiting(self) -> float:
        """Seconds for which others had the processors that its loop was ready to use."""
        return waited_to_run(self._process.pid)

    def ask_to_end(self) -> None:
        """Ask the process to end, as the system would."""
        ask_to_end(self._process)

    def ask_for_traces(self) -> None:
        """Let it say where it hangs, if it still can, and end."""
        ask_for_traces(self._process)

    def end(self) -> None:
        """End it now, and whatever it has started."""
        end_group(self._process)

    def _thread(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name=f"{work.__name__}-{self.number}", daemon=True)
        thread.start()
        return thread

    def _hear_beats(self) -> None:
        with _pipe(self._process.stdout) as pipe:
            while beats := os.read(pipe.fileno(), 4096):
                self._post(beat_event(self.number, beats[-1:]))

    def _hear_words(self) -> None:
        with _pipe(self._process.stderr) as pipe:
            while line := pipe.readline(_LONGEST_LINE):
                self._note(printable(line.decode("utf-8", "replace").rstrip()))

    def _note(self, line: str) -> None:
        if not line:
            return
        _log.info("%s", line)
        self._said.hear(line)

    def _await_end(self) -> None:
        status = self._process.wait()
        self._words.join(_LAST_WORDS)
        self.failure = self._said.reason(status)
        self._beats.join(_LAST_WORDS)
        with contextlib.suppress(OSError), _pipe(self._process.stdin):
            pass
        self._post(Event("end", self.number, status=status))


def beat_event(table: int, beat: bytes) -> Event:
    """Return the event of the last beat heard of a table."""
    if beat == WORKING:
        return Event("beat", table, works=True)
    if beat == MINIMISED:
        return Event("beat", table, window="minimised")
    return Event("beat", table, resting=beat == RESTING, window="failed" if beat == BLIND else "shown")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # they were all asked for
    return pipe
