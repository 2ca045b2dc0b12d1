"""The store: what it keeps, and what it does about damage, other versions, bad folders, failed writes and kill -9."""

import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from game import paths
from game.core.record import Record, SeatConfig, replay
from game.core.rules import Outcome, Timer
from game.database import set_aside as rename_aside
from game.store import ARCHIVE_SIZE, Store
from tests.toy import NIM

RECORD = Record(
    "nim", {"players": 2, "pile": 9}, 7, ("take 1", "take 2"), (SeatConfig(), SeatConfig("ai", 4)), (30, 400)
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite3"


def filled(path):
    """A closed store in `path` that holds a setting, an unfinished game and some results."""
    store = Store.open(path)
    store.set("volume", 0.5)
    for _ in range(20):
        store.finish(replace(RECORD, result=Outcome((0,), "last")))
    store.begin(RECORD)
    store.close()


def set_aside(path):
    return sorted(file.name for file in path.parent.glob("store-damaged-*.sqlite3"))


class TestKeeping:
    def test_settings(self, path):
        store = Store.open(path)
        assert store.get("seats", []) == []
        assert store.set("seats", [{"kind": "ai"}, None, 1.5, "茶"])
        store.close()
        assert Store.open(path).get("seats") == [{"kind": "ai"}, None, 1.5, "茶"]

    def test_the_unfinished_game(self, path):
        store = Store.open(path)
        assert store.unfinished() is None
        assert store.begin(RECORD)
        assert store.append(2, "take 3", 55)
        store.close()
        store = Store.open(path)
        assert store.unfinished() == replace(RECORD, actions=(*RECORD.actions, "take 3"), times=(*RECORD.times, 55))
        store.truncate(1)
        assert store.unfinished() == replace(RECORD, actions=("take 1",), times=(30,))
        store.discard()
        assert store.unfinished() is None

    def test_a_game_begun_replaces_the_one_before_with_its_clock(self, path):
        store = Store.open(path)
        store.begin(RECORD)
        store.save_clock("round", 3.5)
        assert store.saved_clock() == Timer("round", 3.5)
        other = replace(RECORD, actions=(), times=(), seed=8)
        store.begin(other)
        assert (store.unfinished(), store.saved_clock()) == (other, None)

    def test_results_come_newest_first(self, path):
        store = Store.open(path)
        games = [replace(RECORD, seed=seed, result=Outcome((1,), "last")) for seed in range(3)]
        store.begin(RECORD)
        for game in games:
            store.finish(game)
        assert store.unfinished() is None
        assert store.results(2) == [games[2], games[1]]

    def test_the_archive_keeps_the_last_games_with_their_date(self, path):
        store = Store.open(path)
        games = [replace(RECORD, seed=seed, result=Outcome((1,), "last")) for seed in range(ARCHIVE_SIZE + 3)]
        for game in games:
            store.finish(game)
        kept = store.archive()
        assert [game.record for game in kept] == games[:2:-1]
        age = datetime.now(timezone.utc) - datetime.fromisoformat(kept[0].finished)
        assert timedelta(0) <= age < timedelta(minutes=5)

    def test_a_game_can_leave_the_archive(self, path):
        store = Store.open(path)
        for seed in range(3):
            store.finish(replace(RECORD, seed=seed, result=Outcome((1,), "last")))
        middle = store.archive()[1]
        assert store.remove(middle.id)
        assert [game.record.seed for game in store.archive()] == [2, 0]
        assert middle.id not in [game.id for game in store.archive()]

    def test_a_game_from_outside_joins_the_archive_once_and_leaves_the_unfinished_one(self, path):
        store = Store.open(path)
        store.begin(RECORD)
        guest = replace(RECORD, seed=99, result=Outcome((1,), "last"))
        added = store.add(guest)
        assert added is not None and added.record == guest
        assert store.add(guest) == added
        assert store.archive() == [added]
        assert store.unfinished() == RECORD

    def test_a_game_of_the_archive_that_cannot_be_read_is_left_out(self, path):
        filled(path)
        with sqlite3.connect(path) as database:
            database.execute("UPDATE results SET record = 'tea' WHERE id = 4")
        database.close()
        store = Store.open(path)
        assert 4 not in [game.id for game in store.archive()] and len(store.archive()) == 19 and store.trouble is None

    def test_writes_are_synchronised_to_the_disk(self, path):
        store = Store.open(path)
        assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)

    def test_the_players_folder_can_be_chosen(self, tmp_path, monkeypatch):
        monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "a" / "b"))
        monkeypatch.setenv("KISSATEN_CACHE", str(tmp_path / "c"))
        assert paths.store_path() == tmp_path / "a" / "b" / "store.sqlite3"
        assert paths.data_dir().is_dir() and paths.cache_dir() == tmp_path / "c" and paths.cache_dir().is_dir()


