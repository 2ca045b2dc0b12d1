"""The store's tables: what they are, how an older store becomes one of today, and what rows are trusted.

Each row carries a checksum of all its values. A store says its schema twice, in SQLite's `user_version` and in the
table `meta`; every later schema must keep that table, or a flipped bit could not be told from a newer program.
"""

from __future__ import annotations

import json
import logging
import math
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Any

from game.core.record import Record, record_from_json
from game.core.rules import RecordError, Timer
from game.core.safe_json import read_json

VERSION = 2
Statement = tuple[str, Sequence[Any]]
_log = logging.getLogger(__name__)

TABLES = {
    "meta": "CREATE TABLE meta (schema INTEGER NOT NULL)",
    "settings": "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID",
    "slots": (
        "CREATE TABLE slots (game TEXT PRIMARY KEY, number INTEGER NOT NULL, record TEXT NOT NULL, "
        "crc INTEGER NOT NULL) WITHOUT ROWID"
    ),
    "actions": (
        "CREATE TABLE actions (game TEXT, ply INTEGER, text TEXT NOT NULL, time_ms INTEGER NOT NULL, "
        "crc INTEGER NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID"
    ),
    "clocks": (
        "CREATE TABLE clocks (game TEXT PRIMARY KEY, timer TEXT NOT NULL, seconds REAL NOT NULL, "
        "crc INTEGER NOT NULL) WITHOUT ROWID"
    ),
    "results": (
        "CREATE TABLE results (id INTEGER PRIMARY KEY, finished TEXT NOT NULL, record TEXT NOT NULL, "
        "why TEXT NOT NULL, crc INTEGER NOT NULL)"
    ),
}
SET_VERSION = (f"PRAGMA user_version = {VERSION}", "DELETE FROM meta", f"INSERT INTO meta VALUES ({VERSION})")
_COLUMNS_OF_1 = {
    "settings": ["key", "value"],
    "unfinished": ["id", "record"],
    "actions": ["ply", "text", "time_ms"],
    "clock": ["id", "timer", "seconds"],
    "results": ["id", "finished", "record"],
}
_SLOT_TABLES = ("slots", "actions", "clocks")


class StoreError(Exception):
    """Why a file cannot serve as the store; the message is fit for a person."""


class DamagedError(StoreError):
    """Not a database, failing its integrity check, or not of the store's tables."""


class NewerError(StoreError):
    """Written by a later version of the program."""


@dataclass(slots=True)
class Slot:
    """The unfinished game of one title. `number` is higher the later it was begun or taken up again."""

    number: int
    head: Record  # without its actions and times
    actions: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    clock: Timer | None = None
    is_sound: bool = False  # whether its actions were played through since the start

    def record(self) -> Record:
        """The whole game."""
        return replace(self.head, actions=tuple(self.actions), times=tuple(self.times))


@dataclass(slots=True)
class Row:
    """A game of the shelf as it is stored; `why` says what is wrong with one that was put there as damaged."""

    id: int
    finished: str
    text: str
    why: str = ""


@dataclass(slots=True)
class Content:
    """All that a store holds. Where `is_repaired`, rows that could not be used were left out and the file is to be
    written anew; `rejected` says what was wrong with unfinished games that went to the shelf as damaged."""

    settings: dict[str, Any] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    is_repaired: bool = False


def checksum(*values: Any) -> int:
    """The checksum of a row of these values."""
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogateescape"))


def now() -> str:
    """The present moment in ISO 8601 with its time zone."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


# Writing


def put_setting(key: str, text: str) -> Statement:
    """Keep the JSON text of a setting."""
    return _insertion("settings", key, text)


def put_clock(game: str, clock: Timer) -> Statement:
    """Keep the running clock of an unfinished game."""
    return _insertion("clocks", game, clock.id, float(clock.seconds))


def put_action(game: str, ply: int, text: str, time_ms: int) -> Statement:
    """Keep one action of an unfinished game."""
    return _insertion("actions", game, ply, text, time_ms)


def put_row(row: Row) -> Statement:
    """Keep a game on the shelf."""
    return _insertion("results", row.id, row.finished, row.text, row.why)


def put_slot(slot: Slot) -> list[Statement]:
    """Keep an unfinished game as it stands in place of another of its title."""
    game = slot.head.game
    found = drop_slot(game)
    found.append(_insertion("slots", game, slot.number, slot.head.to_json()))
    plies = enumerate(zip(slot.actions, slot.times, strict=True))
    found += [put_action(game, ply, text, time_ms) for ply, (text, time_ms) in plies]
    return [*found, put_clock(game, slot.clock)] if slot.clock else found


def drop_slot(game: str) -> list[Statement]:
    """Keep no unfinished game of this title."""
    return [(f"DELETE FROM {table} WHERE game = ?", (game,)) for table in _SLOT_TABLES]


def everything(content: Content) -> list[Statement]:
    """Make a store hold exactly `content`."""
    found: list[Statement] = [(f"DELETE FROM {table}", ()) for table in ("settings", *_SLOT_TABLES, "results")]
    found += [put_setting(key, json.dumps(value)) for key, value in content.settings.items()]
    for slot in content.slots.values():
        found += put_slot(slot)
    return found + [put_row(row) for row in content.rows]


def _insertion(table: str, *values: Any) -> Statement:
    marks = ", ".join("?" * (len(values) + 1))
    kept = [_clean(value) if isinstance(value, str) else value for value in values]
    return f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*kept, checksum(*kept))


def _clean(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 holds."""
    return text.encode("utf-8", "replace").decode("utf-8")


# Reading


