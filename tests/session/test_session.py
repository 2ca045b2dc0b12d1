"""A session over toy games: playing, time, AI seats, resignation, undo, hints and the record. No real time passes."""

from dataclasses import replace

import pytest

from game.agents.agent import Plan, Planned, Thought
from game.core.record import MAX_TIME_MS, Record, SeatConfig, record_from_json, replay
from game.core.rules import IllegalActionError, OptionError, Outcome
from game.session import MOST_ON_CLOCK, Session
from game.store import Store
from tests.toy import NIM, SEALED, NimRules

HUMAN = SeatConfig()
AI = SeatConfig("ai", 2)


class ScriptedAgent:
    """Answers when the test says so; keeps what it was asked."""

    def __init__(self):
        self.jobs = []
        self.answers = []
        self.cancelled = 0

    def request(self, job):
        self.jobs.append(job)

    def answer(self, action, job=None, error=""):
        job = job or self.jobs[-1]
        plan = Plan((Planned(0.0, action),)) if job.kind == "plan" else None
        self.answers.append(
            Thought(action, revision=job.revision, decision=job.decision, kind=job.kind, error=error, plan=plan)
        )

    def poll(self):
        return self.answers.pop(0) if self.answers else None

    def cancel(self):
        self.cancelled += 1

    def close(self):
        pass


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path / "store.sqlite3", {"nim": NIM, "sealed": SEALED})
    yield store
    store.close()


def nim(*seats, agent=None, store=None, pile=10, spec=NIM, min_think=0.4):
    options = {"players": len(seats), "pile": pile}
    return Session(spec, options, 0, seats, agent=agent, store=store, min_think=min_think)


def texts(session):
    return list(session.record().actions)


class TestPlaying:
    def test_a_step_tells_what_happened(self):
        session = nim(HUMAN, HUMAN)
        before = session.state
        step = session.submit(0, 3)
        assert (step.ply, step.before, step.seat, step.action, step.events) == (0, before, 0, 3, ("took 3",))
        assert session.state == step.after and session.ply == 1 and session.steps == [step]

    @pytest.mark.parametrize(("seat", "action"), [(1, 1), (0, 4), (5, 1), (-2, 1)])
    def test_an_illegal_action_changes_nothing(self, seat, action):
        session = nim(HUMAN, HUMAN)
        before = session.state, session.revision, session.record()
        with pytest.raises(IllegalActionError):
            session.submit(seat, action)
        assert (session.state, session.revision, session.record()) == before

    def test_legal_is_for_actors_only_and_asked_once_per_state(self):
        asked = []

        class Counting(NimRules):
            def legal(self, state, seat):
                asked.append(state)
                return super().legal(state, seat)

        session = nim(HUMAN, HUMAN, spec=replace(NIM, rules=Counting()))
        assert (session.legal(0), session.legal(0), session.legal(1)) == ((1, 2, 3), (1, 2, 3), ())
        session.submit(0, 1)
        assert session.legal(1) == (1, 2, 3)
        assert len(asked) == 2 + 1  # one each, and the rules' own check in apply

    def test_the_end(self):
        session = nim(HUMAN, HUMAN, pile=2)
        session.submit(0, 2)
        assert session.outcome == Outcome((0,), "last")
        assert (session.actors(), session.legal(0), session.tick(True)) == ((), (), None)
        with pytest.raises(IllegalActionError):
            session.submit(1, 1)

    def test_options_and_seats_must_fit(self):
        with pytest.raises(OptionError):
            Session(NIM, {"pile": 0}, 0, (HUMAN, HUMAN))
        with pytest.raises(OptionError):
            Session(NIM, {"players": 3}, 0, (HUMAN, HUMAN))

    def test_the_record_replays_and_holds_the_times(self):
        session = nim(HUMAN, HUMAN)
        session.advance(1.5)
        session.submit(0, 1)
        session.advance(0.25)
        session.submit(1, 2)
        record = record_from_json(session.record().to_json())
        assert record == session.record()
        assert record.times == (1500, 250)
        assert replay(NIM, record.options, record.seed, record.actions).state == session.state


