"""What an operator asks about: what counts, what lasts, and what goes."""

import contextlib
import sqlite3
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from game.audits import INCIDENTS, MOST_DAYS, MOST_INCIDENTS, HourCount, Incident
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
    def test_a_finished_game(self, opened):
        store = opened()
        store.finish(WON), store.finish(LOST)
        assert hours(store) == hours(opened()) == (HourCount(*HOUR, finished=2, seconds=12, ai_games=2, ai_won=1),)

    @pytest.mark.parametrize(
        ("seats", "winners", "expected"),
        [
            ((PERSON, PERSON), (0,), (0, 0)),
            ((AI, AI), (1,), (0, 0)),
            ((PERSON, AI), (), (1, 0)),
            ((PERSON, AI), (0, 1), (1, 1)),
        ],
    )
    def test_what_an_ai_has_won(self, opened, seats, winners, expected):
        store = opened()
        store.finish(replace(WON, seats=seats, result=Outcome(winners, "last")))
        (count,) = hours(store)
        assert (count.finished, count.ai_games, count.ai_won) == (1, *expected)

    def test_a_game_that_is_left(self, opened):
        store = opened()
        store.begin(LEFT), store.shelve("nim")
        assert hours(opened()) == (HourCount(*HOUR, left=1, seconds=3),)

    def test_one_that_is_left_for_another(self, opened):
        store = opened()
        store.begin(LEFT), store.begin(replace(LEFT, seed=2))
        assert counts(store) == (0, 1)

    def test_one_without_an_action_or_that_goes_on_or_came_from_outside_does_not(self, opened):
        store = opened()
        store.begin(replace(LEFT, actions=(), times=())), store.shelve("nim")
        store.begin(LEFT), store.begin(WON), store.discard("nim")
        store.add(replace(WON, seed=5)), store.add(replace(LEFT, seed=6))
        store.begin(LEFT), store.reject_unfinished("it cannot be", "nim")
        assert hours(store) == ()

    def test_times_that_can_be_none(self, opened):
        store = opened()
        store.finish(replace(WON, times=(-5_000, 10**30)))
        assert hours(store)[0].seconds == 86_400 and hours(opened()) == hours(store)

    def test_hours_and_games_are_kept_apart_and_given_in_order(self, opened):
        store = opened()
        for moment in (NOON + timedelta(days=1), NOON - timedelta(hours=1), NOON):
            store.audits.clock = lambda moment=moment: moment
            store.finish(replace(WON, seed=moment.toordinal() * 24 + moment.hour))
        keys = [(TODAY, 11, "nim"), HOUR, (TODAY + timedelta(days=1), 12, "nim")]
        assert [count.key for count in hours(opened())] == keys
        assert [count.key for count in store.audits.hours(TODAY, TODAY)] == keys[:2]

    def test_with_the_result_in_one_transaction(self, opened):
        store = opened()
        jobs = []
        put_job = store._writer.put
        store._writer.put = lambda statements, plies: (jobs.append(statements), put_job(statements, plies))[1]
        store.begin(LEFT), store.shelve("nim")
        tables = [sql.split()[4] for sql, _ in jobs[-1] if sql.startswith("INSERT")]
        assert sorted(tables) == ["hours", "results"]


class TestOnce:
    def test_finished_twice(self, opened):
        store = opened()
        store.finish(WON), store.finish(WON)
        assert counts(store) == (1, 0)

    def test_left_and_finished_or_left_again_counts_as_it_was_left(self, opened):
        store = opened()
        store.begin(LEFT), store.shelve("nim")
        store = opened(moment=NOON + timedelta(hours=3))
        store.begin(LEFT), store.shelve("nim")
        store.begin(LEFT), store.finish(WON)
        assert hours(store) == (HourCount(*HOUR, left=1, seconds=3),)

    def test_an_end_that_was_taken_back(self, opened):
        store = opened()
        store.finish(WON)
        store.begin(LEFT), store.finish(replace(WON, actions=("take 3", "take 3", "take 2"), times=(1_000, 2_000, 7)))
        assert counts(store) == (1, 0)

    def test_games_with_one_set_up_are_several_by_their_times(self, opened):
        store = opened()
        store.finish(WON)
        store.finish(replace(WON, times=(1_001, 2_000, 3_000)))
        store.finish(replace(WON, seats=(AI, PERSON), options={"players": 2, "pile": 8}))
        store.finish(replace(LOST, game="nim2"))
        assert counts(store) == (4, 0)

    def test_what_begins_at_the_first_half_of_another_is_a_game_of_its_own(self, opened):
        store = opened()
        store.finish(WON)
        store.finish(replace(WON, actions=("take 3", "take 2", "take 3", "take 1"), times=(1_000, 9, 9, 9)))
        assert counts(store) == (2, 0)


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

    def test_every_kind_can_be_kept(self, opened):
        store = opened()
        for kind in INCIDENTS:
            store.audits.note(kind)
        assert [incident.kind for incident in opened().audits.incidents] == [*reversed(INCIDENTS)]


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

    def test_the_operator_may_forget_them(self, opened):
        store = opened()
        store.finish(WON), store.audits.note("start")
        assert store.audits.clear()
        assert hours(store) == store.audits.incidents == ()
        store = opened()
        assert hours(store) == store.audits.incidents == () and len(store.archive()) == 1
