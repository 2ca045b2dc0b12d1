"""Engines at the table: sessions with them never wait, and whatever they do wrong the game goes on."""

import sys
import threading
from dataclasses import asdict

import pytest

from game.agents.agent import Job, PlannedAction, SeatPlan, Thought
from game.agents.worker import InlineAgent
from game.core.record import Record, SeatConfig
from game.outside.engine import MOST_STARTS, EngineCommand
from game.outside.table_agent import EngineEntry, Engines, TableAgent
from game.session.session import Session
from scenes.recovery.noting_agent import _UNWRITTEN, RetoldAgent
from tests import toy
from tests.processes import ROOT, awaited, over, watched
from tests.toy import NIM

BOT = str(ROOT / "tests" / "outside_engine.py")
EXT = SeatConfig("ai", 5, name="@mio", engine="bot")
PERSON = SeatConfig()
RECORD = Record("nim", {"players": 2, "pile": 20}, 0, ("take 3",)).to_json()


@pytest.fixture
def make():
    """Makes sessions of Nim, the first seat of which is a person's; their engines end with the test."""
    kept = []

    def make(*how, words=(), seconds=0.2, start=20.0, engine="bot"):
        entry = EngineEntry(EngineCommand("bot", words or (sys.executable, BOT, *map(str, how))), None, seconds)
        engines = Engines([entry], find=toy.find, start=start)
        kept.append(engines)
        agent = TableAgent(InlineAgent(toy.find), engines)
        seats = (PERSON, SeatConfig("ai", 5, engine=engine))
        session = Session(NIM, {"pile": 20}, 0, seats, agent=agent, min_think=0.0)
        return session, engines

    yield make
    for engines in kept:
        engines.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("engine ")]


def answered(session):
    """Let a person play, and wait for what the engine does."""
    session.submit(0, session.spec.rules.parse("take 3"))
    return session.spec.rules.text(awaited(lambda: session.tick(True), pause=0.0).action)


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


FAULTS = {
    "it dies": ((sys.executable, BOT, "dies early"), "crash"),
    "it plays what is illegal": ((sys.executable, BOT, "illegal"), "illegal"),
    "it cannot be started": (("/nonexistent/program",), "crash"),
    "it says nothing at its start": ((sys.executable, "-c", "import time; time.sleep(1000)"), "late"),
}