class TestAiSeat:
    def test_is_asked_at_once_and_plays_when_the_table_is_idle_and_thought_long_enough(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent)
        session.submit(0, 1)
        assert session.tick(idle=False) is None
        assert (len(agent.jobs), session.thinking_seat, agent.jobs[0].level) == (1, 1, 2)
        agent.answer("take 2")
        assert session.tick(idle=True) is None  # no time has passed
        session.advance(0.5)
        assert session.tick(idle=False) is None
        step = session.tick(idle=True)
        assert (step.seat, step.action, session.thinking_seat) == (1, 2, None)
        assert len(agent.jobs) == 1

    def test_a_stale_answer_is_dropped(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent, min_think=0)
        session.submit(0, 1)
        session.tick(True)
        stale = agent.jobs[-1]
        session.undo()
        session.submit(0, 2)
        session.tick(True)
        agent.answer("take 3", stale)
        assert session.tick(True) is None
        agent.answer("take 1")
        assert session.tick(True).action == 1

    @pytest.mark.parametrize("action", ["nonsense", "take 3"])
    def test_a_bad_answer_is_replaced_by_a_plain_move(self, action, caplog):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent, pile=5, min_think=0)
        session.submit(0, 3)
        session.tick(True)
        agent.answer(action)
        assert session.tick(True).action == 2  # takes the last
        assert "a plain move is played" in caplog.text

    def test_a_failed_agent_is_replaced_by_the_games_plain_move(self, caplog):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent, min_think=0, spec=replace(NIM, plain=lambda state, seat: 3))
        session.submit(0, 1)
        session.tick(True)
        agent.answer("", error="died twice")
        assert session.tick(True).action == 3
        assert "died twice" in caplog.text

    def test_without_an_agent_the_play_goes_on(self):
        session = nim(AI, AI, min_think=0)
        for _ in range(10):
            session.tick(True)
        assert session.outcome is not None

    def test_close_cancels(self):
        agent = ScriptedAgent()
        session = nim(AI, HUMAN, agent=agent)
        session.tick(True)
        session.close()
        assert agent.cancelled == 1 and session.thinking_seat is None


class TestSimultaneous:
    def bids(self, *seats, agent=None, store=None):
        return Session(SEALED, {"players": len(seats)}, 0, seats, agent=agent, store=store, min_think=0)

    def test_a_rivals_bid_does_not_spoil_an_answer(self):
        agent = ScriptedAgent()
        session = self.bids(HUMAN, AI, HUMAN, agent=agent)
        session.tick(True)
        session.submit(2, 1)
        agent.answer("bid 3", agent.jobs[0])
        assert session.tick(True).seat == 1
        assert texts(session) == ["2:bid 1", "1:bid 3"]

    def test_the_clock_runs_down_and_expires(self):
        session = self.bids(HUMAN, HUMAN)
        session.advance(4)
        session.submit(0, 1)
        assert session.clock.seconds == 6  # the same clock runs on
        session.advance(5.5)
        assert session.tick(True) is None
        session.advance(0.5)
        assert session.tick(False).events == ("expired",)
        assert texts(session) == ["0:bid 1", "clock:expire"]
        assert (session.outcome, session.clock) == (Outcome((0,), "bids"), None)

    def test_the_clock_is_kept_each_second_and_resumed(self, store):
        session = self.bids(HUMAN, HUMAN, store=store)
        for _ in range(25):
            session.advance(0.1)
        assert 0 <= store.saved_clock().seconds - session.clock.seconds <= 1
        session.close()
        assert store.saved_clock().seconds == pytest.approx(7.5)
        again = Session.resume(SEALED, store.unfinished(), store=store)
        assert again.clock.seconds == pytest.approx(7.5)
        assert store.saved_clock().seconds == pytest.approx(7.5)

    def test_more_time_goes_on_from_what_is_left_and_may_exceed_the_full_time(self, store):
        session = self.bids(HUMAN, HUMAN, store=store)
        session.advance(4)
        session.extend_clock(30)
        assert session.clock.seconds == 36 == store.saved_clock().seconds
        session.submit(0, 1)
        session.advance(35.5)
        assert session.tick(True) is None
        session.advance(0.5)
        assert session.tick(True).events == ("expired",)

    def test_more_time_is_kept_and_the_record_does_not_tell_of_it(self, store):
        session = self.bids(HUMAN, HUMAN, store=store)
        session.submit(0, 1)
        before = session.record()
        session.extend_clock(30)
        assert session.record() == before == store.unfinished()
        session.close()
        again = Session.resume(SEALED, store.unfinished(), store=store)
        assert (again.clock.seconds, again.record()) == (40, before)

    def test_a_clock_that_has_run_down_but_waits_gets_more_time(self):
        session = self.bids(HUMAN, HUMAN)
        session.advance(10)
        assert session.tick(True, hold=True) is None
        session.extend_clock(30)
        assert (session.tick(True), session.clock.seconds) == (None, 30)

    def test_a_clock_has_no_more_than_the_most(self):
        session = self.bids(HUMAN, HUMAN)
        session.extend_clock(2 * MOST_ON_CLOCK)
        assert session.clock.seconds == MOST_ON_CLOCK

    def test_more_time_is_refused_where_no_clock_runs(self):
        session = nim(HUMAN, HUMAN)
        with pytest.raises(IllegalActionError, match="no clock runs"):
            session.extend_clock(30)
        over = self.bids(HUMAN, HUMAN)
        over.resign(0)
        assert over.outcome
        with pytest.raises(IllegalActionError, match="no clock runs"):
            over.extend_clock(30)
        assert over.clock.seconds == 10

    @pytest.mark.parametrize("seconds", [0, -30])
    def test_a_clock_is_given_no_less(self, seconds):
        session = self.bids(HUMAN, HUMAN)
        with pytest.raises(ValueError, match="no extension"):
            session.extend_clock(seconds)
        assert session.clock.seconds == 10


