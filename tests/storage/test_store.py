"""The store: what it keeps, for whom, and what it does about damage, other versions, bad folders and full disks."""

import contextlib
import shutil
import sqlite3
import stat
import sys
import time
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from game import paths
from game.core.incremental import run_to_end
from game.core.record import MAX_PLIES, MAX_TIME_MS, Record, SeatConfig
from game.core.rules import Outcome
from game.storage import schema
from game.storage.database import StoreTrouble, connect
from game.storage.database import set_aside as rename_aside
from game.storage.schema import DamagedError
from game.storage.shelf import SIZE, Shelf
from game.storage.store import HeldError, Store
from game.storage.writer import MOST_JOBS, Writer
from tests.processes import awaited, run
from tests.stores import PATIENCE, TOYS, Opener, change
from tests.toy import NIM

pytestmark = pytest.mark.quick

SEATS = (SeatConfig(), SeatConfig("ai", 4))
RECORD = Record("nim", {"players": 2, "pile": 9}, 7, ("take 1", "take 2"), SEATS, (30, 400))
BIDS = Record("sealed", {"players": 2}, 3, ("0:bid 2",), SEATS, (5,))
DONE = replace(RECORD, actions=("take 3",) * 3, times=(1, 2, 3), result=Outcome((0,), "last"))


def filled(path):
    """A closed store in `path` that holds a setting, two unfinished games, one of them with a clock, and results."""
    store = Store.open(path, TOYS)
    store.set("volume", 0.5)
    for seed in range(20):
        store.finish(replace(DONE, seed=seed))
    store.begin(RECORD)
    store.begin(BIDS)
    store.save_clock("sealed", "round", 3.5)
    assert store.close()
    return path


def set_aside(path):
    return sorted(file.name for file in path.parent.glob("store-damaged-*.sqlite3"))


def test_settings_last_as_they_were_given(opened):
    store, value = opened(), [{"kind": "ai"}, None, 1.5, "茶"]
    assert store.get("seats", []) == [] and store.set("seats", value)
    value.append("b")
    for kept in (store, opened()):
        assert kept.get("seats") == [{"kind": "ai"}, None, 1.5, "茶"]


def test_a_game_is_kept_with_its_date(opened):
    store = opened()
    store.finish(DONE)
    for kept in (store.archive(), opened().archive()):
        age = datetime.now(timezone.utc) - datetime.fromisoformat(kept[0].finished)
        assert timedelta(0) <= age < timedelta(minutes=5)


class TestShelfSize:
    @pytest.mark.parametrize(("room", "left"), [(3.5, [5, 4, 3]), (0.1, [5])])
    def test_long_games_are_fewer(self, room, left):
        """The last one stays, whatever its length."""
        shelf = Shelf((), TOYS, most_text=int(room * len(DONE.to_json())))
        for seed in range(1, 6):
            shelf.put(replace(DONE, seed=seed).to_json())
            shelf.prune()
        assert [game.record.seed for game in shelf.games()] == left

    @pytest.mark.long
    def test_the_store_never_grows_past_50_mb(self, path, opened):
        store = opened()
        store.resize_shelf(2000)
        long = replace(DONE, actions=("take 3",) * MAX_PLIES, times=(MAX_TIME_MS,) * MAX_PLIES, result=None)
        for seed in range(300):
            store.begin(replace(long, seed=seed))
            store.shelve("nim")
        assert store.wait(PATIENCE) and store.close()
        assert sum(file.stat().st_size for file in path.parent.iterdir()) < 50_000_000


