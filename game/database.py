"""Opening the store's SQLite file: checked before use, and set aside where it is damaged."""

from __future__ import annotations

import os
import sqlite3
from datetime import datetime
from pathlib import Path

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

# sqlite3 quotes damaged text in its messages, and decoding such a message may fail
SQL_ERRORS = (sqlite3.Error, UnicodeDecodeError)

# what sqlite3 says where the disk or another process is at fault, not the file's content
_OUTER_CAUSES = ("locked", "unable to open", "is full", "disk I/O error")


class StoreError(Exception):
    """Why a file cannot serve as the store; the message is fit for a person."""


class DamagedError(StoreError):
    """Not a database, failing its integrity check, or not of the store's tables."""


class NewerError(StoreError):
    """Written by a later version of the program."""


def connect(path: Path) -> sqlite3.Connection:
    """The database in `path`, checked and with the store's tables. Raises StoreError by what is wrong."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(str(error)) from error
    try:
        _prepare(database)
    except SQL_ERRORS as error:
        database.close()
        blameless = any(words in str(error) for words in _OUTER_CAUSES) or not os.access(path, os.W_OK)
        raise (StoreError if blameless else DamagedError)(str(error)) from error
    except StoreError:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection) -> None:
    """Check the file, before anything in it is changed, and make the tables of a new one."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise NewerError(f"format {version}, this program knows {SCHEMA_VERSION}")
    verdict = database.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise DamagedError(verdict)
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
        raise DamagedError(f"format {version}")
    for table, columns in _COLUMNS.items():
        found = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        if found != columns:
            raise DamagedError(f"table {table} has the columns {found}")


def in_memory() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.executescript(_SCHEMA)
    return database


def set_aside(path: Path) -> Path:
    """Rename the file at `path` and its log files; gives the new name."""
    aside = free_name(path)
    for ending in ("", "-wal", "-shm"):
        part = Path(f"{path}{ending}")
        if part.exists():
            part.replace(f"{aside}{ending}")
    return aside


def free_name(path: Path) -> Path:
    """A name beside `path` that says damaged and when, and that no file has."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
        number += 1
    return aside