class TestWhatAnActionLeavesOfAJob:
    """A job goes on being thought of as long as its answer can be used."""

    def session(self, agent, spec, *seats):
        return Session(spec, {"players": len(seats)}, 0, seats, agent=agent, min_think=0)

    def test_another_decision_ends_it(self):
        agent = ScriptedAgent()

        class Alone(type(NIM.rules)):
            def actors(self, state):
                return (0,) if state.left else ()

        session = self.session(agent, replace(NIM, rules=Alone()), AI, AI)
        session.tick(True)
        session.submit(0, 1)
        assert (agent.cancelled, session.thinking_seat) == (1, None)

    @pytest.mark.parametrize(("seat", "cancelled"), [(0, 1), (1, 0)])
    def test_a_move_of_the_same_decision_ends_with_the_seats_turn(self, seat, cancelled):
        agent = ScriptedAgent()
        session = self.session(agent, replace(SEALED, simultaneous=False), AI, HUMAN, HUMAN)
        session.tick(True)
        assert agent.jobs[-1].kind == "move"
        session.submit(seat, 1)
        assert (agent.cancelled, session.thinking_seat) == (cancelled, None if cancelled else 0)

    def test_a_plan_of_the_same_decision_does_not(self):
        agent = ScriptedAgent()
        session = self.session(agent, SEALED, AI, HUMAN)
        session.tick(True)
        assert agent.jobs[-1].kind == "plan"
        session.submit(0, 1)
        assert (agent.cancelled, session.thinking_seat) == (0, 0)


class TestResigning:
    def test_two_seats(self):
        session = nim(HUMAN, AI)
        session.resign(0)
        assert session.outcome == Outcome((1,), "resign")
        with pytest.raises(IllegalActionError):
            session.submit(0, 1)
        with pytest.raises(IllegalActionError):
            session.resign(1)

    def test_an_ai_takes_over_where_others_play_on(self, store):
        session = nim(replace(HUMAN, name="Aki", identity="circle"), AI, HUMAN, store=store, min_think=0)
        session.resign(0)
        assert session.outcome is None
        assert session.seats[0] == SeatConfig("ai", 3, "Aki", "circle")
        assert store.unfinished().seats == session.seats
        assert session.tick(True).seat == 0

    def test_the_last_person_ends_the_game(self):
        session = nim(AI, HUMAN, AI)
        session.resign(1)
        assert session.outcome == Outcome((0, 2), "resign")


class TestUndo:
    def test_goes_back_to_the_last_decision_of_a_person(self, store):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent, store=store, min_think=0)
        session.submit(0, 1)
        session.tick(True)
        agent.answer("take 2")
        session.tick(True)
        revision = session.revision
        taken = session.undo()
        assert [step.action for step in taken] == [1, 2]
        assert (session.ply, session.state.left, session.revision > revision) == (0, 10, True)
        assert store.unfinished().actions == ()

    def test_while_the_ai_thinks(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent, min_think=0)
        session.submit(0, 1)
        session.tick(True)
        assert len(session.undo()) == 1
        assert agent.cancelled == 1 and session.thinking_seat is None

    def test_between_people_takes_one_action(self):
        session = nim(HUMAN, HUMAN)
        session.submit(0, 1)
        session.submit(1, 2)
        assert [step.action for step in session.undo()] == [2]

    def test_a_forced_action_is_no_decision(self):
        session = nim(HUMAN, HUMAN, pile=5)

        class Slow(NimRules):
            def legal(self, state, seat):
                return (1,) if state.ply == 1 else super().legal(state, seat)

        session = nim(HUMAN, HUMAN, spec=replace(NIM, rules=Slow()))
        session.submit(0, 2)
        session.submit(1, 1)
        assert [step.action for step in session.undo()] == [2, 1]

    def test_nothing_to_take_back(self):
        assert nim(HUMAN, HUMAN).undo() == []
        session = nim(AI, AI, min_think=0)
        session.tick(True)
        assert not session.can_undo()
        ended = nim(HUMAN, HUMAN, pile=1)
        ended.submit(0, 1)
        assert not ended.can_undo()

    @pytest.mark.parametrize(("policy", "left"), [("none", 2), ("free", 1)])
    def test_policies(self, policy, left):
        session = nim(HUMAN, AI, spec=replace(NIM, undo=policy), min_think=0)
        session.submit(0, 1)
        session.tick(True)
        session.undo()
        assert session.ply == left

    def test_redo_plays_the_same_again(self, store):
        session = nim(HUMAN, AI, store=store, min_think=0)
        session.advance(2)
        session.submit(0, 1)
        session.tick(True)
        record, state = session.record(), session.state
        session.undo()
        assert session.can_redo()
        assert len(session.redo()) == 2
        assert (session.record(), session.state) == (record, state)
        assert store.unfinished() == record
        assert not session.can_redo() and session.redo() == []

    def test_a_new_action_forgets_what_was_undone(self):
        session = nim(HUMAN, HUMAN)
        session.submit(0, 1)
        session.undo()
        session.submit(0, 2)
        assert not session.can_redo()


