"""What outlives the process: settings, the unfinished game and results, in one SQLite file.

Write-ahead log and full synchronisation: a committed action survives `kill -9` and a power cut.
Nothing here stops the play: a damaged file is set aside, a folder that cannot be written is replaced by memory,
a failed write returns False; each time `Store.trouble` says what happened.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

from game.core.record import Record, record_from_json
from game.core.rules import RecordError, Timer

SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE unfinished (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL);
CREATE TABLE actions (ply INTEGER PRIMARY KEY, text TEXT NOT NULL, time_ms INTEGER NOT NULL);
CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), timer TEXT NOT NULL, seconds REAL NOT NULL);
CREATE TABLE results (id INTEGER PRIMARY KEY, finished TEXT NOT NULL, record TEXT NOT NULL);
"""
_SET_VERSION = f"PRAGMA user_version = {SCHEMA_VERSION}"
_COLUMNS = {
    "settings": ["key", "value"],
    "unfinished": ["id", "record"],
    "actions": ["ply", "text", "time_ms"],
    "clock": ["id", "timer", "seconds"],
    "results": ["id", "finished", "record"],
}
_Statement = tuple[str, Sequence[Any]]


class StoreError(Exception):
    """Why a file cannot serve as the store; the message is fit for a person."""


class _DamagedError(StoreError):
    """Not a database, failing its integrity check, or not of the store's tables."""


class _NewerError(StoreError):
    """Written by a later version of the program."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong with the store.

    `damaged`: the file was set aside as `path` and a fresh one started. `newer` and `unwritable`: `path` stays as
    it is and nothing of this run is kept. `write`: the last write failed. `read`: the last read. `unreadable`: the
    unfinished game cannot be read; `path` is a copy of the whole store that still holds it.
    """

    kind: Literal["damaged", "newer", "unwritable", "write", "read", "unreadable"]
    path: str
    detail: str

    def __str__(self) -> str:
        """One English sentence."""
        if self.kind == "damaged":
            return f"The saved data was damaged ({self.detail}). It was set aside as {self.path}; a fresh store starts."
        if self.kind == "newer":
            return f"{self.path} is from a newer version ({self.detail}). It stays untouched; nothing is saved now."
        if self.kind == "unwritable":
            return f"{self.path} cannot be used ({self.detail}). Nothing is saved in this run."
        if self.kind == "write":
            return f"Saving to {self.path} failed ({self.detail}). The game goes on."
        if self.kind == "read":
            return f"Reading from {self.path} failed ({self.detail})."
        return f"The unfinished game cannot be read ({self.detail}). A copy of the saved data was kept as {self.path}."


