"""Messages to a child process that may not read them: a thread waits for it, so that the caller never does."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Outbox:
    """Sends by `pipe`, which it closes at its end. A message that waits is replaced by the next one.

    A pipe that nobody reads any more ends it without a word: that the child has died shows where it is heard.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._changed = threading.Condition()
        self._waiting: list[Any] = []  # one message at most
        self._closed = False
        threading.Thread(target=self._run, name="outbox", daemon=True).start()

    def put(self, message: Any) -> None:
        """Send `message` as soon as the child reads it."""
        with self._changed:
            self._waiting = [message]
            self._changed.notify()

    def close(self) -> None:
        """Send nothing more, and close the pipe; where the child does not read, that waits for its end."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _run(self) -> None:
        with self._pipe:
            while (message := self._next()) is not None:
                try:
                    self._pipe.send(message)
                except OSError:
                    return

    def _next(self) -> Any:
        """The message to be sent, None once there will be no more."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            return None if self._closed else self._waiting.pop()