class TestUntrustedRows:
    """What is not as the program writes it; test_store_damage has each kind of row."""

    def test_what_was_read_of_an_unreadable_game_lies_on_the_shelf(self, path, opened):
        change(filled(path), "DELETE FROM actions WHERE game = 'nim' AND ply = 0")
        store = opened()
        (damaged,) = store.damaged()
        assert '"nim' in damaged.text and "take 2" in damaged.text and run_to_end(store.opening(damaged.id)) is None

    @pytest.mark.parametrize("record", [RECORD, replace(DONE, actions=("take 9",))])
    def test_a_damaged_game_is_there_as_it_was_written(self, opened, record):
        store = opened()
        if record.result is None:
            store.begin(record)
            store.reject_unfinished("the rules forbid it", "nim")
            assert store.trouble == StoreTrouble("unreadable", str(store.path), "the rules forbid it")
            store = opened()
        else:
            store.finish(record), store.examine(10.0)
        assert [damaged.text for damaged in store.damaged()] == [record.to_json()]

    def test_many_games_do_not_slow_the_start(self, path, opened):
        store = opened()
        for seed in range(SIZE):
            store.finish(replace(DONE, seed=seed))
        played = []

        class Counting(type(NIM.rules)):
            def start(self, options, seed):
                played.append(seed)
                return super().start(options, seed)

        store.close()
        store = Store.open(path, {**TOYS, "nim": replace(NIM, rules=Counting())})
        assert len(store.archive()) == SIZE and played == []
        run_to_end(store.opening(store.archive()[0].id))
        assert played == [SIZE - 1]
        store.close()


def other_tables(path):
    path.unlink()
    change(path, "CREATE TABLE recipes (tea TEXT)")


def without_its_rule(path):
    """A row that its table does not allow, which only SQLite's own check finds."""
    rewrite = "UPDATE sqlite_master SET sql = '{}' WHERE name = 'settings'"
    table = schema.TABLES["settings"]
    change(path, "PRAGMA writable_schema = ON", rewrite.format(table.replace("value TEXT NOT NULL", "value TEXT")))
    change(path, "INSERT INTO settings VALUES ('colour', NULL, 0)")
    change(path, "PRAGMA writable_schema = ON", rewrite.format(table))
    change(path, "PRAGMA journal_mode = DELETE")


DAMAGE = {
    "empty": lambda path: path.write_bytes(b""),
    "a text": lambda path: path.write_bytes(b"this is no database" * 300),
    "zeros": lambda path: path.write_bytes(bytes(4096)),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-5000]),
    "other tables": other_tables,
    "another column": lambda path: change(path, "ALTER TABLE actions ADD COLUMN mood", "PRAGMA journal_mode = DELETE"),
    "a row that its table does not allow": without_its_rule,
}


class TestDamage:
    @pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
    def test_a_damaged_file_is_set_aside_unchanged_and_a_fresh_one_works(self, path, opened, damage):
        damage(filled(path))
        before = path.read_bytes()
        store = opened()
        (name,) = set_aside(path)
        assert (path.parent / name).read_bytes() == before
        assert store.trouble.kind == "damaged" and name in str(store.trouble)
        assert store.get("volume") is None and store.unfinished() is None
        assert store.set("volume", 1)
        store = opened()
        assert (store.trouble, store.get("volume")) == (None, 1)

    def test_other_tables_are_named(self, path):
        path.parent.mkdir()
        change(path, "CREATE TABLE recipes (tea TEXT)")
        with pytest.raises(DamagedError, match=r"^its tables are recipes, format 0$"):
            connect(path)

    def test_log_files_are_renamed_along(self, path):
        path.parent.mkdir()
        for ending in ("", "-wal", "-shm"):
            Path(f"{path}{ending}").write_text(f"main{ending}")
        aside = rename_aside(path)
        assert [Path(f"{aside}{ending}").read_text() for ending in ("", "-wal", "-shm")] == [
            "main",
            "main-wal",
            "main-shm",
        ]
        assert len(list(path.parent.iterdir())) == 3

    def test_twice_in_one_second_loses_neither(self, path, opened):
        path.parent.mkdir()
        for content in (b"one" * 999, b"two" * 999):
            path.write_bytes(content)
            opened().close()
        assert sorted((path.parent / name).read_bytes()[:3] for name in set_aside(path)) == [b"one", b"two"]

    @pytest.mark.parametrize("versions", [{"meta": schema.VERSION + 1}, {"pragma": 99}, {"meta": 1, "pragma": 1}])
    def test_no_other_version_with_todays_tables_is_one(self, path, opened, versions):
        changes = {"meta": "UPDATE meta SET schema = {}", "pragma": "PRAGMA user_version = {}"}
        change(filled(path), *(changes[place].format(version) for place, version in versions.items()))
        store = opened()
        assert store.trouble is None and store.unfinished() == BIDS
        change(path)
        assert int.from_bytes(path.read_bytes()[60:64], "big") == schema.VERSION


