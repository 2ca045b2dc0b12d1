"""Supervises the worker process without blocking. For each job, a dead or hung worker is replaced once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from game.agents.agent import TURNS, Job, Thought
from game.platforms.child_process import ChildProcess, Outbox, had, shared_numbers, spawn
from game.registry import Find, find

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

PATIENCE = 20.0
_FAREWELL = 1.0  # seconds in which a worker can end by itself
_log = logging.getLogger(__name__)


class WorkerAgent:
    """An Agent whose thinking runs in a child process.

    The child is taken as hung `patience` seconds after a job's own limit. These are seconds in which the child could
    run (`child_process.had`). `now` returns the time in seconds. The child starts at the first request or at `warm`.
    Starting it takes this process about 10 ms. Further children, one after another, compile the missing kernels of
    `games` (ids). Until all are compiled, the worker plays uncompiled. The first request after the compiling starts a
    new worker.
    """

    def __init__(
        self,
        find: Find = find,
        *,
        games: Iterable[str] = (),
        patience: float = PATIENCE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._find = find
        self._games = tuple(games)
        self.compiler: SpawnProcess | None = None
        self._compiled: int | None = None  # the exit status of the compiling child
        self._progress: Sequence[int] | None = None
        self._patience = patience
        self._now = now
        self._child: ChildProcess | None = None
        self.pipe: Connection | None = None  # from the child
        self._outbox: Outbox[tuple[int, Job | None]] | None = None
        self.failures = 0  # jobs without an answer because of a fault
        self._number = 0  # number of the latest message; answers to earlier ones are stale
        self._job: Job | None = None
        self._attempts = 0
        self._asked = 0.0  # the child's own time (`child_process.had`) when the job was sent
        self._silence = 0.0  # seconds that the child had for dropped jobs, without answering

    def warm(self) -> None:
        """Start the child processes before the first request. If they cannot start, the first request tries again."""
        try:
            self._begin()
        except OSError as error:
            _log.warning("the AI process cannot start: %s", error)

    def _begin(self) -> None:
        """Start the child processes that do not run. Raises OSError."""
        self._compile()
        if self.pipe is None or self._child is None or not self._child.is_alive:
            self._stop(0.0)
            self._start()

    def compiling(self) -> tuple[int, int] | None:
        """While kernels are compiled, return how many games are done and how many there are; otherwise None."""
        self._go_on()
        if self.compiler is None or self._progress is None or self.compiler.exitcode is not None:
            return None
        done, games = self._progress
        return (done, games) if games else None

    @property
    def is_uncompiled(self) -> bool:
        """Whether levels play uncompiled, and so below their strength, until the program ends."""
        from game.agents.compiling import COMPILED, UNFINISHED

        if self.compiler is not None and self.compiler.exitcode is not None:
            self._compiled = self.compiler.exitcode
        return self._compiled not in (None, 0, COMPILED, UNFINISHED)

    @property
    def pid(self) -> int | None:
        """The child's process id; None without a child."""
        return self._child.pid if self._child else None

    def request(self, job: Job) -> None:
        """Start `job` in place of the present one. While a seat's turn is being decided, analysis is ignored."""
        if self._job and self._job.kind in TURNS and job.kind not in TURNS:
            return
        self._drop()
        if self._silence > self._patience:
            _log.warning("the AI process has not answered for long")
            self._stop(0.0)
        self._job = job
        self._attempts = 0
        self._try()

    def poll(self) -> Thought | None:
        """Return the next thought, if there is one. If the worker failed twice, the thought has an `error`."""
        self._go_on()
        if self._job is None:
            return None
        thought = self._receive()
        if thought:
            if not thought.unfinished:
                self._job = None
                self.failures += bool(thought.fault)
            return thought
        if self.pipe is None or self._waited() > (self._job.seconds or 0.0) + self._patience:
            _log.warning("the AI process %s", "hangs" if self.pipe else "ended")
            return self._recover(self._job)
        return None

    def cancel(self) -> None:
        """Drop the present job and end its search at once."""
        if self._job:
            self._drop()
            self._send(None)

    def _drop(self) -> None:
        """Stop waiting for the job, and add the time to the child's silence.

        Without this sum, a hung child would not be noticed if each job is dropped early.
        """
        if self._job:
            self._silence += self._waited()
            self._job = None
        self._receive()

    def _waited(self) -> float:
        """Return the seconds that the child has had for the job."""
        return had(self._child, self._now()) - self._asked

    def close(self) -> None:
        """End the child processes."""
        self._job = None
        self._stop(_FAREWELL)
        if self.compiler:
            self.compiler.kill()
            self.compiler.join()
            self.compiler = None

    def _try(self) -> None:
        """Send the job, and start a worker if needed. A failure shows at the next poll."""
        assert self._job
        self._attempts += 1
        try:
            self._begin()
        except OSError as error:  # the system is out of memory or processes, or the program's files have changed
            _log.error("the AI process cannot start: %s", error)
            return
        self._asked = had(self._child, self._now())
        self._send(self._job)

    def _recover(self, job: Job) -> Thought | None:
        self._stop(0.0)
        if self._attempts < 2:
            self._try()
            return None
        self._job = None
        self.failures += 1
        return Thought(
            "",
            revision=job.revision,
            decision=job.decision,
            kind=job.kind,
            error="the AI process failed twice",
            seat=job.seat,
            fault="crash",
        )

    def _compile(self) -> None:
        """Let children compile the kernels, if that was not done before.

        After the compiling, end the worker, because it still runs uncompiled kernels.
        """
        from game.agents.compiling import COMPILED  # not needed for the first frame

        self._go_on()
        if self.compiler is None:
            if self._games:
                self._start_compiler()
        elif self.compiler.exitcode is not None:
            self._compiled, self._games = self.compiler.exitcode, ()
            if self._compiled == COMPILED:
                self._stop(0.0)
            self.compiler = None

    def _go_on(self) -> None:
        """Start another compiling child if the last one has ended as UNFINISHED."""
        if self.compiler is not None:
            from game.agents.compiling import UNFINISHED

            if self.compiler.exitcode == UNFINISHED:
                self._start_compiler()

    def _start_compiler(self) -> None:
        from game.agents.compiling import WEAKER, compile_games

        try:
            self._progress = self._progress or shared_numbers(2)
            self.compiler = spawn(compile_games, self._find, self._games, self._progress, name="kissaten-compiler")
        except OSError as error:
            _log.warning("no process to compile in: %s", error)
            self.compiler, self._compiled, self._games = None, WEAKER, ()

    def _start(self) -> None:
        from game.agents import worker  # the first frame must not wait for it

        self._child = ChildProcess(worker.run, self._find, name="kissaten-ai")
        self.pipe = self._child.hears
        self._outbox = Outbox(self._child.says, self._child.says.send, newest=True)

    def _send(self, job: Job | None) -> None:
        self._number += 1
        if self._outbox:
            self._outbox.put((self._number, job))

    def _receive(self) -> Thought | None:
        """Return the answer to the latest message. Stale answers are dropped."""
        try:
            while self.pipe and self.pipe.poll(0):
                answer: tuple[int, Thought] = self.pipe.recv()
                self._silence = 0.0
                if answer[0] == self._number:
                    return answer[1]
        except (EOFError, OSError):
            self._hang_up()
        return None

    def _hang_up(self) -> None:
        if self.pipe:
            self.pipe.close()
        if self._outbox:
            self._outbox.close()
        self.pipe = self._outbox = None

    def _stop(self, farewell: float) -> None:
        """End the child: close its pipe, and kill it after `farewell` seconds."""
        self._hang_up()
        self._silence = 0.0
        if self._child is not None:
            self._child.end(farewell)
            self._child = None
