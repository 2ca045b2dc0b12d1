"""The books of all games: the calendar, packs, grades, and what is said of a file that is damaged."""

import json
from datetime import date, timedelta
from itertools import pairwise
from statistics import mean

import pytest

from game.core.rules import HouseFileError
from game.puzzles.book import packs
from game.puzzles.puzzle import GRADES
from game.puzzles.stored import FOLDER, NAMES, StoredBook
from game.registry import book_of
from game.robots.book import RobotsBook
from game.robots.daily import puzzle_of_the_day
from tests.puzzles.test_proofs import BOOKS, all_of, position

pytestmark = pytest.mark.quick

MOST_BYTES = 400_000
MONDAY = date(2026, 11, 23)
STORED = [game for game, book in BOOKS.items() if isinstance(book, StoredBook)]


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


@pytest.mark.parametrize("game", STORED)
class TestStored:
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


PAGE = {"version": 1, "by": "x", "pieces": 1, "days": [*range(1, 8)], "puzzles": [row(id=n) for n in range(1, 9)]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version: 1..1 is wanted, not 2"),
        ({"days": []}, "the days are not whole weeks"),
        ({"days": [1, 2, 3]}, "the days are not whole weeks"),
        ({"days": [1, 2, 3, 4, 5, 6, 6]}, "the days name a puzzle twice, or one that there is not"),
        ({"days": [1, 2, 3, 4, 5, 6, 9]}, "the days name a puzzle twice, or one that there is not"),
        ({"puzzles": [ROW, ROW]}, "two puzzles have one number"),
        ({"puzzles": [row(line="a b")]}, r"puzzles\[0\]: the line does not end with a move of the solver"),
        ({"puzzles": [row(replies=[])]}, r"puzzles\[0\]: there are not as many objects of replies"),
        (
            {"puzzles": [row(task="lose")]},
            r"puzzles\[0\].task: 'win' or 'hold' or 'route' is wanted, not 'lose'",
        ),
        ({"puzzles": [row(grade=6)]}, r"puzzles\[0\].grade: 1..5 is wanted, not 6"),
        ({"puzzles": [ROW[:5]]}, r"puzzles\[0\].actions: a text is wanted, not None"),
        ({"puzzles": [[*ROW, None, {}, "proven", {}, 1]]}, r"puzzles\[0\]: an object is wanted"),
        ({"puzzles": [1]}, r"puzzles\[0\]: an object is wanted, not 1"),
        ({"puzzles": {}}, "puzzles: a list is wanted"),
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


ROBOTS = {"version": 1, "days": [[3, 1, 0, 4]], "seeds": [5], "practice": [[7, 4]]}


class TestRobots:
    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"days": [[3]]}, r"\[3\] is no row of moves, grade and themes"),
            ({"days": [[0, 1]]}, r"\[0, 1\] is no row"),
            ({"days": [[3, 6]]}, r"\[3, 6\] is no row"),
            ({"practice": [[3, 1, 6]]}, r"\[3, 1, 6\] is no row"),
            ({"seeds": []}, "there are not as many rows to practise as seeds"),
            ({"version": 2}, "version: 1..1 is wanted, not 2"),
        ],
    )
    def test_a_damaged_file_is_named(self, change, said, tmp_path):
        (tmp_path / "robots.json").write_text(json.dumps({**ROBOTS, **change}))
        with pytest.raises(HouseFileError, match=rf"robots\.json: the puzzles cannot be read: {said}"):
            RobotsBook(tmp_path).practice()

    def test_days_that_have_no_row_are_told(self, tmp_path):
        (tmp_path / "robots.json").write_text(json.dumps(ROBOTS))
        book = RobotsBook(tmp_path)
        (puzzle,) = book.practice()
        assert (puzzle.id, puzzle.moves, puzzle.grade, puzzle.themes) == ("robots-5", 7, 4, ())
        with pytest.raises(HouseFileError, match="do not go with those of the days"):
            book.calendar()

    def test_the_calendar_is_the_games_own(self):
        assert RobotsBook().of_day(MONDAY).seed == puzzle_of_the_day(MONDAY)
