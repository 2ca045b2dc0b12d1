"""One end of the two pipes between the table's process and the server. Threads read and write, so callers never wait.

Messages are text as bytes, at most PIPE_BYTES. Nothing is pickled.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.phones.protocol import PIPE_BYTES
from game.platforms.child_process import Outbox

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Messages that may wait on either side. If a reader is further behind, the link is broken.
_MOST = 1_000


class Link:
    """Receives by the pipe `hears` and sends by `sends`. It closes both at the end.

    `heard` is called in a thread with each message. At the end, it is called with None: the other side has closed its
    pipe, or sent a message that was too long. Without `heard`, messages wait for `take`.
    """

    def __init__(
        self, hears: Connection, sends: Connection, heard: Callable[[bytes | None], None] | None = None
    ) -> None:
        self._hears = hears
        self._inbox: deque[bytes] = deque()
        self._heard = heard or self._keep
        self._is_deaf = False  # whether the input has ended
        self._outbox = Outbox(sends, sends.send_bytes, _MOST, name="phones, sending")
        threading.Thread(target=self._read, name="phones, hearing", daemon=True).start()

    @property
    def is_broken(self) -> bool:
        """Whether the input has ended, or the other side does not read."""
        return self._is_deaf or self._outbox.broken

    def put(self, sent: str) -> None:
        """Queue a message. Raises ValueError if it is too long."""
        data = sent.encode()
        if len(data) > PIPE_BYTES:
            raise ValueError(f"a message of {len(data)} bytes")
        self._outbox.put(data)

    def take(self) -> list[bytes]:
        """Return the messages since the last call."""
        return [self._inbox.popleft() for _ in range(len(self._inbox))]

    def close(self) -> None:
        """Close the pipe after the queue is written."""
        self._outbox.close()

    def wait(self, seconds: float) -> None:
        """Wait until the queue is written, at most `seconds`. Call `close` first."""
        self._outbox.wait(seconds)

    def _keep(self, data: bytes | None) -> None:
        if data is not None:
            self._inbox.append(data)

    def _read(self) -> None:
        with self._hears, contextlib.suppress(OSError, EOFError):  # OSError also means a message that is too long
            while len(self._inbox) < _MOST:
                self._heard(self._hears.recv_bytes(PIPE_BYTES))
        self._is_deaf = True
        self._heard(None)
