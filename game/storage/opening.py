"""Getting at the store: one instance holds it; whatever is wrong with its file, something can be had in its place."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from game.platforms.locks import FileLock, LockTakenError
from game.storage.database import SQL_ERRORS, connect, copy_to_memory, in_memory, set_aside
from game.storage.schema import DamagedError, NewerError, StoreError
from game.storage.troubles import StoreTrouble

_log = logging.getLogger(__name__)


class HeldError(StoreError):
    """Another instance has the store; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class StoreSource:
    """The database that was found. `database` has the content; it is the file itself where `is_file`, else a copy in
    memory.

    Where `is_kept`, the file is, or will become, what the store holds.
    """

    database: sqlite3.Connection
    trouble: StoreTrouble | None = None
    is_file: bool = False
    is_kept: bool = False


def lock(path: Path, patience: float = 0.0) -> FileLock | None:
    """The lock that the one instance has; None where no file can be locked in the store's folder.

    Raises HeldError where another process has it, and still has it after `patience` seconds.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return FileLock(Path(f"{path}.lock"))
        except LockTakenError:
            if time.monotonic() >= deadline:
                raise HeldError(f"Kissaten is running already: another instance has {path}.") from None
        except OSError as error:
            _log.warning("%s cannot be locked: %s", path, error)
            return None
        threading.Event().wait(0.1)


def find(path: Path) -> StoreSource:
    """The store in the file `path`, or the best that can be had in its place."""
    try:
        return StoreSource(connect(path), is_file=True, is_kept=True)
    except NewerError as error:
        return StoreSource(in_memory(), StoreTrouble("newer", str(path), str(error)))
    except DamagedError as error:
        return _after_damage(path, str(error))
    except (StoreError, OSError) as error:
        return _unwritable(path, str(error))


def find_as_guest(path: Path) -> StoreSource:
    """Return the present content of the store in `path`, beside the instance that holds it."""
    try:
        return StoreSource(copy_to_memory(path))
    except (StoreError, OSError, *SQL_ERRORS) as error:
        return StoreSource(in_memory(), StoreTrouble("read", str(path), str(error)))


def _after_damage(path: Path, detail: str) -> StoreSource:
    try:
        aside = set_aside(path)
        return StoreSource(connect(path), StoreTrouble("damaged", str(aside), detail), is_file=True, is_kept=True)
    except (StoreError, OSError) as error:
        return StoreSource(in_memory(), StoreTrouble("read", str(path), f"{detail}; {error}"))


def _unwritable(path: Path, detail: str) -> StoreSource:
    """The store in a file that can only be read; it is written once that changes."""
    try:
        return StoreSource(
            copy_to_memory(path, is_held=True), StoreTrouble("unwritable", str(path), detail), is_kept=True
        )
    except (StoreError, OSError, *SQL_ERRORS) as error:
        # nothing may ever be written over what was not read
        return StoreSource(in_memory(), StoreTrouble("read", str(path), str(error)))
