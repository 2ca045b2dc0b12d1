"""Simulates a full disk: the table's writes fail as on a real one."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from game.kiosk import config_file
from game.platforms import files
from game.storage import database, writer
from game.storage.database import SQL_ERRORS

# The limit of a disk that is not full, in pages of the database.
ENDLESS = 1 << 30
# How many pages `too_much` has beyond the free pages of the database.
MORE = 30
Connect = Callable[[Path], sqlite3.Connection]


class FullDisk:
    """Wraps the table's files until `remove`: the store, the configuration, the PIN."""

    def __init__(self) -> None:
        self.is_full = False
        # The connection that was opened last.
        self._database: sqlite3.Connection | None = None
        self._put: list[tuple[Any, str, Any]] = []
        for module in (database, writer):
            self._stand_before(module, "connect", self._connecting)
        for module in (config_file, files):
            self._stand_before(module, "replace_file", self._replacing)

    def _stand_before(self, module: Any, name: str, make: Callable[[Any], Any]) -> None:
        usual = getattr(module, name)
        self._put.append((module, name, usual))
        setattr(module, name, make(usual))

    def remove(self) -> None:
        """Remove the wrappers."""
        for module, name, usual in self._put:
            setattr(module, name, usual)

    def fill(self) -> None:
        """Fill the disk: only writes into existing space succeed."""
        self.is_full = True
        self._limit()

    @staticmethod
    def too_much(path: Path) -> int:
        """Return a number of bytes that does not fit into the store `path` while the disk is full."""
        with closing(sqlite3.connect(path)) as other:
            free, size = (other.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_size"))
        return (int(free) + MORE) * int(size)

    def free(self) -> None:
        """Make room again."""
        self.is_full = False
        self._limit()

    def _connecting(self, usual: Connect) -> Connect:
        def connect(path: Path) -> sqlite3.Connection:
            self._database = usual(path)
            if self.is_full:
                self._limit()
            return self._database

        return connect

    def _limit(self) -> None:
        """Limit the file to its current pages, or lift the limit."""
        if self._database is None:
            return
        try:
            pages = self._database.execute("PRAGMA page_count").fetchone()[0] if self.is_full else ENDLESS
            self._database.execute(f"PRAGMA max_page_count = {pages}")
        # The writer has just closed this connection. The next one gets the limit.
        except SQL_ERRORS:
            self._database = None

    def _replacing(self, usual: Callable[..., None]) -> Callable[..., None]:
        def replace_file(path: Path, *given: Any, **more: Any) -> None:
            if self.is_full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            usual(path, *given, **more)

        return replace_file