class TestHints:
    def test_a_hint_comes_once(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent)
        session.analysis.request_hint()
        assert (agent.jobs[0].kind, agent.jobs[0].seat) == ("hint", 0)
        assert session.analysis.poll_hint() is None
        agent.answer("take 2")
        session.tick(True)
        assert session.analysis.poll_hint().action == "take 2"
        assert session.analysis.poll_hint() is None

    def test_an_action_drops_the_hint(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, HUMAN, agent=agent)
        session.analysis.request_hint()
        session.submit(0, 1)
        assert agent.cancelled == 1
        agent.answer("take 2")
        assert session.analysis.poll_hint() is None

    def test_none_while_an_ai_thinks(self):
        agent = ScriptedAgent()
        session = nim(AI, HUMAN, agent=agent)
        session.tick(True)
        session.analysis.request_hint()
        assert [job.kind for job in agent.jobs] == ["move"]

    def test_cancel(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, HUMAN, agent=agent)
        session.analysis.request_hint()
        session.analysis.cancel()
        agent.answer("take 2")
        assert (agent.cancelled, session.analysis.poll_hint()) == (1, None)


class TestTheory:
    def test_it_comes_once_and_not_as_a_hint(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, AI, agent=agent)
        assert session.analysis.request_theory()
        assert agent.jobs[0].kind == "theory"
        agent.answer("")
        assert session.analysis.poll_hint() is None
        assert session.analysis.poll_theory().kind == "theory"
        assert session.analysis.poll_theory() is None

    def test_an_action_drops_it(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, HUMAN, agent=agent)
        session.analysis.request_theory()
        session.submit(0, 1)
        agent.answer("")
        assert (agent.cancelled, session.analysis.poll_theory()) == (1, None)

    def test_a_move_goes_first(self):
        agent = ScriptedAgent()
        session = nim(AI, HUMAN, agent=agent)
        session.tick(True)
        assert not session.analysis.request_theory()
        assert [job.kind for job in agent.jobs] == ["move"]

    def test_a_hint_goes_first(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, HUMAN, agent=agent)
        session.analysis.request_hint()
        assert not session.analysis.request_theory()
        agent.answer("take 2")
        assert session.analysis.poll_hint().action == "take 2"
        assert session.analysis.request_theory()

    def test_a_hint_replaces_it(self):
        agent = ScriptedAgent()
        session = nim(HUMAN, HUMAN, agent=agent)
        session.analysis.request_theory()
        session.analysis.request_hint()
        agent.answer("", job=agent.jobs[0])
        agent.answer("take 1")
        assert (session.analysis.poll_theory(), session.analysis.poll_hint().action) == (None, "take 1")

    def test_a_session_at_rest_leaves_the_agent_to_others_and_asks_again(self):
        agent = ScriptedAgent()
        session = nim(AI, HUMAN, agent=agent)
        session.tick(True)
        session.rest()
        assert (agent.cancelled, session.thinking_seat) == (1, None)
        session.tick(True)
        assert [job.kind for job in agent.jobs] == ["move", "move"]

    def test_none_once_the_game_is_over(self):
        session = nim(HUMAN, HUMAN, agent=ScriptedAgent(), pile=1)
        session.submit(0, 1)
        assert not session.analysis.request_theory()


