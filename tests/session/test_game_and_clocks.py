"""A game by its rules alone, and its clocks alone: without a session, an agent or a store."""

from dataclasses import replace
from typing import Any

import pytest

from game.core.device_id import DeviceId
from game.core.record import SeatChange, SeatConfig
from game.core.rules import IllegalActionError, OptionError, Outcome, Step, Timer
from game.core.spec import Simultaneous
from game.session.running_game import Game
from game.session.session import MOST_ON_CLOCK, Clocks
from tests.toy import NIM, SEALED, Bids

HUMAN = SeatConfig()
AI = SeatConfig("ai", 2)


def nim(*seats):
    return Game(NIM, {"players": len(seats), "pile": 10}, 0, seats)


class TestGame:
    def test_seats_that_do_not_fit_the_options_are_refused(self):
        with pytest.raises(OptionError, match="needs 2 seats here, not 1"):
            Game(NIM, {"players": 2}, 0, (HUMAN,))

    def test_what_is_played_is_in_the_record_with_its_time(self):
        game = nim(HUMAN, HUMAN)
        game.play(0, 3, 1500)
        game.play(1, 2, 700)
        record = game.record()
        assert (record.times, len(record.actions), record.result) == ((1500, 700), 2, None)
        again = nim(HUMAN, HUMAN)
        again.restore(record)
        assert (again.state, again.steps, again.times, again.revision) == (game.state, game.steps, [1500, 700], 3)

    def test_times_that_a_record_lacks_are_nothing(self):
        game, again = nim(HUMAN, HUMAN), nim(HUMAN, HUMAN)
        game.play(0, 3, 1500)
        again.restore(replace(game.record(), times=()))
        assert again.times == [0]

    def test_an_action_that_is_refused_changes_nothing(self):
        game = nim(HUMAN, HUMAN)
        before = (game.state, game.revision)
        for seat, action in ((1, 3), (0, 4)):
            with pytest.raises(IllegalActionError):
                game.play(seat, action, 0)
        assert (game.state, game.revision, game.steps, game.times) == (*before, [], [])

    def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_plays_it_again(self):
        game = nim(HUMAN, AI)
        for seat, action in ((0, 3), (1, 2), (0, 1), (1, 1)):
            game.play(seat, action, 10 * action)
        state = game.state
        assert [step.ply for step in game.undo()] == [2, 3] and game.times == [30, 20]
        assert [step.action for step in game.redo()] == [1, 1]
        assert (game.state, game.times, game.can_redo()) == (state, [30, 20, 10, 10], False)

    def test_what_was_taken_back_can_be_forgotten(self):
        game = nim(HUMAN, AI)
        game.play(0, 3, 0)
        game.undo()
        game.forget_undone()
        assert not game.can_redo() and game.redo() == []

    def test_whatever_makes_an_answer_stale_counts_as_a_revision(self):
        game = nim(HUMAN, AI)
        seen = [game.revision]
        for change in (
            lambda: game.play(0, 3, 0),
            game.undo,
            lambda: game.reseat(1, HUMAN),
            lambda: game.end(Outcome((1,), "resign")),
        ):
            change()
            seen.append(game.revision)
        assert seen == sorted(set(seen)) and game.actors() == () and not game.can_undo()

    def test_another_who_takes_a_seat_is_in_the_record_but_not_another_device(self):
        game = nim(HUMAN, HUMAN)
        game.play(0, 3, 0)
        game.reseat(0, replace(HUMAN, device=DeviceId("pad1")))
        assert game.changes == ()
        game.reseat(1, AI)
        assert game.record().changes == (SeatChange(1, 1, HUMAN),)


def silent(seconds):
    """The sealed game with a silence of so long until all have bid."""
    return replace(
        SEALED,
        simultaneous=Simultaneous(
            silence=lambda state: Timer("silence", seconds) if None in state.bids else None, silence_over="bid 1"
        ),
    )


OPEN, HALF, DONE = Bids((None, None)), Bids((None, 2)), Bids((1, 2))


class TestClocks:
    def test_they_run_down_to_nothing_and_are_due_then(self):
        clocks = Clocks(SEALED, OPEN)
        clocks.advance(4.0)
        assert (clocks.clock, clocks.elapsed, clocks.due()) == (Timer("round", 6.0), 4.0, "")
        clocks.advance(7.0)
        assert (clocks.clock, clocks.elapsed, clocks.due()) == (Timer("round", 0.0), 11.0, "expire")

    def test_the_same_clock_keeps_its_rest_from_state_to_state(self):
        clocks = Clocks(SEALED, OPEN)
        clocks.advance(4.0)
        clocks.follow(HALF)
        assert (clocks.clock, clocks.elapsed) == (Timer("round", 6.0), 0.0)
        clocks.follow(DONE)
        assert clocks.clock is None
        clocks.follow(OPEN)
        assert clocks.clock == Timer("round", 10.0)

    def test_a_clock_is_given_more_time_up_to_a_limit(self):
        clocks = Clocks(SEALED, OPEN)
        clocks.extend(30.0)
        assert clocks.clock == Timer("round", 40.0)
        clocks.extend(MOST_ON_CLOCK)
        assert clocks.clock == Timer("round", MOST_ON_CLOCK)
        clocks.follow(DONE)
        clocks.extend(30.0)
        assert clocks.clock is None

    def test_a_silence_runs_beside_the_clock_and_is_due_after_it(self):
        clocks = Clocks(silent(3.0), OPEN)
        clocks.advance(3.0)
        assert (clocks.clock, clocks.silence, clocks.due()) == (Timer("round", 7.0), Timer("silence", 0.0), "bid 1")
        clocks.advance(7.0)
        assert clocks.due() == "expire"

    def test_a_saved_clock_goes_on_where_it_is_the_same_one(self):
        clocks = Clocks(SEALED, OPEN)
        clocks.resume(HALF, [], [], Timer("round", 2.5))
        assert clocks.clock == Timer("round", 2.5)
        clocks.resume(HALF, [], [], Timer("another", 2.5))
        assert clocks.clock == Timer("round", 10.0)
        clocks.resume(HALF, [], [], Timer("round", 2 * MOST_ON_CLOCK))
        assert clocks.clock == Timer("round", MOST_ON_CLOCK)

    def test_a_silence_has_lost_what_the_actions_took_since_it_began(self):
        clocks = Clocks(silent(5.0), OPEN)
        steps: list[Step[Any, Any, Any]] = [Step(0, DONE, 0, 1, OPEN, ()), Step(1, OPEN, 1, 2, HALF, ())]
        clocks.resume(HALF, steps, [9_000, 1_500], None)
        assert clocks.silence == Timer("silence", 3.5)
