"""Profiles in the store: what lasts, and what becomes of a store that breaks."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from game.profiles import LAST_ID
from tests.stores import PATIENCE, change, fill, opening

FIXTURES = Path(__file__).parent / "fixtures"
SEEN = frozenset({"star", "robots"})


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "store.sqlite3"


@pytest.fixture
def opened(path):
    yield from opening(path)


def names(store):
    return [profile.name for profile in store.profiles.all()]


class TestKept:
    def test_the_name_of_a_deleted_one_is_not_kept(self, path):
        fill(path)
        with contextlib.closing(sqlite3.connect(path)) as database:
            rows = database.execute("SELECT id, name, used, shown, heir FROM profiles WHERE id > 3").fetchall()
        assert rows == [(4, "", 0, "[]", 1), (5, "", 0, "[]", 0)]


class TestDamagedRows:
    """What comes after a damaged row; test_store_damage has each kind of them."""

    def test_the_number_of_the_latest_is_not_given_again(self, path, opened):
        change(fill(path), "UPDATE profiles SET used = 9 WHERE id = 5")
        assert opened().profiles.by_id(5) is None
        assert opened().profiles.take("Mio").id == 6

    def test_a_number_that_none_has_is_not_gone_on_from(self, path, opened):
        change(fill(path), f"INSERT INTO profiles VALUES ({LAST_ID + 1}, 'Mio', 1, '[]', 0, 0)", fit="profiles")
        assert opened().profiles.take("Mio").id == 6

    def test_an_order_that_no_number_can_go_on_from(self, path, opened):
        change(fill(path), f"INSERT INTO profiles VALUES (6, 'Mio', {2**63 - 1}, '[]', 0, 0)", fit="profiles")
        store = opened()
        store.profiles.take("Aoi")
        assert store.wait(PATIENCE)
        assert set(names(opened())) == {"Aoi", "Mio", "Zoë", "アオイ"}
