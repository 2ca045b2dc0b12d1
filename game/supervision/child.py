"""The table as its supervisor has it: a process whose beats, words and end become events."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Literal

from game.platforms.processes import ask_for_traces, ask_to_end, end_group, start_group
from game.supervision.heart import BLIND, MINIMISED, RESTING
from game.supervision.last_words import LastWords
from game.supervision.notify import OWN_VARIABLES
from game.validation import printable

_LONGEST_LINE = 4_000  # bytes
_LAST_WORDS = 0.5  # seconds that a table's words may come after its end
_log = logging.getLogger("table")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened to the table number `table`; `stop`: the program is to end.

    To a beat belong `resting`, nobody is at the table, and `window`: "failed" shows no frame. `status` belongs to an
    end.
    """

    kind: Literal["beat", "end", "stop"]
    table: int = 0
    resting: bool = False
    window: Literal["shown", "minimised", "failed"] = "shown"
    status: int = 0


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
        self._process = start_group(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
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

    def ask_to_end(self) -> None:
        """As the system would."""
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
    """What the last beat heard of a table says."""
    if beat == MINIMISED:
        return Event("beat", table, window="minimised")
    return Event("beat", table, resting=beat == RESTING, window="failed" if beat == BLIND else "shown")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # they were all asked for
    return pipe
