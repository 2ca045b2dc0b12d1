"""Profiles, statistics and audits in the store: their limits, what comes after damage, and what is one transaction."""

import contextlib
import sqlite3
from datetime import datetime

import pytest

from game.storage.audits import Incident
from game.storage.profiles import LAST_ID
from tests.stores import LEFT, PATIENCE, WON, change, fill

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
