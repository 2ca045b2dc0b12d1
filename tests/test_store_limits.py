"""Profiles, statistics and audits in the store: their limits, what comes after damage, and what is one transaction."""

import contextlib
import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from game import audits, statistics
from game.audits import Incident
from game.figures import HOUSE
from game.profiles import LAST_ID
from tests.stores import LEFT, PATIENCE, TOYS, WON, change, contents, fill, opening

NOON = datetime(2026, 11, 22, 12, 34, 56, 789)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite3"


@pytest.fixture
def opened(path):
    yield from opening(path, TOYS)


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
    put_job = store._writer.put
    store._writer.put = lambda statements, plies: (jobs.append(statements), put_job(statements, plies))[1]
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


class TestStatistics:
    def test_they_outlast_the_shelf(self, opened):
        store = opened()
        store.resize_shelf(20)
        for seed in range(25):
            store.finish(replace(WON, seed=seed))
        store = opened()
        assert len(store.archive()) == 20 and store.statistics.of(HOUSE, "nim").played == 25

    def test_what_was_counted_is_forgotten_where_it_is_much_and_cannot_come_again(self, monkeypatch, opened):
        monkeypatch.setattr(statistics, "MOST_COUNTED", 30)
        store = opened()
        store.resize_shelf(20)
        for seed in range(31):
            store.finish(replace(WON, seed=seed))
        assert len(store.statistics.counted()) == 20
        store = opened()
        assert len(store.statistics.counted()) == 20
        store.finish(replace(WON, seed=30))
        assert store.statistics.of(HOUSE, "nim").played == 31, "one that lies on the shelf never counts again"


class TestAudits:
    def test_the_last_days_are_kept(self, opened, path, monkeypatch):
        monkeypatch.setattr(audits, "MOST_DAYS", 30)
        store = opened()
        for day in range(33):
            store.audits.clock = lambda day=day: NOON + timedelta(days=3 * day)
            store.finish(replace(WON, seed=day))
            store.finish(replace(WON, seed=1_000 + day))
        lines = [line for line in contents(opened()) if line.startswith("hour ")]
        assert len(lines) == 30 and all(line.endswith(" 12 nim: 2 0 0 2 0") for line in lines)
        assert lines[0].startswith(f"hour {(NOON + timedelta(days=9)).date()} ")
        assert asked(path, "SELECT count(*) FROM hours") == [(30,)]

    def test_an_incident_is_one_short_line(self, opened):
        store = opened()
        store.audits.clock = lambda: NOON
        store.audits.note("start"), store.audits.note("crash", "a\nline\x00 and more " + "x" * 300)
        last, first = opened().audits.incidents
        assert first == Incident(NOON.replace(microsecond=0), "start", "")
        assert last.detail.startswith("a?line? and more x") and len(last.detail) == 200

    def test_the_last_incidents_are_kept(self, opened, monkeypatch):
        monkeypatch.setattr(audits, "MOST_INCIDENTS", 30)
        store = opened()
        for number in range(37):
            store.audits.note("error", str(number))
        found = [incident.detail for incident in opened().audits.incidents]
        assert found == [str(number) for number in range(36, 6, -1)]
