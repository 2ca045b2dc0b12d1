"""A session over toy games: what it tells of its steps and its record, and games of rules that no toy has.

What players, clocks and agents do to it is told in session_stories.txt.
"""

from dataclasses import replace
from typing import Any

import pytest

from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.session.running_game import Game
from game.session.session import MOST_ON_CLOCK, Session
from game.storage.store import Store
from tests.session.test_stories import ScriptedAgent
from tests.toy import NIM, SEALED, NimRules

HUMAN = SeatConfig()
AI = SeatConfig("ai", 2)


@pytest.fixture
def store(tmp_path):
    store = Store.open(tmp_path / "store.sqlite3", {"nim": NIM, "sealed": SEALED})
    yield store
    store.close()


def nim(*seats, store=None, pile=10, spec=NIM):
    return Session(spec, {"players": len(seats), "pile": pile}, 0, seats, store=store, min_think=0)


class TestPlaying:
    def test_a_step_tells_what_happened(self):
        session = nim(HUMAN, HUMAN)
        before = session.state
        step = session.submit(0, 3)
        assert (step.ply, step.before, step.seat, step.action, step.events) == (0, before, 0, 3, ("took 3",))
        assert session.state == step.after and session.ply == 1 and session.steps == [step]

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


def test_another_decision_ends_it():
    agent: Any = ScriptedAgent()

    class Alone(type(NIM.rules)):
        def actors(self, state):
            return (0,) if state.left else ()

    session = Session(replace(NIM, rules=Alone()), {}, 0, (AI, AI), agent=agent, min_think=0)
    session.tick(True)
    session.submit(0, 1)
    assert (agent.cancelled, session.thinking_seat) == (1, None)


def test_a_forced_action_is_no_decision():
    class Slow(NimRules):
        def legal(self, state, seat):
            return (1,) if state.ply == 1 else super().legal(state, seat)

    session = nim(HUMAN, HUMAN, spec=replace(NIM, rules=Slow()))
    session.submit(0, 2)
    session.submit(1, 1)
    assert [step.action for step in session.undo()] == [2, 1]


def test_whatever_makes_an_answer_stale_counts_as_a_revision():
    game, again = (Game(NIM, {"players": 2, "pile": 10}, 0, (HUMAN, AI)) for _ in range(2))
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
    again.play(0, 3, 0)
    game.restore(again.record())
    assert game.revision == 2


class TestStored:
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

    def test_no_stored_clock_lasts_for_ever(self, store):
        bids = Session(SEALED, {"players": 2}, 0, (HUMAN, HUMAN), store=store)
        store.save_clock("sealed", "round", 1e9)
        assert Session.resume(SEALED, bids.record(), store=store).clock.seconds == MOST_ON_CLOCK
