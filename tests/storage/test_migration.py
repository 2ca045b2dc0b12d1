"""Stores that earlier versions of the program made: each becomes one of today, and nobody's games are lost.

`fixtures/store-schema-*.sqlite3` are files as they were written then, never made anew; the text beside each tells how
it was made, and line by line what this program has to find in it. Whoever makes a new schema adds one of today's.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import Record, record_from_json
from game.puzzles.results import HOUSE, MOST_DAYS, InARow, attempts, in_a_row
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


class TestOneCalendar:
    """Before the seventh schema the robots' puzzles of the day had a calendar of their own."""

    LATEST, DAYS, RESULTS = "daily.robots", "daily.robots.days", "puzzles.0.robots"

    @pytest.fixture
    def joined(self, path: Path, opened: Callable[..., Store]) -> Callable[..., Store]:
        """What opens a store with these settings; it has no other trouble, and nothing of the calendar is left."""

        def join(**settings: object) -> Store:
            with contextlib.closing(sqlite3.connect(path)) as database, database:
                for name, value in settings.items():
                    database.execute(*schema.put_setting(getattr(self, name), json.dumps(value)))
            store = opened()
            assert store.trouble is None and store.get(self.LATEST) is store.get(self.DAYS) is None
            return store

        return join

    @pytest.mark.parametrize("version", VERSIONS[1:-1])
    def test_days_stars_tries_and_the_row_are_kept(
        self, joined: Callable[..., Store], opened: Callable[..., Store]
    ) -> None:
        begun, late = [0, 2, 1, 0, False, "", False], [3, 1, 0, 50, False, "2026-11-23", False]
        store = joined(
            LATEST=["2026-11-22", 4, 2],
            DAYS={"2026-10-02": 1, "2026-11-20": 3, "2026-11-21": 2, "tea": 3, "2026-11-03": True, "2026-11-04": 9},
            RESULTS={"2026-11-01": begun, "2026-11-21": late, "2026-11-22": [1, 0, 0, 9, False, "2026-11-22", True]},
        )
        for _ in range(2):
            found = attempts(store, HOUSE, "robots")
            told = {day: (one.stars, one.wrong, one.seconds, one.solved is not None) for day, one in found.items()}
            assert {day.isoformat(): values for day, values in told.items()} == {
                "2026-10-02": (1, 0, 0, True),
                "2026-11-01": (0, 2, 0, False),
                "2026-11-04": (3, 0, 0, True),
                "2026-11-19": (1, 0, 0, True),  # it is known by the row alone
                "2026-11-20": (3, 0, 0, True),
                "2026-11-21": (3, 1, 50, True),
                "2026-11-22": (2, 0, 9, True),
            }
            row = {day for day, one in found.items() if one.in_row}
            assert in_a_row(row, date(2026, 11, 22)) == in_a_row(row, date(2026, 11, 23)) == InARow(4, 4)
            store = opened()

    @pytest.mark.parametrize("version", [6])
    @pytest.mark.parametrize(
        "settings",
        [
            {"LATEST": 3, "DAYS": [1]},
            {"LATEST": ["tea", 3, 1], "DAYS": {"2026-13-01": 3}},
            {"LATEST": ["2026-11-22", 0, 0], "DAYS": {"2026-11-22": 0}},
            {"LATEST": ["2026-11-22", -1, -1]},
        ],
    )
    def test_what_is_no_day_is_nothing(self, joined: Callable[..., Store], settings: dict[str, object]) -> None:
        assert attempts(joined(**settings), HOUSE, "robots") == {}

    @pytest.mark.parametrize("version", [6])
    def test_what_cannot_be_read_is_kept(self, joined: Callable[..., Store]) -> None:
        stored: dict[str, object] = {"LATEST": ["2026-11-22"], "DAYS": {"2026-11-22": 2, "tea": True}, "RESULTS": [1]}
        store = joined(**stored)
        assert list(attempts(store, HOUSE, "robots")) == [date(2026, 11, 22)]
        for name, value in stored.items():
            assert store.get(f"{getattr(self, name)}.damaged") == json.dumps(value)

    @pytest.mark.parametrize("version", [6])
    @pytest.mark.parametrize(("latest", "days"), [("2026-11-22", MOST_DAYS), ("0001-01-02", 2)])
    def test_a_row_that_is_too_long_ends(self, joined: Callable[..., Store], latest: str, days: int) -> None:
        assert len(attempts(joined(LATEST=[latest, 10**9, 3]), HOUSE, "robots")) == days

    @pytest.mark.parametrize("version", [6])
    def test_a_damaged_setting_is_none(self, path: Path, opened: Callable[..., Store]) -> None:
        change(path, f"INSERT INTO settings VALUES ('{self.LATEST}', '[\"2026-11-22\", 4, 2]', 0)")
        assert attempts(opened(), HOUSE, "robots") == {}
