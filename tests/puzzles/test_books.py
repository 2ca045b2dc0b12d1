"""The books of all games: the calendar, packs, grades, and what is said of a file that is damaged."""

import hashlib
import json
from datetime import date, timedelta
from itertools import pairwise
from statistics import mean

import pytest

from game.core.rules import HouseFileError
from game.puzzles.puzzle import GRADES
from game.puzzles.stored import FOLDER, NAMES, StoredBook, packs
from game.registry import book_of
from game.robots.puzzle import write_puzzle
from game.robots.rounds import target_of
from tests.puzzles.test_proofs import BOOKS, all_of, position

pytestmark = pytest.mark.quick

MOST_BYTES = 480_000
MONDAY = date(2026, 11, 23)
WITH_LINES = [game for game in BOOKS if game != "robots"]


def test_all_data_stay_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES


@pytest.mark.parametrize("game", BOOKS)
class TestBook:
    def test_the_calendar_has_whole_weeks_no_puzzle_twice_and_begins_anew(self, game):
        book = BOOKS[game]
        days = [book.of_day(MONDAY + timedelta(days=day)) for day in range(len(book.calendar()))]
        assert len(days) % 7 == 0 and len({puzzle.id for puzzle in days}) == len(days)
        assert book.of_day(MONDAY + timedelta(days=len(days))) == days[0]
        assert set(days) == set(book.calendar())

    def test_nothing_to_practise_from_is_one_of_a_day(self, game):
        ids = [puzzle.id for puzzle in all_of(BOOKS[game])]
        assert len(set(ids)) == len(ids)

    def test_weeks_begin_easily_and_end_hard(self, game):
        days = BOOKS[game].calendar()
        by_weekday = [mean(puzzle.grade for puzzle in days[weekday::7]) for weekday in range(7)]
        assert all(before <= after for before, after in pairwise(by_weekday))
        assert by_weekday[0] < 1.5 and by_weekday[6] > 4.5

    def test_there_are_puzzles_of_every_grade_to_practise_from(self, game):
        found = {pack.id for pack in packs(BOOKS[game].practice())}
        assert {f"grade-{grade}" for grade in GRADES} <= found


@pytest.mark.parametrize("game", WITH_LINES)
class TestLines:
    def test_each_grade_is_chosen_right_less_often_than_the_one_before(self, game):
        puzzles = all_of(BOOKS[game])
        right = [
            mean(sum(puzzle.evidence.figures["right"]) for puzzle in puzzles if puzzle.grade == grade)
            for grade in GRADES
        ]
        assert all(before > after for before, after in pairwise(right))

    def test_replies_are_legal(self, game):
        for puzzle in all_of(BOOKS[game])[::10]:
            spec, state = position(puzzle)
            for action in spec.rules.legal(state, puzzle.side):
                if not spec.play.is_move(action) or spec.rules.text(action) == puzzle.line[0]:
                    continue
                after, _ = spec.rules.apply(state, puzzle.side, action)
                reply = puzzle.replies[0][spec.rules.text(action)]
                actors = spec.rules.actors(after)
                legal = [spec.rules.text(answer) for seat in actors for answer in spec.rules.legal(after, seat)]
                assert reply in legal if reply else after.result is not None or not legal


ROW = [1, 1, 0, "win", "", "", "a", [{}], [0, 0, 0, 0], 8, 0]


def row(**changes):
    """A row with other values, by their names."""
    return [changes.get(name, value) for name, value in zip(NAMES, ROW, strict=False)]


