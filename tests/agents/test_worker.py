"""The worker process, with real children: answers, cancelling, death, hanging, and the parent's own death."""

import os
import signal
from multiprocessing.connection import wait

import pytest

from game.agents import worker
from game.agents.agent import Job
from game.agents.process import WorkerAgent
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.platforms.child_process import ChildProcess
from game.robots import SPEC as ROBOTS
from game.session.session import Session
from tests import toy
from tests.processes import awaited, gone, no_more_files
from tests.stores import PATIENCE
from tests.toy import NIM, SEALED, NimBrain

RECORD = Record("nim", {"players": 2, "pile": 10}, 0, ("take 1", "take 2")).to_json()


def job(kind="move", agent_seed=0, seconds=None, revision=2, record=RECORD):
    return Job(kind, record, 0, 2, agent_seed, revision, revision, seconds)


def answer(agent):
    """The agent's next thought."""
    return awaited(agent.poll)


@pytest.fixture
def agent():
    """One whose process is the test's own."""
    agent = WorkerAgent(toy.find)
    yield agent
    agent.close()


@pytest.fixture
def clocked(monkeypatch):
    """One that waits for five seconds, and how many seconds its processes have had, which the test changes."""
    had = [0.0]
    monkeypatch.setattr("game.agents.process.had", lambda child, clock: had[0])
    agent = WorkerAgent(toy.find, patience=5)
    yield agent, had
    agent.close()


@pytest.fixture(scope="module")
def everybodys():
    agent = WorkerAgent(toy.find)
    yield agent
    agent.close()


@pytest.fixture
def shared(everybodys):
    """One that has nothing to do, and a process that other tests have asked before."""
    everybodys.cancel()
    return everybodys


@pytest.mark.parametrize("make", [InlineAgent, WorkerAgent])
def test_a_thought_answers_the_job(make):
    agent = make(toy.find)
    agent.request(job())
    thought = answer(agent)
    assert (thought.action, thought.error) == ("take 3", "")
    assert (thought.kind, thought.revision, thought.decision) == ("move", 2, 2)
    assert thought.seconds > 0
    assert agent.poll() is None
    agent.close()


def test_a_game_between_two_ais_is_played_through(shared):
    seats = (SeatConfig("ai", 1), SeatConfig("ai", 5))
    session = Session(NIM, {}, 0, seats, agent=shared, min_think=0)
    while session.outcome is None:
        if not session.tick(True) and shared.pipe:
            wait([shared.pipe], 0.05)
    assert session.outcome.winners == (1,)


def test_a_simultaneous_game_is_played_by_plans(shared):
    session = Session(SEALED, {"players": 3}, 0, [SeatConfig("ai", 1)] * 3, agent=shared, min_think=0)
    while session.outcome is None:
        if not session.tick(True) and shared.pipe:
            wait([shared.pipe], 0.05)
    assert session.state.bids == (1, 1, 1)


def test_analysis_does_not_replace_a_plan(shared):
    sealed = Record("sealed", {"players": 2}).to_json()
    shared.request(job("plan", record=sealed))
    shared.request(job("hint", revision=3, record=sealed))
    thought = answer(shared)
    assert (thought.kind, thought.plan.steps[0].action) == ("plan", "bid 1")


def test_a_bug_in_the_thinking_is_an_answer_and_the_worker_lives_on(agent, capfd):
    agent.request(job(agent_seed=NimBrain.RAISES))
    assert answer(agent).error == "ValueError: a bug in the brain"
    pid = agent.pid
    agent.request(job())
    assert (answer(agent).action, agent.pid) == ("take 3", pid)
    assert "a bug in the brain" in capfd.readouterr().err


def test_the_theory_of_a_game_that_has_none_is_an_error(shared):
    shared.request(job(kind="theory"))
    thought = answer(shared)
    assert (thought.kind, thought.theory, thought.error) == ("theory", None, "GameError: this game has no theory")


