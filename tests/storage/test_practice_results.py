"""What has come of practice: by solver and game; the strength by Glicko-2; what cannot be read is told and kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from game.core.glicko import LEAST_DEVIATION, Rating, update_rating
from game.puzzles.practice_results import (
    MOST_KEPT,
    MOST_POINTS,
    Strength,
    best,
    best_of_house,
    hand_over,
    keep_best,
    keep_practised,
    next_puzzle,
    practice_progress,
    rate,
    rating_of,
    strength,
)
from game.puzzles.puzzle import Puzzle
from game.puzzles.results import HOUSE, PuzzleProgress, Visit, to_values
from game.registry import GAMES, book_of, find
from game.storage.store import Store

AOI, ZOE = 1, 2
SOLVED = PuzzleProgress(stars=2, wrong=1, seconds=71, solved=date(2026, 11, 24))


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    """Star's puzzles to practise from."""
    book = book_of(find("star"))
    assert book is not None
    return list(book.practice())


class TestRating:
    def test_the_example_of_its_author(self) -> None:
        rivals = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
        after = update_rating(Rating(1500, 200, 0.06), rivals)
        assert (round(after.value, 2), round(after.deviation, 2)) == (1464.05, 151.52)
        assert round(after.volatility, 5) == 0.06

    def test_a_surprise_makes_it_more_volatile(self) -> None:
        surprised = update_rating(Rating(1000, 60, 0.06), [(Rating(2200, 30), 1.0)])
        expected = update_rating(Rating(1000, 60, 0.06), [(Rating(2200, 30), 0.0)])
        assert surprised.volatility > expected.volatility and surprised.value > 1000 > expected.value

    def test_it_never_becomes_so_sure_that_it_stands_still(self) -> None:
        own = Rating()
        for number in range(400):
            own = update_rating(own, [(Rating(1500, 30), float(number % 2))])
        assert own.deviation == LEAST_DEVIATION

    def test_a_harder_puzzle_counts_more(self, puzzles: list[Puzzle]) -> None:
        assert [rating_of(next(p for p in puzzles if p.grade == grade)).value for grade in range(1, 6)] == [
            1100, 1300, 1500, 1700, 1900,
        ]  # fmt: skip


class TestPacks:
    def test_what_came_of_a_puzzle_is_kept_by_solver_and_game(self, store: Store, puzzles: list[Puzzle]) -> None:
        keep_practised(store, AOI, puzzles[0], SOLVED)
        assert practice_progress(store, AOI, "star") == {puzzles[0].id: SOLVED}
        assert practice_progress(store, HOUSE, "star") == practice_progress(store, AOI, "coffee") == {}

    @pytest.mark.parametrize(("again", "stars"), [(1, 2), (3, 3)])
    def test_once_more_what_is_worth_more_stays(
        self, store: Store, puzzles: list[Puzzle], again: int, stars: int
    ) -> None:
        keep_practised(store, AOI, puzzles[0], SOLVED)
        keep_practised(store, AOI, puzzles[0], PuzzleProgress(stars=again, solved=date(2026, 11, 25)))
        assert practice_progress(store, AOI, "star")[puzzles[0].id].stars == stars

    def test_the_latest_are_kept(self, puzzles: list[Puzzle]) -> None:
        visit, ids = Visit(), [f"star {number}" for number in range(MOST_KEPT)]
        visit.set(f"practice.packs.{AOI}.star", {id: to_values(SOLVED) for id in ids})
        for puzzle in (puzzles[1], puzzles[0]):
            keep_practised(visit, AOI, puzzle, SOLVED)
        assert list(practice_progress(visit, AOI, "star")) == [*ids[2:], puzzles[1].id, puzzles[0].id]


class TestStrength:
    def test_it_follows_what_is_solved_and_outlasts_the_program(
        self, store: Store, opened: Callable[..., Store], puzzles: list[Puzzle]
    ) -> None:
        assert strength(store, AOI, "star") == Strength()
        up = rate(store, AOI, puzzles[0], 1.0)
        down = rate(store, AOI, puzzles[1], 0.0)
        assert Strength().value < up.value > down.value and down.deviation < up.deviation
        assert down.curve == (round(up.value), round(down.value)) and down.met == (puzzles[0].id, puzzles[1].id)
        again = opened(GAMES)
        assert strength(again, AOI, "star") == down and not strength(again, HOUSE, "star").is_known

    def test_only_so_many_points_are_kept(self, puzzles: list[Puzzle]) -> None:
        visit, last = Visit(), [replace(puzzles[0], id=f"star {number}") for number in range(MOST_POINTS + 2)]
        for puzzle in last:
            found = rate(visit, AOI, puzzle, 1.0)
        assert len(found.curve) == MOST_POINTS and found.met == tuple(puzzle.id for puzzle in last[2:])

    @pytest.mark.parametrize(("value", "grade"), [(0, 1), (1310, 2), (1500, 3), (4000, 5)])
    def test_the_next_puzzle_is_about_as_hard_as_one_is_strong(
        self, puzzles: list[Puzzle], value: float, grade: int
    ) -> None:
        assert next_puzzle(puzzles, Strength(value)).grade == grade

    def test_none_comes_again_before_all_about_as_hard_have_been(self, puzzles: list[Puzzle]) -> None:
        met: tuple[str, ...] = ()
        near = [puzzle.id for puzzle in puzzles if puzzle.grade in (2, 3, 4)]
        for _ in near:
            met = (*met, next_puzzle(puzzles, Strength(met=met)).id)
        assert sorted(met) == sorted(near)
        assert next_puzzle(puzzles, Strength(met=met)).id == met[0]


