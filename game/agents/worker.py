"""The child process that thinks. One thread listens to the parent, the main thread works on the latest job."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial
from typing import TYPE_CHECKING

from game.agents.agent import Job, Thought
from game.agents.compiling import brain_at_hand
from game.agents.inline import think
from game.platforms.processes import end_with_parent
from game.registry import Find

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class _JobSlot:
    """The latest job, and the flag that stops the one being worked on."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest: tuple[int, Job] | None = None
        self._stop = threading.Event()

    def put(self, number: int, job: Job | None) -> None:
        """Replace whatever is waiting or being worked on."""
        with self._changed:
            self._stop.set()
            self._latest = None if job is None else (number, job)
            self._changed.notify()

    def take(self) -> tuple[int, Job, threading.Event]:
        """Wait for a job; the event is set when its answer is no longer wanted."""
        with self._changed:
            while self._latest is None:
                self._changed.wait()
            (number, job), self._latest = self._latest, None
            self._stop = threading.Event()
            return number, job, self._stop


def run(jobs: Connection, answers: Connection, find: Find) -> None:
    """Work until the parent closes its end of `jobs` or dies.

    The parent sends (number, job), or (number, None) to cancel; the answer is (number, thought), perhaps
    after some unfinished ones.
    """
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to handle
    slot = _JobSlot()
    threading.Thread(target=_listen, args=(jobs, slot), daemon=True).start()
    while True:
        number, job, stop = slot.take()
        thought = think(job, find, stop.is_set, brain_at_hand, partial(_send, answers, number))
        try:
            _send(answers, number, thought)
        except OSError:
            return


def _send(answers: Connection, number: int, thought: Thought) -> None:
    answers.send((number, thought))


def _listen(jobs: Connection, slot: _JobSlot) -> None:
    while True:
        try:
            number, job = jobs.recv()
        except (EOFError, OSError):
            os._exit(0)  # the main thread may be deep in a search that no longer has a reader
        slot.put(number, job)