def test_a_review_tells_how_far_it_is():
    """Bounds come as unfinished thoughts, ascending, and the answer after them."""
    record = Record("robots", resolve(ROBOTS.options, {"players": 1}), 5, ()).to_json()  # six moves or more
    agent = WorkerAgent()
    agent.request(job("review", revision=0, record=record))
    bounds = []
    while (thought := answer(agent)).unfinished:
        assert (thought.kind, thought.revision, thought.action) == ("review", 0, "")
        bounds.append(thought.at_least)
    agent.close()
    assert thought.error == "" and thought.routes[0] == thought.pv and thought.complete
    assert bounds == list(range(2, len(thought.pv) + 1)) and len(bounds) > 3


def test_an_unreadable_record_is_an_error(shared):
    shared.request(job(record="{}"))
    assert "RecordError" in answer(shared).error


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ([("move", NimBrain.WAITS), "cancelled", ("move", 0)], ("move", 2)),
        ([("move", NimBrain.WAITS), ("move", 0)], ("move", 1)),
        ([("hint", NimBrain.WAITS), ("move", 0), ("hint", 0)], ("move", 1)),  # a hint replaces no move
    ],
    ids=["what was cancelled", "an older move", "a hint, but not a move"],
)
def test_what_is_replaced_is_not_answered(shared, asked, answered):
    for number, one in enumerate(asked):
        if one == "cancelled":
            shared.cancel()
        else:
            shared.request(job(*one, revision=number))
    thought = answer(shared)
    assert (thought.kind, thought.revision) == answered and shared.poll() is None


def test_an_answer_that_waits_in_the_pipe_is_dropped_with_its_job(shared):
    shared.request(job())
    assert wait([shared.pipe], PATIENCE)  # the first answer has come, and nobody has taken it
    shared.request(job(agent_seed=NimBrain.WAITS, revision=3))
    assert shared.poll() is None
    shared.cancel()
    assert shared.poll() is None
    shared.request(job(revision=4))
    assert answer(shared).revision == 4


def test_a_worker_that_dies_is_replaced_and_asked_again(agent):
    agent.request(job(agent_seed=NimBrain.DIES_ONCE))
    first = agent.pid
    assert answer(agent).action == "take 3"
    assert agent.pid != first


def test_a_worker_killed_in_mid_thought_twice_is_an_error_and_the_next_job_is_answered(agent):
    agent.request(job(agent_seed=NimBrain.WAITS))
    first = agent.pid
    os.kill(first, signal.SIGKILL)
    while agent.pid == first:
        assert agent.poll() is None
        gone(first)
    os.kill(agent.pid, signal.SIGKILL)
    thought = answer(agent)
    assert (thought.error, thought.revision, thought.kind) == ("the AI process failed twice", 2, "move")
    agent.request(job())
    assert answer(agent).action == "take 3"


def test_a_worker_killed_while_idle_is_replaced_at_the_next_job(agent):
    agent.request(job())
    answer(agent)
    os.kill(agent.pid, signal.SIGKILL)
    assert gone(agent.pid)
    agent.request(job())
    assert answer(agent).action == "take 3"


def test_a_worker_without_a_job_for_long_ends():
    idle = ChildProcess(worker.run, toy.find, 0.01, name="idle")
    with idle.hears, idle.says:
        assert wait([idle.hears], PATIENCE), "it ends by itself, and so closes its pipe"
        with pytest.raises(EOFError):
            idle.hears.recv()
        idle.end(PATIENCE)


def test_a_hung_worker_whose_jobs_are_all_dropped_is_killed_as_well(clocked):
    agent, had = clocked
    agent.request(job(agent_seed=NimBrain.HANGS))
    first = agent.pid
    for second in (2.0, 4.0):
        had[0] = second
        agent.cancel()
        agent.request(job(agent_seed=NimBrain.HANGS))
    assert agent.pid == first
    had[0] = 5.5
    agent.request(job())
    assert agent.pid != first and gone(first)
    assert answer(agent).action


