"""Profiles in the store: what lasts, and what becomes of a store that breaks."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from game.profiles import LAST_ID, Profile
from game.store import Store
from tests.stores import PATIENCE, change, opening

FIXTURES = Path(__file__).parent / "fixtures"
SEEN = frozenset({"star", "robots"})


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "store.sqlite3"


@pytest.fixture
def opened(path):
    yield from opening(path)


def filled(path):
    """A closed store with three profiles, one that was merged and one that was deleted."""
    store = Store.open(path)
    for name in ("Aoi", "アオイ", "Zoë", "Aoi 2", "Ren"):
        store.profiles.take(name)
    store.profiles.mark_shown(1, "star")
    store.profiles.mark_shown(4, "robots")
    store.profiles.merge(1, 4)
    store.profiles.delete(5)
    assert store.close()
    return path


def names(store):
    return [profile.name for profile in store.profiles.all()]


class TestKept:
    def check(self, profiles):
        assert profiles.all() == [Profile(1, "Aoi", SEEN, 4), Profile(3, "Zoë", used=3), Profile(2, "アオイ", used=2)]
        assert profiles.by_id(4) == profiles.by_id(1) and profiles.by_id(5) is None

    def test_they_last(self, path, opened):
        filled(path)
        for _ in range(2):
            store = opened()
            self.check(store.profiles)
            assert store.trouble is None
        assert store.profiles.take("Ren").id == 6
        assert opened().profiles.take("Mio").id == 7

    def test_the_name_of_a_deleted_one_is_not_kept(self, path):
        filled(path)
        with contextlib.closing(sqlite3.connect(path)) as database:
            rows = database.execute("SELECT id, name, used, shown, heir FROM profiles WHERE id > 3").fetchall()
        assert rows == [(4, "", 0, "[]", 1), (5, "", 0, "[]", 0)]

    def test_every_change_is_on_the_disk_at_once(self, opened):
        profiles = opened().profiles
        profiles.take("Aoi"), profiles.take("Ren")
        assert profiles.mark_shown(2, "star")
        profiles.rename(1, "Mio")
        assert names(opened()) == ["Ren", "Mio"]
        assert opened().profiles.has_seen(2, "star")

    def test_a_guest_reads_them_and_writes_nothing(self, path):
        filled(path)
        before = path.read_bytes()
        guest = Store.open_as_guest(path)
        self.check(guest.profiles)
        assert not guest.profiles.delete(1)
        guest.close()
        assert path.read_bytes() == before

    def test_a_file_that_breaks_is_made_anew_with_them(self, path, opened):
        filled(path)
        store = opened()
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("DROP TABLE profiles")
        store.profiles.mark_shown(3, "coffee")
        assert store.wait(PATIENCE) and store.trouble.kind == "damaged"
        profiles = opened().profiles
        assert profiles.has_seen(3, "coffee") and profiles.by_id(4).id == 1 and profiles.take("Mio").id == 6

    def test_memory_has_them_where_nothing_can_be_kept(self, tmp_path):
        (tmp_path / "file").write_text("not a folder")
        store = Store.open(tmp_path / "file" / "store.sqlite3")
        aoi = store.profiles.take("Aoi")
        assert store.profiles.all() == [aoi] and not store.profiles.mark_shown(1, "star")
        assert store.profiles.has_seen(1, "star")


class TestDamagedRows:
    """What comes after a damaged row; test_store_damage has each kind of them."""

    def test_the_number_of_the_latest_is_not_given_again(self, path, opened):
        change(filled(path), "UPDATE profiles SET used = 9 WHERE id = 5")
        assert opened().profiles.by_id(5) is None
        assert opened().profiles.take("Mio").id == 6

    def test_a_number_that_none_has_is_not_gone_on_from(self, path, opened):
        change(filled(path), f"INSERT INTO profiles VALUES ({LAST_ID + 1}, 'Mio', 1, '[]', 0, 0)", fit="profiles")
        assert opened().profiles.take("Mio").id == 6

    def test_an_order_that_no_number_can_go_on_from(self, path, opened):
        change(filled(path), f"INSERT INTO profiles VALUES (6, 'Mio', {2**63 - 1}, '[]', 0, 0)", fit="profiles")
        store = opened()
        store.profiles.take("Aoi")
        assert store.wait(PATIENCE)
        assert set(names(opened())) == {"Aoi", "Mio", "Zoë", "アオイ"}
