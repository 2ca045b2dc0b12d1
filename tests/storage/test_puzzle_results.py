"""What has come of the puzzles of the days: kept by solver, game and day; days in turn make a row."""

from datetime import date, timedelta

import pytest

from game.puzzles.results import (
    HOUSE,
    MOST_DAYS,
    InARow,
    PuzzleCounts,
    PuzzleProgress,
    Visit,
    attempts,
    count,
    day_counts,
    hand_over,
    in_a_row,
    keep,
    of_house,
    solve,
    to_values,
)
from game.registry import GAMES

TODAY = date(2026, 11, 24)
AOI, ZOE = 1, 2


def on(day):
    """The day so many days after today."""
    return TODAY + timedelta(days=day)


def row(store, today, owner=HOUSE):
    """The row of somebody's star puzzles."""
    days = [day for day, each in attempts(store, owner, "star").items() if each.in_row]
    return in_a_row(days, today)


def solved(store, day, today=None, owner=HOUSE):
    """Solve the star puzzle of a day, so many days after today, on that day or another."""
    return solve(store, owner, "star", on(day), on(day if today is None else today), PuzzleProgress(stars=3))


class TestWhatIsKept:
    def test_of_each_solver_game_and_day(self, store):
        half = PuzzleProgress(wrong=1, hints=2, seconds=95)
        keep(store, AOI, "star", TODAY, half)
        keep(store, HOUSE, "star", on(-1), PuzzleProgress(shown=True))
        assert attempts(store, AOI, "star") == {TODAY: half}
        assert attempts(store, HOUSE, "star") == {on(-1): PuzzleProgress(shown=True)}
        assert attempts(store, AOI, "coffee") == {}

    def test_it_outlasts_the_program(self, store, opened):
        done = solve(store, AOI, "star", TODAY, TODAY, PuzzleProgress(stars=2, wrong=1, seconds=71))
        assert attempts(opened(GAMES), AOI, "star") == {TODAY: done}
        assert (done.stars, done.solved, done.in_row) == (2, TODAY, True)

    def test_what_is_over_stays_as_it_was(self, store):
        first = solved(store, 0)
        assert solve(store, HOUSE, "star", TODAY, TODAY, PuzzleProgress(stars=1)) == first
        keep(store, HOUSE, "coffee", TODAY, PuzzleProgress(shown=True))
        assert solve(store, HOUSE, "coffee", TODAY, TODAY, PuzzleProgress(stars=3)).stars == 0

    def test_only_the_latest_days(self):
        visit, wrong = Visit(), PuzzleProgress(wrong=1)
        visit.set("puzzles.0.star", {on(day).isoformat(): to_values(wrong) for day in range(2, MOST_DAYS + 1)})
        for day in (0, 1, MOST_DAYS + 1):
            keep(visit, HOUSE, "star", on(day), wrong)
        assert list(attempts(visit, HOUSE, "star")) == [on(day) for day in range(2, MOST_DAYS + 2)]

    @pytest.mark.parametrize("stored", [None, 3, [1], {"tea": [3, 0, 0, 0, False, "", False]}])
    def test_what_is_no_day_is_set_aside(self, store, stored):
        store.set("puzzles.0.star", stored)
        assert attempts(store, HOUSE, "star") == {}
        assert store.get("puzzles.0.star.damaged") == stored

    @pytest.mark.parametrize("values", ["tea", [1, 0, 0, 0, False, "yesterday", True], [1, 0, 0, 0, 0, "", True]])
    def test_a_day_that_cannot_be_read_costs_no_other(self, store, values):
        stored = {"2026-11-23": to_values(PuzzleProgress(wrong=1)), "2026-11-24": values}
        store.set("puzzles.0.star", stored)
        solved(store, 1)
        assert list(attempts(store, HOUSE, "star")) == [on(-1), on(1)]
        assert store.get("puzzles.0.star.damaged") == stored

    def test_numbers_beyond_their_limits_are_the_nearest_that_can_be(self, store):
        store.set("puzzles.0.star", {"2026-11-24": [9, -1, -2, 10**300, False, "", True]})
        assert attempts(store, HOUSE, "star") == {TODAY: PuzzleProgress(stars=3, seconds=2**31)}


