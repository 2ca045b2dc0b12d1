"""Playing a record back: positions, pace, ends, and the game that branches off."""

from dataclasses import replace

import pytest

from game.core.record import Record, ReplayError, SeatConfig
from game.core.rules import Outcome
from game.records.playback import PACE, SPEEDS, Playback
from tests.toy import NIM

SEATS = (SeatConfig(name="A"), SeatConfig("ai", 4, "B"))
RECORD = Record("nim", {"players": 2, "pile": 7}, 3, ("take 1", "take 2", "take 1", "take 3"), SEATS, (5, 6, 7, 8))


def due(playback, seconds, step=1 / 64):
    """How many actions come due in a time, each taken at once."""
    count = 0
    for _ in range(round(seconds / step)):
        if playback.advance(step):
            playback.seek(playback.ply + 1)
            count += 1
    return count


def test_positions_are_those_of_the_game():
    playback = Playback(NIM, RECORD)
    assert (playback.ply, playback.total, playback.outcome) == (0, 4, None)
    for ply, step in enumerate(playback.steps):
        assert playback.seek(ply) == (ply > 0)
        assert playback.state == step.before and playback.actors() == (step.seat,)
    assert playback.seek(99) and playback.ply == 4 and playback.state == playback.steps[-1].after
    assert playback.outcome == NIM.rules.outcome(playback.state) is not None
    assert playback.actors() == () and not playback.can_branch()
    assert playback.seek(-5) and playback.ply == 0 and not playback.seek(0)


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_first_action_comes_at_once_and_the_others_at_the_pace(speed):
    playback = Playback(NIM, RECORD)
    playback.change_speed(SPEEDS.index(speed) - SPEEDS.index(1.0))
    assert playback.speed == speed and due(playback, 1) == 0
    playback.toggle()
    assert due(playback, PACE / speed / 2) == 1
    assert due(playback, PACE / speed) == 1
    assert due(playback, 9 * PACE / speed) == 2 and not playback.playing


def test_it_stops_and_starts_over():
    playback = Playback(NIM, RECORD, 2)
    playback.toggle()
    playback.toggle()
    assert not playback.playing and due(playback, 5) == 0
    playback.seek(4)
    playback.toggle()
    assert playback.playing and playback.ply == 0


def test_speeds_end_where_they_end():
    playback = Playback(NIM, RECORD)
    playback.change_speed(9)
    assert playback.speed == SPEEDS[-1]
    playback.change_speed(-9)
    assert playback.speed == SPEEDS[0]


def test_an_empty_record_never_runs():
    playback = Playback(NIM, replace(RECORD, actions=(), times=()))
    playback.toggle()
    assert not playback.playing and playback.state == NIM.rules.start({"players": 2, "pile": 7}, 3)


def test_a_branch_is_the_record_up_to_there_with_its_seats():
    playback = Playback(NIM, replace(RECORD, result=Outcome((0,), "last")), 2)
    seats = (SeatConfig("ai", 1), SeatConfig())
    assert playback.can_branch()
    assert playback.branch(seats) == replace(RECORD, actions=RECORD.actions[:2], times=(5, 6), seats=seats)


def test_a_resigned_game_is_over_but_can_go_on():
    playback = Playback(NIM, replace(RECORD, actions=("take 1",), result=Outcome((0,), "resign")), 1)
    assert playback.outcome == Outcome((0,), "resign") and playback.actors() == () and playback.can_branch()


def test_a_record_that_the_rules_do_not_allow_is_refused():
    with pytest.raises(ReplayError):
        Playback(NIM, replace(RECORD, actions=("take 99",)))
