"""A function of this program in a child process: started, supervised and ended without blocking."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Generic, TypeVar

from game.platforms import own_files, wall_clock
from game.platforms.processes import bind_child, end_with_parent

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

M = TypeVar("M")  # a message
EVERY = 0.5  # seconds between two reports of a child
# Seconds of processor time between two reports. A child that uses less is assumed to have nothing to do.
ASLEEP = 0.001
# On a busy machine a child may be silent, by the clock, for this many times its limit.
BUSY = 10.0


def spawn(target: Callable[..., object], *arguments: object, name: str) -> SpawnProcess:
    """Make a process called `name` that calls `target(*arguments)` and ends with this one, which handles Ctrl+C.

    Raises OSError, also if the program's files have changed (`own_files`).
    """
    import multiprocessing  # takes 30 ms, which would delay the first frame

    own_files.look()
    process = multiprocessing.get_context("spawn").Process(
        target=_begin, args=(target, *arguments), name=name, daemon=True
    )
    process.start()
    assert process.pid is not None
    bind_child(process.pid)
    return process


def _begin(target: Callable[..., object], *arguments: object) -> None:
    """Do the first steps of every process of this program."""
    wall_clock.bound()
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    target(*arguments)


def shared_numbers(count: int) -> MutableSequence[int]:
    """Return `count` whole numbers, 0 at first, in shared memory. A process shares them if they are among its
    arguments.
    """
    import multiprocessing

    numbers: MutableSequence[int] = multiprocessing.get_context("spawn").Array("i", count)  # type: ignore[assignment]
    return numbers


def had(child: ChildProcess | None, clock: float) -> float:
    """Return the seconds of a child's own time up to the time `clock`. Only differences have a meaning.

    The time in which the child could run counts, because on a busy machine a healthy child may be silent for long. A
    small part of all other time counts, too, because a child that is stopped, or never releases the GIL, reports
    nothing.
    """
    return clock / BUSY + (child.ran() if child is not None else 0.0)


class ChildProcess:
    """A child process that calls `target(hears, says, *arguments)`. Raises OSError if it cannot start.

    The target gets its ends of two pipes. The attributes `hears` and `says` are this process's ends, which the caller
    closes. When the child's `hears` is closed, the child should end. The child reports its running time by a third
    pipe.
    """

    def __init__(self, target: Callable[..., object], *arguments: object, name: str) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self.hears, says = context.Pipe(duplex=False)
        hears, self.says = context.Pipe(duplex=False)
        self._beats, beats = context.Pipe(duplex=False)
        self._ran = 0.0
        try:
            self._process = spawn(_run, beats, target, hears, says, *arguments, name=name)
        except OSError:
            for pipe in (self.hears, self.says, self._beats):
                pipe.close()
            raise
        finally:  # otherwise the pipes would stay open when the child ends
            for pipe in (hears, says, beats):
                pipe.close()

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the child is running."""
        return self._process.is_alive()

    def ran(self) -> float:
        """The seconds in which the child could run: its processor time, and the time in which it had nothing to do."""
        try:
            while not self._beats.closed and self._beats.poll(0):
                self._ran += int(self._beats.recv_bytes()) / 1000
        except (EOFError, OSError):
            self._beats.close()
        return self._ran

    def kill(self) -> None:
        """Kill the child. Call `end` or `has_ended` afterwards."""
        self._process.kill()

    def end(self, patience: float) -> None:
        """Wait `patience` seconds for the child's end, then kill it. The object cannot be used afterwards."""
        self._process.join(patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._close()

    def has_ended(self, *, kill: bool = False) -> bool:
        """Return whether the child has ended. If it has, the object cannot be used any more.

        With `kill`, a running child is killed.
        """
        if not self._process.is_alive():
            self._close()
            return True
        if kill:
            self._process.kill()
        return False

    def _close(self) -> None:
        self._process.close()
        self._beats.close()


def _run(beats: Connection, target: Callable[..., object], *arguments: object) -> None:
    """Call the target in the child process, while a thread reports that the child runs."""
    threading.Thread(target=_beat, args=(beats,), name="beats", daemon=True).start()
    target(*arguments)


def _pause(seconds: float) -> None:
    threading.Event().wait(seconds)


def _beat(
    beats: Connection,
    pause: Callable[[float], object] = _pause,
    used: Callable[[], float] = time.process_time,
) -> None:
    """Report regularly the milliseconds in which this process could run. `used` returns its processor time in seconds.

    A report alone does not prove that the child can compute: on a busy machine, a sleeping thread still wakes in time.
    """
    before = used()
    try:
        while True:
            pause(EVERY)
            now = used()
            ran = min(now - before, EVERY) if now - before > ASLEEP else EVERY
            before = now
            beats.send_bytes(b"%d" % round(1000 * ran))
    except OSError:  # the parent has closed the pipe
        beats.close()


class Outbox(Generic[M]):
    """Sends messages by `pipe.send`, and closes the pipe at the end. A thread waits for the reader; the caller never
    does.

    At most `most` messages wait. If there are more, the oldest are dropped (with `newest`), or the outbox is `broken`.
    It is also broken if there is no reader.
    """

    def __init__(
        self,
        pipe: AbstractContextManager[object],
        send: Callable[[M], object],
        most: int = 1,
        *,
        newest: bool = False,
        name: str = "outbox",
    ) -> None:
        self.broken = False
        self._pipe = pipe
        self._send = send
        self._most = most
        self._newest = newest
        self._changed = threading.Condition()
        self._waiting: deque[M] = deque()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, message: M) -> None:
        """Queue `message`. After `close`, it is lost."""
        with self._changed:
            if self._closed:
                return
            if len(self._waiting) >= self._most:
                if not self._newest:
                    self.broken = True
                    return
                self._waiting.popleft()
            self._waiting.append(message)
            self._changed.notify()

    def close(self) -> None:
        """Accept no more messages. Close the pipe when the queue is sent, or when the reader ends."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def wait(self, seconds: float) -> None:
        """Wait until the queue is sent, at most `seconds`. Call `close` before."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            with self._pipe:
                while (message := self._next()) is not None:
                    self._send(message)
        except OSError:  # the reader is gone
            self.broken = True

    def _next(self) -> M | None:
        """Wait for the next message; None at the end."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            return self._waiting.popleft() if self._waiting else None


def back_off(failures: int, at_once: int, longest: float) -> float:
    """Return the seconds to wait before a restart after `failures` failures.

    The wait is 0 up to `at_once` failures. For each further failure it is 1, then 2, 4, ... up to `longest`.
    """
    over = failures - at_once
    return 0.0 if over <= 0 else min(longest, 2.0 ** min(over - 1, 16))  # greater powers could overflow
