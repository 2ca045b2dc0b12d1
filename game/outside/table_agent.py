"""Outside engines at the table. Each is asked in its own thread, so that the table does not wait."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from game.agents.agent import Agent, Job, Thought
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError, OutsidePlayer, stamp
from game.registry import Find, find

SECONDS = 1.0  # the default number of seconds for a move
START = 30.0  # seconds for a process's first answer
_FAREWELL = 3.0  # seconds for all threads to end, when the program ends
_MOST_LOGGED = 20  # the most faults of one engine that are logged
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """A permitted engine, the ids of its games (None: all), and its seconds for a move."""

    command: EngineCommand
    games: frozenset[str] | None = None
    seconds: float = SECONDS

    def plays(self, game: str) -> bool:
        """Whether the engine plays this game."""
        return self.games is None or game in self.games


_Answers: TypeAlias = "queue.SimpleQueue[tuple[int, Thought]]"


class _EngineThread:
    """The thread and process of one engine. Jobs are done in their order, except those that were dropped."""

    def __init__(
        self, entry: EngineEntry, find: Find, start: float, is_wanted: Callable[[int, int], bool], answers: _Answers
    ) -> None:
        self._seconds = entry.seconds
        self._engine = OutsideEngine(entry.command, start=start)
        self._player = OutsidePlayer(self._engine, find)
        self._is_wanted = is_wanted
        self._answers = answers
        self._jobs: queue.SimpleQueue[tuple[int, Job] | None] = queue.SimpleQueue()
        self._closed = self._busy = False
        self._faults = 0
        self._thread = threading.Thread(target=self._run, name=f"engine {entry.command.name}", daemon=True)
        self._thread.start()

    def put(self, number: int, job: Job) -> None:
        """Queue `job`."""
        self._jobs.put((number, job))

    def dismiss(self) -> None:
        """End the process soon, or at once if the engine is thinking."""
        self._closed = True
        self._jobs.put(None)
        if self._busy:
            self._engine.interrupt()

    @property
    def is_alive(self) -> bool:
        """Whether the thread is running."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait for the end of thread and process, at most `seconds`."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while (taken := self._jobs.get()) is not None:
            number, job = taken
            self._busy = True
            if self._is_wanted(job.seat, number):
                self._answers.put((number, self._think(job)))
            self._busy = False
        self._engine.close()

    def _think(self, job: Job) -> Thought:
        try:
            return self._player.think(job, self._seconds if job.seconds is None else job.seconds)
        except OutsideError as error:
            self._faults += 1
            if self._faults <= _MOST_LOGGED and not self._closed:
                _log.warning("engine %s", error)
            return stamp(Thought("", error=str(error), fault=error.reason), job)
        except Exception as error:  # a bug of this program must not end the thread
            _log.exception("asking an engine failed")
            return stamp(Thought("", error=f"{type(error).__name__}: {error}", fault="crash"), job)


class Engines:
    """The permitted engines by name, and the running ones.

    `start` is the number of seconds that a new process has for its first answer.
    """

    def __init__(self, entries: Iterable[EngineEntry] = (), *, find: Find = find, start: float = START) -> None:
        self._entries = {entry.command.name: entry for entry in entries}
        self._find = find
        self._start = start
        self._threads: dict[str, _EngineThread] = {}
        self._leaving: list[_EngineThread] = []
        self._answers: _Answers = queue.SimpleQueue()
        self._wanted: dict[int, int] = {}  # by seat, the number of the awaited request
        self._number = 0

    def names(self, game: str) -> tuple[str, ...]:
        """Return the names of the engines that play a game."""
        return tuple(name for name, entry in self._entries.items() if entry.plays(game))

    def request(self, job: Job) -> None:
        """Ask the engine of `job`. A newer request for a seat replaces an older one."""
        self._number += 1
        self._wanted[job.seat] = self._number
        entry = self._entries.get(job.engine)
        if entry is None:
            unknown = Thought("", error=f"{job.engine}: there is no such engine here", fault="crash")
            self._answers.put((self._number, stamp(unknown, job)))
            return
        if job.engine not in self._threads:
            self._threads[job.engine] = _EngineThread(entry, self._find, self._start, self._is_wanted, self._answers)
        self._threads[job.engine].put(self._number, job)

    def poll(self) -> Thought | None:
        """Return the next awaited answer, if it is ready."""
        while not self._answers.empty():
            number, thought = self._answers.get_nowait()
            if self._is_wanted(thought.seat, number):
                del self._wanted[thought.seat]
                return thought
        return None

    def cancel(self) -> None:
        """Stop waiting. The engine thinks to the end, and its answer is dropped."""
        self._wanted.clear()

    def dismiss(self) -> None:
        """End the processes without waiting for them. The next request starts new ones."""
        self.cancel()
        self._leaving = [thread for thread in (*self._leaving, *self._threads.values()) if thread.is_alive]
        for thread in self._threads.values():
            thread.dismiss()
        self._threads.clear()

    def close(self) -> None:
        """End the processes."""
        self.dismiss()
        for thread in self._leaving:
            thread.join(_FAREWELL / len(self._leaving))
        self._leaving.clear()

    def _is_wanted(self, seat: int, number: int) -> bool:
        return self._wanted.get(seat) == number


class TableAgent:
    """An Agent that passes questions about engines' seats to `engines`, and all others to its `worker`."""

    def __init__(self, worker: Agent, engines: Engines) -> None:
        self.worker = worker
        self._engines = engines

    def warm(self) -> None:
        """Warm the worker. An engine starts at its first question."""
        self.worker.warm()

    def request(self, job: Job) -> None:
        """Start a job. Engines run beside the worker."""
        (self._engines if job.engine else self.worker).request(job)

    def poll(self) -> Thought | None:
        """Return the next finished thought, if there is one."""
        return self._engines.poll() or self.worker.poll()

    def cancel(self) -> None:
        """Drop the present job."""
        self._engines.cancel()
        self.worker.cancel()

    def close(self) -> None:
        """End all processes."""
        self._engines.close()
        self.worker.close()
