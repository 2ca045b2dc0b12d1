"""Ratings of people: the strength that fits, what a match changes, and what happens to a profile's that is merged."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig, record_from_json, with_strength
from game.core.rules import Outcome, RecordError
from game.people.ratings import (
    DEVIATIONS,
    REACH,
    VALUES,
    Skill,
    fitting_strength,
    hand_over,
    newcomer,
    rate_match,
    rating_at,
    skill,
    strength_at,
)
from game.registry import GAMES, find
from game.storage.store import Store

MIA, TOM = 1, 2
PERSON = SeatConfig(name="Mia", identity="circle")
STAR, ROBOTS, QUORIDOR = find("star"), find("robots"), find("quoridor")


def ended(game: str, strength: float, winners: tuple[int, ...], **options: object) -> Record:
    spec = find(game)
    seats = (PERSON, with_strength(SeatConfig("ai", name="@ren", identity="square"), strength))
    return Record(game, resolve(spec.options, options), 1, (), seats, result=Outcome(winners, "goal"))


@pytest.mark.parametrize("game", list(GAMES))
def test_ratings_and_strengths_are_two_ways_to_say_the_same(game: str) -> None:
    spec = find(game)
    for hundredth in range(100, 501, 7):
        assert strength_at(spec, rating_at(spec, hundredth / 100)) == pytest.approx(hundredth / 100, abs=0.011)
    assert (strength_at(spec, -9e9), strength_at(spec, 9e9)) == (1, 5)
    assert fitting_strength(spec, []) == 2


def test_a_match_moves_the_rating_by_its_result_alone(store: Store) -> None:
    for winners, direction in (((0,), 1), ((1,), -1), ((), 0)):
        store.set(f"rating.{MIA}.star", asdict(replace(newcomer(STAR), deviation=80.0)))
        ((before, after),) = rate_match(STAR, ended("star", 2.0, winners), (), {0: (store, MIA)}).values()
        assert before is not None and skill(store, MIA, STAR) == after
        moved = round(after.value - before.value)
        assert (moved > 0) - (moved < 0) == direction and abs(moved) < 40


def test_one_match_takes_nobody_far_beyond_the_rival(store: Store) -> None:
    ((_, after),) = rate_match(STAR, ended("star", 3.0, (0,)), (), {0: (store, MIA)}).values()
    assert rating_at(STAR, 2) < after.value <= rating_at(STAR, 3) + REACH


def test_a_rating_that_was_stored_can_be_read_however_results_change(store: Store) -> None:
    for number in range(120):
        points = (17, 0) if number % 2 else (0, 17)
        ((_, after),) = rate_match(ROBOTS, ended("robots", 1.0, ()), points, {0: (store, MIA)}).values()
        assert skill(store, MIA, ROBOTS) == after


@pytest.mark.parametrize("value", [VALUES.low, VALUES.high])
def test_ratings_as_far_apart_as_can_be_are_rated(store: Store, value: float) -> None:
    seats = (PERSON, SeatConfig(name="Tom", identity="square"))
    record = replace(ended("star", 1.0, (0,)), seats=seats)
    store.set(f"rating.{MIA}.star", asdict(Skill(value, DEVIATIONS.low)))
    store.set(f"rating.{TOM}.star", asdict(Skill(VALUES.high + VALUES.low - value, DEVIATIONS.low)))
    assert len(rate_match(STAR, record, (), {0: (store, MIA), 1: (store, TOM)})) == 2


def test_each_chip_of_the_robots_counts(store: Store) -> None:
    changes = []
    for points in ((3, 0), (3, 2)):
        store.set(f"rating.{MIA}.robots", None)
        ((_, after),) = rate_match(ROBOTS, ended("robots", 2.0, (0,)), points, {0: (store, MIA)}).values()
        changes.append(after.value - newcomer(ROBOTS).value)
    assert changes[0] > changes[1] > 0


def test_games_with_a_handicap_and_seats_of_engines_are_not_rated(store: Store) -> None:
    record = ended("star", 2.0, (0,), first=1)
    assert rate_match(STAR, record, (), {0: (store, MIA)}) == {}
    engine = SeatConfig("ai", 5, "ext:bot", "square", engine="bot")
    assert rate_match(STAR, replace(ended("star", 2.0, (0,)), seats=(PERSON, engine)), (), {0: (store, MIA)}) == {}
    assert skill(store, MIA, STAR) is None


def test_the_surer_rating_of_two_profiles_stays(store: Store) -> None:
    store.set(f"rating.{MIA}.star", asdict(Skill(1500.0, 70.0)))
    store.set(f"rating.{TOM}.star", asdict(Skill(1100.0, 200.0)))
    hand_over(store, GAMES, MIA, TOM)
    assert skill(store, MIA, STAR) is None and skill(store, TOM, STAR) == Skill(1500.0, 70.0)
    hand_over(store, GAMES, TOM, None)
    assert skill(store, TOM, STAR) is None


def test_nothing_stays_of_a_deleted_profile_whose_rating_was_damaged(store: Store) -> None:
    store.set(f"rating.{MIA}.star", {"value": "high"})
    assert skill(store, MIA, STAR) is None and store.get(f"rating.{MIA}.star.damaged")
    hand_over(store, GAMES, MIA, None)
    assert store.get(f"rating.{MIA}.star.damaged") is None


def test_who_has_only_won_is_as_little_known_as_before_until_the_first_loss(store: Store) -> None:
    deviations = [newcomer(QUORIDOR).deviation]
    for winners in ((0,), (0,), (1,), (1,)):
        strength = fitting_strength(QUORIDOR, [found] if (found := skill(store, MIA, QUORIDOR)) else [])
        ((_, after),) = rate_match(QUORIDOR, ended("quoridor", strength, winners), (), {0: (store, MIA)}).values()
        deviations.append(after.deviation)
    assert deviations[0] == deviations[1] == deviations[2] > deviations[3] > deviations[4]


@pytest.mark.parametrize(("game", "true"), [("star", 1.2), ("star", 2.5), ("star", 4.0), ("quoridor", 4.0)])
def test_after_ten_matches_half_are_won_by_a_person_of_any_strength(store: Store, game: str, true: float) -> None:
    """The person wins as the ratings say; tests/benchmarks play whole games."""
    spec = find(game)
    own = rating_at(spec, true)
    won = []
    for run in range(20):
        random = Random(run)
        store.set(f"rating.{MIA}.{game}", None)
        for _ in range(50):
            strength = fitting_strength(spec, [found] if (found := skill(store, MIA, spec)) else [])
            chance = 1 / (1 + 10 ** ((rating_at(spec, strength) - own) / 400))
            wins = random.random() < chance
            rate_match(spec, ended(game, strength, (0,) if wins else (1,)), (), {0: (store, MIA)})
            won.append(wins)
    late = [wins for number, wins in enumerate(won) if number % 50 >= 10]
    assert 0.45 <= sum(late) / len(late) <= 0.55


def test_a_strength_in_a_record_comes_back_and_one_out_of_range_is_told() -> None:
    record = ended("star", 2.4, (0,))
    assert record_from_json(record.to_json()).seats == record.seats
    with pytest.raises(RecordError, match=r"'seats'\[1\].strength is 7"):
        record_from_json(record.to_json().replace('"strength": 2.4', '"strength": 7'))
    with pytest.raises(RecordError, match="strength"):
        record_from_json(record.to_json().replace('"strength": 2.4', '"strength": "two"'))
