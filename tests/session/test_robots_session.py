"""Rounds of Hyper Robots in a session: clocks in virtual time, resuming in mid-round, practice."""

from __future__ import annotations

import pytest

from game.agents.inline import InlineAgent
from game.core.record import CLOCK_SEAT, SeatConfig, record_from_json
from game.core.rules import IllegalActionError
from game.robots import SPEC, rules
from game.robots.state import Failed
from game.session import Session
from game.store import Store


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path / "store.sqlite3")
    yield store
    store.close()


def table(players=3, store=None, **options):
    return Session(SPEC, {"players": players, **options}, 4, [SeatConfig()] * players, store=store)


def play(session, *entries):
    for entry in entries:
        seat, text = entry.split(":")
        session.submit(int(seat), rules.parse(text))


def run(session, seconds):
    """Let whole seconds pass; gives the steps that the clock caused."""
    steps = []
    for _ in range(seconds):
        session.advance(1.0)
        if step := session.tick(idle=True):
            steps.append(step)
    return steps


def test_no_clock_runs_before_the_first_declaration():
    session = table()
    assert session.clock is None
    assert run(session, 200) == []
    assert session.actors() == (0, 1, 2)


def test_the_clock_runs_out_after_a_minute_and_the_record_says_so():
    session = table()
    play(session, "1:bid 9")
    assert run(session, 59) == []
    (step,) = run(session, 1)
    assert step.seat == CLOCK_SEAT
    assert session.actors() == (1,)
    assert session.record().actions == ("1:bid 9", "clock:expire")


def test_a_number_that_sets_the_clock_back_gives_a_whole_minute():
    session = table()
    play(session, "1:bid 9")
    run(session, 50)
    play(session, "0:bid 9")
    assert session.clock.seconds == 10
    play(session, "2:bid 8")
    assert session.clock.seconds == 60


def test_demonstrations_have_their_own_minute_each():
    session = table(demonstration_seconds=20)
    play(session, "1:bid 9", "0:bid 9", "0:agree", "1:agree", "2:agree")
    assert session.clock.seconds == 20
    (step,) = run(session, 20)
    assert step.events[0] == Failed(1, "time")
    assert session.actors() == (0,)
    (step,) = run(session, 20)
    assert step.events[0] == Failed(0, "time")
    assert (session.state.phase, session.clock.seconds) == ("bid", 60)
    run(session, 60)
    assert (session.state.phase, session.state.chip_number, session.clock) == ("think", 2, None)


def test_a_round_cannot_be_taken_back():
    session = table()
    play(session, "1:bid 9")
    assert not session.can_undo()
    assert session.undo() == []


def test_a_game_resumes_in_mid_round_with_the_time_left(store):
    session = table(store=store)
    play(session, "1:bid 9")
    run(session, 25)
    session.close()
    record = record_from_json(session.record().to_json())
    resumed = Session.resume(SPEC, record, store=store)
    assert resumed.state == session.state
    assert resumed.clock.id == session.clock.id
    assert resumed.clock.seconds == 35
    assert len(run(resumed, 35)) == 1


def test_a_demonstration_that_was_given_more_time_resumes_with_it(store):
    session = table(demonstration_seconds=20, store=store)
    play(session, "1:bid 9", "0:agree", "1:agree", "2:agree")
    run(session, 5)
    before = session.record().to_json()
    session.extend_clock(30)
    assert session.record().to_json() == before
    session.close()
    resumed = Session.resume(SPEC, record_from_json(before), store=store)
    assert resumed.clock.seconds == 45
    assert run(resumed, 44) == []
    assert run(resumed, 1)[0].events[0] == Failed(1, "time")


def test_a_number_that_sets_the_clock_back_ends_what_was_given(store):
    session = table(store=store)
    play(session, "1:bid 9")
    session.extend_clock(30)
    play(session, "2:bid 8")
    assert session.clock.seconds == 60


