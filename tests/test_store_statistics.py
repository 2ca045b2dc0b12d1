"""Statistics in the store: what lasts, and what becomes of damaged rows."""

import contextlib
import sqlite3
from dataclasses import replace

import pytest

from game import statistics
from game.core.record import SeatConfig
from game.core.rules import RecordError
from game.figures import HOUSE, Figures
from game.shelf import SIZE
from tests.stores import AI, PATIENCE, TOYS, WON, fill, opening

GUEST = SeatConfig(name="@aoi")
ONCE = Figures(1, 1, 0, 1, 1, 0, (0, 0, 0, 2, 0))


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "store.sqlite3"


@pytest.fixture
def opened(path):
    yield from opening(path, TOYS)


FILLED = {
    (HOUSE, "nim"): Figures(3, 3, 0, 0, 2, 0, (0, 0, 0, 2, 0)),
    (1, "nim"): Figures(3, 2, 0, 0, 2, 0, (0, 0, 0, 2, 0)),
    (3, "nim"): Figures(1, 1, 0, 1, 1),
}


def owners(store):
    """Whose figures are in the store's file, once it is written."""
    assert store.wait(PATIENCE)
    with contextlib.closing(sqlite3.connect(store.path)) as database:
        return {owner for (owner,) in database.execute("SELECT profile FROM statistics")}


class TestKept:
    def test_a_result_and_its_figures_are_one_transaction(self, opened):
        store = opened()
        store.profiles.take("Aoi")
        jobs = []
        put_job = store._writer.put
        store._writer.put = lambda statements, plies: (jobs.append(statements), put_job(statements, plies))[1]
        assert store.finish(WON)
        (statements,) = jobs
        tables = [sql.split()[4] for sql, _ in statements if sql.startswith("INSERT")]
        assert sorted(tables) == ["counted", "hours", "results", "statistics", "statistics"]
        assert opened().statistics.of(1, "nim") == ONCE

    def test_a_game_counts_once_whatever_becomes_of_its_record(self, opened):
        store = opened()
        store.finish(WON)
        store.remove(store.archive()[0].id)
        store = opened()
        store.finish(WON)
        store.add(replace(WON, times=()))
        assert opened().statistics.of(HOUSE, "nim").played == 1

    def test_an_imported_game_never_counts(self, opened):
        opened().add(WON)
        store = opened()
        assert store.statistics.figures() == {}
        store.finish(WON)
        assert opened().statistics.figures() == {}

    def test_what_does_not_fit_is_not_imported(self, opened):
        store = opened()
        with pytest.raises(RecordError, match="players"):
            store.add(replace(WON, options={"players": 9}))
        assert store.archive() == store.damaged() == [] and store.statistics.counted() == set()

    def test_an_unfinished_game_does_not_count(self, opened):
        store = opened()
        store.begin(replace(WON, actions=("take 3",), result=None))
        store.shelve("nim")
        assert opened().statistics.figures() == {}

    def test_they_outlast_the_shelf(self, opened):
        store = opened()
        for seed in range(SIZE + 5):
            store.finish(replace(WON, seed=seed, seats=(GUEST, AI)))
        store = opened()
        assert len(store.archive()) == SIZE and store.statistics.of(HOUSE, "nim").played == SIZE + 5


class TestProfiles:
    def test_renaming_changes_nothing(self, path, opened):
        fill(path)
        opened().profiles.rename(1, "Mio")
        store = opened()
        assert store.statistics.figures() == FILLED
        store.finish(replace(WON, seed=9))
        assert opened().statistics.of(1, "nim") == FILLED[1, "nim"]

    def test_merging_merges(self, path, opened):
        fill(path)
        store = opened()
        store.profiles.merge(1, 3)
        expected = {
            (HOUSE, "nim"): FILLED[HOUSE, "nim"],
            (1, "nim"): Figures(4, 3, 0, 0, 2, 0, (0, 0, 0, 2, 0)),
        }
        assert store.statistics.figures() == expected and owners(store) == {HOUSE, 1}
        assert opened().statistics.figures() == expected

    def test_deleting_deletes_all_but_the_number_of_the_house(self, path, opened):
        fill(path)
        store, left = opened(), {key: FILLED[key] for key in ((HOUSE, "nim"), (3, "nim"))}
        assert store.profiles.delete(1)
        assert store.statistics.figures() == left and owners(store) == {HOUSE, 3}
        assert opened().statistics.figures() == left


def test_what_was_counted_is_forgotten_where_it_is_much_and_cannot_come_again(monkeypatch, opened):
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
