"""The cup: who meets whom, places and points, ties, and what the store gives back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from game.core.rules import GameError
from game.cup import PEOPLE, Cup, Entrant, Match, cup_from_json, new_cup
from game.registry import GAMES
from game.table import IDENTITIES
from tests.tables import rows

LETTERS = "ABCDEFGH"  # stand for people; only the store knows identities


def cup_of(count: int, people: Sequence[str] = LETTERS) -> Cup:
    return new_cup([Entrant(person, f"name {person}"[:12]) for person in people[:count]], GAMES)


def play(cup: Cup, *places: int) -> Cup:
    """The next match ends with these places, in the order of its people; by letter where there are none."""
    match = cup.next
    assert match is not None
    given = places or tuple(1 + sorted(match.people).index(person) for person in match.people)
    id = f"match {len(cup.results)}"
    return cup.begun(id).ended(id, dict(zip(match.people, given, strict=True)))


def play_stage(cup: Cup) -> Cup:
    """The present game to its end; who comes first in the alphabet wins."""
    game = cup.next.game if cup.next is not None else ""
    while cup.next is not None and cup.next.game == game:
        cup = play(cup)
    return cup


def matches(cup: Cup, game: str) -> list[Match]:
    return [match for stage in cup.stages if stage.title.game == game for match in stage.matches]


def test_robots_come_last_for_they_decide() -> None:
    assert [stage.title.game for stage in cup_of(3).stages] == ["quoridor", "coffee", "star", "robots"]


def test_up_to_four_sit_at_one_table_of_quoridor_and_more_play_heats_with_a_final() -> None:
    for count in (2, 3, 4):
        assert [(len(match.people), match.round) for match in matches(cup_of(count), "quoridor")] == [(count, "table")]
    cup = cup_of(7)
    assert [match.people for match in matches(cup, "quoridor")] == [("A", "C", "E", "G"), ("B", "D", "F")]
    cup = play(play(cup), 3, 1, 1)  # of equals the one that was seeded first goes on
    final = cup.next
    assert final is not None and (final.people, final.round) == (("A", "D"), "final")
    assert play(cup, 2, 1).stages[0].places == {"D": 1, "A": 2, "F": 3, "C": 4, "B": 5, "E": 5, "G": 7}


def test_each_meets_each_where_up_to_four_play_a_game_for_two() -> None:
    for count, games in ((2, 1), (3, 3), (4, 6)):
        cup = play(cup_of(count))
        pairs = [frozenset(match.people) for match in matches(cup, "coffee")]
        assert len(pairs) == len(set(pairs)) == games
    begun = [match.people[0] for match in pairs_of_two(4)]
    assert {begun.count(letter) for letter in "ABCD"} <= {1, 2}


def pairs_of_two(count: int) -> list[Match]:
    return matches(play(cup_of(count)), "coffee")


def test_nobody_begins_both_games_for_two_where_two_play() -> None:
    cup = play(cup_of(2))
    first = matches(cup, "coffee")[0].people
    assert matches(play(cup), "star")[0].people == first[::-1]


@pytest.mark.parametrize(
    ("count", "first_round"),
    [(5, ["DE"]), (6, ["DE", "CF"]), (7, ["DE", "BG", "CF"]), (8, ["AH", "DE", "BG", "CF"])],
)
def test_more_than_four_play_a_knock_out_with_byes_for_the_best_placed(count: int, first_round: list[str]) -> None:
    cup = play_stage(cup_of(count))
    assert cup.totals["A"] == max(cup.totals.values())
    known = ["".join(sorted(match.people)) for match in matches(cup, "coffee") if match.round == "quarterfinal"]
    assert sorted(known) == sorted(first_round)
    cup = play_stage(cup)
    places = cup.stages[1].places
    assert (places["A"], places["B"]) == (1, 2)
    assert sorted(places.values()) == [1, 2, 3, 3, *[5] * (count - 4)]
    assert matches(cup, "coffee")[-1].round == "final"


def test_a_drawn_knock_out_is_played_again_and_then_the_better_placed_goes_on() -> None:
    cup = play_stage(cup_of(5))
    match = cup.next
    assert match is not None and match.people == ("E", "D")  # the worse placed begins
    cup = play(cup, 1, 1)
    again = cup.next
    assert again is not None and again.people == ("D", "E")
    assert play(cup, 2, 1).stages[1].matches[-1].result is None
    cup = play(cup, 1, 1)
    assert "E" not in {person for match in matches(cup, "coffee")[2:] for person in match.people}


def test_points_are_shared_by_those_who_share_places() -> None:
    cup = play(cup_of(4), 1, 2, 2, 4)
    assert cup.totals == {"A": 4, "B": Fraction(3, 2), "C": Fraction(3, 2), "D": 0}
    cup = play(cup_of(3), 1, 1, 1)
    assert set(cup.totals.values()) == {Fraction(7, 3)}


def test_a_draw_in_a_round_robin_is_half_a_win() -> None:
    cup = play(cup_of(3))
    for people in (match.people for match in pairs_of_two(3)):
        cup = play(cup, *((1, 1) if set(people) == {"A", "B"} else (1, 2) if people[0] < people[1] else (2, 1)))
    assert cup.stages[1].places == {"A": 1, "B": 1, "C": 3}


def test_the_last_game_decides_between_equals() -> None:
    cup = play(play(cup_of(2)), 1, 1)
    cup = play(cup, *((1, 2) if cup.next and cup.next.people[0] == "B" else (2, 1)))
    assert len(set(cup.totals.values())) == 1 and [place for place, _ in cup.standings] == [1, 1]
    equal = play(cup, 1, 1)
    assert [place for place, _ in equal.standings] == [1, 1]
    cup = play(play(play(cup_of(2), 1, 2), 1, 1), 1, 1)  # A leads by two points
    ended = play(cup, 2, 1)
    assert len(set(ended.totals.values())) == 1
    assert [(place, entrant.identity) for place, entrant in ended.standings] == [(1, "B"), (2, "A")]
    assert ended.next is None


@pytest.mark.parametrize("count", range(2, 9))
def test_every_cup_comes_to_an_end_and_comes_back_from_the_store_at_any_time(count: int) -> None:
    chance = random.Random(count)
    cup = cup_of(count, IDENTITIES)
    while (match := cup.next) is not None:
        assert len(set(match.people)) == len(match.people)
        cup = play(cup, *(chance.randint(1, 2) for _ in match.people))
        assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup
    shared_out = sum(cup.totals.values())
    assert shared_out == 4 * (6 if count == 2 else 7)
    assert len(cup.standings) == count


def test_a_match_that_is_gone_on_with_counts_as_it_ended_last() -> None:
    cup = cup_of(2).begun("one").ended("one", {"A": 1, "B": 2})
    assert cup.totals["A"] == 4
    assert cup.ended("one", {"A": 2, "B": 1}).totals["A"] == 2
    begun = cup.begun("two")
    assert begun.ended("one", {"A": 2, "B": 1}) is begun
    assert begun.ended("elsewhere", {"A": 2, "B": 1}) is begun
    assert begun.owns("two") and begun.owns("one") and not begun.owns("elsewhere") and not cup_of(2).owns("")


def test_an_ai_at_the_table_takes_no_place_from_people() -> None:
    cup = cup_of(3).begun("one").ended("one", {"A": 2, "B": 4, "C": 3, "the AI": 1})
    assert cup.stages[0].places == {"A": 1, "B": 3, "C": 2}


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_cup_is_for_two_to_eight(count: int) -> None:
    with pytest.raises(GameError, match="2 to 8 people"):
        new_cup([Entrant(str(number), "") for number in range(count)], GAMES)


@pytest.mark.parametrize("change", [json.loads(change) for (change,) in rows("damaged_cups", 1)], ids=json.dumps)
def test_a_damaged_cup_is_refused_by_what_is_wrong(change: dict[str, Any]) -> None:
    data = json.loads(json.dumps(play(cup_of(2, IDENTITIES)).to_json()))
    assert cup_from_json(data, GAMES).results
    with pytest.raises(GameError, match="a stored cup"):
        cup_from_json(data | change, GAMES)
    with pytest.raises(GameError, match="a stored cup"):
        cup_from_json([data], GAMES)


@pytest.mark.parametrize("count", range(PEOPLE[0], PEOPLE[1] + 1))
def test_the_matches_that_are_left_are_those_that_follow(count: int) -> None:
    cup = cup_of(count)
    while cup.next is not None:
        left = sum(stage.left(count) for stage in cup.stages)
        cup = play(cup)
        assert sum(stage.left(count) for stage in cup.stages) == left - 1
    assert left == 1


def test_a_draw_that_is_played_again_leaves_as_many() -> None:
    cup = play_stage(cup_of(5))
    before = sum(stage.left(5) for stage in cup.stages)
    assert sum(stage.left(5) for stage in play(cup, 1, 1).stages) == before


def test_who_has_beaten_whom_is_known_of_each_match_of_two() -> None:
    cup = play_stage(play_stage(cup_of(3)))
    table, robin = cup.stages[0], cup.stages[1]
    assert [set(robin.beaten(person)) for person in "ABC"] == [{"B", "C"}, {"C"}, set()]
    assert not table.beaten("A")  # all at one table: the places say it
    cup = play_stage(cup_of(2))
    assert play(cup, 1, 1).stages[1].beaten("A") == ()  # a draw
