"""A machine with too little memory, or with a clock beyond 2262: the program says so, and goes on where it can."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pygame
import pytest

from game.platforms import wall_clock
from game.platforms.child_process import ChildProcess
from game.platforms.machine import free_memory
from game.supervision.table import FAILED
from scenes.app import LEAST_MEMORY
from scenes.commands import doctor
from scenes.recovery.crash_log import farewell
from tests.processes import run

LIMITED = ("sh", "-c", 'ulimit -v "$0" && exec "$@"')
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory is free")


def test_the_free_memory_is_the_machines(tmp_path):
    status = tmp_path / "meminfo"
    status.write_text("MemTotal:  1000000 kB\nMemFree:  1 kB\nMemAvailable:   524288 kB\n")
    assert free_memory(status) == 512
    status.write_text("MemTotal: 1000000 kB\n")
    assert free_memory(status) is None and free_memory(tmp_path / "none") is None


@needs_linux
@pytest.mark.parametrize(("taken", "free"), [("102400", 200), ("400000", 0)])
def test_a_limit_of_the_process_counts(tmp_path, taken, free):
    own = tmp_path / "status"
    own.write_text(f"Name:\tpython\nVmSize:\t  {taken} kB\n")
    status = tmp_path / "meminfo"
    status.write_text("MemAvailable: 8000000 kB\n")
    code = "import sys; from pathlib import Path; from game.platforms.machine import free_memory as free"
    told = run("-c", f"{code}; print(free(*map(Path, sys.argv[1:])))", status, own, prefix=(*LIMITED, str(300 << 10)))
    assert told.stdout == f"{free}\n", told.stderr


@needs_linux
@pytest.mark.parametrize(
    ("line", "tree", "most", "used"),
    [
        ("0::/shop/table", "", "memory.max", "memory.current"),
        ("4:memory:/shop/table", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ],
)
def test_a_limit_of_a_control_group_counts(tmp_path, line, tree, most, used):
    """Also one of a group around it, as in a container. Cached files are free."""
    status, own, groups = tmp_path / "meminfo", tmp_path / "cgroup", tmp_path / "groups"
    status.write_text("MemAvailable: 8000000 kB\n")
    own.write_text(f"9:name=systemd:/\n{line}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 7812
    for place, limit in (("shop/table", "max"), ("shop", 300 << 20), ("", 900 << 20)):
        folder = groups / tree / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / most).write_text(f"{limit}\n")
        (folder / used).write_text(f"{120 << 20}\n")
        (folder / "memory.stat").write_text(f"anon 5\ninactive_file {15 << 20}\nactive_file {5 << 20}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 200


@needs_linux
@pytest.mark.parametrize("words", [("--windowed",), ("play", "star", "--seats", "human,ai:1")])
def test_a_start_without_memory_ends_with_a_sentence(words):
    done = run("main.py", *words, prefix=(*LIMITED, str(100 << 10)), SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and "MB of memory are free; a match wants 250" in done.stderr


@pytest.mark.parametrize("error", [MemoryError(), pygame.error("Out of memory")])
def test_memory_that_ends_in_play_is_named(capsys, error):
    farewell(error, None)
    said = capsys.readouterr().err
    assert "the memory is full; a match wants 250" in said and "What was played is kept." in said
    farewell(pygame.error("no such window"), None)
    assert "memory" not in capsys.readouterr().err


def test_the_doctor_says_when_a_match_wants_more():
    for free, is_ok, words in (
        (LEAST_MEMORY, False, "100 MB free"),
        (512, True, "512 MB free"),
        (None, True, "not say"),
    ):
        found = doctor.memory(free)
        assert found.is_ok == is_ok and words in found.detail


# A clock beyond 2262


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