def test_nobody_waits_for_a_worker_that_does_not_read(agent):
    long = Record("nim", {"players": 2, "pile": 10}, 0, ("take 1", "take 2"), (SeatConfig(name="x" * 1000),) * 2)
    agent.request(job())
    answer(agent)
    first = agent.pid
    os.kill(first, signal.SIGSTOP)
    for number in range(300):  # far more than a pipe holds
        agent.request(job(revision=number, record=long.to_json()))
    assert agent.pid == first and agent.poll() is None
    os.kill(first, signal.SIGCONT)
    assert (answer(agent).revision, agent.pid) == (299, first)
    os.kill(first, signal.SIGSTOP)
    agent.request(job(record=long.to_json()))


def test_a_worker_that_answers_late_but_answers_stays(clocked):
    agent, had = clocked
    for _ in range(4):
        agent.request(job())
        first = agent.pid
        had[0] += 3.0
        assert wait([agent.pipe], PATIENCE)  # it has answered, but nobody looks
        agent.cancel()
    agent.request(job())
    assert agent.pid == first and answer(agent).action


def test_a_hung_worker_is_killed_once_its_time_and_patience_are_over(clocked):
    agent, had = clocked
    agent.request(job(agent_seed=NimBrain.HANGS, seconds=2))
    first = agent.pid
    had[0] = 6.9
    assert (agent.poll(), agent.pid) == (None, first)
    had[0] = 7.1
    assert agent.poll() is None and agent.pid != first
    assert gone(first)
    second = agent.pid
    had[0] = 14.3
    assert agent.poll().error == "the AI process failed twice"
    assert gone(second)


def test_a_worker_that_is_kept_from_running_is_not_taken_for_hung():
    """A stopped process is what one is on a machine that is far too busy for it. There is an end even to that."""
    clock = [0.0]
    agent = WorkerAgent(toy.find, patience=50, now=lambda: clock[0])
    agent.request(job(agent_seed=NimBrain.WAITS))
    first = agent.pid
    os.kill(first, signal.SIGSTOP)
    clock[0] = 400.0
    assert (agent.poll(), agent.pid) == (None, first)
    os.kill(first, signal.SIGCONT)
    agent.request(job())
    assert answer(agent).action == "take 3" and agent.pid == first
    agent.request(job(agent_seed=NimBrain.WAITS))
    os.kill(first, signal.SIGSTOP)
    clock[0] += 501.0
    assert agent.poll() is None and agent.pid != first
    agent.close()


def test_a_worker_that_hangs_is_found_out_by_the_time_that_it_tells():
    """One that waits in vain and one that computes in vain: the clock here stands still."""
    for seed in (NimBrain.HANGS, NimBrain.SPINS):
        agent = WorkerAgent(toy.find, patience=1, now=lambda: 0.0)
        agent.request(job(agent_seed=seed))
        first = agent.pid
        assert awaited(lambda agent=agent, first=first: agent.poll() or agent.pid != first) is True
        agent.close()


def test_a_process_that_cannot_be_warmed_ends_nothing_and_is_started_with_the_first_job(agent):
    with no_more_files():
        agent.warm()
        assert agent.pid is None
    agent.request(job())
    assert not answer(agent).error


def test_a_process_that_cannot_start_is_an_error(agent):
    with no_more_files():
        agent.request(job())
        assert answer(agent).error == "the AI process failed twice"


def test_an_interrupt_is_the_parents_to_handle(agent):
    agent.request(job())
    answer(agent)
    os.kill(agent.pid, signal.SIGINT)
    agent.request(job(revision=3))
    pid = agent.pid
    assert (answer(agent).revision, agent.pid) == (3, pid)


def test_close_ends_a_worker_in_mid_thought(agent):
    agent.request(job(agent_seed=NimBrain.HANGS))
    pid = agent.pid
    agent.close()
    assert gone(pid, 0) and agent.pid is None
