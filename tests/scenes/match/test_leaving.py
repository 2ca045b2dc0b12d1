"""Somebody goes in mid-game: who may take the seat, and what the record says of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.core.device_id import DeviceId
from game.core.record import MAX_CHANGES, Record, SeatChange, record_from_json
from game.core.rules import RecordError
from game.core.spec import LEVELS
from game.robots import SPEC as ROBOTS
from game.session.session import Session
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_actions import LeaveSeat, Leaving, TakeSeat
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse

MOVES = ("e2", "e8", "e3")


def test_at_a_table_of_eight_with_all_names_somebody_can_still_go(house: Playhouse) -> None:
    roster = house.services.people.roster
    for _ in range(8):
        roster = roster.sit(DeviceId("keyboard"))
    seats = tuple(chair.seat() for chair in roster.people)
    record = Record("robots", {"players": 8}, 0, (), seats)
    leaving = Leaving(house.services, Session.resume(ROBOTS, record))
    push = leaving.ask_for(LeaveSeat(3))
    assert callable(push.to)
    dialog = push.to()
    assert isinstance(dialog, Dialog)
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, TakeSeat)]
    assert len(taken) == 1 + len(LEVELS) and all(by.name != seats[3].name for by in taken)


def test_somebody_new_does_not_get_the_phone_of_who_has_gone(house: Playhouse) -> None:
    match = house.match(replace(PERSON, device=DeviceId.phone(1)), RIVAL, actions=MOVES)
    push = Leaving(house.services, match.session).ask_for(LeaveSeat(0))
    assert callable(push.to)
    dialog = push.to()
    assert isinstance(dialog, Dialog)
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, TakeSeat)]
    assert {by.device for by in taken} == {""}


def test_taking_back_keeps_who_left(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    session = match.session
    session.reseat(0, replace(PERSON, kind="ai", level=2, name="@kai"))
    session.undo()
    assert session.record().changes == (SeatChange(session.ply, 0, PERSON),)


def test_another_device_is_nobody_else(house: Playhouse) -> None:
    session = house.match(PERSON, RIVAL).session
    session.reseat(0, replace(PERSON, device=DeviceId("pad3")))
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
