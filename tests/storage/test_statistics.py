"""What counts in the statistics of the house, the records made of them, and their table for spreadsheets. Ratings of
people: the strength that fits, what a match changes, and what happens to a profile's that is merged."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, replace
from random import Random

import pytest

from game.core.kinds import Choice, Whole
from game.core.options import Option, resolve
from game.core.record import Record, SeatChange, SeatConfig, record_from_json, replay, with_strength
from game.core.rules import Outcome, RecordError
from game.core.spec import LEVELS, Play
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
from game.storage.figures import HOUSE, Figures, identifier
from game.storage.profiles import Profile, Profiles, RemovedProfile
from game.storage.statistics import HEADER, ORDERS, Fastest, Statistics, csv_text, house_records
from game.storage.store import Store
from tests.tables import rows
from tests.toy import NIM, SEALED

TOYS = {"nim": NIM, "sealed": replace(SEALED, play=Play(points=lambda state: tuple(bid or 0 for bid in state.bids)))}
AOI, REN, GUEST = SeatConfig(name="Aoi"), SeatConfig(name="Ren"), SeatConfig(name="@aoi")


def ai(level):
    return SeatConfig("ai", level, name="@ren")


def nim(seats, *takes, seed=1, **options):
    """A game of nim that the last to take has won, unless it goes on."""
    actions = tuple(f"take {take}" for take in takes)
    left = options.get("pile", 9) - sum(takes)
    result = None if left else Outcome(((len(takes) - 1) % len(seats),), "last")
    return Record("nim", {"players": len(seats), "pile": 9, **options}, seed, actions, tuple(seats), (), result)


def won(seats, seed=1):
    """A game in which the first seat has won in two moves of its own."""
    return nim(seats, 3, 3, 3, seed=seed)


def lost(seats, seed=1):
    return nim(seats, 3, 3, 2, 1, seed=seed)


def sealed(seats, *bids, seed=1):
    winner = bids.index(max(bids))
    actions = tuple(f"{seat}:bid {bid}" for seat, bid in enumerate(bids))
    return Record("sealed", {"players": len(seats)}, seed, actions, tuple(seats), (), Outcome((winner,), "bids"))


@pytest.fixture
def profiles():
    """Aoi is 1, Ren 2."""
    found = Profiles({}, lambda entries: True)
    found.take("Aoi"), found.take("Ren")
    return found


@pytest.fixture
def statistics():
    return Statistics({}, (), TOYS)


@pytest.fixture
def count(statistics, profiles):
    """Counts records; how many rows each has changed."""
    return lambda *records: [len(statistics.count(record, profiles.find)) for record in records]


class TestFigures:
    def test_talk_about_a_draw_is_no_move(self):
        statistics, profiles = Statistics({}, (), GAMES), Profiles({}, lambda entries: True)
        star, actions = GAMES["star"], ["draw?", "refuse"]
        offered = replay(star, resolve(star.options, {}), 1, actions).state
        actions.append(star.rules.text(star.rules.legal(offered, 0)[0]))
        record = Record("star", {}, 1, tuple(actions), (GUEST, ai(2)), (), Outcome((0,), "resign"))
        assert statistics.count(record, profiles.find)
        assert statistics.of(HOUSE, "star").fastest == (0, 1, 0, 0, 0)

    @pytest.mark.parametrize(("strength", "level"), [(1.6, 1), (2.0, 2), (2.4, 2), (4.99, 4), (5.0, 5)])
    def test_a_win_counts_over_the_level_that_the_ai_is_not_weaker_than(self, statistics, count, strength, level):
        count(won((AOI, with_strength(ai(1), strength))))
        assert statistics.of(1, "nim").fastest == tuple(2 * (one == level) for one in LEVELS)


class TestOnce:
    @pytest.mark.parametrize(
        "other", [{"seed": 2}, {"actions": ("take 2",)}, {"options": {"players": 2, "pile": 8}}, {"game": "sealed"}]
    )
    def test_whatever_makes_another_game_makes_another_identifier(self, other):
        record = nim((AOI, ai(1)), 3)
        assert identifier(NIM, replace(record, **other)) != identifier(NIM, record) == identifier(NIM, record)
        assert len(identifier(NIM, record)) == 32

    def test_an_option_that_is_new_changes_none(self):
        more = replace(NIM, options=(*NIM.options, Option("walls", Whole(5, 10), 10)))
        record = won((AOI, ai(1)))
        asked = [replace(record, options={**record.options, "walls": walls}) for walls in (10, 5)]
        same, other = (identifier(more, record) for record in asked)
        assert same == identifier(more, record) == identifier(NIM, record) != other

    @pytest.mark.parametrize("board", ["tea", ["sq5"], {}, None])
    def test_options_from_which_no_others_follow(self, profiles, board):
        statistics = Statistics({}, (), GAMES)
        record = Record("coffee", {"board": board}, 1, (), (AOI, REN), (), Outcome((0,), "resign"))
        assert statistics.count(record, profiles.find) == []

    def test_a_puzzle_that_one_plays_alone_has_nobody_to_win_against(self, profiles):
        alone = replace(NIM, options=(Option("players", Choice((1, 2)), 1), *NIM.options[1:]), seats=(1, 2))
        statistics = Statistics({}, (), {"nim": alone})
        assert statistics.count(won((AOI,)), profiles.find) == []
        assert statistics.count(won((AOI, REN)), profiles.find)


class TestGoneProfiles:
    def test_of_two_present_streaks_the_shorter_is_sure(self):
        one, other = Figures(3, 3, 0, 3, 3), Figures(5, 4, 0, 0, 4)
        assert one.merged(other) == other.merged(one) == Figures(8, 7, 0, 0, 4)
        assert one.merged(Figures()) == Figures().merged(one) == one

    def test_deleting_leaves_the_number_to_the_house(self, statistics, count, profiles):
        count(won((AOI, ai(3))), won((REN, ai(1)), 2))
        assert len(statistics.follow([RemovedProfile(1)])) == 1
        profiles.delete(1)
        assert statistics.of(1, "nim") == Figures() and statistics.of(2, "nim").won == 1
        records = house_records(statistics, profiles, "nim")
        assert records.fastest == {1: Fastest(2, (profiles.by_id(2),)), 3: Fastest(2, ())}
        assert records.house.played == 2


def figures_of(text):
    """The figures of "9 5 best=1 fast=4,9"."""
    played, won, *more = text.split()
    given = dict(entry.split("=") for entry in more)
    fastest = [int(moves) for moves in given.pop("fast", "0").split(",")]
    numbers = {name: int(number) for name, number in given.items()}
    return Figures(int(played), int(won), **numbers, fastest=(*fastest, *[0] * (5 - len(fastest))))


@pytest.mark.parametrize(("people", "order", "ranked", "fastest", "longest"), rows("records_of_the_house", 5))
def test_records_of_the_house(people, order, ranked, fastest, longest):
    figures, profiles = {}, Profiles({}, lambda entries: True)
    for place, text in enumerate(people.split("; ")):
        id = HOUSE if text.startswith("house") else profiles.take(str(place)).id
        figures[id, "nim"] = figures_of(text.removeprefix("house "))
    found = house_records(Statistics(figures, (), TOYS), profiles, "nim", order)
    assert " ".join(one.profile.name for one in found.ranked) == ranked
    assert all(one.figures == figures[one.profile.id, "nim"] for one in found.ranked)
    told = (
        f"{level}: {one.moves} by {' '.join(profile.name for profile in one.holders) or 'nobody'}"
        for level, one in found.fastest.items()
    )
    assert ", ".join(told) == fastest
    assert " ".join(profile.name for profile in found.longest) == longest
    assert found.house == figures.get((HOUSE, "nim"), Figures()) and order in ORDERS


class TestCsv:
    def rows(self, text):
        return list(csv.reader(io.StringIO(text, newline=""), strict=True))

    def test_a_row_for_each_profile_and_game_and_the_house_at_the_end(self, statistics, count, profiles):
        count(won((REN, ai(4))), sealed((AOI, REN), 3, 1))
        text = csv_text(statistics, profiles, "Everybody")
        assert text.split("\r\n") == [
            "name,game,played,won,drawn,streak,best_streak,points,fastest_1,fastest_2,fastest_3,fastest_4,fastest_5",
            "Aoi,sealed,1,1,0,1,1,3,,,,,",
            "Ren,nim,1,1,0,1,1,0,,,,2,",
            "Ren,sealed,1,0,0,0,0,1,,,,,",
            "Everybody,nim,1,1,0,0,1,0,,,,2,",
            "Everybody,sealed,1,1,0,0,1,4,,,,,",
            "",
        ]

    @pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
    def test_no_cell_is_a_formula(self, first):
        name = f"{first}1+1"
        statistics = Statistics({(7, "nim"): Figures(1)}, (), TOYS)
        profiles = Profiles({7: Profile(7, name)}, lambda entries: True)
        assert self.rows(csv_text(statistics, profiles, name))[1][0] == f"'{name}"

    @pytest.mark.parametrize("name", ['a "b"', "a,b", "a;b", "a=b", "'a", "あおい", "a\r\nb"])
    def test_everything_else_is_read_as_it_was(self, name):
        statistics = Statistics({(7, "nim"): Figures(1), (HOUSE, "nim"): Figures(1)}, (), TOYS)
        profiles = Profiles({7: Profile(7, name)}, lambda entries: True)
        rows = self.rows(csv_text(statistics, profiles, name))
        assert tuple(rows[0]) == HEADER and [row[0] for row in rows[1:]] == [name, name]
        assert [len(row) for row in rows] == [len(HEADER)] * 3


class TestWhoLeft:
    """A game counts for who has the seat at its end."""

    def counted(self, statistics, profiles, record):
        statistics.count(record, profiles.find)
        return {name: statistics.of(profile, "nim") for name, profile in (("Aoi", 1), ("Ren", 2), ("house", HOUSE))}

    def test_who_left_neither_wins_nor_loses_and_the_ai_that_plays_on_is_not_beaten(self, statistics, profiles):
        record = replace(won((AOI, ai(4))), changes=(SeatChange(2, 1, REN),))
        found = self.counted(statistics, profiles, record)
        assert (found["Aoi"].played, found["Aoi"].won, found["Ren"].played) == (1, 1, 0)
        assert found["Aoi"].fastest == found["house"].fastest == (0,) * 5

    def test_who_takes_a_seat_wins_but_not_fastest(self, statistics, profiles):
        record = replace(won((REN, ai(4))), changes=(SeatChange(2, 0, AOI),))
        found = self.counted(statistics, profiles, record)
        assert (found["Ren"].won, found["Aoi"].played) == (1, 0) and found["Ren"].fastest == (0,) * 5
        without = self.counted(Statistics({}, (), TOYS), profiles, won((REN, ai(4))))
        assert without["Ren"].fastest[3] == 2


class TestTakenBack:
    """A game whose end is taken back counts by its last end."""

    def ends(self, *games):
        """Return the games as states of one, which took the same times as far as they are the same."""
        return [replace(game, times=tuple(range(500, 500 + len(game.actions)))) for game in games]

    def test_the_last_end_replaces_the_one_before(self, statistics, profiles):
        earlier, first, second, third = self.ends(
            won((AOI, ai(4)), 2), won((AOI, ai(4))), lost((AOI, ai(4))), nim((AOI, ai(4)), 3, 3, 1, 2)
        )
        statistics.count(earlier, profiles.find)
        before = statistics.figures()
        statistics.count(first, profiles.find)
        assert statistics.of(1, "nim").streak == 2
        for end in (second, third, second):
            statements = statistics.count(end, profiles.find)
            assert {tuple(values[:2]) for sql, values in statements if "statistics" in sql} <= {(0, "nim"), (1, "nim")}
            assert statistics.of(1, "nim") == before[1, "nim"].after(Figures(1))
        statistics.count(first, profiles.find)
        assert statistics.of(1, "nim") == before[1, "nim"].after(Figures(1, 1, fastest=(0, 0, 0, 2, 0)))
        assert statistics.of(HOUSE, "nim").played == 2

    def test_another_game_in_between_and_other_players_keep_the_end(self, statistics, profiles):
        first, again, other = self.ends(won((AOI, ai(4))), lost((AOI, ai(4))), won((REN, ai(4)), 2))
        for game in (first, other, again):
            statistics.count(game, profiles.find)
        assert (statistics.of(1, "nim").played, statistics.of(2, "nim").played) == (2, 1)
        statistics.count(
            replace(again, seats=(REN, ai(4)), actions=("take 3", "take 3", "take 1", "take 2")), profiles.find
        )
        assert (statistics.of(1, "nim").played, statistics.of(2, "nim").played) == (2, 2)

    def test_figures_of_people_who_were_merged_meanwhile_stay(self, statistics, profiles):
        first, again = self.ends(won((AOI, ai(4))), lost((AOI, ai(4))))
        statistics.count(first, profiles.find)
        statistics.follow([RemovedProfile(1, 2)])
        statistics.count(again, lambda name: None)
        assert statistics.of(2, "nim").won == 1


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
