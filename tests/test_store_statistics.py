"""Statistics in the store: what lasts, and what becomes of damaged rows."""

from dataclasses import replace

import pytest

from game import statistics
from game.core.record import SeatConfig
from game.figures import HOUSE, Figures
from game.shelf import SIZE
from tests.stores import AI, TOYS, WON, opening

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

    def test_they_outlast_the_shelf(self, opened):
        store = opened()
        for seed in range(SIZE + 5):
            store.finish(replace(WON, seed=seed, seats=(GUEST, AI)))
        store = opened()
        assert len(store.archive()) == SIZE and store.statistics.of(HOUSE, "nim").played == SIZE + 5


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
