"""Profiles in the store: what lasts, and what becomes of a store that breaks."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from game import schema
from game.profiles import LAST_ID, Gone, Profile
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


def put(path, *values):
    """Put a row with a checksum that fits."""
    marks = ", ".join("?" * (len(values) + 1))
    change(path, (f"INSERT OR REPLACE INTO profiles VALUES ({marks})", (*values, schema.checksum(*values))))


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
    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE profiles SET name = 'Zoe' WHERE id = 3",
            "UPDATE profiles SET name = x'ff' WHERE id = 3",
            "UPDATE profiles SET used = 9 WHERE id = 3",
            "UPDATE profiles SET shown = '[\"star\"]' WHERE id = 3",
            "UPDATE profiles SET heir = 1 WHERE id = 3",
            "UPDATE profiles SET crc = crc + 1 WHERE id = 3",
        ],
    )
    def test_one_is_dropped_with_a_line_in_the_log(self, path, opened, caplog, sql):
        change(filled(path), sql)
        store = opened()
        assert names(store) == ["Aoi", "アオイ"] and store.profiles.by_id(3) is None
        assert "stored profile 3 is damaged" in caplog.text and "Zo" not in caplog.text
        caplog.clear()
        assert names(opened()) == ["Aoi", "アオイ"] and caplog.text == ""

    def test_the_number_of_the_latest_is_not_given_again(self, path, opened):
        filled(path)
        opened().profiles.take("Mio")
        opened().close()
        change(path, "UPDATE profiles SET name = 'Moi' WHERE id = 6")
        assert opened().profiles.by_id(6) is None
        assert opened().profiles.take("Mio").id == 7

    @pytest.mark.parametrize(
        "values",
        [
            ("@ ", 1, "[]", 0),
            ("\x00", 1, "[]", 0),
            ("Mio", -1, "[]", 0),
            ("Mio", "x", "[]", 0),
            ("Mio", 1, "{}", 0),
            ("Mio", 1, "[1]", 0),
            ("Mio", 1, "[" * 100_000, 0),
            ("Mio", 1, "", 0),
            ("Mio", 1, "[]", "x"),
            (b"Mio", 1, "[]", 0),
        ],
    )
    def test_values_that_are_no_profiles_though_their_checksum_fits(self, path, opened, values, caplog):
        put(filled(path), 6, *values)
        store = opened()
        assert len(names(store)) == 3 and store.profiles.by_id(6) is None and store.trouble is None
        assert "stored profile 6 is damaged" in caplog.text
        assert store.profiles.take("Mio").id == 7

    @pytest.mark.parametrize("id", [-1, 0, LAST_ID + 1, 2**63 - 1])
    def test_a_number_that_none_has_takes_none_away(self, path, opened, id, caplog):
        put(filled(path), id, "Mio", 1, "[]", 0)
        store = opened()
        assert store.profiles.by_id(id) is None and store.profiles.take("Mio").id == 6
        assert f"stored profile {id} is damaged" in caplog.text
        caplog.clear()
        assert len(names(opened())) == 4 and caplog.text == ""

    def test_an_order_that_no_number_can_go_on_from(self, path, opened):
        put(filled(path), 6, "Mio", 2**63 - 1, "[]", 0)
        store = opened()
        store.profiles.take("Aoi")
        assert store.wait(PATIENCE)
        assert set(names(opened())) == {"Aoi", "Mio", "Zoë", "アオイ"}

    def test_two_of_one_name_become_one(self, path, opened, caplog):
        put(filled(path), 6, "ＺＯＥ\u0308", 8, '["coffee"]', 0)
        put(path, 7, "zoë", 5, '["star"]', 0)
        for _ in range(2):
            store = opened()
            zoe = Profile(3, "Zoë", frozenset({"coffee", "star"}), 8)
            assert store.profiles.all()[0] == zoe == store.profiles.by_id(6) == store.profiles.by_id(7)
            assert len(names(store)) == 3
        assert caplog.text.count("merged") == 2

    def test_where_a_gone_one_leads(self, path, opened):
        for heir, found in ((0, Gone(6)), (3, Gone(6, 3)), (-4, Gone(6)), (2**40, Gone(6))):
            put(filled(path) if not path.exists() else path, 6, "", 0, "[]", heir)
            store = opened()
            assert store.profiles.entries()[6] == found
            store.close()
