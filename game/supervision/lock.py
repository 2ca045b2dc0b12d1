"""One supervisor at a time, and none beside a table that somebody plays at without one."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from game.paths import data_dir, store_path
from game.platforms.locks import FileLock
from game.storage.opening import HeldError, lock

_ORPHAN_SECONDS = 3.0  # that the table of a supervisor that was killed may take to notice


def hold() -> FileLock | None:
    """The lock of the one supervisor; None where no file can be locked. Raises HeldError where the program runs."""
    ours = lock(_lock_path())
    nothing = threading.Event()
    deadline = time.monotonic() + _ORPHAN_SECONDS
    while True:
        try:
            if (store := lock(store_path())) is not None:  # somebody may play without a supervisor
                store.release()
            return ours
        except HeldError:
            if time.monotonic() >= deadline:
                if ours is not None:
                    ours.release()
                raise
        nothing.wait(_ORPHAN_SECONDS / 30)


def look() -> None:
    """Raise HeldError where a supervisor keeps a table up, even if that table is just down."""
    path = _lock_path()
    if os.path.exists(f"{path}.lock") and (ours := lock(path)) is not None:  # noqa: PTH110 - any name is looked for
        ours.release()


def _lock_path() -> Path:
    return data_dir() / "supervisor"
