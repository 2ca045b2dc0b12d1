"""What a session takes for the answer to its request, from an agent that says whatever the test wants."""

from dataclasses import replace

import pytest

from game.agent_requests import AgentRequests
from game.agents.agent import Job, Thought
from game.core.record import Record

MOVE = Job("move", Record("nim", {"players": 2}).to_json(), 0, 2, 0, 5, "take")
STALE = [{"revision": 4}, {"decision": "draw"}, {"kind": "hint"}, {"revision": 4, "decision": "draw"}]


class Speaker:
    """An agent whose answers the test puts into `says`."""

    def __init__(self):
        self.says = []
        self.asked = []
        self.cancelled = 0

    def request(self, job):
        self.asked.append(job)

    def poll(self):
        return self.says.pop(0) if self.says else None

    def cancel(self):
        self.cancelled += 1


@pytest.fixture
def agent():
    return Speaker()


@pytest.fixture
def requests(agent):
    return AgentRequests(agent, 0.0)


def reply(job, **changes):
    return replace(Thought("take 1", kind=job.kind, revision=job.revision, decision=job.decision), **changes)


@pytest.mark.parametrize("changes", STALE)
def test_a_stale_move_is_dropped_and_the_awaited_one_taken(agent, requests, changes):
    requests.ask_move(MOVE)
    agent.says = [reply(MOVE, **changes, action="take 3")]
    assert requests.take_move(True) is None and requests.job == MOVE
    agent.says = [reply(MOVE, **changes, action="take 3"), reply(MOVE), reply(MOVE, **changes, action="take 2")]
    assert requests.take_move(True) == (MOVE, reply(MOVE))
    assert requests.job is None and requests.take_move(True) is None


@pytest.mark.parametrize("changes", STALE)
def test_a_stale_plan_is_dropped(agent, requests, changes):
    plan = replace(MOVE, kind="plan")
    requests.ask_move(plan)
    agent.says = [reply(plan, **changes)]
    assert requests.take_plan() is None
    agent.says = [reply(plan)]
    assert requests.take_plan() == (plan, reply(plan))


@pytest.mark.parametrize("changes", [{"revision": 4}, {"decision": "draw"}, {"kind": "theory"}])
def test_a_stale_hint_is_dropped(agent, requests, changes):
    hint = replace(MOVE, kind="hint")
    assert requests.ask_analysis(hint)
    agent.says = [reply(hint, **changes)]
    assert requests.take_analysis("hint") is None and requests.take_analysis("theory") is None
    assert requests.is_analysing
    agent.says = [reply(hint)]
    assert requests.take_analysis("hint") == reply(hint)
    assert not requests.is_analysing


def test_unfinished_answers_are_progress_until_the_answer_comes(agent, requests):
    review = replace(MOVE, kind="review")
    requests.ask_analysis(review)
    agent.says = [reply(review, unfinished=True, at_least=number) for number in (5, 6)]
    assert requests.take_analysis("review") is None and requests.is_analysing
    assert requests.take_progress().at_least == 6 and requests.take_progress() is None
    agent.says = [reply(review, unfinished=True, at_least=7), reply(review)]
    assert requests.take_progress() is None
    assert requests.take_analysis("review") == reply(review)


@pytest.mark.parametrize("changes", STALE)
def test_stale_progress_is_dropped(agent, requests, changes):
    review = replace(MOVE, kind="review")
    requests.ask_analysis(review)
    agent.says = [replace(reply(review, unfinished=True, at_least=5), **changes)]
    assert requests.take_progress() is None and requests.is_analysing


def test_an_answer_to_what_was_dropped_is_no_answer(agent, requests):
    requests.ask_move(MOVE)
    requests.drop()
    agent.says = [reply(MOVE)]
    assert agent.cancelled == 1 and requests.take_move(True) is None
    agent.says = [reply(MOVE)]
    requests.ask_analysis(replace(MOVE, kind="hint"))
    assert requests.take_analysis("hint") is None and requests.take_move(True) is None


def test_a_plan_is_not_taken_for_a_move_nor_a_move_for_a_plan(agent, requests):
    requests.ask_move(MOVE)
    agent.says = [reply(MOVE)]
    assert requests.take_plan() is None
    assert requests.take_move(True) == (MOVE, reply(MOVE))


def test_plans_of_engines_are_awaited_beside_a_plan_and_beside_each_other(agent, requests):
    plan = replace(MOVE, kind="plan", seat=0)
    first, second = (replace(plan, seat=seat, engine="bot") for seat in (1, 2))
    for job in (first, second):
        requests.ask_beside(job)
    requests.ask_move(plan)
    assert set(requests.jobs) == {plan, first, second} and agent.cancelled == 0
    agent.says = [reply(second, seat=2), reply(plan, seat=0), reply(first, seat=1, revision=4)]
    assert [requests.take_plan() for _ in range(3)] == [
        (second, reply(second, seat=2)),
        (plan, reply(plan, seat=0)),
        None,
    ]
    assert requests.jobs == (first,)
    requests.drop()
    agent.says = [reply(first, seat=1)]
    assert agent.cancelled == 1 and requests.take_plan() is None and requests.jobs == ()


def test_plans_are_taken_in_the_order_in_which_they_came(agent, requests):
    jobs = [replace(MOVE, kind="plan", seat=seat, engine="bot") for seat in (1, 2)]
    for job in jobs:
        requests.ask_beside(job)
    agent.says = [reply(job, seat=job.seat) for job in jobs]
    assert [requests.take_plan()[0] for _ in jobs] == jobs


def test_dropping_a_hint_leaves_engines_to_their_thinking(agent, requests):
    requests.ask_beside(replace(MOVE, kind="plan", engine="bot"))
    assert requests.ask_analysis(replace(MOVE, kind="hint"))
    requests.drop_analysis()
    assert agent.cancelled == 0 and not requests.is_analysing and len(requests.jobs) == 1


def test_without_an_agent_an_engines_plan_is_an_error():
    requests = AgentRequests(None, 0.0)
    requests.ask_beside(replace(MOVE, kind="plan", engine="bot"))
    job, thought = requests.take_plan()
    assert job.engine == "bot" and thought.error
