"""Opens the store's SQLite file, which is created if it is missing, and checked before use.

One running program holds the store at a time. If the file has an error, a substitute is opened: a new file, or a copy
in memory. Each trouble has a text for the screen and a text for the log.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

from game.platforms import files
from game.platforms.files import move_over
from game.platforms.locks import FileLock, LockTakenError
from game.storage import schema
from game.storage.schema import DamagedError, NewerError, StoreError

# sqlite3 quotes damaged text in its messages, which may then fail to decode
SQL_ERRORS = (sqlite3.Error, UnicodeDecodeError)
BUSY_SECONDS = 0.1  # seconds to wait for another process's lock

# Parts of sqlite3's messages about errors that the disk or another process has caused, and not the file's content.
_OUTER_CAUSES = ("locked", "busy", "unable to open", "is full", "disk I/O error")
_SENTENCES = {
    "damaged": "The saved data was damaged ({detail}). It was set aside as {path}; a fresh store starts.",
    "newer": "{path} is from a newer version ({detail}). It stays untouched; nothing is saved now.",
    "unwritable": "{path} cannot be written ({detail}). Nothing is saved until that changes.",
    "write": "Saving to {path} failed ({detail}). The game goes on.",
    "read": "Reading from {path} failed ({detail}). Nothing is saved in this run.",
    "unreadable": "An unfinished game cannot be read ({detail}). It lies on the shelf as damaged.",
}
_log = logging.getLogger(__name__)


def connect(path: Path) -> sqlite3.Connection:
    """Open the database in `path`. It is checked, migrated to this schema, and made readable for its owner only.

    One thread at a time may use the connection. Raises StoreError.
    """
    try:
        _make_folder(path.parent)
        if not path.exists():
            _create(path)
        files.make_private(path)
        database = _open(str(path))
    except (OSError, *SQL_ERRORS) as error:
        raise StoreError(str(error)) from error
    try:
        _prepare(database)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        with transaction(database):  # fails at once if nothing can be written
            for sql in schema.SET_VERSION:
                database.execute(sql)
    except SQL_ERRORS as error:
        database.close()
        blameless = is_outer(error) or "readonly" in str(error) or not os.access(path, os.W_OK)
        raise (StoreError if blameless else DamagedError)(str(error)) from error
    except StoreError:
        database.close()
        raise
    return database


Connect = Callable[[Path], sqlite3.Connection]


def copy_to_memory(path: Path, is_held: bool = False) -> sqlite3.Connection:
    """Copy the database in `path` into memory, migrated to this schema. The file stays unchanged.

    `is_held` says that no other process has the file open. If the file is missing, the tables are empty. Raises
    StoreError.
    """
    if not path.exists():
        return in_memory()
    ways = ["mode=ro"]
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        ways.append("immutable=1")  # without it, SQLite would create a log beside the file
    elif is_held:
        ways.append("mode=rw")  # also reads SQLite's log; the log's index is in memory, because the disk may be full
    trouble: Exception = StoreError("it cannot be opened")
    for way in ways:
        memory = _open(":memory:")
        try:
            with contextlib.closing(_open(f"{path.resolve().as_uri()}?{way}", uri=True)) as source:
                if way == "mode=rw":
                    source.execute("PRAGMA locking_mode = EXCLUSIVE")
                    source.execute("SELECT 1 FROM sqlite_schema").fetchall()
                source.backup(memory)
            _prepare(memory)
        except SQL_ERRORS as error:
            memory.close()
            trouble = error
        except StoreError:
            memory.close()
            raise
        else:
            return memory
    raise (StoreError if is_outer(trouble) else DamagedError)(str(trouble)) from trouble


def in_memory() -> sqlite3.Connection:
    """Return a database with empty tables, which lasts as long as the connection."""
    database = _open(":memory:")
    _make(database)
    return database


def is_outer(error: Exception) -> bool:
    """Return whether the disk or another process has caused the error, and not the file's content."""
    return any(words in str(error) for words in _OUTER_CAUSES)


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """A transaction. It commits at the end, and rolls back after an exception."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back already
            database.execute("ROLLBACK")
        raise


def prune_parts(path: Path) -> None:
    """Delete unfinished files beside `path`, which an interrupted creation of the store has left."""
    with contextlib.suppress(OSError):  # another user's folder; opening the store there reports the error
        for part in path.parent.glob(f"{path.name}.*.part*"):
            with contextlib.suppress(OSError):  # the next start tries again
                part.unlink()


def set_aside(path: Path) -> Path:
    """Rename the file at `path` and its log files. Returns the new name. Raises OSError."""
    aside = _free_name(path)
    for ending in ("", "-wal", "-shm"):
        part = Path(f"{path}{ending}")
        if part.exists():
            part.replace(f"{aside}{ending}")
    return aside


def _open(name: str, uri: bool = False) -> sqlite3.Connection:
    database = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)
    database.text_factory = _decoded
    return database


def _decoded(data: bytes) -> str:
    """Decode any bytes, even damaged ones. The checksum of their row will show the damage."""
    return data.decode("utf-8", "surrogateescape")


def _prepare(database: sqlite3.Connection) -> None:
    """Check a database before changing it, and migrate its tables to this schema."""
    verdict = database.execute("PRAGMA quick_check").fetchone()[0]
    if not _is_current(database):
        from game.storage import migration  # imported here, because most starts do not need it

        version = migration.version_of(database)
        if verdict == "ok" and version != schema.VERSION:
            with transaction(database):
                migration.migrate(database, version)
    if verdict != "ok":
        raise DamagedError(verdict)
    for table in schema.TABLES:
        # This also reads the pages that the integrity check leaves out.
        database.execute(f"SELECT * FROM {table}").fetchall()


def _is_current(database: sqlite3.Connection) -> bool:
    """Return whether the tables are this schema's, and both places have its number (see `migration.version_of`)."""
    numbers = ("PRAGMA user_version", "SELECT schema FROM meta")
    tables = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    return tables == schema.TABLES and all(database.execute(sql).fetchall() == [(schema.VERSION,)] for sql in numbers)