def version_of(database: sqlite3.Connection) -> int:
    """The schema of a store. Raises NewerError or DamagedError.

    The tables decide. It takes both numbers to make it a newer one: one of them alone is a flipped bit.
    """
    found = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    header = database.execute("PRAGMA user_version").fetchone()[0]
    stated = [row[0] for row in database.execute("SELECT schema FROM meta")] if "meta" in found else []
    if header > VERSION and stated == [header]:
        raise NewerError(f"format {header}, this program knows {VERSION}")
    if found == TABLES:
        return VERSION
    if "meta" not in found and all(_columns(database, table) == names for table, names in _COLUMNS_OF_1.items()):
        return 1
    raise DamagedError(f"its tables are {', '.join(sorted(found)) or 'none'}, format {header}")


def _columns(database: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def load(database: sqlite3.Connection) -> Content:
    """What a store of this schema holds, without what has a wrong checksum or is no value at all."""
    content = Content(rows=_rows(database))
    for key, text, crc in database.execute("SELECT key, value, crc FROM settings"):
        try:
            if crc != checksum(key, text):
                raise ValueError("its checksum is wrong")
            content.settings[key] = read_json(text)
        except ValueError as error:
            _log.warning("the stored setting %a is damaged (%s): it takes its default", key, error)
            content.is_repaired = True
    heads = {game: (number, text, crc) for game, number, text, crc in database.execute("SELECT * FROM slots")}
    actions: dict[Any, list[Any]] = {}
    for game, *rest in database.execute("SELECT * FROM actions ORDER BY game, ply"):
        actions.setdefault(game, []).append(rest)
    clocks = {game: rest for game, *rest in database.execute("SELECT * FROM clocks")}
    for game in {**heads, **actions}:
        _take_slot(content, game, heads.get(game), actions.get(game, []), clocks.get(game))
    return content


def _rows(database: sqlite3.Connection) -> list[Row]:
    """The shelf, oldest first."""
    rows = []
    for id, finished, text, why, crc in database.execute("SELECT * FROM results ORDER BY id"):
        if crc != checksum(id, finished, text, why):
            why = "its checksum is wrong"
        rows.append(Row(id, str(finished), str(text), str(why)))
    return rows


def _take_slot(content: Content, game: Any, head: Any, actions: list[Any], clock: Any) -> None:
    """Read an unfinished game, or put it on the shelf as damaged."""
    try:
        content.slots[game] = _slot(game, head, actions)
        content.slots[game].clock = _clock(game, clock)
    except RecordError as error:
        raw = json.dumps({"game": game, "record": head and head[1], "actions": actions, "clock": clock}, default=str)
        content.rows.append(Row(next_id(content.rows), now(), raw, str(error)))
        content.rejected.append(str(error))
        content.is_repaired = True


def _slot(game: Any, head: Any, actions: list[Any]) -> Slot:
    if head is None:
        raise RecordError("unfinished game: its first row is missing")
    if head[2] != checksum(game, *head[:2]):
        raise RecordError("unfinished game: the checksum of its first row is wrong")
    if [row[0] for row in actions] != list(range(len(actions))):
        raise RecordError("unfinished game: an action is missing")
    for ply, text, time_ms, crc in actions:
        if crc != checksum(game, ply, text, time_ms) or type(text) is not str or type(time_ms) is not int:
            raise RecordError(f"unfinished game: the checksum of action {ply} is wrong")
    record = record_from_json(str(head[1]), "unfinished game")
    if record.game != game or record.actions or record.result is not None or type(head[0]) is not int:
        raise RecordError(f"unfinished game: its first row is not that of a game of {game!a}")
    return Slot(head[0], record, [row[1] for row in actions], [row[2] for row in actions])


def _clock(game: str, found: Any) -> Timer | None:
    """The clock of an unfinished game, or none where it cannot be one: then it starts anew."""
    if found is None:
        return None
    timer, seconds, crc = found
    if crc == checksum(game, timer, seconds) and isinstance(seconds, float) and math.isfinite(seconds) and seconds >= 0:
        return Timer(str(timer), seconds)
    _log.warning("the stored clock of %a is damaged: it starts anew", game)
    return None


def next_id(rows: Sequence[Row]) -> int:
    """The number of the next game on the shelf."""
    return max((row.id for row in rows), default=0) + 1


# Making and migrating


def make(database: sqlite3.Connection) -> None:
    """Make the tables in an empty database, in the caller's transaction."""
    for sql in (*TABLES.values(), *SET_VERSION):
        database.execute(sql)


def migrate(database: sqlite3.Connection) -> None:
    """Make a store of schema 1 one of today, in the caller's transaction. No row is lost: what cannot be read goes
    to the shelf as damaged when it is loaded."""
    settings = database.execute("SELECT key, value FROM settings").fetchall()
    results = database.execute("SELECT id, finished, record FROM results").fetchall()
    heads = database.execute("SELECT record FROM unfinished").fetchall()
    actions = database.execute("SELECT ply, text, time_ms FROM actions ORDER BY ply").fetchall()
    clocks = database.execute("SELECT timer, seconds FROM clock").fetchall()
    for table in _COLUMNS_OF_1:
        database.execute(f"DROP TABLE {table}")
    make(database)
    found = [_insertion("settings", str(key), str(value)) for key, value in settings]
    found += [_insertion("results", id, str(finished), str(text), "") for id, finished, text in results]
    for (head,) in heads:
        game = _game_of(head)
        found.append(_insertion("slots", game, 1, str(head)))
        found += [_insertion("actions", game, *row) for row in actions]
        found += [_insertion("clocks", game, *row) for row in clocks]
    _run(database, found)


def _game_of(head: Any) -> str:
    try:
        return record_from_json(str(head)).game
    except RecordError:
        return ""


def _run(database: sqlite3.Connection, statements: Iterable[Statement]) -> None:
    for sql, values in statements:
        database.execute(sql, values)
