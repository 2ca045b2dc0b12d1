"""A function of this program in a process of its own: begun, told and ended, while nobody here ever waits for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Generic, TypeVar

from game.platforms import wall_clock
from game.platforms.processes import bind_child

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

M = TypeVar("M")  # a message


def spawn(target: Callable[..., object], *arguments: object, name: str) -> SpawnProcess:
    """A process called `name` that does `target(*arguments)` and ends with this one. Raises OSError.

    What the parent's end asks of the child itself is the target's: it calls `end_with_parent`.
    """
    import multiprocessing  # 30 ms that the first frame need not wait for

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


class ChildProcess:
    """Such a process, which does `target(hears, says, *arguments)`; raises OSError where none is to be had.

    The two are its ends of pipes to this process, and `hears` and `says` are ours. The caller closes them. The child is
    asked to end when its `hears` is at its end.
    """

    def __init__(self, target: Callable[..., object], *arguments: object, name: str) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self.hears, says = context.Pipe(duplex=False)
        hears, self.says = context.Pipe(duplex=False)
        try:
            self._process = spawn(target, hears, says, *arguments, name=name)
        except OSError:
            self.hears.close()
            self.says.close()
            raise
        finally:  # or the pipes would stay open when the child dies
            hears.close()
            says.close()

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.is_alive()

    def kill(self) -> None:
        """End it now; `end` or `has_ended` is still to be called."""
        self._process.kill()

    def end(self, patience: float) -> None:
        """Wait until it has ended by itself, so many seconds, then kill it. Nothing can be asked of it afterwards."""
        self._process.join(patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()

    def has_ended(self, *, kill: bool = False) -> bool:
        """Whether it has ended, and then nothing can be asked of it any more; `kill` one that has not."""
        if not self._process.is_alive():
            self._process.close()
            return True
        if kill:
            self._process.kill()
        return False


class Outbox(Generic[M]):
    """Sends by `send` of `pipe`, which it closes at its end. A thread waits for who reads there, the caller never does.

    `most` messages may wait. Where that are too many the oldest ones give way (`newest`), or else the outbox is
    `broken`, as it is where nobody reads any more.
    """

    def __init__(
        self,
        pipe: Connection,
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
