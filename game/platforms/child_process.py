"""A function of this program in a process of its own: begun, told and ended, while nobody here ever waits for it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Generic, TypeVar

from game.platforms import own_files, wall_clock
from game.platforms.processes import bind_child

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

M = TypeVar("M")  # a message
EVERY = 0.5  # seconds between two beats of a child
ASLEEP = 0.001  # processor seconds: who uses no more between two beats waits, and is not kept from running
BUSY = 10.0  # times as long as it may say nothing, by the clock, a child that hardly ever can run gets


def spawn(target: Callable[..., object], *arguments: object, name: str) -> SpawnProcess:
    """A process called `name` that does `target(*arguments)` and ends with this one.

    Raises OSError, also where it would be one of another version (`own_files`).

    What the parent's end asks of the child itself is the target's: it calls `end_with_parent`.
    """
    import multiprocessing  # 30 ms that the first frame need not wait for

    own_files.look()
    process = multiprocessing.get_context("spawn").Process(
        target=_begin, args=(target, *arguments), name=name, daemon=True
    )
    process.start()
    assert process.pid is not None
    bind_child(process.pid)
    return process


def _begin(target: Callable[..., object], *arguments: object) -> None:
    """The child's first step: what every process of this program does."""
    wall_clock.bound()
    target(*arguments)


def shared_numbers(count: int) -> MutableSequence[int]:
    """So many whole numbers, 0 at first, that this process and one which it spawns with them see alike."""
    import multiprocessing

    numbers: MutableSequence[int] = multiprocessing.get_context("spawn").Array("i", count)  # type: ignore[assignment]
    return numbers


def had(child: ChildProcess | None, clock: float) -> float:
    """How many seconds a child has had, at this time in seconds: only differences between two such numbers mean much.

    What counts is the time in which it could run, for on a busy machine one that is well says nothing for long. Of all
    time a small part counts, for one that is stopped, or holds Python's lock for ever, tells nothing of itself.
    """
    return clock / BUSY + (child.ran() if child is not None else 0.0)


class ChildProcess:
    """Such a process, which does `target(hears, says, *arguments)`; raises OSError where none is to be had.

    The two are its ends of pipes to this process, and `hears` and `says` are ours. The caller closes them. The child is
    asked to end when its `hears` is at its end. By a third pipe it tells how much it has run.
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
        finally:  # or the pipes would stay open when the child dies
            for pipe in (hears, says, beats):
                pipe.close()

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.is_alive()

    def ran(self) -> float:
        """Seconds for which it could run since it began to: its processor time, and the clock's while it waited."""
        try:
            while not self._beats.closed and self._beats.poll(0):
                self._ran += int(self._beats.recv_bytes()) / 1000
        except (EOFError, OSError):
            self._beats.close()
        return self._ran

    def kill(self) -> None:
        """End it now; `end` or `has_ended` is still to be called."""
        self._process.kill()

    def end(self, patience: float) -> None:
        """Wait until it has ended by itself, so many seconds, then kill it. Nothing can be asked of it afterwards."""
        self._process.join(patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._close()

    def has_ended(self, *, kill: bool = False) -> bool:
        """Whether it has ended, and then nothing can be asked of it any more; `kill` one that has not."""
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
    """The child process: beat, in a thread, beside what it is there for."""
    threading.Thread(target=_beat, args=(beats,), name="beats", daemon=True).start()
    target(*arguments)


def _pause(seconds: float) -> None:
    threading.Event().wait(seconds)


def _beat(
    beats: Connection,
    pause: Callable[[float], object] = _pause,
    used: Callable[[], float] = time.process_time,
) -> None:
    """Tell again and again for how many milliseconds this process could run; `used` is its processor time in seconds.

    Sleepers wake in time on a busy machine too: that this thread beats does not mean that another one could compute.
    """
    before = used()
    try:
        while True:
            pause(EVERY)
            now = used()
            ran = min(now - before, EVERY) if now - before > ASLEEP else EVERY
            before = now
            beats.send_bytes(b"%d" % round(1000 * ran))
    except OSError:  # nobody asks any more
        beats.close()


class Outbox(Generic[M]):
    """Sends by `send` of `pipe`, which it closes at its end. A thread waits for who reads there, the caller never does.

    `most` messages may wait. Where that are too many the oldest ones give way (`newest`), or else the outbox is
    `broken`, as it is where nobody reads any more.
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
        """Send `message` as soon as the pipe has room; after `close` it is lost."""
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
        """Take no more, and close the pipe once what waits is sent; where nobody reads, that takes until their end."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def wait(self, seconds: float) -> None:
        """Wait until all is sent, after `close`."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            with self._pipe:
                while (message := self._next()) is not None:
                    self._send(message)
        except OSError:  # nobody reads any more
            self.broken = True

    def _next(self) -> M | None:
        """The message to be sent, None once there will be no more."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            return self._waiting.popleft() if self._waiting else None


def back_off(failures: int, at_once: int, longest: float) -> float:
    """Seconds until a process that has failed so often begins again: 0 so many times `at_once`, then 1, 2, 4, ..."""
    over = failures - at_once
    return 0.0 if over <= 0 else min(longest, 2.0 ** min(over - 1, 16))  # a greater power would overflow one day