@pytest.mark.parametrize(("words", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_and_a_plain_move_played(words, reason, make):
    session, _engines = make(words=words, start=0.2 if reason == "late" else 20.0)
    for _ in range(2):  # the engine is started anew for the next move
        answered(session)
        [fault] = session.agent_seats.take_faults()
        assert (fault.seat, fault.engine, fault.reason) == (1, "bot", reason)
        assert fault.message.startswith("bot: ") and "\n" not in fault.message
    assert session.agent_seats.take_faults() == [] and session.ply == 4


def test_a_name_that_is_not_known_starts_nothing(make, tmp_path):
    session, _engines = make("well", tmp_path / "starts", engine="evil")
    answered(session)
    assert [fault.engine for fault in session.agent_seats.take_faults()] == ["evil"] and not lines(tmp_path / "starts")


def test_what_nobody_waits_for_any_more_is_not_asked(make, tmp_path):
    _session, engines = make("slow", tmp_path / "starts", tmp_path / "asked", seconds=2.0)
    jobs = [Job("move", RECORD, 1, 5, 0, number, number, engine="bot") for number in range(4)]
    engines.request(jobs[0])
    awaited(lambda: len(lines(tmp_path / "asked")) == 2)  # it gets ready, and is asked the first
    for job in jobs[1:]:
        engines.request(job)
    assert awaited(engines.poll).revision == 3
    assert len(lines(tmp_path / "asked")) == 3, "the first and the last"


def test_an_engine_is_offered_for_its_games_alone():
    command = EngineCommand("bot", ("x",))
    engines = Engines([EngineEntry(command, frozenset(("star",))), EngineEntry(EngineCommand("other", ("y",)))])
    assert (engines.names("star"), engines.names("coffee")) == (("bot", "other"), ("other",))


def test_what_was_undone_is_not_answered(make):
    session, _engines = make("well")
    session.submit(0, session.spec.rules.parse("take 3"))
    assert session.tick(True) is None, "a tick does not wait for the engine"
    session.undo()
    for _ in range(3):
        assert session.tick(True) is None
    assert answered(session) == "take 1" and session.ply == 2 and session.agent_seats.take_faults() == []


def test_an_answer_to_what_was_cancelled_is_none(make):
    session, engines = make("well")
    session.submit(0, session.spec.rules.parse("take 3"))
    engines.request(session.agent_seats.job("move", 1, 5))
    awaited(lambda: not engines._answers.empty())
    engines.cancel()
    assert engines.poll() is None and engines._answers.empty()


def test_the_processes_end_with_the_match(make, tmp_path):
    session, engines = make("well", tmp_path / "pids")
    answered(session)
    watch = watched(int((tmp_path / "pids").read_text()))
    session.close()
    engines.dismiss()
    assert over(watch)
    assert answered(session) == "take 1", "the next match starts it anew"


def test_a_hanging_engine_ends_at_once_with_the_match(make, tmp_path):
    session, engines = make("hangs", tmp_path / "pids", seconds=1000.0)
    session.submit(0, session.spec.rules.parse("take 3"))
    session.tick(True)
    watch = watched(int(awaited(lambda: lines(tmp_path / "pids"))[0]))
    engines.close()
    assert over(watch)


def test_hints_are_the_workers():
    asked = []

    class Worker(InlineAgent):
        def request(self, job):
            asked.append(job)

        def poll(self):
            return Thought("take 2", kind="hint", revision=1, decision=0)

    agent = TableAgent(Worker(), Engines())
    agent.request(Job("hint", "", 0, 5, 0, 1, 0))
    assert len(asked) == 1 and agent.poll().action == "take 2"


def test_the_answers_of_engines_are_told_again_by_seat():
    plans = {
        seat: Thought("", plan=SeatPlan((PlannedAction(1.0, f"bid {seat}"),)), kind="plan", seat=seat)
        for seat in (0, 1, 2)
    }
    written = [
        {key: value for key, value in asdict(plans[seat]).items() if key not in _UNWRITTEN} for seat in (2, 0, 1)
    ]
    entries = [{"tick": 5, "thought": thought} for thought in written]
    tick = 4
    agent = RetoldAgent(entries, lambda: tick)
    for seat in (1, 2):
        agent.request(Job("plan", "", seat, 5, 0, 1, "chip", engine="bot"))
    agent.request(Job("plan", "", 0, 5, 0, 1, "chip"))
    assert agent.poll() is None
    tick = 5
    told = [agent.poll() for _ in range(3)]
    assert [(thought.seat, thought.plan, thought.decision) for thought in told] == [
        (seat, plans[seat].plan, "chip") for seat in (2, 0, 1)
    ]
    assert agent.poll() is None


def test_a_slow_engine_keeps_no_level_from_its_plan():
    asked: list[int] = []
    requested: list[Job] = []

    class Slow(Engines):
        def request(self, job):
            requested.append(job)

    class Worker(InlineAgent):
        def poll(self):
            if self._job:
                asked.append(self._job.seat)
            return super().poll()

    session = Session(
        toy.SEALED,
        {"players": 3},
        0,
        (SeatConfig("ai", 5, engine="bot"), SeatConfig("ai", 1), PERSON),
        agent=TableAgent(Worker(toy.find), Slow([EngineEntry(EngineCommand("bot", ("x",)))])),
        min_think=0.0,
    )
    for _ in range(5):
        session.tick(True)
    assert asked == [1] and [(job.seat, job.engine) for job in requested] == [(0, "bot")]


def asked(engines, number):
    """What comes of asking the engine once more."""
    engines.request(Job("move", RECORD, 1, 5, 0, number, number, engine="bot"))
    return awaited(engines.poll, pause=0.0)


@pytest.mark.parametrize("how", ["dies early", "exits"])
def test_an_engine_that_dies_at_its_start_is_started_three_times_in_a_match(how, make, tmp_path):
    words: tuple[str, ...] = (sys.executable, BOT, how, str(tmp_path / "pids"))
    if how == "exits":
        words = (sys.executable, "-c", f"open({str(tmp_path / 'pids')!r}, 'a').write('0\\n')")
    _session, engines = make(words=words)
    for number in range(MOST_STARTS + 2):
        thought = asked(engines, number)
        assert thought.fault == "crash"
        assert ("not started again" in thought.error) == (number >= MOST_STARTS)
    assert len(lines(tmp_path / "pids")) == MOST_STARTS
    engines.dismiss()  # the end of the match
    asked(engines, MOST_STARTS + 2)
    assert len(lines(tmp_path / "pids")) == MOST_STARTS + 1


def test_an_engine_that_has_answered_once_is_started_as_often_as_it_ends(make, tmp_path):
    _session, engines = make("answers once", tmp_path / "pids")
    thoughts = [asked(engines, number) for number in range(2 * (MOST_STARTS + 1))]
    assert [thought.fault for thought in thoughts] == ["", "crash"] * (MOST_STARTS + 1)
    assert len(lines(tmp_path / "pids")) == MOST_STARTS + 1
