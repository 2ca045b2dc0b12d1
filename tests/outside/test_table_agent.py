"""Engines at the table: sessions with them never wait, and whatever they do wrong the game goes on."""

import subprocess
import sys
import threading
import time
from dataclasses import asdict

import pytest

from game.agents.agent import Job, Plan, Planned, Thought
from game.agents.inline import InlineAgent
from game.core.record import Record, SeatConfig
from game.outside import engine as outside
from game.outside.engine import EngineCommand
from game.outside.table_agent import Engines, Entry, TableAgent
from game.session import Session
from scenes.recovery.noting_agent import _UNWRITTEN, RetoldAgent
from tests import toy
from tests.processes import ROOT, over, watched
from tests.toy import NIM

BOT = str(ROOT / "tests" / "outside_engine.py")
PATIENCE = 30.0
EXT = SeatConfig("ai", 5, name="@mio", engine="bot")
PERSON = SeatConfig()
RECORD = Record("nim", {"players": 2, "pile": 20}, 0, ("take 3",)).to_json()


@pytest.fixture
def make():
    """Makes sessions of Nim, the first seat of which is a person's; their engines end with the test."""
    kept = []

    def make(*how, games=None, seconds=0.2, start=20.0, engine="bot"):
        entry = Entry(EngineCommand("bot", (sys.executable, BOT, *how)), games, seconds)
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


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    monkeypatch.setattr(outside, "LAST", 0.2)


def answered(session):
    """Let a person play and wait for what the engine does; how many ticks that took, too."""
    session.submit(0, session.spec.rules.parse("take 3"))
    ticks, until = 0, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        step = session.tick(True)
        ticks += 1
        if step is not None:
            return session.spec.rules.text(step.action), ticks
    raise AssertionError("no answer")


def test_an_engine_plays_and_nobody_waits(make):
    session, _engines = make("well")
    action, ticks = answered(session)
    assert action == "take 1" and session.take_faults() == []
    assert ticks > 1, "a tick does not wait for the engine"


FAULTS = [
    ("dies early", "crash"),
    ("crashes", "crash"),
    ("hangs", "late"),
    ("garbage", "garbage"),
    ("refuses", "refusal"),
    ("no action", "garbage"),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("how", "reason"), FAULTS)
def test_a_fault_is_told_and_a_plain_move_played(how, reason, make, monkeypatch):
    monkeypatch.setattr(outside, "LATE", 0.3 if how == "hangs" else 1.0)
    session, _engines = make(how)
    for _ in range(2):  # the engine is started anew for the next move
        answered(session)
        [fault] = session.take_faults()
        assert (fault.seat, fault.engine, fault.reason) == (1, "bot", reason)
        assert fault.message.startswith("bot: ") and "\n" not in fault.message
    assert session.take_faults() == [] and session.ply == 4


def test_what_nobody_waits_for_any_more_is_not_asked(make, tmp_path):
    _session, engines = make("slow", str(tmp_path / "starts"), str(tmp_path / "asked"), seconds=2.0)
    jobs = [Job("move", RECORD, 1, 5, 0, number, number, engine="bot") for number in range(4)]
    engines.request(jobs[0])
    until = time.monotonic() + PATIENCE
    while len(lines(tmp_path / "asked")) < 2 and time.monotonic() < until:  # it gets ready, and is asked the first
        time.sleep(0.01)
    for job in jobs[1:]:
        engines.request(job)
    thought = None
    while thought is None and time.monotonic() < until:
        thought = engines.poll()
    assert thought is not None and thought.revision == 3
    assert len(lines(tmp_path / "asked")) == 3, "the first and the last"


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def test_an_illegal_action_is_a_fault(make):
    session, _engines = make("illegal")
    answered(session)
    answered(session)
    assert [fault.reason for fault in session.take_faults()] == ["illegal"]


def test_a_program_that_cannot_be_started(make):
    session, engines = make()
    engines._entries["bot"] = Entry(EngineCommand("bot", ("/nonexistent/program",)))
    answered(session)
    assert [fault.reason for fault in session.take_faults()] == ["crash"]


def test_an_engine_that_says_nothing_at_its_start_is_given_up(make, tmp_path):
    session, engines = make("well", start=0.2)
    quiet = tmp_path / "quiet.py"
    quiet.write_text("import time\ntime.sleep(1000)\n")
    engines._entries["bot"] = Entry(EngineCommand("bot", (sys.executable, str(quiet))))
    answered(session)
    assert [fault.reason for fault in session.take_faults()] == ["late"]


def test_a_name_that_is_not_known_starts_nothing(make, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    session, _engines = make("well", engine="evil")
    answered(session)
    assert [fault.engine for fault in session.take_faults()] == ["evil"]


def test_an_engine_is_offered_for_its_games_alone():
    command = EngineCommand("bot", ("x",))
    engines = Engines([Entry(command, frozenset(("star",))), Entry(EngineCommand("other", ("y",)))])
    assert (engines.names("star"), engines.names("coffee")) == (("bot", "other"), ("other",))


def test_what_was_undone_is_not_answered(make):
    session, _engines = make("well")
    session.submit(0, session.spec.rules.parse("take 3"))
    session.tick(True)
    session.undo()
    for _ in range(3):
        assert session.tick(True) is None
    assert answered(session)[0] == "take 1"
    assert session.ply == 2


def test_an_answer_to_what_was_cancelled_is_none(make):
    session, engines = make("well")
    session.submit(0, session.spec.rules.parse("take 3"))
    engines.request(session.job("move", 1, 5))
    until = time.monotonic() + PATIENCE
    while engines._answers.empty() and time.monotonic() < until:
        assert session.outcome is None
    engines.cancel()
    assert engines.poll() is None and engines._answers.empty()


def test_the_processes_end_with_the_match(make, tmp_path):
    session, engines = make("well", str(tmp_path / "pids"))
    answered(session)
    pid = int((tmp_path / "pids").read_text())
    watch = watched(pid)
    session.close()
    engines.dismiss()
    assert over(watch)
    assert answered(session)[0] == "take 1", "the next match starts it anew"


def test_a_hanging_engine_ends_at_once_with_the_match(make, tmp_path):
    session, engines = make("hangs", str(tmp_path / "pids"), seconds=1000.0)
    session.submit(0, session.spec.rules.parse("take 3"))
    session.tick(True)
    until = time.monotonic() + PATIENCE
    pids = tmp_path / "pids"
    pids.touch()
    while not pids.read_text().endswith("\n") and time.monotonic() < until:
        session.tick(True)
    watch = watched(int(pids.read_text()))
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
    plans = {seat: Thought("", plan=Plan((Planned(1.0, f"bid {seat}"),)), kind="plan", seat=seat) for seat in (0, 1, 2)}
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


def test_a_slow_engine_keeps_no_level_from_its_plan(make, monkeypatch):
    engines = Engines([Entry(EngineCommand("bot", (sys.executable, BOT, "hangs")), None, 1000.0)])
    asked = []

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
        agent=TableAgent(Worker(toy.find), engines),
        min_think=0.0,
    )
    requested: list[Job] = []
    monkeypatch.setattr(engines, "request", requested.append)
    for _ in range(5):
        session.tick(True)
    assert asked == [1] and [(job.seat, job.engine) for job in requested] == [(0, "bot")]