ROUTE = row(id=9, task="route", line="", replies=[])
PAGE = {"version": 1, "by": "x", "pieces": 1, "days": [*range(1, 8)], "puzzles": [row(id=n) for n in range(1, 9)]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version: expected 1..1, not 2"),
        ({"days": []}, "the days are not whole weeks"),
        ({"days": [1, 2, 3]}, "the days are not whole weeks"),
        ({"days": [1, 2, 3, 4, 5, 6, 6]}, "the days name a puzzle twice, or one that there is not"),
        ({"days": [1, 2, 3, 4, 5, 6, 9]}, "the days name a puzzle twice, or one that there is not"),
        ({"puzzles": [ROW, ROW]}, "two puzzles have one number"),
        ({"puzzles": [row(line="a b")]}, r"puzzles\[0\]: the line does not end with a move of the solver"),
        ({"puzzles": [row(replies=[])]}, r"puzzles\[0\]: there are not as many objects of replies"),
        (
            {"puzzles": [row(task="lose")]},
            r"puzzles\[0\].task: expected 'win' or 'hold' or 'route', not 'lose'",
        ),
        (
            {"puzzles": [[*row(task="route", replies=[]), 3]]},
            r"puzzles\[0\]: a route has its moves as plies",
        ),
        ({"puzzles": [ROUTE]}, r"puzzles\[0\]: a route has its moves as plies"),
        ({"puzzles": [row(grade=6)]}, r"puzzles\[0\].grade: expected 1..5, not 6"),
        ({"puzzles": [ROW[:5]]}, r"puzzles\[0\].actions: expected a text, not None"),
        ({"puzzles": [[*ROW, None, {}, "proven", {}, 1]]}, r"puzzles\[0\]: expected an object"),
        ({"puzzles": [1]}, r"puzzles\[0\]: expected an object, not 1"),
        ({"puzzles": {}}, "puzzles: expected a list"),
        ({"more": 1}, "there is no field 'more'"),
    ],
)
def test_a_damaged_file_is_named_with_the_place(change, said, tmp_path):
    (tmp_path / "nim.json").write_text(json.dumps({**PAGE, **change}))
    book = StoredBook("nim", {}, tmp_path)
    with pytest.raises(HouseFileError, match=rf"nim\.json: the puzzles cannot be read: {said}"):
        book.of_day(MONDAY)
    with pytest.raises(HouseFileError):
        book.practice()


@pytest.mark.parametrize("content", [None, b"", b"{", b"\xff\xfe", b"[1]", b"[" * 100_000])
def test_a_file_that_is_none_is_told(content, tmp_path):
    if content is not None:
        (tmp_path / "nim.json").write_bytes(content)
    with pytest.raises(HouseFileError, match=r"nim\.json: the puzzles cannot be read: "):
        StoredBook("nim", {}, tmp_path).of_day(MONDAY)


def test_a_whole_file_is_read(tmp_path):
    (tmp_path / "nim.json").write_text(json.dumps(PAGE))
    book = StoredBook("nim", {"heap": 3}, tmp_path)
    assert [puzzle.id for puzzle in book.calendar()] == [f"nim-{number}" for number in range(1, 8)]
    assert [puzzle.id for puzzle in book.practice()] == ["nim-8"]
    assert book.of_day(MONDAY).options == {"heap": 3}


def test_a_game_without_puzzles_has_no_book():
    from tests.toy import NIM

    assert book_of(NIM) is None


YEAR = [date(2027, 1, 1) + timedelta(days=day) for day in range(365)]
ROUTES_OF_THE_YEAR = "5409640edd69b7430d2dcfbff26027199bbae3c53fd33babe4581744fbf6f165"


class TestRoutes:
    def test_a_year_of_the_robots_is_the_same_everywhere(self):
        states = [position(BOOKS["robots"].of_day(day))[1] for day in YEAR]
        puzzles = [write_puzzle(state.board, state.robots, target_of(state)) for state in states]
        texts = [json.dumps(puzzle, sort_keys=True) for puzzle in puzzles]
        assert len(set(texts)) == len(YEAR)
        assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == ROUTES_OF_THE_YEAR

    def test_the_robots_have_other_puzzles_for_four_years(self):
        assert len(BOOKS["robots"].calendar()) > 4 * 365.25
        assert BOOKS["robots"].of_day(date(2026, 7, 4)).seed == 1003082

    def test_a_route_is_the_game_whose_seed_is_its_number(self, tmp_path):
        (tmp_path / "nim.json").write_text(json.dumps({**PAGE, "puzzles": [*PAGE["puzzles"], [*ROUTE, 3]]}))
        route = StoredBook("nim", {}, tmp_path).practice()[-1]
        assert (route.id, route.seed, route.moves, route.line, route.is_match) == ("nim-9", 9, 3, (), True)
