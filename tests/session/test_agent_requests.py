"""Which answers a session accepts for its requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.agents.agent import Job, Thought
from game.core.record import Record
from game.session.agent_requests import AgentRequests
from tests.session.test_stories import ScriptedAgent

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
