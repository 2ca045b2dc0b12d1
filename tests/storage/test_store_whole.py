"""A store with something of each kind in it: all of it lasts, is read by a guest, and outlives its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.storage import schema
from game.storage.store import Store
from tests.stores import BIDS, LEFT, PATIENCE, TOYS, WON, change, contents, fill

WRITES: dict[str, Callable[[Store], object]] = {
    "settings": lambda store: store.set("volume", 0.25),
    "slots": lambda store: store.begin(replace(LEFT, seed=9)),
    "actions": lambda store: store.append("nim", 2, "take 3", 55),
    "clocks": lambda store: store.save_clock("sealed", "round", 2.5),
    "results": lambda store: store.shelve("nim"),
    "profiles": lambda store: store.profiles.mark_shown(3, "coffee"),
    "statistics": lambda store: store.finish(replace(WON, seed=9)),
    "counted": lambda store: store.finish(replace(WON, seed=9)),
    "hours": lambda store: store.shelve("nim"),
    "incidents": lambda store: store.audits.note("error"),
    "reviews": lambda store: store.keep_review(store.archive()[1].record, "found"),
}
every_write = pytest.mark.parametrize("table", WRITES)


@pytest.fixture
def path(path: Path) -> Path:
    return fill(path)


def test_there_is_one_for_each_table() -> None:
    assert {"meta", *WRITES} == schema.TABLES.keys()


@every_write
def test_what_is_written_lasts_and_all_else_with_it(opened: Callable[[], Store], table: str) -> None:
    store = opened()
    assert WRITES[table](store) and not store.is_lagging
    now = contents(store)
    for _ in range(2):
        assert contents(opened()) == now


@every_write
def test_a_file_that_breaks_is_made_anew_of_all_there_is(opened: Callable[[], Store], path: Path, table: str) -> None:
    store = opened()
    change(path, f"DROP TABLE {table}")
    WRITES[table](store)
    assert store.wait(PATIENCE) and store.trouble is not None and store.trouble.kind == "damaged"
    now = contents(store)
    assert len(list(path.parent.glob("store-damaged-*.sqlite3"))) == 1
    assert contents(opened()) == now[:-1]


@every_write
def test_a_guest_reads_all_of_it_and_writes_nothing(opened: Callable[[], Store], path: Path, table: str) -> None:
    store = opened()
    before = contents(store)
    guest = Store.open_as_guest(path, TOYS)
    assert contents(guest) == before and guest.is_guest and not store.is_guest
    assert not WRITES[table](guest) and not guest.is_lagging and guest.writer is None
    guest.close()
    assert contents(store) == before == contents(opened())


@pytest.mark.usefixtures("hasty_store")
def test_memory_has_all_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    store = Store.open(tmp_path / "file" / "store.sqlite3", TOYS)
    aoi = store.profiles.take("Aoi")
    assert store.profiles.all() == [aoi] and not store.finish(WON)
    assert not store.begin(LEFT) and not store.begin(BIDS)
    assert store.statistics.of(aoi.id, "nim").won == 1 and store.unfinished_games() == [BIDS, LEFT]
    for table, write in WRITES.items():
        assert not write(store), table
    assert store.trouble is not None and store.trouble.kind == "unwritable"
