"""Child processes end with their parent, however that ends: real ones on Linux, stand-ins for other systems."""

import ctypes
import os
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from game.platforms import processes
from tests.processes import begun, over, play_system, said, still_running, watched
from tests.stores import PATIENCE

RESTARTS = 2
PR_GET_PDEATHSIG = 2  # an operation of Linux's prctl
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


@real
def test_killed_twice_in_a_row_nothing_is_left_behind(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    children: list[int | None] = []
    for _ in range(RESTARTS):
        with begun(script, KISSATEN_STUCK="1") as process:
            children += map(watched, map(int, process.stdout.readline().split()))
    assert len(children) == 2 * RESTARTS
    assert still_running(children) == 0


CHILD = """
import multiprocessing.connection, os, sys, threading, types
from game.platforms.processes import end_with_parent, end_with_supervisor
of, system = sys.argv[1:]
def child():
    sys.platform = system
    if system == "linux":
        sys.modules["ctypes"] = types.SimpleNamespace()  # so that nobody can ask for a signal
    end_with_parent() if of == "the parent" else end_with_supervisor(1)
    print(os.getpid(), flush=True)
    threading.Event().wait()
if of == "the parent":
    multiprocessing.get_context("fork").Process(target=child).start()
    sys.stdin.read()
else:
    child()
"""


@real
@pytest.mark.parametrize("of", ["the parent", "the supervisor"])
@pytest.mark.parametrize("system", ["win32", "linux"])
def test_elsewhere_a_pipe_tells_of_the_end(of, system):
    """The parent's own one, and of a supervisor the input's. On Linux this is what happens where the system refuses the
    signal."""
    with begun("-c", CHILD, of, system) as process:
        child = watched(int(process.stdout.readline()))
        if of == "the parent":
            assert not over(os.dup(child), 0.0)
            process.kill()
        else:
            process.stdin.write("nothing that matters")
            process.stdin.flush()
            assert not over(os.dup(child), 0.2)
            process.stdin.close()
        assert over(child)


ORPHANS = {
    "its parent": """
import multiprocessing, os
from game.platforms.processes import end_with_parent
def child():
    print("a child", flush=True)
    if os.fork() == 0:  # for which it is another one
        end_with_parent()
        print("goes on", flush=True)
    os.wait()
multiprocessing.get_context("fork").Process(target=child).start()
""",
    "its supervisor": """
import os
from game.platforms.processes import end_with_supervisor
end_with_supervisor(os.getppid())
print("a child", flush=True)
end_with_supervisor(os.getppid() + 1)
print("goes on", flush=True)
""",
}


@real
@pytest.mark.parametrize("code", ORPHANS.values(), ids=ORPHANS)
def test_one_that_is_gone_already(code):
    assert said(code) == "a child\n"


@real
def test_what_is_no_child_stays_as_it_is():
    """Or a program would end with the shell that ran it."""
    before, number = threading.enumerate(), ctypes.c_int()
    processes.end_with_parent()
    assert ctypes.CDLL(None).prctl(PR_GET_PDEATHSIG, ctypes.byref(number), 0, 0, 0) == 0
    assert (threading.enumerate(), number.value) == (before, 0)


ASKS = [
    (processes.ask_to_end, "SIGTERM"),
    (processes.ask_for_traces, "SIGABRT"),
    (processes.end_group, "SIGKILL"),
]


@real
@pytest.mark.parametrize(("ask", "name"), ASKS)
def test_a_child_is_asked_made_to_tell_and_made_to_end(ask, name):
    child = processes.start_group(["sleep", "600"])
    ask(child)
    assert processes.status_text(child.wait(PATIENCE)).endswith(f"({name})")
    ask(child)  # who is gone by now


def test_windows_has_its_own_ways(monkeypatch):
    """And knows no group to be ended: the stand-in for a child has no number."""
    play_system(monkeypatch, "win32")
    asked: list[object] = []
    child: Any = SimpleNamespace(send_signal=asked.append, kill=lambda: asked.append("kill"))
    for ask, _ in ASKS:
        ask(child)
    assert asked == [1, "kill"] and processes.own_group() == {"creationflags": 0x200}


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
