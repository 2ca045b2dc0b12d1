"""Who sits here and what the evening has brought: how it is kept, how a game's end changes it, and who plays next."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.device_id import DeviceId
from game.core.record import Record, SeatConfig
from game.core.rules import GameError, Outcome
from game.people.cup import Entrant, new_cup
from game.people.party import (
    MOST,
    Evening,
    EveningGame,
    Party,
    evening_from_json,
    game_id,
    keep,
    kept_party,
    rounded_minutes,
    usual_seconds,
)
from game.people.roster import Chair, Roster
from game.registry import GAMES
from game.star import SPEC
from game.storage.profiles import Profile
from game.storage.store import Store
from tests.tables import rows

AOI = Chair("circle", name="@aoi", device=DeviceId("pad3"))
REN = Chair("square", name="Ren", profile=4, device=DeviceId("keyboard"), key=97)
MIO = Chair("star", name="Mio", device=DeviceId("pad101"))
THREE = Roster((AOI, REN, MIO))
EVENING = Evening((EveningGame("1", "star", ("Aoi", "Ren"), ("Ren",)),))
CUP = new_cup([Entrant(chair.identity, chair.name) for chair in THREE.chairs], GAMES)
PADS = {3: ("model", "serial", "place")}
FULL = Party(THREE, EVENING, CUP, PADS)
FORMER = {
    "roster": THREE.to_json(),
    "evening": EVENING.to_json(),
    "cup": json.loads(json.dumps(CUP.to_json())),
    "roster.pads": {"3": ["model", "serial", "place"]},
}
"""What stores of before have, each part under a key of its own."""


@pytest.fixture
def store(tmp_path: Path):
    """A store in a folder of its own."""
    opened = Store.open(tmp_path / "store.sqlite3")
    yield opened
    opened.close()


def shown(name: str) -> str:
    """A name on an English screen."""
    return name[1:].title() if name.startswith("@") else name


def name(seat: SeatConfig) -> str:
    return shown(seat.name)


def game_of(*chairs: Chair, winners: tuple[int, ...]) -> Record:
    """A game of Star that these chairs have ended."""
    seats = tuple(chair.seat() for chair in chairs)
    return Record("star", {}, 7, seats=seats, result=Outcome(winners, "row"))


@pytest.mark.parametrize("party", [Party(), Party(THREE), FULL])
def test_it_is_kept_as_one_value(store: Store, party: Party) -> None:
    keep(store, party)
    assert kept_party(store, GAMES) == party
    assert store.get("party") == json.loads(json.dumps(party.to_json()))


def test_stores_of_before_are_read_and_tidied(store: Store) -> None:
    for key, value in FORMER.items():
        store.set(key, value)
    party = kept_party(store, GAMES)
    assert party == FULL
    keep(store, party.seated(Roster((AOI,))))
    assert all(store.get(key) is None for key in FORMER)
    assert kept_party(store, GAMES).roster == Roster((AOI,))


@pytest.mark.parametrize(
    ("part", "damaged", "left"),
    [
        ("roster", {"chairs": [{"identity": "Ren"}]}, Party(Roster(), EVENING, CUP, PADS)),
        ("evening", [{"id": 1}], Party(THREE, Evening(), CUP, PADS)),
        ("cup", {"entrants": []}, Party(THREE, EVENING, None, PADS)),
        ("pads", {"0": ["a", "", ""]}, Party(THREE, EVENING, CUP)),
        ("pads", {"1": ["a", "b"]}, Party(THREE, EVENING, CUP)),
        ("pads", [1], Party(THREE, EVENING, CUP)),
        ("of a later version", {"seats": 9}, FULL),
    ],
)
def test_a_damaged_part_costs_no_other_and_is_kept(
    store: Store, part: str, damaged: Any, left: Party, caplog: pytest.LogCaptureFixture
) -> None:
    store.set("party", {**FULL.to_json(), part: damaged})
    assert kept_party(store, GAMES) == left
    assert store.take_unread() == [f"party.{part}"]
    assert "Ren" not in caplog.text  # whatever is wrong with a roster, no name is written down
    assert kept_party(store, GAMES) == left and store.take_unread() == []
    keep(store, left)
    assert kept_party(store, GAMES) == left and store.get(f"party.{part}.damaged") == damaged


@pytest.mark.parametrize("stored", [None, [], "roster", 3])
def test_what_is_no_party_is_an_empty_one(store: Store, stored: Any) -> None:
    store.set("party", stored)
    assert kept_party(store, GAMES) == Party()
    assert store.get("party.damaged") == stored


def test_when_everybody_has_gone_home_evening_and_cup_are_over() -> None:
    gone = replace(CUP, gone=("circle", "star"))
    assert FULL.seated(Roster((REN,))) == Party(Roster((REN,)), EVENING, gone, PADS)
    assert FULL.seated(Roster()) == Party()


def test_a_game_counts_and_who_waits_comes_in() -> None:
    party = Party(THREE, EVENING)
    record = game_of(AOI, REN, winners=(1,))
    after, ended = party.ended(record, (2, 1), name, GAMES)
    assert ended.score == {"Aoi": 0, "Ren": 2} and not ended.of_cup
    assert [seat.name for seat in ended.coming] == ["Mio"]
    assert [chair.name for chair in after.roster.people] == ["Ren", "Mio", "@aoi"]
    # it is gone on with after its end, and Aoi wins: those who sat there then are asked again
    other, again = after.ended(game_of(AOI, REN, winners=(0,)), (1, 2), name, GAMES)
    assert again.score == {"Aoi": 1, "Ren": 1}
    assert [chair.name for chair in other.roster.people] == ["@aoi", "Mio", "Ren"]
    assert party == Party(THREE, EVENING)


def test_a_game_with_somebody_from_elsewhere_changes_no_order() -> None:
    stranger = Chair("moon", name="Kai")
    after, ended = Party(THREE).ended(game_of(AOI, stranger, winners=(0,)), (1, 2), name, GAMES)
    assert after.roster == THREE and ended.coming == () and ended.score == {"Aoi": 1, "Kai": 0}
    for_three = replace(game_of(AOI, REN, winners=(0,)), game="quoridor")  # but two have played
    after, ended = Party(THREE).ended(for_three, (1, 2), name, GAMES)
    assert after.roster == THREE and ended.coming == ()


def test_a_game_against_an_ai_counts_for_nobody() -> None:
    ai = SeatConfig("ai", 3, "@ren", "square")
    record = Record("star", {}, 7, seats=(AOI.seat(), ai), result=Outcome((0,), "row"))
    assert Party(THREE).ended(record, (1, 2), name, GAMES)[0] == Party(THREE)


def test_names_follow_their_profiles() -> None:
    found = Party(THREE).following({4: Profile(4, "Rennie")}.get, shown)
    assert [(chair.name, chair.profile) for chair in found.roster.chairs] == [("@aoi", 0), ("Rennie", 4), ("Mio", 0)]
    # whose profile is gone keeps the name; who is called as another is now gets one that is free
    found = Party(THREE).following({4: Profile(4, "Mio")}.get, shown)
    assert [chair.name for chair in found.roster.chairs][:2] == ["@aoi", "Mio"]
    assert found.roster.chairs[2].name not in ("Mio", "@aoi", "")
    gone = Party(THREE).following(lambda id: None, shown)
    assert [(chair.name, chair.profile) for chair in gone.roster.chairs] == [("@aoi", 0), ("Ren", 0), ("Mio", 0)]


# Evenings


def won(id: str, *people: str, by: str = "") -> EveningGame:
    return EveningGame(id, "star", people, (by,) if by else ())


def test_the_score_is_that_of_the_same_people() -> None:
    evening = Evening()
    for game in (
        won("1", "Mia", "Tom", by="Mia"),
        won("2", "Tom", "Mia", by="Mia"),
        won("3", "Mia", "Tom", by="Tom"),
        won("4", "Mia", "Tom"),
        won("5", "Mia", "Jo", by="Jo"),
        won("6", "Mia", "Tom", "Jo", by="Mia"),
    ):
        evening = evening.with_game(game)
    assert evening.score(("Tom", "Mia")) == {"Tom": 1, "Mia": 2}
    assert evening.score(("Jo", "Mia")) == {"Jo": 1, "Mia": 0}
    assert evening.score(("Jo", "Tom")) == {}
    assert evening_from_json(evening.to_json()) == evening


def test_an_evening_is_bounded() -> None:
    evening = Evening()
    for number in range(MOST + 5):
        evening = evening.with_game(won(str(number), "Mia", "Tom"))
    assert len(evening.played) == MOST
    assert evening.played[0].id == "5"


@pytest.mark.parametrize("stored", [json.loads(stored) for (stored,) in rows("damaged_evenings", 1)], ids=json.dumps)
def test_a_stored_evening_is_checked(stored: object) -> None:
    with pytest.raises(GameError, match="a stored evening"):
        evening_from_json(stored)


def test_a_game_is_known_by_what_it_began_with() -> None:
    record = Record("star", {}, 7, ("@a1",), (AOI.seat(), REN.seat()))
    assert game_id(record) == game_id(replace(record, actions=("@b2", "@a1")))
    assert game_id(record) != game_id(replace(record, seed=8))


# How long a match lasts


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
