"""Stores whose rows are damaged: what is lost by that and nothing else, said once, and mended in the file. Limits, and
what is one transaction. A store with something of each kind in it lasts, is read by a guest, and outlives its file.

The cases are in `fixtures/damage.txt`, a heading and a change behind the store's back each.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest

from game.registry import GAMES
from game.storage import schema
from game.storage.audits import Incident
from game.storage.database import copy_to_memory
from game.storage.profiles import LAST_ID
from game.storage.store import Store
from tests.stores import BIDS, FIXTURES, LEFT, PATIENCE, TOYS, WON, change, contents, fill, opening
from tests.stories import is_like


@dataclass
class Heading:
    """What the changes under it come to."""

    title: str
    schema: int = 0
    lost: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def cases() -> Iterator[tuple[Heading, str]]:
    """Each change with its heading."""
    heading = Heading("")
    for line in (FIXTURES / "damage.txt").read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        mark, _, text = line.partition(" ")
        if mark == "#":
            heading = Heading(text)
        elif line.startswith("in schema "):
            heading.schema = int(line.split()[-1])
        elif mark in ("-", "+", "?"):
            {"-": heading.lost, "+": heading.gained, "?": heading.said}[mark].append(text)
        elif line:
            yield heading, line


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("whole") / "store.sqlite3")


@pytest.mark.parametrize(("heading", "sql"), [pytest.param(*case, id=f"{case[0].title}-{case[1]}") for case in cases()])
def test_a_damaged_row(
    heading: Heading, sql: str, whole: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = FIXTURES / f"store-schema-{heading.schema}.sqlite3" if heading.schema else whole
    games = GAMES if heading.schema else TOYS
    path = Path(shutil.copy(source, tmp_path))
    before = contents(Store.open_as_guest(path, games))
    caplog.clear()
    fit, _, statement = sql.removeprefix("fit ").partition(": ") if sql.startswith("fit ") else ("", "", sql)
    change(path, statement, fit=fit)
    for make in opening(path, games):
        store = make()
        assert store.wait(PATIENCE)
        after = contents(store)
        lost, gained = (
            [line for line in one if line not in other] for one, other in ((before, after), (after, before))
        )
        assert lost == [line for line in heading.lost if line not in heading.gained]
        expected = [line for line in heading.gained if line not in heading.lost]
        assert len(gained) == len(expected) and all(map(is_like, gained, expected)), gained
        assert all(words in caplog.text for words in heading.said), caplog.text
        caplog.clear()
        assert contents(make()) == [line for line in after if line != "trouble unreadable"]
        assert not caplog.text
    with contextlib.closing(copy_to_memory(path)) as database:
        assert not schema.load(database).is_repaired, "the file was mended"


NOON = datetime(2026, 11, 22, 12, 34, 56, 789)


def asked(path, sql):
    """What a file says."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


@pytest.mark.parametrize(
    ("end", "tables"),
    [
        (lambda store: store.finish(WON), ["counted", "hours", "results", "statistics", "statistics"]),
        (lambda store: store.shelve("nim"), ["hours", "results"]),
    ],
    ids=["finished", "left"],
)
def test_a_game_and_what_counts_of_it_are_one_transaction(opened, end, tables):
    store = opened()
    store.profiles.take("Aoi"), store.begin(LEFT)
    jobs = []
    put_job = store.writer.put
    store.writer.put = lambda statements, plies: (jobs.append(statements), put_job(statements, plies))[1]
    assert end(store)
    (statements,) = jobs
    assert sorted(sql.split()[4] for sql, _ in statements if sql.startswith("INSERT")) == tables


class TestProfiles:
    def test_the_name_of_a_deleted_one_is_not_kept(self, path):
        rows = asked(fill(path), "SELECT id, name, used, shown, heir FROM profiles WHERE id > 3")
        assert rows == [(4, "", 0, "[]", 1), (5, "", 0, "[]", 0)]

    def test_the_number_of_the_latest_is_not_given_again_though_it_is_damaged(self, path, opened):
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
        assert {profile.name for profile in opened().profiles.all()} == {"Aoi", "Mio", "Zoë", "アオイ"}


def test_an_incident_is_one_short_line(opened):
    store = opened()
    store.audits.clock = lambda: NOON
    store.audits.note("start"), store.audits.note("crash", "a\nline\x00 and more " + "x" * 300)
    last, first = opened().audits.incidents
    assert first == Incident(NOON.replace(microsecond=0), "start", "")
    assert last.detail.startswith("a?line? and more x") and len(last.detail) == 200


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
def filled(path: Path) -> Path:
    return fill(path)


def test_there_is_one_for_each_table() -> None:
    assert {"meta", *WRITES} == schema.TABLES.keys()


@pytest.mark.usefixtures("filled")
@every_write
def test_what_is_written_lasts_and_all_else_with_it(opened: Callable[[], Store], table: str) -> None:
    store = opened()
    assert WRITES[table](store) and not store.is_lagging
    now = contents(store)
    for _ in range(2):
        assert contents(opened()) == now


@every_write
def test_a_file_that_breaks_is_made_anew_of_all_there_is(opened: Callable[[], Store], filled: Path, table: str) -> None:
    store = opened()
    change(filled, f"DROP TABLE {table}")
    WRITES[table](store)
    assert store.wait(PATIENCE) and store.trouble is not None and store.trouble.kind == "damaged"
    now = contents(store)
    assert len(list(filled.parent.glob("store-damaged-*.sqlite3"))) == 1
    assert contents(opened()) == now[:-1]


@every_write
def test_a_guest_reads_all_of_it_and_writes_nothing(opened: Callable[[], Store], filled: Path, table: str) -> None:
    store = opened()
    before = contents(store)
    guest = Store.open_as_guest(filled, TOYS)
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
