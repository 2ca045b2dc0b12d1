"""What differs from one operating system to another: locks on files, and who may read them.

Tried on Linux. The Windows branch follows the documentation of `msvcrt` and is tested with a stand-in for it; neither
it nor macOS, which takes the same branch as Linux, has been tried on the real thing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
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

    Raises LockTakenError where another process has it, OSError where the file cannot be opened or locked at all.
    The file stays when the lock is released: whoever deleted it could delete one that is locked again.
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
        _windows("msvcrt").locking(file, _windows("msvcrt").LK_NBLCK, 1)
    else:
        import fcntl

        # not lockf: its locks end as soon as anything in this process closes the same file
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _windows(name: str) -> Any:
    """A module that only Windows has, and whose types are only known there."""
    return import_module(name)


def make_private(path: Path) -> None:
    """Let nobody but its owner read the file or folder `path`, as far as the system knows such rights.

    Windows gives the folders of a user's data to that user alone already.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):  # a file system without rights, or another's file: it is used as it is
        path.chmod(_PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE)


def is_shared(folder: Path) -> bool:
    """Whether others are meant to put files into `folder`, as into the system's folder for temporary files."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)