class TestRow:
    def test_one_a_day_keeps_it_until_a_whole_day_is_left_out(self, store):
        for day in range(3):
            solved(store, day)
            assert row(store, on(day)) == InARow(day + 1, day + 1)
        assert row(store, on(3)) == InARow(3, 3)
        assert row(store, on(4)) == InARow(0, 3)

    def test_earlier_days_are_worth_their_stars_and_no_row(self, store):
        solved(store, 0)
        late = solved(store, -1, today=0)
        assert late.stars == 3 and not late.in_row
        assert row(store, on(0)) == InARow(1, 1)

    def test_a_clock_set_ahead_wins_nothing(self, store):
        solved(store, 0)
        assert not solved(store, 5).in_row
        assert row(store, on(5)) == InARow(0, 1)

    def test_a_clock_set_back_wins_nothing(self, store):
        solved(store, 0)
        assert not solved(store, -1).in_row
        assert row(store, on(0)) == InARow(1, 1)

    def test_the_row_goes_on_once_the_clock_is_right_again(self, store):
        solved(store, 900)
        assert not solved(store, 0).in_row
        assert solved(store, 1).in_row and solved(store, 2).in_row
        assert row(store, on(2)).days == 2

    def test_after_a_pause_the_second_day_begins_a_row(self, store):
        solved(store, 0)
        assert [solved(store, day).in_row for day in (8, 9)] == [False, True]

    def test_the_best_one_is_the_longest(self):
        days = [on(day) for day in (-20, -19, -18, -17, -9, -1, 0, 3)]
        assert in_a_row(days, TODAY) == InARow(2, 4)
        assert in_a_row([], TODAY) == InARow(0, 0)


class TestProfiles:
    def test_what_a_deleted_one_has_solved_is_forgotten(self, store):
        solved(store, 0, owner=AOI)
        solved(store, 0, owner=ZOE)
        hand_over(store, ["star", "coffee"], AOI, None)
        assert attempts(store, AOI, "star") == {} and store.get("puzzles.1.star") is None
        assert len(attempts(store, ZOE, "star")) == 1

    def test_one_that_was_merged_gives_what_is_worth_more(self, store):
        keep(store, AOI, "star", on(0), PuzzleProgress(stars=3))
        keep(store, AOI, "star", on(1), PuzzleProgress(stars=1))
        keep(store, ZOE, "star", on(1), PuzzleProgress(stars=2))
        keep(store, ZOE, "star", on(2), PuzzleProgress(wrong=1))
        hand_over(store, ["star"], AOI, ZOE)
        assert attempts(store, ZOE, "star") == {
            on(0): PuzzleProgress(stars=3),
            on(1): PuzzleProgress(stars=2),
            on(2): PuzzleProgress(wrong=1),
        }
        assert attempts(store, AOI, "star") == {}


class TestOfHouse:
    def test_the_best_of_anybodys_stars_stays_and_any_of_them_counts_for_the_row(self, store):
        keep(store, HOUSE, "star", TODAY, PuzzleProgress(stars=1, solved=TODAY, in_row=True))
        keep(store, ZOE, "star", TODAY, PuzzleProgress(stars=3, solved=TODAY))
        assert of_house(store, [HOUSE, ZOE], "star") == {TODAY: PuzzleProgress(stars=3, solved=TODAY, in_row=True)}
        assert of_house(store, [], "star") == {}

    def test_of_strangers_the_counts_tell_whether_it_was_solved_and_with_all_stars(self, store):
        days = [TODAY - timedelta(days=back) for back in range(3)]
        for day, stars in zip(days, (3, 2, 0), strict=True):
            count(store, "star", day, PuzzleProgress(), PuzzleProgress(stars, wrong=1, solved=day if stars else None))
        assert {day: one.stars for day, one in of_house(store, [HOUSE], "star").items()} == {days[0]: 3, days[1]: 1}

    def test_stars_that_are_known_later_are_counted_once(self, store):
        one, all_stars = PuzzleProgress(1, solved=TODAY), PuzzleProgress(3, solved=TODAY)
        for before, after in ((PuzzleProgress(), one), (one, all_stars), (all_stars, all_stars)):
            count(store, "star", TODAY, before, after)
        assert day_counts(store, "star", TODAY) == PuzzleCounts(1, 1, 1)
