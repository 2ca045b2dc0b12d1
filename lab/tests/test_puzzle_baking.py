"""The bake: it resumes, numbers stay, the calendar goes from easy to hard, grades follow scores."""

import json
from types import SimpleNamespace

import pytest

from game.puzzles.stored import Replies, StoredBook
from game.registry import find
from lab.puzzles import bake, grading, pages, star

FIGURES = {"legal": 8, "trap": 0}
LINES = (("@c3 @b3 @a1 @b2", "@a2", "@b1"), ("@c3 @c1", "c3-b3", "@a2"))
ROWS = [
    {"actions": actions, "side": 0, "task": "win", "themes": "", "line": key, "replies": [{wrong: "*"}], **FIGURES}
    for actions, key, wrong in LINES
]


def toy(found, pieces=4, **other):
    """Return a stand-in for a module of lab/puzzles whose pieces find the given numbers of rows."""
    rows = iter(range(10_000))

    def puzzles(piece):
        for _ in range(found):
            yield dict(ROWS[next(rows) % 2])

    values = {"PIECES": pieces, "PRACTICE": 2, "BY": "by hand", "puzzles": puzzles, "same": lambda state: state.ply}
    return SimpleNamespace(**{**values, **other})


@pytest.fixture
def folder(tmp_path):
    """Return an empty folder for the files."""
    return tmp_path / "kept"


def pieces_of(path):
    return [json.loads(line)["piece"] for line in path.read_text().splitlines()]


def test_a_bake_goes_on_after_the_last_piece_and_ends_with_the_last_there_is(tmp_path, folder):
    path = tmp_path / "star.jsonl"
    bake.bake("star", toy(1), tmp_path, 2, folder=folder)
    assert pieces_of(path) == [0, 1]
    bake.bake("star", toy(1), tmp_path, 9, folder=folder)
    assert pieces_of(path) == [0, 1, 2, 3]
    row = json.loads(path.read_text().splitlines()[0])["puzzles"][0]
    assert len(row["right"]) == len(grading.LEVELS) and row["legal"] == 8


def test_two_shares_are_all_pieces(tmp_path, folder):
    for part in (1, 2):
        (tmp_path / str(part)).mkdir()
        bake.bake("star", toy(0, None), tmp_path / str(part), 3, (part, 2), folder)
    assert [pieces_of(tmp_path / part / "star.jsonl") for part in "12"] == [[0, 2, 4], [1, 3, 5]]


def test_without_a_work_folder_a_bake_goes_on_where_the_file_is(tmp_path, folder):
    pages.write("star", "by hand", 3, [], [], folder)
    bake.bake("star", toy(0, None), tmp_path, 1, folder=folder)
    assert pieces_of(tmp_path / "star.jsonl") == [3]


def test_a_line_that_was_cut_off_is_passed_over(tmp_path):
    path = tmp_path / "star.jsonl"
    path.write_text('{"piece": 0, "puzzles": []}\n{"piece": 1, "puz')
    assert [entry["piece"] for entry in bake._entries(path)] == [0]


def row(number, right):
    return {**pages.DEFAULTS, **ROWS[0], "id": number, "right": [right, 0, 0, 0], "grade": 1}


def test_what_is_written_is_read_as_a_book_from_easy_to_hard(folder):
    rows = [row(number, number) for number in range(1, 31)]
    days, kept = pages.laid_out(rows, 2, 16)
    assert len(kept) == 30 and len(set(days)) == 14
    pages.write("star", "by hand", 1, days, kept, folder)
    book = StoredBook("star", {}, folder)
    assert {puzzle.id for puzzle in (*book.calendar(), *book.practice())} == {
        f"star-{number}" for number in range(1, 31)
    }
    grades = [puzzle.grade for puzzle in book.calendar()]
    assert grades[:7] == sorted(grades[:7]) and (grades[0], grades[6]) == (1, 5)
    first = book.calendar()[0]
    assert (first.evidence.kind, first.evidence.by, first.plies) == ("proven", "by hand", None)


