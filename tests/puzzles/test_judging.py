"""Tries at a puzzle: what is right, what the rival answers, and what is earned."""

from datetime import date

import pytest

from game.puzzles.puzzle import Evidence, Puzzle, TryVerdict, judge, stars
from game.puzzles.stored import UnknownPackError, index_of_day, pack_of, packs

PUZZLE = Puzzle(
    id="nim-1",
    game="nim",
    options={},
    seed=0,
    actions=(),
    side=0,
    task="win",
    moves=2,
    grade=2,
    themes=("odd",),
    evidence=Evidence("proven", "by hand"),
    line=("a", "b", "c"),
    replies=({"x": "y", "z": ""}, {"x": "w"}),
)


@pytest.mark.parametrize(
    ("done", "action", "verdict"),
    [
        (0, "a", TryVerdict(True, False, "b")),
        (0, "x", TryVerdict(False, False, "y")),
        (0, "z", TryVerdict(False, False, "")),
        (0, "c", TryVerdict(False, False, None)),
        (1, "c", TryVerdict(True, True, "")),
        (1, "x", TryVerdict(False, False, "w")),
        (1, "a", TryVerdict(False, False, None)),
    ],
)
def test_a_try(done, action, verdict):
    assert judge(PUZZLE, done, action) == verdict


def test_stars_for_the_first_try_the_second_and_later_ones_and_less_for_hints():
    assert [stars(wrong, 0) for wrong in range(5)] == [3, 2, 1, 1, 1]
    assert [stars(0, hints) for hints in range(5)] == [3, 2, 1, 0, 0]
    assert [stars(1, 1), stars(2, 1)] == [1, 0]


def test_the_calendar_begins_with_a_monday_and_begins_anew():
    monday = date(2026, 11, 23)
    assert index_of_day(monday, 7) == 0
    days = [index_of_day(date.fromordinal(monday.toordinal() + day), 21) for day in range(42)]
    assert days == [*days[:21]] * 2 and sorted(days[:21]) == list(range(21))
    assert days[1] == (days[0] + 1) % 21
    assert index_of_day(date.min, 364) == 0 and 0 <= index_of_day(date.max, 364) < 364


def test_packs_by_grade_then_by_theme_the_easiest_first():
    hard = Puzzle(**{**{name: getattr(PUZZLE, name) for name in PUZZLE.__slots__}, "id": "nim-2", "grade": 4})
    even = Puzzle(
        **{**{name: getattr(hard, name) for name in PUZZLE.__slots__}, "id": "nim-3", "themes": ("even", "odd")}
    )
    found = {pack.id: [puzzle.id for puzzle in pack.puzzles] for pack in packs([hard, PUZZLE, even])}
    assert found == {
        "grade-2": ["nim-1"],
        "grade-4": ["nim-2", "nim-3"],
        "theme-odd": ["nim-1", "nim-2", "nim-3"],
        "theme-even": ["nim-3"],
    }
    assert pack_of([hard, even], "theme-even").puzzles == (even,)
    with pytest.raises(UnknownPackError, match=r"unknown pack 'theme-none' \(known: grade-4, theme-odd, theme-even\)"):
        pack_of([hard, even], "theme-none")
