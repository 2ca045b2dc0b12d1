"""Child processes end with their parent, however that ends: real ones on Linux, stand-ins for other systems."""

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.platforms import processes
from tests.processes import play_system, still_running, watched
from tests.stores import PATIENCE

ROOT = Path(__file__).parents[2]
RESTARTS = 2
PARENT = """
import sys
from game.agents.process import WorkerAgent
from tests import stuck
from tests.agents.test_worker import job
if __name__ == "__main__":
    agent = WorkerAgent(stuck.find, games=["nim"])
    agent.request(job())
    print(agent.pid, agent.compiler.pid, flush=True)
    sys.stdin.read()
"""

real = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")


@contextmanager
def parent(*command):
    """A process that is killed at the end of the block at the latest."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KISSATEN_STUCK": "1"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()  # not communicate: a child that is left behind holds the pipes
        for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
            pipe.close()


@real
def test_killed_twice_in_a_row_nothing_is_left_behind(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    children: list[int | None] = []
    for _ in range(RESTARTS):
        with parent(str(script)) as process:
            children += map(watched, map(int, process.stdout.readline().split()))
    assert len(children) == 2 * RESTARTS
    assert still_running(children) == 0


@real
def test_a_parent_that_is_gone_already(monkeypatch):
    ends: list[int] = []
    monkeypatch.setattr(processes, "_die_by_signal", lambda: True)
    monkeypatch.setattr(os, "_exit", ends.append)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(pid=os.getppid() + 1, sentinel=-1))
    processes.end_with_parent()
    assert ends == [0]


def test_what_is_no_child_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(processes, "_die_by_signal", lambda: pytest.fail("it would die with the shell that ran it"))
    processes.end_with_parent()


@pytest.mark.parametrize("of", ["the parent", "the supervisor"])
@pytest.mark.parametrize("system", ["darwin", "win32", "linux"])
def test_elsewhere_a_pipe_tells_of_the_end(of, system, monkeypatch):
    """The parent's own one, and of a supervisor the input's. Not tried on the real thing. On Linux this is what happens
    where the system refuses the signal."""
    over = threading.Event()
    reading, writing = os.pipe()
    read = os.read
    play_system(monkeypatch, system)
    monkeypatch.setattr(processes, "_die_by_signal", lambda: False)
    monkeypatch.setattr(os, "_exit", lambda status: over.set())
    if of == "the parent":
        monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(pid=1, sentinel=reading))
        processes.end_with_parent()
    else:
        monkeypatch.setattr(os, "read", lambda file, most: read(reading if file == 0 else file, most))
        processes.end_with_supervisor(1)
        os.write(writing, b"nothing that matters")
    assert not over.is_set()
    os.close(writing)
    assert over.wait(PATIENCE)
    os.close(reading)


@real
def test_a_supervisor_that_is_gone_already(monkeypatch):
    ends: list[int] = []
    monkeypatch.setattr(processes, "_die_by_signal", lambda: True)
    monkeypatch.setattr(os, "_exit", ends.append)
    processes.end_with_supervisor(os.getppid())
    assert ends == []
    processes.end_with_supervisor(os.getppid() + 1)
    assert ends == [0]


class TestGroups:
    """How a child that leads a group is ended: what each system is asked, by a stand-in for the child."""

    @pytest.fixture(params=["linux", "win32"])
    def system(self, request, monkeypatch):
        self.asked: list[tuple] = []
        play_system(monkeypatch, request.param)
        monkeypatch.setattr(os, "killpg", lambda pid, number: self.asked.append(("group", pid, number)), raising=False)
        return request.param

    pid = 7

    def send_signal(self, number):
        self.asked.append(("signal", number))

    def kill(self):
        self.asked.append(("kill",))

    def test_it_is_asked_made_to_tell_and_made_to_end(self, system):
        child: Any = self
        processes.ask_to_end(child)
        processes.ask_for_traces(child)
        processes.end_group(child)
        if system == "win32":
            assert self.asked == [("signal", 1), ("kill",)] and processes.own_group() == {"creationflags": 0x200}
        else:
            signals = [("signal", signal.SIGTERM), ("signal", signal.SIGABRT)]
            assert self.asked == [*signals, ("group", 7, signal.SIGKILL), ("kill",)]
            assert processes.own_group() == {"start_new_session": True}


class TestJobObject:
    """Not tried on the real thing: kernel32 is a stand-in that keeps what it is told."""

    @pytest.fixture(autouse=True)
    def kernel(self, monkeypatch):
        self.calls = []
        self.fails = set()
        play_system(monkeypatch, "win32")
        monkeypatch.setattr(ctypes, "WinDLL", lambda name, use_last_error: self, raising=False)
        monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
        monkeypatch.setattr(processes._Job, "_ours", None)
        for name, answer in (
            ("CreateJobObjectW", 0x1_0000_0010),
            ("SetInformationJobObject", 1),
            ("OpenProcess", 0x1_0000_0020),
            ("AssignProcessToJobObject", 1),
            ("CloseHandle", 1),
        ):
            setattr(self, name, self.function(name, answer))

    def function(self, name, answer):
        def call(*arguments):
            self.calls.append((name, arguments))
            return 0 if name in self.fails else answer

        return call

    def test_two_children_join_one_job(self):
        processes.bind_child(77)
        processes.bind_child(78)
        assert [name for name, _ in self.calls] == [
            *("CreateJobObjectW", "SetInformationJobObject"),
            *("OpenProcess", "AssignProcessToJobObject", "CloseHandle") * 2,
        ]
        assert [arguments[2] for name, arguments in self.calls if name == "OpenProcess"] == [77, 78]
        job, process = self.calls[3][1]
        assert (job.value, process.value) == (0x1_0000_0010, 0x1_0000_0020)
        assert self.calls[4][1][0].value == 0x1_0000_0020

    def test_the_job_ends_its_processes(self):
        processes.bind_child(77)
        _, kind, limits, size = self.calls[1][1]
        assert (kind, limits._obj.BasicLimitInformation.LimitFlags) == (9, 0x2000)
        if ctypes.sizeof(ctypes.c_void_p) == 8:
            assert size == 144  # as Windows has it

    @pytest.mark.parametrize("call", ["CreateJobObjectW", "SetInformationJobObject", "OpenProcess"])
    def test_a_refusal_is_no_end(self, call, caplog):
        self.fails.add(call)
        processes.bind_child(77)
        assert "77 is not bound" in caplog.text

    def test_a_handle_is_given_back_where_the_job_refuses(self, caplog):
        self.fails.add("AssignProcessToJobObject")
        processes.bind_child(77)
        assert self.calls[-1][0] == "CloseHandle" and "77 is not bound" in caplog.text
