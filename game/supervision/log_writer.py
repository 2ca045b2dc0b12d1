"""Write to the disk in a thread of its own. It is apart because supervising must never wait for a disk."""

from __future__ import annotations

import logging
import logging.handlers
import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

MOST_WAITING = 500  # jobs; what comes while so many wait is dropped
FILES, BYTES = 5, 1_000_000  # of the log: so many files of at most so many bytes


class LogWriter:
    """Does jobs of writing in their order."""

    def __init__(self) -> None:
        self._jobs: queue.Queue[Callable[[], object] | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._work, name="log writer", daemon=True)
        self._thread.start()

    def post(self, job: Callable[[], object]) -> bool:
        """Have `job`, which raises nothing, done soon; False where too much waits already."""
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            return False
        return True

    def close(self, seconds: float) -> None:
        """Wait until everything posted is written, but no longer than `seconds`."""
        try:
            self._jobs.put(None, timeout=seconds)
        except queue.Full:
            return
        self._thread.join(seconds)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


class PostingHandler(logging.Handler):
    """Hands each record to a LogWriter, which logs it by another handler."""

    def __init__(self, log_writer: LogWriter, target: logging.Handler) -> None:
        super().__init__()
        self._log_writer, self._target = log_writer, target

    def emit(self, record: logging.LogRecord) -> None:
        self._log_writer.post(partial(self._target.handle, record))


class LogFiles(logging.handlers.RotatingFileHandler):
    """The log's files, bounded as FILES and BYTES say, for this user's eyes; where none can be written, none is."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(path, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", errors="replace", delay=True)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return  # the next line tries again
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Let this line go, as on a full disk; the next one opens the file anew."""
        stream, self.stream = self.stream, None
        if stream is not None:
            try:
                stream.close()
            except OSError:
                return  # what it still held is lost too
