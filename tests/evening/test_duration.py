"""How long a match is taken to last."""

from dataclasses import replace

import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.people.party import rounded_minutes, usual_seconds
from game.star import SPEC

PEOPLE = (SeatConfig(name="Tom"), SeatConfig(name="Mia"))


def match(seconds: int) -> Record:
    return Record("star", {}, 0, ("a", "b"), PEOPLE, (500 * seconds, 500 * seconds), Outcome((0,), "line"))


def test_without_matches_at_this_table_the_games_own_figure_stands() -> None:
    assert usual_seconds(SPEC, []) == usual_seconds(SPEC, [match(10)] * 2) == 60 * SPEC.play.minutes


def test_it_is_the_median_of_the_latest_matches_among_people() -> None:
    assert usual_seconds(SPEC, [match(seconds) for seconds in (30, 300, 40)]) == 40
    assert usual_seconds(SPEC, [match(20)] * 9 + [match(900)] * 20) == 20
    against_ai = replace(match(5), seats=(PEOPLE[0], SeatConfig("ai", 2)))
    others = [against_ai, replace(match(5), result=None), replace(match(5), game="coffee"), replace(match(5), times=())]
    assert usual_seconds(SPEC, others * 5) == 60 * SPEC.play.minutes


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 1), (61, 2), (300, 5), (301, 10), (1201, 25)])
def test_minutes_are_rounded_up_as_people_say_them(seconds: int, minutes: int) -> None:
    assert rounded_minutes(seconds) == minutes
