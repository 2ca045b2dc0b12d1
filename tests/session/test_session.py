"""A session over toy games: what it tells of its steps and its record, games of rules that no toy has, and which
answers of agents it accepts.

What players, clocks and agents do to it is told in session_stories.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.agents.agent import Job, Thought
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.session.agent_requests import AgentRequests
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


MOVE = Job("move", Record("nim", {"players": 2}).to_json(), 0, 2, 0, 5, "take")
PLAN, HINT, REVIEW = (replace(MOVE, kind=kind) for kind in ("plan", "hint", "review"))
OF_1, OF_2 = (replace(PLAN, seat=seat, engine="bot") for seat in (1, 2))
TAKE: dict[str, Callable[[AgentRequests], Any]] = {
    "move": lambda requests: requests.take_move(True),
    "plan": AgentRequests.take_plan,
    "hint": lambda requests: (thought := requests.take_analysis("hint")) and (HINT, thought),
}


def answer(job: Job, action: str = "a", **other: Any) -> Thought:
    """Return the answer to a job, or one that differs from it."""
    found = Thought(action, kind=job.kind, revision=job.revision, decision=job.decision, seat=job.seat)
    return replace(found, **other)


def stale(job: Job, **other: Any) -> list[Thought]:
    """Return answers to other jobs."""
    others: list[Any] = [{"revision": 4}, {"decision": "draw"}, {"kind": "theory"}, {"revision": 4, "decision": "draw"}]
    return [answer(job, **changed, **other) for changed in others]


@pytest.fixture
def agent() -> ScriptedAgent:
    return ScriptedAgent()


@pytest.fixture
def requests(agent: Any) -> AgentRequests:
    return AgentRequests(agent, 0.0)


@pytest.mark.parametrize("job", [MOVE, PLAN, HINT], ids=lambda job: job.kind)
def test_only_the_answer_to_what_is_asked_is_taken_and_once(
    agent: ScriptedAgent, requests: AgentRequests, job: Job
) -> None:
    assert requests.ask_analysis(job) if job is HINT else requests.ask_move(job) is None
    agent.answers = stale(job)
    assert TAKE[job.kind](requests) is None
    assert (requests.jobs, requests.is_analysing) == (((), True) if job is HINT else ((job,), False))
    agent.answers = [*stale(job), answer(job, "b"), *stale(job)]
    assert (job is PLAN or requests.take_plan() is None) and requests.take_analysis("theory") is None
    assert TAKE[job.kind](requests) == (job, answer(job, "b"))
    assert TAKE[job.kind](requests) is None and requests.jobs == () and not requests.is_analysing


def test_unfinished_answers_are_progress_until_the_answer_comes(agent: ScriptedAgent, requests: AgentRequests) -> None:
    requests.ask_analysis(REVIEW)
    agent.answers = stale(REVIEW, unfinished=True, at_least=5)
    assert requests.take_progress() is None
    agent.answers = [answer(REVIEW, unfinished=True, at_least=moves) for moves in (5, 6)]
    assert requests.take_analysis("review") is None and requests.is_analysing
    found = requests.take_progress()
    assert found is not None and found.at_least == 6 and requests.take_progress() is None
    agent.answers = [answer(REVIEW, unfinished=True, at_least=7), answer(REVIEW)]
    assert requests.take_progress() is None and requests.take_analysis("review") == answer(REVIEW)


def test_an_answer_to_what_was_dropped_is_no_answer(agent: ScriptedAgent, requests: AgentRequests) -> None:
    requests.ask_move(MOVE)
    requests.drop()
    agent.answers = [answer(MOVE)]
    assert agent.cancelled == 1 and TAKE["move"](requests) is None
    agent.answers = [answer(MOVE)]
    requests.ask_analysis(HINT)
    assert TAKE["hint"](requests) is TAKE["move"](requests) is None


def test_plans_of_engines_are_awaited_beside_others_and_taken_in_their_order(
    agent: ScriptedAgent, requests: AgentRequests
) -> None:
    requests.ask_beside(OF_1), requests.ask_beside(OF_2), requests.ask_move(PLAN)
    assert requests.jobs == (PLAN, OF_1, OF_2) and agent.cancelled == 0
    agent.answers = [answer(OF_2), answer(PLAN, "b"), answer(OF_1, revision=4)]
    taken = [TAKE["plan"](requests) for _ in range(3)]
    assert taken == [(OF_2, answer(OF_2)), (PLAN, answer(PLAN, "b")), None] and requests.jobs == (OF_1,)
    requests.ask_beside(OF_2)
    agent.answers = [answer(OF_1), answer(OF_2)]
    assert [TAKE["plan"](requests) for _ in range(2)] == [(OF_1, answer(OF_1)), (OF_2, answer(OF_2))]
    requests.ask_beside(OF_1)
    requests.drop()
    agent.answers = [answer(OF_1)]
    assert (agent.cancelled, TAKE["plan"](requests), requests.jobs) == (1, None, ())


def test_dropping_a_hint_leaves_engines_to_their_thinking(agent: ScriptedAgent, requests: AgentRequests) -> None:
    requests.ask_beside(OF_1)
    requests.ask_analysis(HINT)
    requests.drop_analysis()
    assert (agent.cancelled, requests.is_analysing, requests.jobs) == (0, False, (OF_1,))


def test_without_an_agent_an_engines_plan_is_an_error() -> None:
    requests = AgentRequests(None, 0.0)
    requests.ask_beside(OF_1)
    job, thought = requests.take_plan() or pytest.fail("nothing is said")
    assert job == OF_1 and thought.error