class TestThreeMinutes:
    def test_more_is_a_record_and_as_many_are_none(self, store: Store) -> None:
        assert [keep_best(store, AOI, "star", count) for count in (0, 4, 4, 3, 6)] == [False, True, False, False, True]
        assert best(store, AOI, "star") == 6 and best(store, ZOE, "star") == 0

    def test_the_best_of_the_house_has_the_names_of_all_who_have_it(self, store: Store) -> None:
        aoi, zoe = store.profiles.take("Aoi"), store.profiles.take("Zoë")
        profiles = [aoi.id, zoe.id]
        assert best_of_house(store, profiles, "star") == (0, [])
        keep_best(store, aoi.id, "star", 4)
        keep_best(store, HOUSE, "star", 3)
        assert best_of_house(store, profiles, "star") == (4, [aoi.id])
        keep_best(store, zoe.id, "star", 4)
        assert len(best_of_house(store, profiles, "star")[1]) == 2
        keep_best(store, HOUSE, "star", 5)
        assert best_of_house(store, profiles, "star") == (5, [])


class TestDamage:
    @pytest.mark.parametrize(
        ("kind", "stored"),
        [
            ("packs", [1, 2]),
            ("strength", {"value": "high"}),
            ("strength", {"value": 1e9}),
            ("strength", {"curve": [1.5]}),
            ("minutes", "many"),
            ("minutes", -1),
        ],
    )
    def test_what_cannot_be_read_is_told_and_kept(
        self, store: Store, caplog: pytest.LogCaptureFixture, kind: str, stored: object
    ) -> None:
        key = f"practice.{kind}.0.star"
        store.set(key, stored)
        with caplog.at_level(logging.WARNING):
            assert practice_progress(store, HOUSE, "star") == {}
            assert strength(store, HOUSE, "star") == Strength()
            assert best(store, HOUSE, "star") == 0
        assert caplog.text.count("cannot be read") == 1 and store.get(f"{key}.damaged") == stored

    def test_a_single_puzzle_that_cannot_be_read_costs_no_other(self, store: Store, puzzles: list[Puzzle]) -> None:
        stored = {"star-9999": "tea", puzzles[1].id: to_values(SOLVED)}
        store.set("practice.packs.0.star", stored)
        keep_practised(store, HOUSE, puzzles[0], SOLVED)
        assert practice_progress(store, HOUSE, "star") == {puzzles[1].id: SOLVED, puzzles[0].id: SOLVED}
        assert store.get("practice.packs.0.star.damaged") == stored


class TestProfiles:
    def filled(self, store: Store, puzzles: list[Puzzle]) -> None:
        """Aoi has practised, and Zoë too."""
        keep_practised(store, AOI, puzzles[0], PuzzleProgress(stars=3, solved=date(2026, 11, 24)))
        keep_practised(store, AOI, puzzles[1], SOLVED)
        keep_practised(store, ZOE, puzzles[0], SOLVED)
        for puzzle in puzzles[:3]:
            rate(store, AOI, puzzle, 1.0)
        rate(store, ZOE, puzzles[0], 0.0)
        keep_best(store, AOI, "star", 4)
        keep_best(store, ZOE, "star", 7)

    def test_a_deleted_one_takes_all_along(self, store: Store, puzzles: list[Puzzle]) -> None:
        self.filled(store, puzzles)
        store.set("practice.minutes.1.star.damaged", 3)
        hand_over(store, ["star", "coffee"], AOI, None)
        assert practice_progress(store, AOI, "star") == {} and strength(store, AOI, "star") == Strength()
        assert best(store, AOI, "star") == 0 and store.get("practice.minutes.1.star.damaged") is None
        assert best(store, ZOE, "star") == 7

    def test_one_that_was_merged_gives_what_is_worth_more(self, store: Store, puzzles: list[Puzzle]) -> None:
        self.filled(store, puzzles)
        surer = strength(store, AOI, "star")
        hand_over(store, ["star"], AOI, ZOE)
        kept = practice_progress(store, ZOE, "star")
        assert (kept[puzzles[0].id].stars, kept[puzzles[1].id]) == (3, SOLVED)
        assert strength(store, ZOE, "star") == surer and best(store, ZOE, "star") == 7
        assert practice_progress(store, AOI, "star") == {}