class TestStored:
    def test_every_action_is_kept_and_the_game_resumes(self, store):
        session = nim(HUMAN, HUMAN, store=store)
        session.advance(1)
        session.submit(0, 1)
        assert store.unfinished() == session.record()
        again = Session.resume(NIM, store.unfinished(), store=store)
        again.submit(1, 2)
        assert store.unfinished() == again.record()
        assert again.record().actions == ("take 1", "take 2")
        assert again.can_undo()

    def test_a_resumed_game_knows_how_long_each_action_took(self, store):
        session = nim(HUMAN, HUMAN, store=store)
        for seat, seconds in enumerate((1.5, 0.25)):
            session.advance(seconds)
            session.submit(seat, 1)
        again = Session.resume(NIM, store.unfinished(), store=store)
        again.advance(2)
        again.submit(0, 1)
        assert store.unfinished().times == again.record().times == (1500, 250, 2000)

    def test_a_record_with_some_times_resumes_with_one_for_each_action(self):
        session = nim(HUMAN, HUMAN)
        for ply in range(4):
            session.submit(ply % 2, 1)
        again = Session.resume(NIM, replace(session.record(), times=(700,)))
        assert again.record().times == (700, 0, 0, 0)

    def test_a_record_without_times_resumes_with_none_for_its_actions(self):
        record = Record(NIM.id, {"players": 2, "pile": 10}, 0, ("take 1", "take 2"), (HUMAN, HUMAN))
        again = Session.resume(NIM, record)
        again.advance(1)
        again.submit(0, 3)
        assert again.record().times == (0, 0, 1000)

    def test_a_finished_game_moves_to_the_results(self, store):
        session = nim(HUMAN, HUMAN, store=store, pile=1)
        session.submit(0, 1)
        assert store.unfinished() is None
        assert store.results() == [session.record()]

    def test_a_resigned_game_too(self, store):
        session = nim(HUMAN, HUMAN, store=store)
        session.resign(0)
        assert store.unfinished() is None
        assert store.results()[0].result == Outcome((1,), "resign")

    def test_a_game_that_was_discarded_meanwhile_is_kept_again(self, store):
        session = nim(HUMAN, HUMAN, store=store)
        session.submit(0, 1)
        store.discard("nim")
        session.submit(1, 1)
        assert store.unfinished() == session.record()
        store.discard("nim")
        session.undo()
        assert store.unfinished() == session.record()

    def test_another_title_leaves_the_game_and_its_clock(self, store):
        bids = Session(SEALED, {"players": 2}, 0, (HUMAN, HUMAN), store=store)
        bids.submit(0, 1)
        bids.advance(4.0)
        bids.close()
        nim(HUMAN, HUMAN, store=store).submit(0, 1)
        again = Session.resume(SEALED, store.unfinished("sealed"), store=store)
        assert (again.record(), again.clock.seconds) == (bids.record(), pytest.approx(6.0))

    def test_the_clock_of_another_game_of_the_title_is_not_taken_over(self, store):
        bids = Session(SEALED, {"players": 2}, 0, (HUMAN, HUMAN), store=store)
        bids.submit(0, 1)
        bids.advance(4.0)
        bids.close()
        branch = Session.resume(SEALED, replace(bids.record(), actions=(), times=()), store=store)
        assert branch.clock.seconds == 10.0 == store.saved_clock("sealed").seconds
        assert [game.record for game in store.archive()] == [bids.record()]

    def test_a_finished_game_that_is_looked_at_again_is_on_the_shelf_once(self, store):
        played = nim(HUMAN, HUMAN, pile=2, store=store)
        for seat in (0, 1):
            played.submit(seat, 1)
        assert played.outcome and len(store.archive()) == 1
        again = Session.resume(NIM, played.record(), store=store)
        assert again.outcome == played.outcome
        assert len(store.archive()) == 1 and store.unfinished("nim") is None

    def test_a_game_that_was_killed_as_it_ended_is_put_on_the_shelf(self, store):
        played = nim(HUMAN, HUMAN, pile=2)
        for seat in (0, 1):
            played.submit(seat, 1)
        Session.resume(NIM, replace(played.record(), result=None), store=store)
        assert [game.record for game in store.archive()] == [played.record()]

    def test_no_stored_clock_lasts_for_ever(self, store):
        bids = Session(SEALED, {"players": 2}, 0, (HUMAN, HUMAN), store=store)
        store.save_clock("sealed", "round", 1e9)
        assert Session.resume(SEALED, bids.record(), store=store).clock.seconds == MOST_ON_CLOCK

    def test_an_action_takes_a_day_at_most(self, store):
        session = nim(HUMAN, HUMAN, store=store)
        session.advance(1e9)
        session.submit(0, 1)
        assert session.record().times == (MAX_TIME_MS,)