def _make(database: sqlite3.Connection) -> None:
    """Create the tables in an empty database, in the caller's transaction."""
    for sql in (*schema.TABLES.values(), *schema.SET_VERSION):
        database.execute(sql)


def _create(path: Path) -> None:
    """Create a store atomically, because an empty file counts as damaged."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with contextlib.closing(_open(str(part))) as database, transaction(database):
            _make(database)
        move_over(part, path)
    except (OSError, *SQL_ERRORS):
        prune_parts(path)
        raise


def _make_folder(folder: Path) -> None:
    """Create the store's folder, readable by its owner only. A shared folder keeps its permissions."""
    folder.mkdir(parents=True, exist_ok=True)
    if not files.is_shared(folder) and all(path.name.startswith("store") for path in folder.iterdir()):
        files.make_private(folder)


def _free_name(path: Path) -> Path:
    """Return an unused file name beside `path`: its name with "damaged" and the time."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 2
    while aside.exists():
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
        number += 1
    return aside


class StoreTrouble(NamedTuple):
    """A trouble of the store, by its kind.

    - `damaged`: the file was renamed to `path`, and a new file started.
    - `newer`: `path` is of a later version of the program. It stays unchanged, and nothing of this run is saved.
    - `read`: `path` cannot be read. It stays unchanged, and nothing of this run is saved.
    - `unwritable`: `path` was read, but cannot be written now.
    - `write`: the last write failed, and will be tried again.
    - `unreadable`: an unfinished game cannot be read. It is kept among the stored games as damaged.
    """

    kind: Literal["damaged", "newer", "unwritable", "write", "read", "unreadable"]
    path: str
    detail: str

    def __str__(self) -> str:
        """Return the trouble in one or two English sentences."""
        return _SENTENCES[self.kind].format(path=self.path, detail=self.detail)


class HeldError(StoreError):
    """Another running program has the store. The message is one English sentence."""


class StoreSource(NamedTuple):
    """A source of the store's content: `database` is the file itself if `is_file`, otherwise a copy in memory.

    `is_kept` says that this run's changes are saved in the file, now or later.
    """

    database: sqlite3.Connection
    trouble: StoreTrouble | None = None
    is_file: bool = False
    is_kept: bool = False


def lock(path: Path, patience: float = 0.0) -> FileLock | None:
    """Take the lock that only one running program can have. Return None if the store's folder allows no lock files.

    Raises HeldError if another process still has it after `patience` seconds.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(Path(f"{path}.lock"), patience)
    except LockTakenError:
        raise HeldError(f"Kissaten is running already: another instance has {path}.") from None
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def find(path: Path, connect: Connect = connect) -> StoreSource:
    """Open the store in the file `path` with `connect`, or the best substitute."""
    try:
        return StoreSource(connect(path), is_file=True, is_kept=True)
    except NewerError as error:
        return StoreSource(in_memory(), StoreTrouble("newer", str(path), str(error)))
    except DamagedError as error:
        return _after_damage(path, str(error), connect)
    except (StoreError, OSError) as error:
        return _unwritable(path, str(error))


def find_as_guest(path: Path) -> StoreSource:
    """Read the present content of the store in `path` while another running program holds it."""
    try:
        with contextlib.suppress(FileNotFoundError):
            path.stat()  # raises where the data folder is a file, which is no empty store
        return StoreSource(copy_to_memory(path))
    except (StoreError, OSError, *SQL_ERRORS) as error:
        return StoreSource(in_memory(), StoreTrouble("read", str(path), str(error)))


def _after_damage(path: Path, detail: str, connect: Connect) -> StoreSource:
    try:
        aside = set_aside(path)
        return StoreSource(connect(path), StoreTrouble("damaged", str(aside), detail), is_file=True, is_kept=True)
    except (StoreError, OSError) as error:
        return StoreSource(in_memory(), StoreTrouble("read", str(path), f"{detail}; {error}"))


def _unwritable(path: Path, detail: str) -> StoreSource:
    """Return a copy of a file that cannot be written now. Changes will be saved in the file as soon as possible."""
    try:
        return StoreSource(
            copy_to_memory(path, is_held=True), StoreTrouble("unwritable", str(path), detail), is_kept=True
        )
    except (StoreError, OSError, *SQL_ERRORS) as error:
        # A file that could not be read must never be overwritten.
        return StoreSource(in_memory(), StoreTrouble("read", str(path), str(error)))
