"""A race: who is first has three points, who is later one, a wrong answer waits; or everybody in turn."""

from __future__ import annotations

from random import Random

import pytest

from game.puzzles.race import (
    AFTER_FIRST_SECONDS,
    MOST_SECONDS,
    OFFERED,
    PUZZLES,
    WRONG_SECONDS,
    Race,
    RaceAnswer,
    offer_actions,
)


def test_the_first_right_answer_is_worth_three_and_later_ones_one() -> None:
    race = Race(3)
    assert [race.answer(player, True) for player in (1, 0)] == [RaceAnswer.FIRST, RaceAnswer.LATER]
    assert race.points == [1, 3, 0] and not race.is_answered
    assert race.answer(1, True) is RaceAnswer.IGNORED
    assert race.answer(2, True) is RaceAnswer.LATER and race.is_answered
    assert race.points == [1, 3, 1] and race.places == [2, 1, 2]


def test_a_wrong_answer_waits_five_seconds() -> None:
    race = Race(2)
    assert race.answer(0, False) is RaceAnswer.WRONG and race.waits(0) == WRONG_SECONDS == 5
    race.pass_time(4.9)
    assert race.answer(0, True) is RaceAnswer.IGNORED and race.may_answer(1)
    race.pass_time(0.2)
    assert race.answer(0, True) is RaceAnswer.FIRST


def test_the_time_ends_a_puzzle_and_sooner_once_somebody_has_it() -> None:
    race = Race(2)
    race.pass_time(MOST_SECONDS - 1)
    assert not race.is_answered
    race.pass_time(1)
    assert race.is_answered and race.answer(0, True) is RaceAnswer.IGNORED
    race.go_on()
    race.pass_time(3)
    race.answer(1, True)
    assert race.left == AFTER_FIRST_SECONDS
    race.pass_time(AFTER_FIRST_SECONDS)
    assert race.is_answered and race.points == [0, 3]


def test_ten_puzzles_for_all() -> None:
    race = Race(8)
    seen = 1
    while not race.is_last:
        race.go_on()
        seen += 1
    assert seen == PUZZLES


@pytest.mark.parametrize(("players", "puzzles"), [(2, 10), (3, 12), (4, 12), (7, 14), (8, 16)])
def test_in_turns_all_have_as_many(players: int, puzzles: int) -> None:
    race = Race(players, in_turns=True)
    turns: list[int] = []
    for number in range(puzzles):
        assert (race.round, race.is_last) == (number, number + 1 == puzzles)
        turns += race.asked
        race.go_on()
    assert [turns.count(player) for player in range(players)] == [puzzles // players] * players


def test_in_turns_the_first_try_is_worth_more_and_nobody_else_answers() -> None:
    race = Race(2, in_turns=True)
    assert race.answer(1, True) is RaceAnswer.IGNORED
    race.answer(0, False)
    race.pass_time(WRONG_SECONDS)
    assert race.answer(0, True) is RaceAnswer.LATER and race.points == [1, 0] and race.is_answered
    race.go_on()
    assert race.answer(1, True) is RaceAnswer.FIRST and race.points == [1, 3]


def test_the_right_one_is_among_what_is_offered_at_a_place_by_chance() -> None:
    wrong = [f"w{number}" for number in range(20)]
    found = [offer_actions("key", wrong, Random(seed)) for seed in range(40)]
    assert all(len(set(each)) == OFFERED and "key" in each for each in found)
    assert {each.index("key") for each in found} == set(range(OFFERED))
    assert offer_actions("key", wrong, Random(3)) == offer_actions("key", wrong[::-1], Random(3))
    assert sorted(offer_actions("key", ["w"], Random(1))) == ["key", "w"]


def test_in_turns_a_puzzle_stays_with_whom_it_is_for():
    race = Race(3, in_turns=True)
    race.answer(0, True)
    race.go_on()
    assert race.asked == (1,)
    race.follow([1, None, 2])  # the first one leaves, another comes in between
    assert race.asked == (0,) and race.points == [0, 0, 0] and race.rounds == 12
    race.follow([1, 2])  # and who was asked leaves: the puzzle is for the next one
    assert race.asked == (0,)
    asked: list[int] = []
    for _ in range(4):
        asked.append(*race.asked)
        race.answer(race.asked[0], True)
        race.go_on()
    assert asked == [0, 1, 0, 1] and race.points == [6, 6]
