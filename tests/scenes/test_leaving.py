"""Somebody has to go in mid-game: the AI or another person takes the seat, the others agree, the record says when."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.core.record import MAX_CHANGES, Record, SeatChange, record_from_json
from game.core.rules import RecordError
from game.core.spec import LEVELS
from game.robots import SPEC as ROBOTS
from game.session import Session
from scenes.kit.dialog import Dialog
from scenes.kit.intents import FIRST_PHONE, Kind
from scenes.match.leaving import Goes, Leaving, Takes
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, TouchHand, button
from tests.scenes.playhouse import PERSON, QUORIDOR, RIVAL, ROBOT, Playhouse

MOVES = ("e2", "e8", "e3")


def leave(house: Playhouse, match: MatchScene, hand: Hand, *answers: str) -> None:
    """Through the pause menu, by what the dialogs are answered."""
    house.until(lambda: house.top is match and match.table.timeline.idle, "the match")
    if isinstance(hand, MouseHand | TouchHand):
        hand.point((5, 5))
    hand.order(Kind.PAUSE)
    house.on_top(PauseScene)
    for label in ("I have to go", *answers):
        hand.say(label)
        house.run(0.5)


@pytest.mark.parametrize("device", HANDS)
def test_the_ai_plays_on_where_the_other_agrees(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    hand = HANDS[device](house)
    leave(house, match, hand, "Aoi", "AI 3, Mocha")
    assert house.on_top(Dialog).body.split("\n") == ["AI 3, Mocha plays on.", "Ren has to agree."]
    hand.say("Agree")
    house.run(0.2)
    assert house.top is match
    taken = match.session.seats[0]
    assert (taken.kind, taken.level, taken.identity) == ("ai", 3, PERSON.identity)
    assert taken.name not in (PERSON.name, RIVAL.name)
    assert match.session.record().changes == (SeatChange(3, 0, PERSON),)
    kept = house.services.store.unfinished("quoridor")
    assert kept is not None and kept.changes == match.session.record().changes
    assert Session.resume(QUORIDOR, kept).record().changes == kept.changes


def test_where_the_other_does_not_agree_everybody_stays(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    leave(house, match, KeyHand(house), "Ren", "AI 1, Mame", "Keep")
    assert match.session.seats == (PERSON, RIVAL) and match.session.record().changes == ()


@pytest.mark.parametrize("step", [(), ("Aoi",)], ids=["who", "by whom"])
def test_one_can_still_stay(house: Playhouse, step: tuple[str, ...]) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    leave(house, match, KeyHand(house), *step, "Stay")
    assert match.session.seats == (PERSON, RIVAL) and house.top is match


def test_alone_against_the_ai_another_person_takes_the_seat_and_nobody_is_asked(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT, actions=MOVES[:2])
    hand = KeyHand(house)
    leave(house, match, hand)
    labels = [answer.label for answer in house.on_top(Dialog).answers]
    assert labels == ["Stay", "Somebody else"], "an AI alone among AIs is no match"
    hand.say("Somebody else")
    house.run(0.2)
    assert house.top is match and match.session.seats[0].name not in (PERSON.name, ROBOT.name)
    assert match.session.record().changes == (SeatChange(2, 0, PERSON),)


def test_who_waits_at_the_table_is_offered_by_name(house: Playhouse) -> None:
    roster = house.services.roster
    for _ in range(3):
        roster = roster.sit("keyboard")
    house.services.seat(roster)
    taken = [chair.seat() for chair in roster.people[:2]]
    match = house.match(*taken, actions=MOVES)
    waiting = house.services.name(roster.people[2].seat())
    leave(house, match, KeyHand(house), house.services.name(taken[0]), waiting, "Agree")
    assert match.session.seats[0].name == roster.people[2].name
    assert match.session.seats[0].identity == taken[0].identity, "colour and side stay"


def test_it_is_grey_where_it_cannot_be_and_says_why(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    house.services.is_cup_match = lambda record: True  # type: ignore[method-assign]
    KeyHand(house).order(Kind.PAUSE)
    scene = house.on_top(PauseScene)
    widget = button(house, "I have to go")
    assert not widget.enabled and widget.why == "In a cup everybody plays to the end."
    assert scene.session is match.session


def test_at_a_table_of_eight_with_all_names_somebody_can_still_go(house: Playhouse) -> None:
    roster = house.services.roster
    for _ in range(8):
        roster = roster.sit("keyboard")
    seats = tuple(chair.seat() for chair in roster.people)
    record = Record("robots", {"players": 8}, 0, (), seats)
    leaving = Leaving(house.services, Session.resume(ROBOTS, record))
    push = leaving.ask_for(Goes(3))
    assert callable(push.to)
    dialog = push.to()
    assert isinstance(dialog, Dialog)
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, Takes)]
    assert len(taken) == 1 + len(LEVELS) and all(by.name != seats[3].name for by in taken)


def test_somebody_new_does_not_get_the_phone_of_who_has_gone(house: Playhouse) -> None:
    match = house.match(replace(PERSON, device=f"pad{FIRST_PHONE + 1}"), RIVAL, actions=MOVES)
    push = Leaving(house.services, match.session).ask_for(Goes(0))
    assert callable(push.to)
    dialog = push.to()
    assert isinstance(dialog, Dialog)
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, Takes)]
    assert {by.device for by in taken} == {""}


def test_taking_back_keeps_who_left(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    session = match.session
    session.reseat(0, replace(PERSON, kind="ai", level=2, name="@kai"))
    session.undo()
    assert session.record().changes == (SeatChange(session.ply, 0, PERSON),)


def test_another_device_is_nobody_else(house: Playhouse) -> None:
    session = house.match(PERSON, RIVAL).session
    session.reseat(0, replace(PERSON, device="pad3"))
    assert session.record().changes == ()


class TestTheField:
    def record(self, *changes: SeatChange) -> Record:
        return Record("quoridor", {"players": 2}, 0, MOVES, (PERSON, RIVAL), (), changes=changes)

    def test_there_and_back(self) -> None:
        record = self.record(SeatChange(1, 0, ROBOT), SeatChange(3, 1, PERSON))
        assert record_from_json(record.to_json()) == record

    def test_records_without_it_are_written_as_before(self) -> None:
        assert "seat_changes" not in json.loads(self.record().to_json())

    @pytest.mark.parametrize(
        ("entry", "told"),
        [
            ({"ply": -1, "seat": 0, "before": {}}, "'seat_changes'[0].ply is -1, not 0..5000"),
            ({"ply": 0, "seat": 2, "before": {}}, "'seat_changes'[0].seat is 2, not 0..1"),
            ({"ply": 0, "seat": 0}, "'seat_changes'[0].before is NoneType, not dict"),
            ({"ply": "1", "seat": 0, "before": {}}, "'seat_changes'[0].ply is str, not int"),
            (
                {"ply": 0, "seat": 0, "before": {"kind": "cat"}},
                "'seat_changes'[0].before.kind is 'cat', not 'human' or 'ai'",
            ),
            (7, "'seat_changes'[0] is int, not dict"),
        ],
    )
    def test_what_is_wrong_with_it_is_named(self, entry: object, told: str) -> None:
        table = json.loads(self.record().to_json()) | {"seat_changes": [entry]}
        with pytest.raises(RecordError) as error:
            record_from_json(json.dumps(table))
        assert told in str(error.value)

    def test_there_are_not_too_many(self) -> None:
        entry = {"ply": 0, "seat": 0, "before": {}}
        table = json.loads(self.record().to_json()) | {"seat_changes": [entry] * (MAX_CHANGES + 1)}
        with pytest.raises(RecordError, match="101 entries"):
            record_from_json(json.dumps(table))


def test_every_level_is_offered(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    leave(house, match, KeyHand(house), "Aoi")
    labels = [answer.label for answer in house.on_top(Dialog).answers]
    assert [label for label in labels if label.startswith("AI ")] == [
        f"AI {level}, {house.stage.t(f'level.{level}')}" for level in LEVELS
    ]
