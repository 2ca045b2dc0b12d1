"""The store, one SQLite file: settings, unfinished games, the shelf, profiles, statistics, audits.

Everything is in memory for reading. A thread writes the changes to the file in order (`writer`). No error stops play. A
damaged file is renamed. A file that cannot be written is only read, until it can be written again. `Store.trouble`
describes the error.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.core.incremental import Incremental
from game.core.record import Record
from game.core.rules import RecordError, Timer
from game.core.values import Values
from game.platforms.locks import FileLock
from game.registry import GAMES
from game.storage import database, schema
from game.storage.audits import Audits
from game.storage.database import HeldError as HeldError
from game.storage.database import StoreTrouble, prune_parts
from game.storage.profiles import Entry, Profiles
from game.storage.rows import Statement, drop_review, put_review
from game.storage.schema import Content, Slot
from game.storage.shelf import LEAST_SIZE, MOST_SIZE, MOST_TEXT, SIZE, DamagedGame, Shelf, Slots
from game.storage.shelf import ArchivedGame as Archived
from game.storage.writer import Writer

if TYPE_CHECKING:
    from game.core.spec import GameSpec
    from game.storage.statistics import Statistics


# Seconds for which play waits for a write. A longer write goes on in the background.
PATIENCE = 0.05
_SHELF_SIZE = "shelf.size"  # the key of the setting
LAST_PATIENCE = 2.0  # seconds to wait for the write of a result, and for all writes when the store closes
LOOK_SECONDS = 0.2  # while `wait` waits, seconds between two checks whether the file is lost
_log = logging.getLogger(__name__)


class Store(Values):
    """Settings, unfinished games, the shelf, `profiles`, `statistics` and `audits`.

    Every write returns whether it is already on the disk. If `is_guest` is true, another running program holds the
    store, and nothing of this run is saved.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        path: Path,
        trouble: StoreTrouble | None = None,
        games: Mapping[str, GameSpec] = GAMES,
    ) -> None:
        """Make a store in memory with the content of `database`. `open` returns one that is saved in `path`."""
        super().__init__()
        content = schema.load(database)
        self.path = path
        self.trouble = trouble
        self.is_guest = False
        self._games = games
        self.writer: Writer | None = None
        self._settings = content.settings
        for row in content.damaged:
            self.set_aside(*row)
        self._slots = Slots(content.slots)
        # If the size cannot be read, no game on the shelf may be one too many.
        size = self.read(_SHELF_SIZE, _read_size, min(MOST_SIZE, max(SIZE, len(content.rows))))
        self._shelf = Shelf(content.rows, games, size)
        self.profiles = Profiles(content.profiles, self._keep_profiles)
        self._counted = content.figures, content.counted
        self.audits = Audits(content.hours, content.incidents, self._write)
        self._reviews = {id: text for id, text in content.reviews.items() if any(row.id == id for row in content.rows)}
        self._is_repaired = content.is_repaired or bool(self._unread)
        self._is_kept = True  # False if the file must not be written: it is of a newer version, or cannot be read
        self._lock: FileLock | None = None
        if content.rejected and trouble is None:
            self.trouble = StoreTrouble("unreadable", str(path), content.rejected[0])

    @classmethod
    def open(
        cls, path: Path, games: Mapping[str, GameSpec] = GAMES, connect: database.Connect = database.connect
    ) -> Store:
        """Open the store in the file `path` with `connect`, or the best substitute, and hold it for this process.

        Raises HeldError if another process holds it. A bad file raises nothing.
        """
        lock = database.lock(path)
        prune_parts(path)
        source = database.find(path, connect)
        store = cls(source.database, path, source.trouble, games)
        store._lock = lock
        store._is_kept = source.is_kept
        if source.is_kept:
            store.writer = Writer(path, source.database if source.is_file else None, store._tell, connect)
            if source.is_file and not store._is_repaired:
                store.writer.found(store._slots.plies())
            else:
                store.writer.put_all(store._everything(), store._slots.plies())
        return store

    @classmethod
    def open_as_guest(cls, path: Path, games: Mapping[str, GameSpec] = GAMES) -> Store:
        """Read the present content of the store in `path`, which another running program holds. Nothing is written."""
        source = database.find_as_guest(path)
        store = cls(source.database, path, source.trouble, games)
        store.is_guest = True
        return store

    @cached_property
    def statistics(self) -> Statistics:
        """The statistics of the house, made when first used."""
        from game.storage.statistics import Statistics

        return Statistics(*self._counted, self._games)

    # Status

    @property
    def is_lagging(self) -> bool:
        """Whether some change is not on the disk yet."""
        return self.writer is not None and self.writer.is_lagging

    @property
    def is_failing(self) -> bool:
        """Whether saving fails, for now or for this run."""
        return not self._is_kept or (self.writer is not None and self.writer.is_failing)

    def wait(self, seconds: float) -> bool:
        """Wait until all is on the disk, at most `seconds`. Returns whether it is."""
        end = time.monotonic() + seconds
        while self.writer is not None and self.writer.is_lagging:
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._settle(self.writer)
            self.writer.wait_for_all(min(left, LOOK_SECONDS))
        return self.writer is not None

    def close(self) -> bool:
        """Write all waiting changes within LAST_PATIENCE, then close the file. Returns whether all is on the disk.

        The store must not be used afterwards.
        """
        self.wait(LAST_PATIENCE)
        done = self.writer.close(0.0) if self.writer else False
        if self._lock and not (self.writer and self.writer.is_running):
            self._lock.release()
        return done

    # Settings

    def get(self, key: str, default: object = None) -> Any:
        """Return the setting `key`, or `default`."""
        return self._settings.get(key, default)

    def set(self, key: str, value: object) -> bool:
        """Save `value` (JSON values only) as the setting `key`."""
        text = json.dumps(value)
        self._settings[key] = json.loads(text)
        return self._write([schema.put_setting(key, text)])

    # Unfinished games

    def begin(self, record: Record) -> bool:
        """Save `record` as the unfinished game of its title.

        An earlier state of the same game is replaced. Another game of that title is put on the shelf as unfinished.
        """
        left, statements = self._slots.begin(record)
        before = [] if left is None else self._put_away(left)
        return self._write([*before, *statements], {record.game: len(record.actions)})

    def append(self, game: str, ply: int, text: str, time_ms: int) -> bool:
        """Save the unfinished game's action number `ply`, which took `time_ms` milliseconds.

        Raises KeyError if this title has no unfinished game, ValueError if `ply` is not the next one.
        """
        return self._write(self._slots.append(game, ply, text, time_ms), {game: ply + 1})

    def truncate(self, game: str, ply: int) -> bool:
        """Keep only the first `ply` actions of the unfinished game. Raises KeyError if there is none."""
        return self._write(self._slots.truncate(game, ply), {game: ply})

    def save_clock(self, game: str, timer_id: str, seconds_left: float) -> bool:
        """Save the time left on the running clock of an unfinished game, if there is one."""
        if game not in self._slots.all:
            return False
        return self._write(self._slots.set_clock(game, Timer(timer_id, seconds_left)))

    def saved_clock(self, game: str | None = None) -> Timer | None:
        """Return the saved clock of this title's unfinished game; if the title is None, of the latest one."""
        slot = self._slots.get(game)
        return slot.clock if slot else None

    def length(self, game: str) -> int | None:
        """Return the number of actions of this title's unfinished game, or None."""
        slot = self._slots.get(game)
        return len(slot.actions) if slot else None

    def holds(self, record: Record) -> bool:
        """Return whether `record` is the present state of its title's unfinished game."""
        return self._slots.holds(record)

    def unfinished(self, game: str | None = None) -> Record | None:
        """Return the unfinished game of this title; if the title is None, the latest of all. None if there is none.

        Its actions are checked first. An unplayable game is put on the shelf as damaged, and reported as trouble.
        """
        slot = self._slots.get(game)
        if slot is None:
            return None
        record = slot.record()
        if not slot.is_sound:
            from game.records.validation import playable

            try:
                record = playable(record, self._games, "unfinished game")
                slot.is_sound = True
            except RecordError as error:
                self.reject_unfinished(str(error), record.game)
                return None if game else self.unfinished()
        return record

    def unfinished_games(self) -> list[Record]:
        """Return all unfinished games, the latest first."""
        return [record for record in map(self.unfinished, self._slots.latest_first()) if record is not None]

    def finish(self, record: Record) -> bool:
        """Put `record` with its result on the shelf, count it, and drop its title's unfinished game."""
        counting = [*self.statistics.count(record, self.profiles.find), *self._audited(record)]
        joining = self._join(record)
        thinning = self.statistics.thin(lambda: [game.record for game in self.archive()])
        return self._leave(record.game, [*joining, *counting, *thinning], LAST_PATIENCE)

    def shelve(self, game: str) -> bool:
        """Put the unfinished game of this title on the shelf as it is."""
        slot = self._slots.get(game)
        return self._leave(game, self._put_away(slot) if slot and slot.actions else [])

    def discard(self, game: str | None = None) -> bool:
        """Drop the unfinished game of this title; if the title is None, the latest of all."""
        slot = self._slots.get(game)
        return self._leave(slot.head.game, []) if slot else True

    def reject_unfinished(self, detail: str, game: str | None = None) -> None:
        """Put an unfinished game on the shelf as damaged, for the reason `detail`."""
        slot = self._slots.get(game)
        if slot is None:
            return
        self._tell(StoreTrouble("unreadable", str(self.path), detail))
        self._leave(slot.head.game, self._join(slot.record(), detail))

    # The shelf

    @property
    def shelf_size(self) -> int:
        """The number of games that the shelf keeps."""
        return self._shelf.size

    def resize_shelf(self, size: int) -> bool:
        """Set the shelf's size permanently. The oldest games beyond it are deleted when the next game is added.

        Raises ValueError outside LEAST_SIZE to MOST_SIZE.
        """
        if _read_size(size) == self._shelf.size:
            return True
        self._shelf.size = size
        self._settings[_SHELF_SIZE] = size
        return self._write([schema.put_setting(_SHELF_SIZE, str(size))])

    def results(self, limit: int = 100) -> list[Record]:
        """Return the last `limit` readable finished games, the newest first."""
        return self._shelf.newest(limit)

    def archive(self) -> list[Archived]:
        """Return the games on the shelf, the newest first, without those found damaged."""
        return self._shelf.games()

    def damaged(self) -> list[DamagedGame]:
        """Return the rows of the shelf found damaged so far, the newest first."""
        return self._shelf.damaged()

    def opening(self, id: int) -> Incremental[Archived | None]:
        """Return the shelf's game with this number; None if it is damaged or missing. Checks an action at a time."""
        return self._shelf.opening(id)

    def examine(self, seconds: float, now: Callable[[], float] = time.perf_counter) -> bool:
        """Check the actions of further games on the shelf for about `seconds`. Returns whether there are more."""
        return self._shelf.examine(seconds, now)

    def add(self, record: Record) -> Archived:
        """Put an imported game on the shelf, or return an equal game that is there already.

        The game keeps the date in its file, and never counts in statistics. Raises RecordError if `record` does not fit
        its game.
        """
        known = next((game for game in self.archive() if game.record == record), None)
        if known is None:
            self._write([*self.statistics.pass_over(record), *self._join(record, finished=record.played)])
            known = self.archive()[0]
        return known

    def take_in(self, records: Sequence[Record]) -> bool:
        """Put imported games on the shelf. Returns whether there was room for all. Imported games do not count in
        statistics.

        The shelf is enlarged for them, up to MOST_SIZE. If there is not enough room, nothing is done. Raises
        RecordError if a record does not fit its game.
        """
        size = len(self._shelf.rows) + len(records)
        letters = sum(len(row.text) for row in self._shelf.rows) + sum(len(record.to_json()) for record in records)
        if size > MOST_SIZE or letters > MOST_TEXT:
            return False
        if records and size > self._shelf.size:
            self.resize_shelf(size)
        for record in records:
            self._write([*self.statistics.pass_over(record), *self._join(record, finished=record.played)])
        return True

    def remove(self, id: int) -> bool:
        """Remove a game, or a damaged row, from the shelf."""
        self._shelf.remove(id)
        return self._write(self._removal(id))

    def review(self, record: Record) -> str | None:
        """Return the stored review of a game on the shelf; None if it has none.

        It has the form of `game.review.turning_points`.
        """
        return next((self._reviews[id] for id in self._shelf.numbers_of(record) if id in self._reviews), None)

    def keep_review(self, record: Record, text: str) -> bool:
        """Save the review of a game on the shelf. The review of any other game is not saved."""
        id = next(self._shelf.numbers_of(record), None)
        if id is None:
            return False
        self._reviews[id] = text
        return self._write([put_review(id, text)])

    # Helpers

    def _join(self, record: Record, why: str = "", finished: str | None = None) -> list[Statement]:
        """Put a record on the shelf, with `finished` as its time (by default now). Returns the statements."""
        row = self._shelf.put(record.to_json(), why, finished)
        return [schema.put_row(row), *(part for gone in self._shelf.prune() for part in self._removal(gone.id))]

    def _removal(self, id: int) -> list[Statement]:
        """Return the statements that remove a game and its review."""
        removal: Statement = ("DELETE FROM results WHERE id = ?", (id,))
        return [removal] if self._reviews.pop(id, None) is None else [removal, drop_review(id)]

    def _put_away(self, slot: Slot) -> list[Statement]:
        record = slot.record()
        return [*self._audited(record), *self._join(record)]

    def _audited(self, record: Record) -> list[Statement]:
        """Count a game that leaves the table, unless it was on the shelf before. Returns the statements."""
        return [] if self._shelf.holds_game(record) else self.audits.count(record)

    def _leave(self, game: str, statements: list[Statement], patience: float | None = None) -> bool:
        return self._write([*statements, *self._slots.drop(game)], {game: 0}, patience)

    def _keep_profiles(self, entries: Sequence[Entry]) -> bool:
        return self._write([*map(schema.put_profile, entries), *self.statistics.follow(entries)])

    def _write(
        self, statements: list[Statement], plies: Mapping[str, int] | None = None, patience: float | None = None
    ) -> bool:
        """Queue `statements`, and wait for the write at most `patience` seconds (None: PATIENCE)."""
        if self.writer is None:
            return False
        lagged = self.writer.is_lagging
        number = self.writer.put(statements, plies or {})
        self._settle(self.writer)
        if patience is not None:
            return self.wait(patience)
        # Play waits for a slow disk once, and not again until all is written.
        return self.writer.wait_for_try(number, 0.0 if lagged else PATIENCE)

    def _settle(self, writer: Writer) -> None:
        if writer.wants_all:
            writer.put_all(self._everything(), self._slots.plies())

    def _everything(self) -> list[Statement]:
        figures, counted = self.statistics.figures(), self.statistics.counted()
        entries = self.profiles.entries()
        hours, incidents = self.audits.all_hours(), self.audits.numbered()
        rows = self._shelf.rows
        return schema.replace_content(
            Content(self._settings, self._slots.all, rows, entries, figures, counted, hours, incidents, self._reviews)
        )

    def _tell(self, trouble: StoreTrouble) -> None:
        _log.warning("%s", trouble)
        self.trouble = trouble


def _read_size(stored: object) -> int:
    """Read the number of games that a shelf keeps. Raises ValueError."""
    if type(stored) is not int or not LEAST_SIZE <= stored <= MOST_SIZE:
        raise ValueError(f"a shelf has {LEAST_SIZE} to {MOST_SIZE} games, not {stored}")
    return stored