class TestWhereNothingCanBeKept:
    def works_in_memory(self, store):
        assert not store.set("volume", 1) and store.get("volume") == 1
        assert not store.begin(RECORD) and store.unfinished() == RECORD
        assert store.add(DONE).record == DONE

    @pytest.mark.parametrize("version", [schema.VERSION + 1, 99])
    def test_a_newer_version_is_left_alone(self, path, opened, version):
        filled(path)
        newer = f"PRAGMA user_version = {version}", f"UPDATE meta SET schema = {version}"
        change(path, "CREATE TABLE evenings (id)", *newer)
        before = path.read_bytes()
        store = opened()
        assert store.trouble.kind == "newer" and str(path) in str(store.trouble)
        self.works_in_memory(store)
        store.close()
        assert path.read_bytes() == before and set_aside(path) == []

    def test_a_folder_in_the_files_place(self, path, opened):
        path.mkdir(parents=True)
        store = opened()
        assert store.trouble.kind == "read"
        assert str(store.trouble) == (
            f"Reading from {path} failed (unable to open database file). Nothing is saved in this run."
        )
        self.works_in_memory(store)

    def test_a_damaged_file_that_cannot_be_renamed(self, path, opened):
        path = damaged_for_good(path)
        store = opened(place=path)
        assert store.trouble.kind == "read" and store.trouble.detail.startswith("file is not a database; ")
        self.works_in_memory(store)
        assert not store.close() and path.read_bytes() == b"tea" * 999


def damaged_for_good(path):
    """A damaged file whose name cannot become longer, so that it cannot be set aside."""
    path.parent.mkdir()
    path = path.with_name(f"{'s' * 230}.sqlite3")
    path.write_bytes(b"tea" * 999)
    return path


class TestWhereNothingCanBeWrittenNow:
    def test_a_change_writes_no_more_than_itself(self, path, opened):
        opener = Opener()
        store = opened(place=filled(path), opener=opener)
        before = opener.database.total_changes
        assert store.append("nim", 2, "take 3", 55) and store.set("volume", 0.25)
        assert opener.database.total_changes == before + 2

    def test_a_file_that_breaks_each_time_does_not_hold_up_the_end(self, path):
        writer = Writer(damaged_for_good(path), None, print)
        writer.put([schema.put_setting("volume", "1")], {})
        assert awaited(lambda: writer.wants_all)
        assert not writer.close(0.0) and not writer.is_running


class TestLockedByAnother:
    @pytest.fixture
    def other(self, path, opened):
        """A second connection that holds the file, and the store that has it open."""
        store = opened(place=filled(path))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("BEGIN EXCLUSIVE")
            yield database, store

    def test_the_table_waits_once_for_the_disk_and_all_is_kept_in_order(self, other, opened, monkeypatch):
        database, store = other
        waits = []
        monkeypatch.setattr(Writer, "wait_for_try", lambda writer, number, seconds: waits.append(seconds))
        for turn in range(1, 40):
            store.set("turn", turn)
            store.truncate("nim", 1)
            store.append("nim", 1, f"take {turn % 3 + 1}", turn)
            store.save_clock("nim", "round", float(turn))
        assert waits == [PATIENCE] + [0.0] * (4 * 39 - 1)
        assert store.is_lagging and store.writer.plies("nim") == 2 and store.trouble is None
        database.execute("ROLLBACK")
        assert store.wait(PATIENCE) and store.writer.plies("nim") == 2
        store = opened()
        assert store.get("turn") == 39 and store.unfinished("nim").actions == ("take 1", "take 1")

    def test_a_long_lock_takes_no_more_than_the_whole_store(self, other, store_patience):
        store_patience(0.0)
        database, store = other
        for turn in range(MOST_JOBS + 500):
            store.save_clock("nim", "round", float(turn))
            assert len(store.writer._jobs) <= MOST_JOBS + 2
        database.execute("ROLLBACK")
        assert store.wait(PATIENCE)

    def test_a_result_and_the_end_are_waited_for(self, other, store_patience):
        store_patience(0.3)
        _, store = other
        for end in (lambda: store.finish(DONE), store.close):
            started = time.perf_counter()
            assert not end()
            assert time.perf_counter() - started > 0.25


