"""A log in files of limited size and at the terminal. Callers never wait, even if a disk hangs or the terminal is
stopped.
"""

from __future__ import annotations

import atexit
import logging
import os
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path

FILES, BYTES = 5, 1_000_000  # the number of files, and the most bytes of each
# Lines that may wait for a disk or a terminal. Further lines are dropped.
MOST_WAITING = 500


@contextmanager
def logging_to(path: Path, patience: float) -> Iterator[None]:
    """A context in which the log goes to files at `path` and to standard error, without waiting for them.

    When the context ends, the files and standard error each have `patience` seconds for the last lines.
    """
    logging.raiseExceptions = False  # a line that cannot be written is dropped without an error
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    ends = []
    targets: list[logging.Handler] = [LogFiles(path)]
    # The log has a stream of its own, because Python waits for `sys.stderr` when the program ends.
    if sys.stderr is not None:
        targets.append(logging.StreamHandler(os.fdopen(2, "w", errors="backslashreplace", closefd=False)))
    for target in targets:
        lines: queue.Queue[logging.LogRecord | None] = queue.Queue(MOST_WAITING)
        handler = QueueHandler(lines)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
        listener = _Listener(lines, target)
        listener.start()
        ends.append(threading.Thread(target=listener.stop, daemon=True))
    try:
        yield
    finally:
        for end in ends:
            end.start()
        for end in ends:
            end.join(patience)
        if any(end.is_alive() for end in ends):
            atexit.unregister(logging.shutdown)  # it would block when the program ends


class _Listener(QueueListener):
    """A listener whose `stop` waits until all lines are written: for ever if the disk or the terminal hangs."""

    def __init__(self, lines: queue.Queue[logging.LogRecord | None], target: logging.Handler) -> None:
        super().__init__(lines, target)
        self.lines = lines

    def enqueue_sentinel(self) -> None:
        """Queue the mark of the end behind the last line, waiting for room. The standard method fails if the queue is
        full.
        """
        self.lines.put(None)


class LogFiles(RotatingFileHandler):
    """Rotating log files (FILES of BYTES), for this user only. Lines that cannot be written are dropped."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True)

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super()._open()