def test_practice_is_taken_back_to_its_beginning_and_has_no_clock():
    session = table(players=1)
    begun = session.state
    for _ in range(5):
        session.submit(0, session.legal(0)[0])
    assert session.clock is None
    while session.can_undo():
        assert len(session.undo()) == 1
    assert session.state == begun
    assert session.record().actions == ()


def test_a_seat_out_of_turn_is_refused_and_nothing_changes():
    session = table()
    play(session, "1:bid 9", "0:bid 8")
    run(session, 60)
    before = session.state
    with pytest.raises(IllegalActionError, match="seat 1 is not to move"):
        play(session, "1:concede")
    assert session.state is before


class TestSilence:
    """A second clock, which runs beside the one for declarations."""

    def test_it_runs_out_and_the_record_says_so(self):
        session = table(silence=[20, 0, 5])
        assert run(session, 4) == []
        assert [step.seat for step in run(session, 1)] == [CLOCK_SEAT]
        assert run(session, 14) == []
        assert len(run(session, 1)) == 1 and session.silence is None
        assert session.record().actions == ("clock:speak", "clock:speak")
        assert session.clock is None

    def test_it_does_not_end_under_the_hand_of_somebody_who_enters_a_number(self):
        session = table(silence=[1, 0, 0])
        session.advance(2)
        assert session.tick(idle=True, hold=True) is None
        assert session.tick(idle=True).seat == CLOCK_SEAT

    def test_both_clocks_run_at_once(self):
        session = table(silence=[20, 0, 0])
        run(session, 8)
        play(session, "1:bid 9")
        assert (session.silence.seconds, session.clock.seconds) == (12, 60)
        assert run(session, 11) == [] and len(run(session, 1)) == 1
        assert session.clock.seconds == 48
        play(session, "0:bid 8")
        assert session.clock.seconds == 60

    def test_who_waits_for_it_acts_at_once_afterwards(self):
        session = table(silence=[3, 0, 0])
        with pytest.raises(IllegalActionError, match="silent"):
            play(session, "0:bid 9")
        run(session, 3)
        play(session, "0:bid 9")
        assert session.record().actions == ("clock:speak", "0:bid 9")

    def test_the_end_of_the_minute_ends_it(self):
        session = table(silence=[30, 0, 0], clock_seconds=10)
        play(session, "1:bid 9")
        run(session, 10)
        assert session.record().actions == ("1:bid 9", "clock:expire") and session.silence is None

    def test_a_pause_does_not_use_it_up_and_more_time_is_not_for_it(self):
        session = table(silence=[30, 0, 0])
        play(session, "1:bid 9")
        session.extend_clock(30)
        assert (session.clock.seconds, session.silence.seconds) == (90, 30)

    def test_a_resumed_game_knows_what_was_left_at_the_last_action(self):
        session = table(silence=[30, 0, 0])
        run(session, 7)
        play(session, "1:bid 9")
        run(session, 5)
        play(session, "2:bid 8")
        run(session, 2)
        again = Session.resume(SPEC, session.record())
        assert again.silence.seconds == pytest.approx(18)
        assert Session.resume(SPEC, table(silence=[30, 0, 0]).record()).silence.seconds == 30

    def test_a_new_chip_begins_it_anew(self):
        session = table(silence=[30, 0, 0])
        run(session, 7)
        play(session, "0:none", "1:none", "2:none")
        assert session.silence.seconds == 30
        run(session, 4)
        play(session, "1:bid 9")
        assert Session.resume(SPEC, session.record()).silence.seconds == pytest.approx(26)

    def test_an_ai_keeps_silent_and_then_speaks(self):
        seats = [SeatConfig("ai", 5), SeatConfig()]
        session = Session(SPEC, {"players": 2, "silence": [40, 0]}, 4, seats, agent=InlineAgent())
        run(session, 60)
        actions = session.record().actions
        assert actions[0] == "clock:speak" and actions[1].startswith("0:bid")
        assert session.record().times[0] == 40_000
