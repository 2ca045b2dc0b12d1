"""The store's tables: statements that write them, and loading with checks.

Each row has a checksum of all its values. The schema's number is stored twice, in SQLite's `user_version` and in the
table `meta`, so that a flipped bit is not taken for a newer program. Later schemas must keep that table.
"""

from __future__ import annotations

import json
import logging
import math
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Any

from game.core.decode import read_json
from game.core.record import Record, record_from_json
from game.core.rules import RecordError, Timer
from game.match_setup import clean_name
from game.storage.audits import TABLES as AUDIT_TABLES
from game.storage.audits import HourCount, Incident, hour_in, incident_in, put_hour, put_incident
from game.storage.figures import HOUSE, Figures, Key, figures_in, for_owners, put_counted, put_figures
from game.storage.figures import TABLES as STATISTICS_TABLES
from game.storage.profiles import LAST_ID, Entry, Profile, Profiles, RemovedProfile, name_key
from game.storage.rows import TABLES as REVIEW_TABLES
from game.storage.rows import DamagedRow, SoundRows, Statement, damaged_row, insertion, put_review, text_in
from game.storage.rows import checksum as checksum

VERSION = 7
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
    "profiles": (
        "CREATE TABLE profiles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, used INTEGER NOT NULL, "
        "shown TEXT NOT NULL, heir INTEGER NOT NULL, crc INTEGER NOT NULL)"
    ),
    **STATISTICS_TABLES,
    **AUDIT_TABLES,
    **REVIEW_TABLES,
}
SET_VERSION = (f"PRAGMA user_version = {VERSION}", "DELETE FROM meta", f"INSERT INTO meta VALUES ({VERSION})")
_SLOT_TABLES = ("slots", "actions", "clocks")
_ALL_TABLES = ("settings", *_SLOT_TABLES, "results", "profiles", *STATISTICS_TABLES, *AUDIT_TABLES, *REVIEW_TABLES)
_LATEST_USE = 2**53  # a greater value of `used` counts as damage


class StoreError(Exception):
    """A file that cannot be the store. The message is for a person to read."""


class DamagedError(StoreError):
    """A file that is no database, fails its integrity check, or does not have the store's tables."""


class NewerError(StoreError):
    """A file of a later version of the program."""


@dataclass(slots=True)
class Slot:
    """The unfinished game of one title. The game begun or resumed last has the greatest `number`."""

    number: int
    head: Record  # without actions and times
    actions: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    clock: Timer | None = None
    is_sound: bool = False  # whether all its actions were checked in this run

    def record(self) -> Record:
        """The whole game."""
        return replace(self.head, actions=tuple(self.actions), times=tuple(self.times))


@dataclass(slots=True)
class ShelfRow:
    """A stored game in its row. If it was stored as damaged, `why` describes the damage."""

    id: int
    finished: str
    text: str
    why: str = ""


@dataclass(slots=True)
class Content:
    """The content of a store. `rejected` has the errors of unfinished games that are now kept as damaged.

    `damaged` has the rows left out, for `Values.set_aside`. `is_repaired` says that the file must be rewritten.
    """

    settings: dict[str, object] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    rows: list[ShelfRow] = field(default_factory=list)
    profiles: dict[int, Entry] = field(default_factory=dict)
    figures: dict[Key, Figures] = field(default_factory=dict)
    counted: Collection[str] = ()
    hours: Collection[HourCount] = ()
    incidents: dict[int, Incident] = field(default_factory=dict)
    reviews: dict[int, str] = field(default_factory=dict)
    rejected: list[str] = field(default_factory=list)
    damaged: list[DamagedRow] = field(default_factory=list)
    is_repaired: bool = False


