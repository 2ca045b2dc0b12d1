"""Locks on files that end with the process that has them."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # what systems say of a lock that another process has
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700


class LockTakenError(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on the file `path`, made where there is none. It ends with the process, however that ends.

    Raises LockTakenError where another process has it, OSError where the file cannot be opened or locked at all. The
    file stays when the lock is released: deleting it could delete one that is locked again.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE_FILE)
        try:
            _lock(self._file)
        except OSError as error:
            self.release()
            if error.errno in _TAKEN:
                raise LockTakenError(str(path)) from error
            raise

    def release(self) -> None:
        """Give the lock up; again does nothing."""
        if self._file is not None:
            os.close(self._file)  # which ends the lock on every system
            self._file = None


def _lock(file: int) -> None:
    if sys.platform == "win32":
        msvcrt: Any = import_module("msvcrt")  # only Windows has it, and its types are only known there
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        # not lockf: its locks end as soon as anything in this process closes the same file
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
