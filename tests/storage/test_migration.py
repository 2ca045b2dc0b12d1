"""Stores that earlier versions of the program made: each becomes one of today, and nobody's games are lost.

`fixtures/store-schema-*.sqlite3` are files as they were written then, never made anew; the text beside each tells how
it was made, and line by line what this program has to find in it. Whoever makes a new schema adds one of today's.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import Record, record_from_json
from game.registry import GAMES
from game.storage import schema
from game.storage.database import connect, copy_to_memory
from game.storage.migration import version_of
from game.storage.schema import StoreError
from game.storage.store import Store
from tests.stores import FIXTURES, change, contents, opening

VERSIONS = range(1, schema.VERSION + 1)
every_version = pytest.mark.parametrize("version", VERSIONS)
every_earlier_one = pytest.mark.parametrize("version", VERSIONS[:-1])


def kept(version: int) -> Path:
    """The store of a schema, as it lies among the fixtures."""
    return FIXTURES / f"store-schema-{version}.sqlite3"


def told(version: int) -> list[str]:
    """What is to be found in it."""
    lines = kept(version).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.fixture
def path(tmp_path: Path, version: int) -> Path:
    """The place of a store of this version."""
    (tmp_path / "data").mkdir()
    return Path(shutil.copy(kept(version), tmp_path / "data" / "store.sqlite3"))


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[[], Store]]:
    yield from opening(path)


def numbers(database: sqlite3.Connection) -> tuple[int, int]:
    """The schema as a database says it twice."""
    return tuple(database.execute(f"SELECT * FROM {place}").fetchone()[0] for place in ("pragma_user_version", "meta"))


def as_it_was(text: str) -> Record:
    """A record of the file, with the options that have come to its game since."""
    record = record_from_json(text)
    return replace(record, options=resolve(GAMES[record.game].options, record.options))


def games_left(store: Store) -> int:
    """How many games were left since there are audits."""
    return sum(count.left for count in store.audits.hours(date.min, date.max))


@every_version
def test_nothing_is_lost_and_all_can_be_kept_from_now_on(path: Path, opened: Callable[[], Store], version: int) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = dict(database.execute("SELECT id, record FROM results"))
    for _ in range(2):
        assert contents(opened()) == told(version)
    store = opened()
    assert {game.id: game.record for game in store.archive()} == {id: as_it_was(text) for id, text in rows.items()}
    figures, left = store.statistics.figures(), games_left(store)
    newest, *others = [game.record for game in store.archive() if game.record.result]
    store.profiles.take("Mio"), store.keep_review(newest, "found"), store.audits.note("crash")
    store.finish(others[0]), store.begin(replace(newest, seed=99, result=None)), store.shelve(newest.game)
    store = opened()
    assert store.statistics.figures() == figures and games_left(store) == left + 1
    assert store.profiles.find("Mio") and store.review(newest) == "found"
    assert store.audits.incidents[0].kind == "crash" and store.unfinished() is not None
    assert not store.examine(60.0) and list(path.parent.glob("*damaged*")) == []
    assert store.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert numbers(database) == (schema.VERSION, schema.VERSION)


@every_version
def test_a_guest_reads_it_as_it_is(path: Path, version: int) -> None:
    assert contents(Store.open_as_guest(path)) == told(version)
    assert path.read_bytes() == kept(version).read_bytes()


@every_earlier_one
def test_its_version_changes_with_its_tables(path: Path) -> None:
    """In one transaction: an older program sets a file with other tables than its version's aside."""
    with contextlib.closing(copy_to_memory(path)) as database:
        assert numbers(database) == (schema.VERSION, schema.VERSION)


@every_earlier_one
@pytest.mark.parametrize("table", ["results", "reviews"])
def test_a_migration_that_fails_changes_nothing(
    path: Path, version: int, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(schema.TABLES, table, f"CREATE TABLE {table} (")
    with pytest.raises(StoreError):
        connect(path)
    assert path.read_bytes() == kept(version).read_bytes()


@every_version
def test_its_tables_decide_where_a_bit_of_its_version_flipped(path: Path, version: int) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        with contextlib.closing(sqlite3.connect(path)) as file:
            file.backup(database)
        for bit in range(32):
            flipped = version ^ 1 << bit
            database.execute(f"PRAGMA user_version = {flipped - (flipped >> 31 << 32)}")
            assert version_of(database) == version


@pytest.mark.parametrize("version", [2])
@pytest.mark.parametrize("header", [0, schema.VERSION + 1])
def test_such_a_store_is_read(path: Path, opened: Callable[[], Store], header: int) -> None:
    change(path, f"PRAGMA user_version = {header}")
    assert contents(opened()) == told(2)
