"""The puzzles of the days: the same on every machine, no two alike, as hard as their weekday wants."""

import hashlib
import json
from datetime import date, timedelta

import pytest

from game.core.options import resolve
from game.robots import SPEC, daily, rules
from game.robots.board import COLOURS
from game.robots.daily import DAYS_OF_A_WEEK, puzzle_of_the_day, seeds_of_the_days
from game.robots.difficulty import MOST_ROUTES, difficulty, effort
from game.robots.puzzle import write_puzzle
from game.robots.state import Move
from game.robots.turns import target_of

MONDAY = date(2026, 11, 23)
YEAR = [date(2027, 1, 1) + timedelta(days=day) for day in range(365)]
PUZZLES_OF_THE_YEAR = "5409640edd69b7430d2dcfbff26027199bbae3c53fd33babe4581744fbf6f165"


def puzzle_on(day):
    state = rules.start(resolve(SPEC.options, {"players": 1}), puzzle_of_the_day(day))
    return write_puzzle(state.board, state.robots, target_of(state))


def test_a_year_of_puzzles_is_the_same_everywhere():
    puzzles = [json.dumps(puzzle_on(day), sort_keys=True) for day in YEAR]
    assert len(set(puzzles)) == len(YEAR)
    assert hashlib.sha256("\n".join(puzzles).encode()).hexdigest() == PUZZLES_OF_THE_YEAR


def test_no_seed_comes_twice_in_four_years():
    seeds = seeds_of_the_days()
    assert len(set(seeds)) == len(seeds) > 4 * 365.25
    assert len(seeds) % DAYS_OF_A_WEEK == 0
    days = [MONDAY + timedelta(days=day) for day in range(len(seeds))]
    assert sorted(map(puzzle_of_the_day, days)) == sorted(seeds)
    assert puzzle_of_the_day(MONDAY) == puzzle_of_the_day(MONDAY + timedelta(days=len(seeds)))


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "[1, 2, 3, 4, 5, 6, true]", '["1", 2, 3, 4, 5, 6, 7]'])
def test_without_the_list_every_day_has_a_puzzle_of_its_own(text, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(daily, "DAILY", tmp_path / "daily.json")
    if text:
        daily.DAILY.write_text(text)
    seeds_of_the_days.cache_clear()
    try:
        assert len(set(map(puzzle_of_the_day, YEAR))) == len(YEAR)
        assert "daily.json" in caplog.text
    finally:
        seeds_of_the_days.cache_clear()


def test_difficulty_is_that_of_the_easiest_route_and_less_where_there_are_more():
    alone = (Move("red", "N"), Move("red", "E"))
    helped = (Move("red", "N"), Move("blue", "E"))
    assert (effort(alone), effort(helped)) == (2.0, 3.5)
    assert difficulty([helped]) == 3.5
    assert difficulty([helped, alone]) == 2.0 - 1.0
    assert difficulty([helped] * 4) == 3.5 - 2.0
    assert difficulty([helped] * 500) == difficulty([helped] * MOST_ROUTES)
    assert effort([Move(colour, "N") for colour in COLOURS]) == 5 + 4 * 1.5