def now() -> str:
    """Return the present moment in ISO 8601 with its time zone."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


# Writing


def put_setting(key: str, text: str) -> Statement:
    """Return the statement that stores the JSON text of a setting."""
    return insertion("settings", key, text)


def put_clock(game: str, clock: Timer) -> Statement:
    """Return the statement that stores the running clock of an unfinished game."""
    return insertion("clocks", game, clock.id, float(clock.seconds))


def put_action(game: str, ply: int, text: str, time_ms: int) -> Statement:
    """Return the statement that stores one action of an unfinished game."""
    return insertion("actions", game, ply, text, time_ms)


def put_row(row: ShelfRow) -> Statement:
    """Return the statement that stores a game on the shelf."""
    return insertion("results", row.id, row.finished, row.text, row.why)


def put_profile(entry: Entry) -> Statement:
    """Return the statement that stores a profile, or the removal of one."""
    if isinstance(entry, RemovedProfile):
        return insertion("profiles", entry.id, "", 0, "[]", entry.heir)
    return insertion("profiles", entry.id, entry.name, entry.used, json.dumps(sorted(entry.shown)), 0)


def put_slot(slot: Slot) -> list[Statement]:
    """Return the statements that store an unfinished game. They delete the stored one of the same title first."""
    game = slot.head.game
    found = drop_slot(game)
    found.append(insertion("slots", game, slot.number, slot.head.to_json()))
    plies = enumerate(zip(slot.actions, slot.times, strict=True))
    found += [put_action(game, ply, text, time_ms) for ply, (text, time_ms) in plies]
    return [*found, put_clock(game, slot.clock)] if slot.clock else found


def drop_slot(game: str) -> list[Statement]:
    """Return the statements that delete the unfinished game of this title."""
    return [(f"DELETE FROM {table} WHERE game = ?", (game,)) for table in _SLOT_TABLES]


def replace_content(content: Content) -> list[Statement]:
    """Return the statements that replace the whole content of a store."""
    found: list[Statement] = [(f"DELETE FROM {table}", ()) for table in _ALL_TABLES]
    found += [put_setting(key, json.dumps(value)) for key, value in content.settings.items()]
    for slot in content.slots.values():
        found += put_slot(slot)
    found += [put_row(row) for row in content.rows]
    found += [put_profile(entry) for entry in content.profiles.values()]
    found += [put_figures(key, figures) for key, figures in content.figures.items()]
    found += [put_counted(identifier) for identifier in content.counted]
    found += [put_hour(count) for count in content.hours]
    found += [put_incident(id, incident) for id, incident in content.incidents.items()]
    return found + [put_review(id, text) for id, text in content.reviews.items()]


# Reading


def load(database: sqlite3.Connection) -> Content:
    """Return the content of a store of this schema. Rows that have wrong checksums or missing values are apart."""
    content = load_before_statistics(database)
    rows = SoundRows(database)
    _take_statistics(content, rows)
    content.hours = rows.of("hours", hour_in)
    content.incidents = dict(rows.of("incidents", incident_in))
    content.settings = dict(rows.of("settings", lambda key, text: (text_in(key), read_json(text_in(text)))))
    clocks = dict(rows.of("clocks", _clock))  # without its row, a clock starts from its full time
    content.damaged += rows.damaged
    reviews = SoundRows(database)  # a damaged one is dropped, since it can be made again
    content.reviews = dict(reviews.of("reviews", lambda id, text: (id, text_in(text))))
    content.is_repaired |= bool(reviews.damaged)
    heads = {game: (number, text, crc) for game, number, text, crc in database.execute("SELECT * FROM slots")}
    actions: dict[object, list[object]] = {}
    for game, *rest in database.execute("SELECT * FROM actions ORDER BY game, ply"):
        actions.setdefault(game, []).append(rest)
    for game in {**heads, **actions}:
        _take_slot(content, game, heads.get(game), actions.get(game, []), clocks.get(game))
    content.is_repaired |= bool(content.damaged)
    return content


def load_before_statistics(database: sqlite3.Connection) -> Content:
    """Load the shelf and the profiles only, to compute statistics."""
    content = Content(rows=_rows(database))
    _take_profiles(content, database)
    return content


def _take_statistics(content: Content, rows: SoundRows) -> None:
    """Read the statistics. Those of a merged profile go to its heir, those of a deleted profile are dropped.

    Those of a profile that is missing or damaged count as damaged.
    """
    found = dict(rows.of("statistics", figures_in))
    profiles = Profiles(content.profiles, lambda entries: False)
    owners = {id: owner.id for id, _ in found if (owner := profiles.by_id(id))}
    lost = {row.key for row in content.damaged}
    for (id, game), figures in found.items():
        if id != HOUSE and (id not in content.profiles or f"profiles.{id}" in lost):
            _, values = put_figures((id, game), figures)
            content.damaged.append(damaged_row("statistics", values[:-1], "its profile is missing"))
    content.figures = for_owners(found, owners)
    content.counted = rows.of("counted", text_in)
    content.is_repaired |= content.figures != found


def _take_profiles(content: Content, database: sqlite3.Connection) -> None:
    """Read the profiles. The id of a damaged profile is remembered, so that it is not used again."""
    owners: dict[str, Profile] = {}
    for row in database.execute("SELECT * FROM profiles ORDER BY id"):
        id = row[0]
        try:
            entry = _profile(*row)
        except ValueError as error:
            content.damaged.append(damaged_row("profiles", row[:-1], error))
            if not 1 <= id <= LAST_ID:
                continue
            entry = RemovedProfile(id)
        if isinstance(entry, Profile):
            owner = owners.setdefault(name_key(entry.name), entry)
            if owner is not entry:  # two names may become equal when Python's Unicode tables change
                _log.warning("the stored profiles %d and %d have one name: they are merged", owner.id, id)
                content.is_repaired = True
                both = replace(owner, shown=owner.shown | entry.shown, used=max(owner.used, entry.used))
                owners[name_key(entry.name)] = content.profiles[owner.id] = both
                entry = RemovedProfile(id, owner.id)
        content.profiles[id] = entry


def _profile(id: int, name: object, used: object, shown: object, heir: object, crc: object) -> Entry:
    """Read the entry in a row. Raises ValueError."""
    if crc != checksum(id, name, used, shown, heir):
        raise ValueError("its checksum is wrong")
    if not (1 <= id <= LAST_ID and type(name) is str and type(used) is int and type(heir) is int):
        raise ValueError("its values are none of a profile's")
    if not name:
        return RemovedProfile(id, heir if 1 <= heir <= LAST_ID else 0)
    games = read_json(str(shown))
    if not clean_name(name) or used < 0 or type(games) is not list or not all(type(game) is str for game in games):
        raise ValueError("its values are none of a profile's")
    return Profile(id, clean_name(name), frozenset(games), min(used, _LATEST_USE))


def _rows(database: sqlite3.Connection) -> list[ShelfRow]:
    """Return the shelf's rows, the oldest first."""
    rows = []
    for id, finished, text, why, crc in database.execute("SELECT * FROM results ORDER BY id"):
        if crc != checksum(id, finished, text, why):
            why = "its checksum is wrong"
        rows.append(ShelfRow(id, str(finished), str(text), str(why)))
    return rows


def _take_slot(content: Content, game: Any, head: Any, actions: list[Any], clock: Timer | None) -> None:
    """Read an unfinished game, or put it on the shelf as damaged."""
    try:
        content.slots[game] = _slot(game, head, actions)
        content.slots[game].clock = clock
    except RecordError as error:
        left = clock and (clock.id, clock.seconds)
        raw = json.dumps({"game": game, "record": head and head[1], "actions": actions, "clock": left}, default=str)
        content.rows.append(ShelfRow(next_id(content.rows), now(), raw, str(error)))
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


def _clock(game: object, timer: object, seconds: object) -> tuple[object, Timer]:
    """Read the clock of an unfinished game. Raises ValueError."""
    if not (isinstance(seconds, float) and math.isfinite(seconds) and seconds >= 0):
        raise ValueError("it has no time")
    return game, Timer(text_in(timer), seconds)


def next_id(rows: Sequence[ShelfRow]) -> int:
    """Return the number of the next game on the shelf."""
    return max((row.id for row in rows), default=0) + 1
