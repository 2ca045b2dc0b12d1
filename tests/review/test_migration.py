"""A store of the fifth schema, as it was before there were reviews: it becomes one of today, and nothing is lost.

How `store-schema-5.sqlite3` was made, with the program as it was then (`played` plays moves by chance until the game
ends, or as many as are asked for, and gives the record with times of 100 ms):

    zoe, aoi = (SeatConfig(name=n, identity=i) for n, i in (("Zoë", "moon"), ("Aoi", "circle")))
    ai = SeatConfig("ai", 3, name="@ren", identity="square")
    store = Store.open(path)
    store.set("language", "ja")
    store.finish(played("star", 300, 1, (zoe, ai)))
    store.finish(played("coffee", 300, 1, (aoi, zoe)))
    store.begin(played("quoridor", 9, 3, (aoi, ai)))
    store.close()
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from game import schema
from game.database import connect
from game.schema import StoreError
from game.store import Store
from tests.stores import opening

SCHEMA_5 = Path(__file__).parents[1] / "fixtures" / "store-schema-5.sqlite3"


def test_nothing_is_lost_and_reviews_are_kept_from_now_on(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    shutil.copy(SCHEMA_5, path)
    for make in opening(path):
        store = make()
        assert [len(game.record.actions) for game in store.archive()] == [15, 19]
        assert (store.get("language"), store.length("quoridor"), store.trouble) == ("ja", 9, None)
        record = store.archive()[0].record
        assert store.review(record) is None and store.keep_review(record, "found")
        assert make().review(record) == "found"
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


def test_one_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.sqlite3"
    shutil.copy(SCHEMA_5, path)
    before = path.read_bytes()
    monkeypatch.setitem(schema.TABLES, "reviews", "CREATE TABLE reviews (")
    with pytest.raises(StoreError):
        connect(path)
    assert path.read_bytes() == before


def test_a_guest_reads_it_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    shutil.copy(SCHEMA_5, path)
    before = path.read_bytes()
    guest = Store.open_as_guest(path)
    assert len(guest.archive()) == 2 and guest.review(guest.archive()[0].record) is None
    assert path.read_bytes() == before