def test_more_than_is_wanted_is_not_kept(folder):
    days, kept = pages.laid_out([row(number, number) for number in range(1, 101)], 3, 10)
    assert len(days) == 21 and len(kept) == 31


def test_a_second_bake_keeps_the_numbers_and_takes_no_position_twice(tmp_path, folder):
    pages.write("star", "by hand", 1, [], [row(7, 3)], folder)
    entry = {"piece": 1, "puzzles": [{**pages.DEFAULTS, **ROWS[1], "right": [0, 0, 0, 0]}] * 2}
    (tmp_path / "star.jsonl").write_text(json.dumps(entry) + "\n")
    bake.write("star", toy(0), tmp_path, folder)
    page = pages.read("star", folder)
    assert [(entry["id"], entry["line"]) for entry in page["puzzles"]] == [(7, "@a2"), (8, "c3-b3")]
    assert page["pieces"] == 2


def test_puzzles_made_anew_keep_their_numbers_and_those_that_fail_are_dropped(tmp_path, folder):
    pages.write("star", "by hand", 1, [], [row(7, 3), {**row(8, 3), **ROWS[1]}, row(9, 3)], folder)

    def again(state, old):
        return None if old["id"] == 9 else {**old, "trap": old["trap"] + 1}

    made = toy(0, again=again, PRACTICE=21)
    for part in (1, 2):
        bake.bake_again("star", made, tmp_path, (part, 2), folder)
    before = (tmp_path / "star-again.jsonl").read_text()
    bake.bake_again("star", made, tmp_path, folder=folder)
    assert (tmp_path / "star-again.jsonl").read_text() == before
    entry = {"piece": 1, "puzzles": [{**pages.DEFAULTS, **ROWS[0], "actions": "@c3", "right": [0, 0, 0, 0]}]}
    (tmp_path / "star.jsonl").write_text(json.dumps(entry) + "\n")
    bake.write("star", made, tmp_path, folder)
    rows = pages.read("star", folder)["puzzles"]
    assert [(one["id"], one["line"], one["trap"]) for one in rows] == [(7, "@a2", 1), (8, "c3-b3", 1), (10, "@a2", 0)]
    assert rows[0]["right"] != [3, 0, 0, 0]


def test_scores_grow_with_what_is_missed_and_with_what_is_hard_for_people():
    plain = {"right": [40, 40, 40, 40], "legal": 8, "trap": 0}
    assert grading.score(plain, 1) == pytest.approx(0.03)
    assert grading.score({**plain, "right": [0, 40, 40, 40]}, 1) == pytest.approx(0.28)
    assert grading.score({**plain, "trap": 1}, 1) > grading.score(plain, 1)
    assert grading.score(plain, 3) > grading.score(plain, 2)
    assert grading.score({**plain, "legal": 100}, 1) > grading.score(plain, 1)


def test_grades_are_fifths_and_equals_are_graded_alike():
    assert grading.grades([0.5, 0.1, 0.9, 0.3, 0.7]) == [3, 1, 5, 2, 4]
    assert grading.grades([0.2, 0.2, 0.2, 0.2, 0.9]) == [4, 4, 4, 4, 5]


def test_replies_are_grouped_and_come_out_again():
    replies = {"a": "x", "b": "x", "c": "y", "d": ""}
    kept = pages.grouped(replies)
    assert kept == {"x": "*", "y": "c", "": "d"}
    assert {wrong: Replies(kept)[wrong] for wrong in replies} == replies
    with pytest.raises(KeyError):
        Replies({"y": "c"})["a"]


def test_stars_reflections_and_seats_are_one_position():
    spec = find("star")

    def state(text):
        found = spec.rules.start({"star": "a3", "fouls": "takeback", "foul_guard": True, "first": 0}, 0)
        for action in text.split():
            found, _ = spec.rules.apply(found, found.mover, spec.rules.parse(action))
        return found

    assert star.same(state("@b3 @c1")) == star.same(state("@a2 @c1"))
    assert star.same(state("@b3 @c2 @c1")) != star.same(state("@b3 @c2 @b1"))
