"""A log in bounded files and at the terminal, for which nobody waits: a disk may hang, and a terminal be stopped."""

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

FILES, BYTES = 5, 1_000_000  # so many files of at most so many bytes
MOST_WAITING = 500  # lines that a disk or a terminal has not taken yet; what comes while so many wait is dropped


@contextmanager
def logging_to(path: Path, patience: float) -> Iterator[None]:
    """While it lasts all that is logged goes to files at `path` and to standard error, as far as these take it.

    At its end each has so many seconds for its last lines.
    """
    logging.raiseExceptions = False  # a line that cannot be written is lost
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    ends = []
    targets: list[logging.Handler] = [LogFiles(path)]
    if sys.stderr is not None:  # of its own, for Python waits for the common one as it ends
        targets.append(logging.StreamHandler(os.fdopen(2, "w", errors="backslashreplace", closefd=False)))
    for target in targets:
        lines: queue.Queue[logging.LogRecord | None] = queue.Queue(MOST_WAITING)
        handler = QueueHandler(lines)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
        listener = QueueListener(lines, target)
        listener.start()
        ends.append(threading.Thread(target=_end, args=(lines, listener), daemon=True))
    try:
        yield
    finally:
        for end in ends:
            end.start()
        for end in ends:
            end.join(patience)
        if any(end.is_alive() for end in ends):
            atexit.unregister(logging.shutdown)  # it would wait for them at the program's end


def _end(lines: queue.Queue[logging.LogRecord | None], listener: QueueListener) -> None:
    """Wait until all lines are written, for ever where the disk or the terminal hangs."""
    lines.put(None)  # the end, as `stop` itself says it, which has no patience where there is no room
    listener.stop()


class LogFiles(RotatingFileHandler):
    """The log's files, bounded as FILES and BYTES say, for this user's eyes; where none can be written, none is."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True)

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super()._open()