class TestPlaces:
    def test_writes_are_synchronised_to_the_disk(self, path):
        with contextlib.closing(connect(path)) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert database.execute("PRAGMA synchronous").fetchone() == (2,)

    def test_the_players_folder_can_be_chosen(self, tmp_path, monkeypatch):
        monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "a" / "b"))
        monkeypatch.setenv("KISSATEN_CACHE", str(tmp_path / "c"))
        assert paths.store_path() == tmp_path / "a" / "b" / "store.sqlite3"
        assert paths.data_dir().is_dir() and paths.cache_dir() == tmp_path / "c" and paths.cache_dir().is_dir()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
    @pytest.mark.parametrize("is_there", [False, True])
    def test_nobody_else_may_read_it(self, tmp_path, monkeypatch, opened, is_there):
        monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "mine"))
        path = paths.store_path()
        if is_there:
            filled(path)
            path.chmod(0o644)
            path.parent.chmod(0o755)
        store = opened(place=path)
        store.begin(RECORD)
        rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        assert set(rights.values()) == {0o600} and "store.sqlite3-wal" in rights
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
    @pytest.mark.parametrize(("rights", "other"), [(0o1777, ""), (0o755, "letters.txt")])
    def test_a_folder_of_others_keeps_its_rights(self, path, opened, rights, other):
        path.parent.mkdir()
        path.parent.chmod(rights)
        if other:
            (path.parent / other).touch()
        opened()
        assert stat.S_IMODE(path.parent.stat().st_mode) == rights

    def test_what_an_interrupted_start_left_is_deleted(self, path, opened):
        path.parent.mkdir()
        for ending in ("", "-journal"):
            Path(f"{path}.4711.part{ending}").touch()
        opened()
        assert list(path.parent.glob("*.part*")) == []


class TestGuests:
    def test_where_there_is_nothing_to_read(self, path):
        assert Store.open_as_guest(path).trouble is None
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"tea" * 999)
        assert Store.open_as_guest(path).trouble.kind == "read"

    def test_a_second_instance_is_refused(self, tmp_path, opened):
        path = tmp_path / "new" / "folders" / "store.sqlite3"
        store = opened(place=path)
        with pytest.raises(HeldError, match="running already") as error:
            Store.open(path)
        assert "\n" not in str(error.value) and str(path) in str(error.value)
        store.close()
        assert opened(place=path).set("volume", 1)


def crashed_beside(path, tmp_path, store):
    """The files of a store that is open, as a crash leaves them: the log has what was kept last, without an index."""
    store.set("phones", "two seats")
    assert store.wait(PATIENCE)
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{crashed}{ending}")
    return crashed


@pytest.mark.usefixtures("hasty_store")
def test_a_store_whose_log_can_have_no_index_is_not_damaged(path, opened, tmp_path):
    crashed = crashed_beside(path, tmp_path, opened())
    Path(f"{crashed}-shm").mkdir()  # in the way of the index
    log = Path(f"{crashed}-wal").read_bytes()
    store = opened(place=crashed)
    assert store.get("phones") == "two seats" and store.trouble.kind == "unwritable"
    assert Path(f"{crashed}-wal").read_bytes() == log


READ_ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from game.storage.store import Store
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # no file can be made larger
store = Store.open(Path(sys.argv[1]))
print(store.get("phones"), store.trouble.kind)
"""


def test_what_was_written_is_read_on_a_full_disk_after_a_crash(path, opened, tmp_path):
    pytest.importorskip("resource")
    crashed = crashed_beside(path, tmp_path, opened())
    done = run("-c", READ_ON_A_FULL_DISK, crashed)
    assert done.stdout == "two seats unwritable\n", done.stderr
