"""What outlives the process: settings, the unfinished game and the archive of finished ones, in one SQLite file.

Write-ahead log and full synchronisation: a committed action survives `kill -9` and a power cut.
Nothing here stops the play: a damaged file is set aside, a folder that cannot be written is replaced by memory,
a failed write returns False; each time `Store.trouble` says what happened.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

from game.core.record import Record, record_from_json
from game.core.rules import RecordError, Timer
from game.database import SQL_ERRORS, DamagedError, NewerError, StoreError, connect, free_name, in_memory, set_aside

ARCHIVE_SIZE = 200
_Statement = tuple[str, Sequence[Any]]


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


@dataclass(frozen=True, slots=True)
class Archived:
    """A game of the archive; `finished` is when it joined, in ISO 8601 with its time zone."""

    id: int
    finished: str
    record: Record


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
            return cls(connect(path), path)
        except NewerError as error:
            return cls(in_memory(), path, Trouble("newer", str(path), str(error)))
        except DamagedError as error:
            return cls._after_damage(path, str(error))
        except (StoreError, OSError) as error:
            return cls(in_memory(), path, Trouble("unwritable", str(path), str(error)))

    @classmethod
    def _after_damage(cls, path: Path, detail: str) -> Store:
        try:
            aside = set_aside(path)
            return cls(connect(path), path, Trouble("damaged", str(aside), detail))
        except (StoreError, OSError) as error:
            return cls(in_memory(), path, Trouble("unwritable", str(path), f"{detail}; {error}"))

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
            self.reject_unfinished(str(error))
            return None

    def finish(self, record: Record) -> bool:
        """Put `record` (with its result) into the archive; no game is unfinished then."""
        return self._write(*_EMPTY, _joining(record), (_PRUNE, (ARCHIVE_SIZE,)))

    def discard(self) -> bool:
        """Forget the unfinished game."""
        return self._write(*_EMPTY)

    def reject_unfinished(self, detail: str) -> None:
        """Forget the unfinished game, which `detail` says why nobody can play on; a copy of the store is kept."""
        aside = free_name(self.path)
        try:
            with contextlib.closing(sqlite3.connect(aside)) as copy:
                self._db.backup(copy)
        except SQL_ERRORS as error:
            self.trouble = Trouble("read", str(self.path), f"{detail}; {error}")
            return
        self.discard()
        self.trouble = Trouble("unreadable", str(aside), detail)

    def results(self, limit: int = 100) -> list[Record]:
        """The last `limit` games of the archive, newest first; those that cannot be read are left out."""
        return [game.record for game in self._latest(limit)]

    def archive(self) -> list[Archived]:
        """The last ARCHIVE_SIZE games, newest first; those that cannot be read are left out."""
        return self._latest(ARCHIVE_SIZE)

    def add(self, record: Record) -> Archived | None:
        """Put a game that came from outside into the archive, once: an equal one is found instead.

        None where it could not be kept.
        """
        known = next((game for game in self.archive() if game.record == record), None)
        if known is None and self._write(_joining(record), (_PRUNE, (ARCHIVE_SIZE,))):
            known = next((game for game in self.archive() if game.record == record), None)
        return known

    def remove(self, id: int) -> bool:
        """Take a game out of the archive."""
        return self._write(("DELETE FROM results WHERE id = ?", (id,)))

    def close(self) -> None:
        """Close the file. The store is not to be used afterwards."""
        self._db.close()

    def _latest(self, limit: int) -> list[Archived]:
        games = []
        rows = self._read("SELECT id, finished, record FROM results ORDER BY id DESC LIMIT ?", (limit,))
        for id, finished, text in rows:
            with contextlib.suppress(RecordError, TypeError):
                games.append(Archived(id, str(finished), record_from_json(text, "result")))
        return games

    def _read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._query(sql, values)
        except StoreError as error:
            self.trouble = Trouble("read", str(self.path), str(error))
            return []

    def _query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except SQL_ERRORS as error:
            raise StoreError(str(error)) from error

    def _write(self, *statements: _Statement) -> bool:
        try:
            with self._db:
                for sql, values in statements:
                    self._db.execute(sql, values)
        except SQL_ERRORS as error:
            self.trouble = Trouble("write", str(self.path), str(error))
            return False
        return True


_APPEND = "INSERT OR REPLACE INTO actions VALUES (?, ?, ?)"
_EMPTY: tuple[_Statement, ...] = tuple((f"DELETE FROM {table}", ()) for table in ("unfinished", "actions", "clock"))
_PRUNE = "DELETE FROM results WHERE id NOT IN (SELECT id FROM results ORDER BY id DESC LIMIT ?)"


def _joining(record: Record) -> _Statement:
    finished = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return "INSERT INTO results (finished, record) VALUES (?, ?)", (finished, record.to_json())


def _joined(head: Any, rows: list[Any]) -> Record:
    """The record of the table rows. Raises RecordError."""
    if [row[0] for row in rows] != list(range(len(rows))):
        raise RecordError("an action is missing")
    if not isinstance(head, str) or any(type(text) is not str or type(time_ms) is not int for _, text, time_ms in rows):
        raise RecordError("a value is of the wrong type")
    record = record_from_json(head, "unfinished game")
    return replace(record, actions=tuple(row[1] for row in rows), times=tuple(row[2] for row in rows))
