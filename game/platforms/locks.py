"""File locks that end with their process."""

from __future__ import annotations

import errno
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # the errors if another process holds the lock
_AGAIN = 0.02  # seconds between two attempts to get a lock
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700


class LockTakenError(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on the file `path`, which is created if it is missing. The lock ends with the process, even after a crash.

    Raises LockTakenError if another process still has the lock after `patience` seconds, and OSError if the file cannot
    be opened or locked. The file stays after the release, because another process may have locked it by then.
    """

    def __init__(self, path: Path, patience: float = 0.0) -> None:
        until = time.monotonic() + patience
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE_FILE)
        try:
            while not _locks(self._file):
                if time.monotonic() >= until:
                    raise LockTakenError(str(path))
                time.sleep(_AGAIN)
        except BaseException:
            self.release()
            raise

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock. Repeated calls do nothing."""
        if self._file is not None:
            os.close(self._file)  # this releases the lock on every system
            self._file = None


def _locks(file: int) -> bool:
    """Lock `file`. Returns False if another process has the lock."""
    try:
        if sys.platform == "win32":
            msvcrt: Any = import_module("msvcrt")  # only Windows has the module and its types
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            # `lockf` does not help: its locks end when any part of this process closes the same file.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _TAKEN:
            raise
        return False
    return True