class Store:
    """Settings, the unfinished game and results. Every write is one transaction and returns whether it was kept."""

    def __init__(self, database: sqlite3.Connection, path: Path, trouble: Trouble | None = None) -> None:
        self._db = database
        self.path = path
        self.trouble = trouble

    @classmethod
    def open(cls, path: Path) -> Store:
        """The store in the file `path`, or the best that can be had in its place. Never raises for a bad file."""
        try:
            return cls(_connect(path), path)
        except _NewerError as error:
            return cls(_in_memory(), path, Trouble("newer", str(path), str(error)))
        except _DamagedError as error:
            return cls._after_damage(path, str(error))
        except (StoreError, OSError) as error:
            return cls(_in_memory(), path, Trouble("unwritable", str(path), str(error)))

    @classmethod
    def _after_damage(cls, path: Path, detail: str) -> Store:
        try:
            aside = _set_aside(path)
            return cls(_connect(path), path, Trouble("damaged", str(aside), detail))
        except (StoreError, OSError) as error:
            return cls(_in_memory(), path, Trouble("unwritable", str(path), f"{detail}; {error}"))

    @property
    def notice(self) -> str | None:
        """What the screen should say about `trouble`, in English; None while all is well."""
        return str(self.trouble) if self.trouble else None

    def get(self, key: str, default: Any = None) -> Any:
        """The setting `key`, or `default` where there is none that can be read."""
        rows = self._read("SELECT value FROM settings WHERE key = ?", (key,))
        with contextlib.suppress(ValueError, TypeError):
            return json.loads(rows[0][0]) if rows else default
        return default

    def set(self, key: str, value: Any) -> bool:
        """Keep `value` (JSON values only) as the setting `key`."""
        return self._write(("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, json.dumps(value))))

    def begin(self, record: Record) -> bool:
        """Keep `record`, with the actions it has, as the unfinished game in place of any other."""
        head = replace(record, actions=(), times=()).to_json()
        times = (*record.times, *[0] * (len(record.actions) - len(record.times)))
        return self._write(
            *_EMPTY,
            ("INSERT INTO unfinished VALUES (1, ?)", (head,)),
            *(
                (_APPEND, (ply, text, time_ms))
                for ply, (text, time_ms) in enumerate(zip(record.actions, times, strict=False))
            ),
        )

    def append(self, ply: int, text: str, time_ms: int) -> bool:
        """Keep the unfinished game's action number `ply`, which took `time_ms` milliseconds."""
        return self._write((_APPEND, (ply, text, time_ms)))

    def truncate(self, ply: int) -> bool:
        """Keep only the first `ply` actions of the unfinished game."""
        return self._write(("DELETE FROM actions WHERE ply >= ?", (ply,)))

    def save_clock(self, timer_id: str, seconds_left: float) -> bool:
        """Keep the time left on the running clock."""
        return self._write(("INSERT OR REPLACE INTO clock VALUES (1, ?, ?)", (timer_id, seconds_left)))

    def saved_clock(self) -> Timer | None:
        """The clock last kept for the unfinished game, with the seconds left on it."""
        rows = self._read("SELECT timer, seconds FROM clock")
        return Timer(rows[0][0], rows[0][1]) if rows else None

    def unfinished(self) -> Record | None:
        """The game that was left, if any. One that cannot be read is set aside and reported as trouble."""
        try:
            heads = self._query("SELECT record FROM unfinished")
            rows = self._query("SELECT ply, text, time_ms FROM actions ORDER BY ply")
            return _joined(heads[0][0], rows) if heads else None
        except (StoreError, RecordError) as error:
            self._quarantine(str(error))
            return None

    def finish(self, record: Record) -> bool:
        """Keep `record` (with its result) among the results; no game is unfinished then."""
        finished = datetime.now(timezone.utc).isoformat(timespec="seconds")
        return self._write(
            *_EMPTY, ("INSERT INTO results (finished, record) VALUES (?, ?)", (finished, record.to_json()))
        )

    def discard(self) -> bool:
        """Forget the unfinished game."""
        return self._write(*_EMPTY)

    def results(self, limit: int = 100) -> list[Record]:
        """The last `limit` finished games, newest first; those that cannot be read are left out."""
        games = []
        for (text,) in self._read("SELECT record FROM results ORDER BY id DESC LIMIT ?", (limit,)):
            with contextlib.suppress(RecordError, TypeError):
                games.append(record_from_json(text, "result"))
        return games

    def close(self) -> None:
        """Close the file. The store is not to be used afterwards."""
        self._db.close()

    def _quarantine(self, detail: str) -> None:
        aside = _free_name(self.path)
        try:
            with contextlib.closing(sqlite3.connect(aside)) as copy:
                self._db.backup(copy)
        except _SQL_ERRORS as error:
            self.trouble = Trouble("read", str(self.path), f"{detail}; {error}")
            return
        self.discard()
        self.trouble = Trouble("unreadable", str(aside), detail)

    def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._query(sql, values)
        except StoreError as error:
            self.trouble = Trouble("read", str(self.path), str(error))
            return []

    def _query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except _SQL_ERRORS as error:
            raise StoreError(str(error)) from error

    def _write(self, *statements: _Statement) -> bool:
        try:
            with self._db:
                for sql, values in statements:
                    self._db.execute(sql, values)
        except _SQL_ERRORS as error:
            self.trouble = Trouble("write", str(self.path), str(error))
            return False
        return True


# sqlite3 quotes damaged text in its messages, and decoding such a message may fail
_SQL_ERRORS = (sqlite3.Error, UnicodeDecodeError)
_APPEND = "INSERT OR REPLACE INTO actions VALUES (?, ?, ?)"
_EMPTY: tuple[_Statement, ...] = tuple((f"DELETE FROM {table}", ()) for table in ("unfinished", "actions", "clock"))


# what sqlite3 says where the disk or another process is at fault, not the file's content
_OUTER_CAUSES = ("locked", "unable to open", "is full", "disk I/O error")


def _connect(path: Path) -> sqlite3.Connection:
    """The database in `path`, checked and with the store's tables. Raises StoreError by what is wrong."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(str(error)) from error
    try:
        _prepare(database)
    except _SQL_ERRORS as error:
        database.close()
        blameless = any(words in str(error) for words in _OUTER_CAUSES) or not os.access(path, os.W_OK)
        raise (StoreError if blameless else _DamagedError)(str(error)) from error
    except StoreError:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection) -> None:
    """Check the file, before anything in it is changed, and make the tables of a new one."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise _NewerError(f"format {version}, this program knows {SCHEMA_VERSION}")
    verdict = database.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise _DamagedError(verdict)
    is_new = not database.execute("SELECT name FROM sqlite_master").fetchall()
    if not is_new:
        _check_tables(database, version)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    if is_new:
        database.executescript(f"BEGIN;{_SCHEMA}{_SET_VERSION};COMMIT;")
    database.execute(_SET_VERSION)  # a write: it fails here and now where none can be made


def _check_tables(database: sqlite3.Connection, version: int) -> None:
    if version != SCHEMA_VERSION:
        raise _DamagedError(f"format {version}")
    for table, columns in _COLUMNS.items():
        found = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        if found != columns:
            raise _DamagedError(f"table {table} has the columns {found}")


def _in_memory() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.executescript(_SCHEMA)
    return database


def _joined(head: Any, rows: list[Any]) -> Record:
    """The record of the table rows. Raises RecordError."""
    if [row[0] for row in rows] != list(range(len(rows))):
        raise RecordError("an action is missing")
    if not isinstance(head, str) or any(type(text) is not str or type(time_ms) is not int for _, text, time_ms in rows):
        raise RecordError("a value is of the wrong type")
    record = record_from_json(head, "unfinished game")
    return replace(record, actions=tuple(row[1] for row in rows), times=tuple(row[2] for row in rows))


def _set_aside(path: Path) -> Path:
    """Rename the file at `path` and its log files; gives the new name."""
    aside = _free_name(path)
    for ending in ("", "-wal", "-shm"):
        part = Path(f"{path}{ending}")
        if part.exists():
            part.replace(f"{aside}{ending}")
    return aside


def _free_name(path: Path) -> Path:
    """A name beside `path` that says damaged and when, and that no file has."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
        number += 1
    return aside
