"""Creates the store's tables, and migrates older schemas to the present one."""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from game.core.decode import decode_or, read_json
from game.core.record import record_from_json
from game.core.rules import RecordError
from game.core.times import read_day
from game.core.values import DAMAGED
from game.puzzles.puzzle import MOST_STARS
from game.puzzles.results import MOST_DAYS, from_values, to_values
from game.registry import GAMES
from game.storage.audits import TABLES as AUDIT_TABLES
from game.storage.figures import TABLES as STATISTICS_TABLES
from game.storage.profiles import Profiles
from game.storage.rows import TABLES as REVIEW_TABLES
from game.storage.rows import checksum, insertion
from game.storage.schema import (
    SET_VERSION,
    TABLES,
    VERSION,
    DamagedError,
    NewerError,
    load_before_statistics,
    put_setting,
)
from game.storage.statistics import Statistics

_COLUMNS_OF_1 = {
    "settings": ["key", "value"],
    "unfinished": ["id", "record"],
    "actions": ["ply", "text", "time_ms"],
    "clock": ["id", "timer", "seconds"],
    "results": ["id", "finished", "record"],
}
_NEW = {
    3: ("profiles",),
    4: tuple(STATISTICS_TABLES),
    5: tuple(AUDIT_TABLES),
    6: tuple(REVIEW_TABLES),
}  # the new tables, by the schema that introduced them
_log = logging.getLogger(__name__)
_FIRST_WITH_STATISTICS = 4
_FIRST_WITH_ONE_CALENDAR = 7
_LATEST_DAY, _DAYS, _RESULTS = "daily.robots", "daily.robots.days", "puzzles.0.robots"


def version_of(database: sqlite3.Connection) -> int:
    """Find out a store's schema from its tables. Raises NewerError or DamagedError.

    The schema's number is stored in two places. If both have the same newer number, the schema is newer. If only one
    has a newer number, that number is wrong.
    """
    found = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    header = database.execute("PRAGMA user_version").fetchone()[0]
    stated = [row[0] for row in database.execute("SELECT schema FROM meta")] if "meta" in found else []
    if header > VERSION and stated == [header]:
        raise NewerError(f"format {header}, this program knows {VERSION}")
    if found == TABLES:  # the previous schema has the same tables, so the number decides
        numbers = (number for number in (*stated, header) if number in (_FIRST_WITH_ONE_CALENDAR - 1, VERSION))
        return next(numbers, VERSION)
    for version in (5, 4, 3, 2):
        if found == _tables_of(version):
            return version
    if "meta" not in found and all(_columns(database, table) == names for table, names in _COLUMNS_OF_1.items()):
        return 1
    raise DamagedError(f"its tables are {', '.join(sorted(found)) or 'none'}, format {header}")


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Migrate a store from the earlier schema `version`, in the caller's transaction.

    No row is lost: when games are loaded, unreadable ones are kept as damaged.
    """
    if version == 1:
        _to_2(database)
    for schema, tables in _NEW.items():
        if schema > version:
            for table in tables:
                database.execute(TABLES[table])
    if version < _FIRST_WITH_STATISTICS:
        _count_shelf(database)
    if version < _FIRST_WITH_ONE_CALENDAR:
        _join_calendars(database)
    for sql in SET_VERSION:
        database.execute(sql)


def _tables_of(version: int) -> dict[str, str]:
    later = {table for schema, tables in _NEW.items() if schema > version for table in tables}
    return {table: sql for table, sql in TABLES.items() if table not in later}


def _count_shelf(database: sqlite3.Connection) -> None:
    """Compute the statistics from the playable games on the shelf."""
    content = load_before_statistics(database)
    profiles = Profiles(content.profiles, lambda entries: False)
    statistics = Statistics({}, (), GAMES)
    for row in content.rows:
        with contextlib.suppress(RecordError):  # the list of games will report the error
            record = record_from_json(row.text if not row.why else "")
            for sql, values in statistics.count(record, profiles.find):
                database.execute(sql, values)


def _join_calendars(database: sqlite3.Connection) -> None:
    """Convert Hyper Robots' old calendar of puzzles of the day to the house's results.

    The old calendar was two settings: the latest day with its streak and stars, and the stars of each day. Days of the
    streak that have no stars count as solved. If a day has two results, the better one stays.

    What cannot be read of the three settings is kept under other keys, as `Values.set_aside` does.
    """
    settings, texts = {}, {}
    for key, text, crc in database.execute("SELECT key, value, crc FROM settings"):
        texts[key] = str(text)
        with contextlib.suppress(ValueError):
            if crc == checksum(key, text):
                settings[key] = read_json(text)
    latest, row, stars = decode_or(tuple[str, int, int], settings.get(_LATEST_DAY), ("", 0, 0))
    solved: dict[date, int] = {}
    for text, count in [*_object(settings.get(_DAYS)).items(), (latest, stars)]:
        with contextlib.suppress(ValueError):
            if type(count) is int and count > 0:
                solved[read_day(text)] = min(MOST_STARS, count)
    with contextlib.suppress(ValueError, OverflowError):  # not a day, or before the calendar's first day
        for back in range(min(row, MOST_DAYS)):
            solved.setdefault(read_day(latest) - timedelta(days=back), 1)
    results = _object(settings.get(_RESULTS))
    for day, count in solved.items():
        before = from_values(results.get(day.isoformat()))
        after = replace(before, stars=max(count, before.stars), solved=before.solved or day, in_row=True)
        results[day.isoformat()] = to_values(after)
    kinds: dict[str, Any] = {_LATEST_DAY: tuple[str, int, int], _DAYS: dict[str, int], _RESULTS: dict[str, object]}
    for key, kind in kinds.items():
        if key in texts and decode_or(kind, settings.get(key), None) is None:
            _log.warning("%s in the store cannot be read. It is kept as %s%s", key, key, DAMAGED)
            database.execute(*put_setting(f"{key}{DAMAGED}", json.dumps(texts[key])))
    if solved:
        database.execute(*put_setting(_RESULTS, json.dumps(results)))
    database.execute("DELETE FROM settings WHERE key IN (?, ?)", (_LATEST_DAY, _DAYS))


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _to_2(database: sqlite3.Connection) -> None:
    settings = database.execute("SELECT key, value FROM settings").fetchall()
    results = database.execute("SELECT id, finished, record FROM results").fetchall()
    heads = database.execute("SELECT record FROM unfinished").fetchall()
    actions = database.execute("SELECT ply, text, time_ms FROM actions ORDER BY ply").fetchall()
    clocks = database.execute("SELECT timer, seconds FROM clock").fetchall()
    for table in _COLUMNS_OF_1:
        database.execute(f"DROP TABLE {table}")
    for sql in _tables_of(2).values():
        database.execute(sql)
    found = [insertion("settings", str(key), str(value)) for key, value in settings]
    found += [insertion("results", id, str(finished), str(text), "") for id, finished, text in results]
    for (head,) in heads:
        game = _game_of(head)
        found.append(insertion("slots", game, 1, str(head)))
        found += [insertion("actions", game, *row) for row in actions]
        found += [insertion("clocks", game, *row) for row in clocks]
    for statement, values in found:
        database.execute(statement, values)


def _columns(database: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def _game_of(head: object) -> str:
    try:
        return record_from_json(str(head)).game
    except RecordError:
        return ""
