"""What an operator asks about: what counts, what lasts, and what goes."""

import contextlib
import sqlite3
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from game.audits import MOST_DAYS, MOST_INCIDENTS, Incident
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from tests.stores import TOYS, opening

PERSON, AI = SeatConfig(name="Aoi"), SeatConfig("ai", 4)
LEFT = Record("nim", {"players": 2, "pile": 9}, 1, ("take 3", "take 3"), (PERSON, AI), (1_000, 2_000))
WON = replace(LEFT, actions=("take 3",) * 3, times=(1_000, 2_000, 3_000), result=Outcome((0,), "last"))
LOST = replace(WON, seed=2, result=Outcome((1,), "last"))
NOON = datetime(2026, 11, 22, 12, 34, 56, 789)
TODAY, HOUR = NOON.date(), (NOON.date(), 12, "nim")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "store.sqlite3"


@pytest.fixture
def opened(path):
    """Opens the store in `path`, at noon or later."""
    opening_stores = opening(path, TOYS)
    make = next(opening_stores)

    def store(games=TOYS, moment=NOON):
        found = make(games)
        found.audits.clock = lambda: moment
        return found

    yield store
    next(opening_stores, None)


def hours(store):
    """All that was counted."""
    return store.audits.hours(date.min, date.max)


def counts(store):
    """How many games were finished and left."""
    return sum(count.finished for count in hours(store)), sum(count.left for count in hours(store))


class TestWhatCounts:
    def test_with_the_result_in_one_transaction(self, opened):
        store = opened()
        jobs = []
        put_job = store._writer.put
        store._writer.put = lambda statements, plies: (jobs.append(statements), put_job(statements, plies))[1]
        store.begin(LEFT), store.shelve("nim")
        tables = [sql.split()[4] for sql, _ in jobs[-1] if sql.startswith("INSERT")]
        assert sorted(tables) == ["hours", "results"]


class TestIncidents:
    def test_the_newest_is_first(self, opened):
        store = opened()
        assert store.audits.note("start")
        store.audits.clock = lambda: NOON + timedelta(minutes=1)
        store.audits.note("crash", "a\nline\x00 and more " + "x" * 300)
        last, first = opened().audits.incidents
        assert first == Incident(NOON.replace(microsecond=0), "start", "")
        assert last.kind == "crash" and last.detail.startswith("a?line? and more x") and len(last.detail) == 200

    def test_the_last_ones_are_kept(self, opened):
        store = opened()
        for number in range(MOST_INCIDENTS + 7):
            store.audits.note("error", str(number))
        found = opened().audits.incidents
        assert [incident.detail for incident in found] == [str(n) for n in range(MOST_INCIDENTS + 6, 6, -1)]


class TestKept:
    def test_the_last_days_are(self, opened, path):
        store = opened()
        for day in range(MOST_DAYS + 3):
            store.audits.clock = lambda day=day: NOON + timedelta(days=3 * day)
            store.finish(replace(WON, seed=day))
            store.finish(replace(LOST, seed=1_000 + day))
        store = opened()
        assert [count.finished for count in hours(store)] == [2] * MOST_DAYS
        assert hours(store)[0].day == TODAY + timedelta(days=9)
        with contextlib.closing(sqlite3.connect(path)) as database:
            assert database.execute("SELECT count(*) FROM hours").fetchone() == (MOST_DAYS,)
