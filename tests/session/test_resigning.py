"""Who resigns while others play on: the last place, an AI in the seat, and nobody's win where that AI arrives first."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from game.core.device_id import ANY, DeviceId
from game.core.record import Record, SeatConfig, record_from_json
from game.core.rules import Outcome
from game.match_setup import MatchSetup
from game.people.cup import NOBODY, Cup, Entrant, cup_from_json, new_cup, places
from game.people.party import EndedGame, Party, game_id, usual_seconds
from game.people.roster import Chair, Roster
from game.registry import GAMES
from game.session.session import Session
from game.storage.audits import HourCount
from game.storage.profiles import Profiles
from game.storage.statistics import Statistics
from tests import make

SPEC = GAMES["quoridor"]
AOI, REN, MIO, HARU = (
    SeatConfig(name=name, identity=identity, device=DeviceId("keyboard"))
    for name, identity in zip(("Aoi", "Ren", "Mio", "Haru"), ("circle", "square", "triangle", "diamond"), strict=True)
)
FOUR = (AOI, REN, MIO, HARU)
RESIGNS = 5  # actions after which Ren does so
WAYS = ["e2 e1 " * 4, "b5 c5 d5 e5 f5 g5 h5 i5", "e8 e9 " * 4, "i6 i7 " * 4]  # Ren's pawn arrives first


def played(plies: int = 30, resigns: int = 1, *, seats: tuple[SeatConfig, ...] = FOUR) -> Session:
    """The game in which a seat resigns after RESIGNS actions, and that of Ren arrives, after so many actions."""
    moves = [move for each in zip(*map(str.split, WAYS), strict=True) for move in each]
    session = make.session("quoridor", *seats)
    for ply, move in enumerate(moves[:plies]):
        if ply == RESIGNS:
            session.resign(resigns)
        session.submit(session.actors()[0], SPEC.rules.parse(move))
    return session


def placed(session: Session) -> tuple[int, ...]:
    record = session.record()
    assert record.result is not None
    return places(SPEC, session.state, record.result, 4, record.resigned)


def test_the_record_says_who_resigned_and_who_plays_on() -> None:
    record = played().record()
    assert record.result == Outcome((1,), "goal")
    assert record.seats[1] == SeatConfig("ai", 3, "Ren", "square", resigned=True, plays_as="@mocha")
    assert record.resigned == {1: RESIGNS} and record.owners == FOUR
    assert record.seats_at(RESIGNS - 1) == FOUR and record.seats_at(RESIGNS) == record.seats
    entry = json.loads(record.to_json())
    assert entry["seats"][1]["resigned"] is True
    before = {"kind": "human", "name": "Ren", "identity": "square", "device": "keyboard"}
    assert entry["seat_changes"] == [{"ply": RESIGNS, "seat": 1, "before": before}]
    assert record_from_json(json.dumps(entry)) == record
    del entry["seats"][1]["resigned"]  # as records of before have it
    former = record_from_json(json.dumps(entry))
    assert former.owners == former.seats and former.resigned == {}


def test_a_person_has_not_resigned_whatever_a_file_says() -> None:
    entry = json.loads(played(5).record().to_json())
    entry["seats"][0]["resigned"] = True
    assert record_from_json(json.dumps(entry)).seats[0] == AOI
    entry["seats"][0] |= {"kind": "ai", "level": 2}
    found = record_from_json(json.dumps(entry))  # nobody knows when that was
    assert found.resigned == {0: 0} and found.owners[0] == replace(AOI, device=ANY)


def test_who_resigned_has_the_last_place_however_far_the_pawn_comes() -> None:
    session = played(29, resigns=1)  # one step from its goal
    session.end(Outcome((0,), "goal"))
    assert placed(session) == (1, 4, 2, 3)


def test_where_the_ai_arrives_first_nobody_has_the_first_place() -> None:
    assert placed(played()) == (3, 5, 2, 3)


def test_who_resigned_earlier_stands_behind_who_did_later() -> None:
    session = played(8)
    session.resign(0)
    assert session.record().resigned == {1: RESIGNS, 0: 8}
    session.end(Outcome((3,), "goal"))
    assert placed(session) == (3, 4, 2, 1)
    assert session.record().owners == FOUR


def test_somebody_who_took_a_seat_before_and_resigns_counts_by_the_later_time() -> None:
    session = played(5)
    session.reseat(2, replace(MIO, name="Kai"))
    session.resign(1)
    session.resign(2)
    assert list(session.record().resigned) == [1, 2]
    assert session.record().owners[2] == replace(MIO, name="Kai")


def test_what_is_taken_back_does_not_move_the_time() -> None:
    session = played(7)
    session.undo()
    session.undo()
    at = session.ply
    assert at == 4 < RESIGNS
    for text in ("e3", "c5"):
        session.submit(session.actors()[0], SPEC.rules.parse(text))
    assert session.record().resigned == {1: at}


@pytest.mark.parametrize("resigns", [1, 0])
def test_in_the_statistics_it_is_a_loss_and_the_ais_win_is_nobodys(resigns: int) -> None:
    statistics, profiles = Statistics({}, (), GAMES), Profiles({}, lambda entries: True)
    ids = {seat.name: profiles.take(seat.name).id for seat in FOUR}
    assert statistics.count(played(resigns=resigns).record(), profiles.find)
    for name, id in ids.items():
        figures = statistics.of(id, "quoridor")
        won = name == "Ren" and resigns == 0
        assert (figures.played, figures.won, figures.drawn) == (1, int(won), 0), name
        assert not any(figures.fastest), "an AI that stood in was beaten"


def test_points_are_those_made_until_then() -> None:
    spec = replace(SPEC, play=replace(SPEC.play, points=lambda state: state.walls_left))
    statistics, profiles = Statistics({}, (), {"quoridor": spec}), Profiles({}, lambda entries: True)
    ren = profiles.take("Ren").id
    session = played(8)
    session.submit(0, SPEC.rules.parse("a1h"))
    session.submit(1, SPEC.rules.parse("c1h"))  # by the AI
    session.resign(0), session.resign(2), session.resign(3)
    assert session.outcome is not None
    statistics.count(session.record(), profiles.find)
    assert statistics.of(ren, "quoridor").points == 5


def test_a_game_among_people_stays_one_when_an_ai_plays_on() -> None:
    record = replace(played().record(), times=(60_000,) * 30)
    two = played(seats=(AOI, REN, make.ai(2, MIO), make.ai(2, HARU))).record()
    assert usual_seconds(SPEC, [replace(two, times=(50_000,) * 30)] * 3) == 30 * 50 != 60 * SPEC.play.minutes
    count = HourCount(date(2026, 11, 28), 9, "quoridor").plus(record)
    assert (count.finished, count.ai_games, count.ai_won) == (1, 0, 0)


def test_who_resigned_lost_where_the_loser_begins() -> None:
    table = MatchSetup("quoridor", {}, FOUR, "loser")
    last = replace(played().record(), result=Outcome((0, 1, 2), "goal"))
    assert table.seating(0, replace(last, result=Outcome((0, 2, 3), "goal")))[0] == REN
    assert table.seating(0, replace(last, result=Outcome((0, 1, 2, 3), "goal")))[0] == REN, "the AI won, not Ren"


def chairs(*seats: SeatConfig) -> Roster:
    return Roster(
        tuple(Chair(seat.identity, name=seat.name, device=seat.device, key=97 + i) for i, seat in enumerate(seats))
    )


def end(party: Party, record: Record, session: Session) -> tuple[Party, EndedGame]:
    return party.ended(record, placed(session), lambda seat: "an AI" if seat.resigned else seat.name, GAMES)


def test_of_an_evening_the_ais_win_is_nobodys_and_the_best_placed_stays() -> None:
    kai = SeatConfig(name="Kai", identity="cross", device=DeviceId("pad1"))
    roster = Roster((*chairs(*FOUR).chairs, Chair("cross", name="Kai", device=kai.device)))
    session = played()
    party, ended = end(Party(roster), session.record(), session)
    assert ended.score == dict.fromkeys(("Aoi", "Ren", "Mio", "Haru"), 0)
    assert [seat.name for seat in ended.coming] == ["Kai"]
    assert party.roster.people[0].name == "Mio"


def of_cup(*seats: SeatConfig) -> Cup:
    return new_cup([Entrant(seat.identity, seat.name) for seat in seats], {"quoridor": SPEC})


def test_in_the_cup_the_points_of_the_first_place_go_to_nobody() -> None:
    session = played()
    cup = of_cup(*FOUR).begun("a match")
    by_identity = dict(zip((seat.identity for seat in FOUR), placed(session), strict=True))
    after = cup.ended("a match", by_identity | {NOBODY: 1})
    assert after.results[0].places == (3, 5, 2, 3) and after.results[0].best == ()
    assert after.totals == {"circle": 0.5, "square": 0, "triangle": 2, "diamond": 0.5}
    assert [place for place, _ in after.standings] == [1, 2, 2, 4]
    stored = json.loads(json.dumps(after.to_json()))
    assert cup_from_json(stored, {"quoridor": SPEC}).totals == after.totals


def test_a_party_tells_its_cup_that_nobody_came_first() -> None:
    session = played()
    record = session.record()
    party = Party(chairs(*FOUR), cup=of_cup(*FOUR).begun(game_id(record)))
    after, ended = end(party, record, session)
    assert ended.of_cup and after.cup is not None
    assert after.cup.results[0].places == (3, 5, 2, 3)


def test_a_first_place_that_is_shared_with_nobody_stays_one_after_a_restart() -> None:
    found = {"circle": 1, "square": 4, "triangle": 3, "diamond": 2, NOBODY: 1}
    cup = of_cup(*FOUR).begun("a match").ended("a match", found)
    assert cup.results[0].places == (1, 5, 4, 3)
    assert cup_from_json(json.loads(json.dumps(cup.to_json())), {"quoridor": SPEC}) == cup


def test_of_a_heat_that_an_ai_won_the_best_person_is_in_the_final() -> None:
    people = [
        SeatConfig(name=f"P{i}", identity=identity)
        for i, identity in enumerate(("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon"))
    ]
    cup = of_cup(*people)
    for heat in range(2):
        match = cup.next
        assert match is not None and match.round == "heat"
        given = dict(zip(match.people, (4, 2, 3, 5), strict=True)) | {NOBODY: 1}
        cup = cup.begun(f"heat {heat}").ended(f"heat {heat}", given)
    final = cup.next
    assert final is not None and set(final.people) == {"triangle", "diamond"}
