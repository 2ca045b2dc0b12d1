"""Stores for tests: opens several on one file, changes files of closed stores, and lists what a store has."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.core.spec import GameSpec
from game.registry import GAMES
from game.storage.database import connect
from game.storage.profiles import RemovedProfile
from game.storage.rows import checksum
from game.storage.schema import StoreError
from game.storage.store import Store
from tests.toy import NIM, SEALED

PATIENCE = 500.0
"""Seconds that a test waits for a disk, a thread or a process. A test of something that hangs then says what it waited
for, before its own time limit. On a busy machine, a healthy process may take minutes."""
FIXTURES = Path(__file__).parent / "fixtures"
TOYS = {"nim": NIM, "sealed": SEALED}


AOI, ZOE, AI = SeatConfig(name="Aoi"), SeatConfig(name="Zoë"), SeatConfig("ai", 4)
WON = Record("nim", {"players": 2, "pile": 9}, 1, ("take 3",) * 3, (AOI, AI), (1, 2, 3), Outcome((0,), "last"))
LEFT = replace(WON, actions=("take 1", "take 2"), seats=(SeatConfig(), AI), times=(30, 400), result=None)
BIDS = Record("sealed", {"players": 2}, 3, ("0:bid 2",), (SeatConfig(), AI), (5,))


def fill(path: Path) -> Path:
    """Make a closed store in `path` with something of each kind.

    Of its five profiles, one was merged into Aoi (1), and one was deleted. It has games that Aoi won twice and Zoë (3)
    once.
    """
    store = Store.open(path, TOYS)
    store.audits.clock = lambda: datetime(2026, 11, 22, 12, 34, 56)
    store.set("volume", 0.5)
    for name in ("Aoi", "アオイ", "Zoë", "Aoi 2", "Ren"):
        store.profiles.take(name)
    store.profiles.mark_shown(1, "star"), store.profiles.mark_shown(4, "robots")
    store.profiles.merge(1, 4), store.profiles.delete(5)
    for seed, seats in enumerate(((AOI, AI), (AOI, AI), (ZOE, AOI))):
        store.finish(replace(WON, seed=seed, seats=seats))
    store.keep_review(store.archive()[0].record, "{}")
    store.begin(LEFT), store.begin(BIDS), store.save_clock("sealed", "round", 3.5)
    store.audits.note("start")
    assert store.close()
    return path


class Opener:
    """The way to a store's file, which may be full or read-only: `trouble` says so. `database` is the open file."""

    def __init__(self) -> None:
        self.trouble = ""

    def connect(self, path: Path) -> sqlite3.Connection:
        """Open the file, if it can be opened now."""
        if self.trouble:
            raise StoreError(self.trouble)
        self.database = connect(path)
        return self.database


def opening(path: Path, games: Mapping[str, GameSpec] = GAMES) -> Iterator[Callable[..., Store]]:
    """Yield a function that opens the store in `path`, for `games` or others. It first closes the open one."""
    stores: list[Store] = []

    def make(present: Mapping[str, GameSpec] = games, *, place: Path = path, opener: Opener | None = None) -> Store:
        while stores:
            stores.pop().close()
        stores.append(Store.open(place, present, (opener or Opener()).connect))
        return stores[-1]

    yield make
    while stores:
        stores.pop().close()


def change(path: Path, *statements: str, fit: str = "") -> None:
    """Change the file of a closed store with SQL. Then correct the checksums in the table `fit`."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        for statement in statements:
            database.execute(statement)
        for *values, crc in database.execute(f"SELECT * FROM {fit}").fetchall() if fit else ():
            database.execute(f"UPDATE {fit} SET crc = ? WHERE crc IS ?", (checksum(*values), crc))
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def contents(store: Store) -> list[str]:
    """Return all that a store has for the program, a line for each thing. Its "trouble", if any, is the last line."""
    with contextlib.closing(sqlite3.connect(f"file:{store.path}?mode=ro", uri=True)) as database:
        keys = [key for (key,) in database.execute("SELECT key FROM settings ORDER BY key")]
    lines = [f"setting {key} = {store.get(key)}" for key in keys if store.get(key) is not None]
    for record in store.unfinished_games():
        clock = store.saved_clock(record.game)
        lines.append(f"unfinished {_told(record)}" + (f", {clock.id} {clock.seconds} s" if clock else ""))
    for game in store.archive():
        lines.append(f"game {game.id}: {_told(game.record)}")
        lines += [f"review of game {game.id}: {text}" for text in [store.review(game.record)] if text]
    lines += [f"damaged {row.id}: {row.detail}" for row in store.damaged()]
    for entry in store.profiles.entries().values():
        if isinstance(entry, RemovedProfile):
            lines.append(f"profile {entry.id} went to {entry.heir}")
        else:
            lines.append(f"profile {entry.id} {entry.name}, used {entry.used}, has seen {sorted(entry.shown)}")
    for (owner, title), of in sorted(store.statistics.figures().items()):
        numbers = f"{of.played} {of.won} {of.drawn} {of.streak} {of.best} {of.points}"
        lines.append(f"figures of {owner} in {title}: {numbers}, fastest {list(of.fastest)}")
    lines += [f"counted {len(store.statistics.counted())}"] * bool(store.statistics.counted())
    for hour in store.audits.hours(date.min, date.max):
        numbers = f"{hour.finished} {hour.left} {hour.seconds} {hour.ai_games} {hour.ai_won}"
        lines.append(f"hour {hour.day} {hour.hour} {hour.game}: {numbers}")
    lines += [f"incident {one.at} {one.kind} {one.detail}".strip() for one in store.audits.incidents]
    return [*lines, f"trouble {store.trouble.kind}"] if store.trouble else lines


@contextlib.contextmanager
def short_files(most: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes; not on Windows."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class Disk:
    """The disk, as far as files are replaced on it.

    One that `is_full` takes no new file, but what is written over an old one; one that `is_broken` takes nothing.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = self.is_broken = False
        monkeypatch.setattr(tempfile, "mkstemp", self._unless(lambda: self.is_full, tempfile.mkstemp))
        monkeypatch.setattr(os, "fsync", self._unless(lambda: self.is_broken, os.fsync))

    def become(self, state: str) -> None:
        """Let the disk be "full", "broken", both with "and" between them, or neither."""
        self.is_full, self.is_broken = "full" in state, "broken" in state

    def _unless(self, refuses: Callable[[], bool], act: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*given: Any, **named: Any) -> Any:
            if refuses():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return act(*given, **named)

        return tried


def _told(record: Record) -> str:
    seats = ", ".join(f"{seat.name or seat.kind} {seat.level or ''}".strip() for seat in record.seats)
    result = f", won by {list(record.result.winners)}: {record.result.reason}" if record.result else ""
    moves = f"{len(record.actions)} moves to {record.actions[-1]}" if record.actions else "no move"
    return f"{record.game} of {seats}, {moves} in {sum(record.times)} ms{result}"