class TestDamage:
    def check(self, path, before):
        """The damaged file was set aside unchanged and said so; a fresh store works in its place."""
        store = Store.open(path)
        (name,) = set_aside(path)
        assert (path.parent / name).read_bytes() == before
        assert store.trouble.kind == "damaged" and name in str(store.trouble)
        assert store.get("volume") is None and store.unfinished() is None
        assert store.set("volume", 1)
        store.close()
        again = Store.open(path)
        assert (again.trouble, again.get("volume")) == (None, 1)

    def test_garbage(self, path):
        path.write_bytes(b"this is no database" * 300)
        self.check(path, path.read_bytes())

    def test_a_truncated_file(self, path):
        filled(path)
        path.write_bytes(path.read_bytes()[:-5000])
        self.check(path, path.read_bytes())

    def test_other_tables(self, path):
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE recipes (tea TEXT)")
        database.close()
        self.check(path, path.read_bytes())

    def test_a_table_with_other_columns(self, path):
        filled(path)
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE actions ADD COLUMN mood TEXT")
            database.execute("PRAGMA journal_mode = DELETE")
        database.close()
        self.check(path, path.read_bytes())

    def test_log_files_are_renamed_along(self, path):
        for ending in ("", "-wal", "-shm"):
            Path(f"{path}{ending}").write_text(f"main{ending}")
        aside = rename_aside(path)
        assert [Path(f"{aside}{ending}").read_text() for ending in ("", "-wal", "-shm")] == [
            "main",
            "main-wal",
            "main-shm",
        ]
        assert len(list(path.parent.iterdir())) == 3

    def test_twice_in_one_second_loses_neither(self, path):
        for content in (b"one" * 999, b"two" * 999):
            path.write_bytes(content)
            Store.open(path).close()
        assert sorted((path.parent / name).read_bytes()[:3] for name in set_aside(path)) == [b"one", b"two"]

    def test_random_damage_never_stops_the_start(self, path):
        filled(path)
        whole = path.read_bytes()
        for seed in range(120):
            rng = random.Random(seed)
            damaged = bytearray(whole)
            for _ in range(rng.randrange(1, 200)):
                damaged[rng.randrange(100 if seed % 2 else len(damaged))] = rng.randrange(256)
            place = path.parent / str(seed) / "store.sqlite3"
            place.parent.mkdir()
            place.write_bytes(damaged)
            store = Store.open(place)
            store.unfinished(), store.results(), store.get("volume"), store.saved_clock()
            assert store.trouble is None or store.trouble.kind != "unwritable", str(store.trouble)
            if store.begin(RECORD):
                assert store.unfinished() == RECORD
            else:
                assert store.trouble.kind == "write"
            store.close()

    @pytest.mark.parametrize(
        "sql",
        [
            "DELETE FROM actions WHERE ply = 0",
            "UPDATE unfinished SET record = '{'",
            "UPDATE unfinished SET record = 5",
            "UPDATE actions SET text = x'ff'",
            "UPDATE actions SET time_ms = 'soon'",
        ],
    )
    def test_an_unreadable_game_is_kept_in_a_copy(self, path, sql):
        filled(path)
        with sqlite3.connect(path) as database:
            database.execute(sql)
        database.close()
        store = Store.open(path)
        assert store.unfinished() is None
        (name,) = set_aside(path)
        assert store.trouble.kind == "unreadable" and name in str(store.trouble)
        with sqlite3.connect(path.parent / name) as copy:
            assert copy.execute("SELECT count(*) FROM unfinished").fetchone() == (1,)
        copy.close()
        assert (store.get("volume"), len(store.results())) == (0.5, 20)


class TestWhereNothingCanBeKept:
    def works_in_memory(self, store):
        assert store.set("volume", 1) and store.get("volume") == 1
        assert store.begin(RECORD) and store.unfinished() == RECORD

    def test_a_newer_version_is_left_alone(self, path):
        filled(path)
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        before = path.read_bytes()
        store = Store.open(path)
        assert store.trouble.kind == "newer" and str(path) in str(store.trouble)
        self.works_in_memory(store)
        store.close()
        assert path.read_bytes() == before and set_aside(path) == []

    def test_a_folder_that_is_none(self, tmp_path):
        (tmp_path / "file").write_text("not a folder")
        store = Store.open(tmp_path / "file" / "store.sqlite3")
        assert store.trouble.kind == "unwritable" and "file" in str(store.trouble)
        self.works_in_memory(store)

    def test_a_folder_in_the_files_place(self, path):
        path.mkdir()
        store = Store.open(path)
        assert store.trouble.kind == "unwritable"
        self.works_in_memory(store)

    def test_a_full_disk(self, path):
        store = Store.open(path)
        store.begin(RECORD)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        assert not store.set("big", "x" * 100_000)
        assert store.trouble.kind == "write" and "full" in str(store.trouble)
        assert store.unfinished() == RECORD
        store._db.execute("PRAGMA max_page_count = 100000")
        assert store.set("big", "x" * 100_000)


def test_a_killed_game_is_there_at_the_next_start(path):
    """SIGKILL at random moments, six times over one store: never more than the action under way is lost."""
    rng = random.Random(5)
    for _ in range(6):
        player = subprocess.Popen(
            [sys.executable, "-m", "tests.endless_player", str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[1],
        )
        lines = [player.stdout.readline() for _ in range(rng.randrange(1, 120))]
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.readlines()
        player.wait()
        player.stdout.close()
        said = int([line for line in lines if line.endswith("\n")][-1])
        store = Store.open(path)
        record = store.unfinished()
        store.close()
        assert store.trouble is None
        assert abs(len(record.actions) - said) <= 1
        assert replay(NIM, record.options, record.seed, record.actions).state.ply == len(record.actions)
