"""A clock beyond 2262, which Python cannot count: the program logs and goes on, and tells to set it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from game.platforms import wall_clock
from game.platforms.child_process import ChildProcess
from game.supervision.table import FAILED
from scenes.commands import doctor
from tests.processes import run

WITHOUT_A_CLOCK = """
import sys, time
from game.supervision.command import supervise

def refuse():
    raise OverflowError("timestamp too large to convert to C _PyTime_t")

time.time = refuse
sys.exit(supervise(["x"]))
"""
"""A supervisor whose clock nobody has bounded: not a line can be logged."""


def refuse() -> float:
    """What `time.time` does with such a clock."""
    raise OverflowError("timestamp too large to convert to C _PyTime_t")


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with such a clock, before the program begins."""
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", refuse)
        patch.setattr(time, "time_ns", refuse)
        yield


@pytest.mark.usefixtures("far")
def test_what_is_logged_has_the_last_moment_that_can_be_counted() -> None:
    with pytest.raises(OverflowError):
        logging.makeLogRecord({})
    wall_clock.bound()
    bounded = time.time
    wall_clock.bound()
    assert time.time is bounded and wall_clock.is_beyond()
    assert (time.time(), time.time_ns()) == (wall_clock.LATEST, wall_clock.LATEST * 10**9)
    assert logging.Formatter("%(asctime)s").format(logging.makeLogRecord({})).startswith("2262-04-1")


@pytest.mark.usefixtures("far")
def test_the_doctor_says_that_the_clock_is_to_be_set() -> None:
    found = doctor._clock()
    assert not found.is_ok and "set the clock" in found.remedy


def test_a_usual_clock_is_read_as_it_is() -> None:
    wall_clock.bound()
    before = time.time_ns()
    assert before <= time.time() * 10**9 + 10**9 and not wall_clock.is_beyond() and doctor._clock().is_ok


def test_the_program_bounds_it() -> None:
    code = "import time, main; main.main(['puzzle', '--game', 'star']); print(hasattr(time.time, 'bounded'))"
    assert run("-c", code).stdout.splitlines()[-1] == "True"


def is_bounded(hears: Connection, says: Connection) -> None:
    """What a child process says of its clock."""
    says.send(hasattr(time.time, "bounded"))


def test_its_children_bound_it_too() -> None:
    child = ChildProcess(is_bounded, name="clock")
    with child.hears, child.says:
        assert child.hears.recv() is True
    child.end(10.0)


def test_a_supervisor_that_fails_does_not_seem_to_run_already() -> None:
    """Not even where its failure cannot be logged."""
    done = run("-c", WITHOUT_A_CLOCK)
    assert (done.returncode, done.stderr) == (FAILED, "")
