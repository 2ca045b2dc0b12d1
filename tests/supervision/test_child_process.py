"""Processes of this program: told, heard, never waited for, and ended with their parent, however that ends."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.platforms import processes
from game.platforms.child_process import BUSY, EVERY, ChildProcess, Outbox, _beat, back_off, had
from tests.processes import awaited, begun, over, play_system, said, still_running, watched
from tests.stores import PATIENCE

NEVER = 0.0


def echo(hears: Connection, says: Connection, before: str) -> None:
    """Say again what is heard, until nobody says anything any more."""
    with contextlib.suppress(EOFError):
        while True:
            says.send_bytes(before.encode() + hears.recv_bytes())


def deaf(_hears: Connection, says: Connection) -> None:
    """Do not read, and do not end."""
    says.send_bytes(b"here")
    time.sleep(10 * PATIENCE)


@contextlib.contextmanager
def pipe() -> Iterator[tuple[Connection, Connection]]:
    """A pipe of this process: where one reads, and where an outbox writes, which closes it."""
    reads, writes = multiprocessing.Pipe(duplex=False)
    with reads:
        yield reads, writes


def fill(box: Outbox[Any], count: int) -> None:
    """More messages than a pipe holds, each with its number."""
    for number in range(count):
        box.put(number.to_bytes(4, "big") + b"x" * 10_000)


def heard(reads: Connection) -> list[bytes]:
    """All that comes until the end."""
    found = []
    with contextlib.suppress(EOFError):
        while True:
            found.append(reads.recv_bytes())
    return found


def numbers(reads: Connection) -> list[int]:
    """The numbers of all that `fill` has put there."""
    return [int.from_bytes(message[:4], "big") for message in heard(reads)]


def test_it_hears_and_says_and_ends_once_nobody_says_anything() -> None:
    child = ChildProcess(echo, "you said ", name="echo")
    child.says.send_bytes(b"tea")
    assert child.hears.poll(PATIENCE) and child.hears.recv_bytes() == b"you said tea"
    assert child.is_alive and child.pid
    child.says.close()
    child.end(PATIENCE)
    with child.hears, pytest.raises(EOFError):
        child.hears.recv_bytes()


def test_one_that_does_not_end_is_killed() -> None:
    for end in (lambda child: child.end(NEVER), lambda child: awaited(lambda: child.has_ended(kill=True))):
        child = ChildProcess(deaf, name="deaf")
        assert child.hears.poll(PATIENCE)
        child.says.close()
        assert not child.has_ended()
        end(child)
        assert child.hears.recv_bytes() == b"here"
        with child.hears, pytest.raises(EOFError):
            child.hears.recv_bytes()


@pytest.mark.parametrize(
    ("used", "ran"),
    [
        ([0.0, 0.0, 0.0005], [500, 500]),  # it waits for something
        ([0.0, 0.06, 0.07], [60, 10]),  # it computes, and gets an eighth of a processor, then less
        ([0.0, 0.9, 1.5], [500, 500]),  # two threads of it compute
    ],
)
def test_a_child_tells_for_how_long_it_could_run(used: list[float], ran: list[int]) -> None:
    with pipe() as (reads, writes):
        readings = list(used)

        def pause(_: float) -> None:
            if not readings:
                raise OSError("nobody asks any more")

        _beat(writes, pause, lambda: readings.pop(0))
        assert [*map(int, heard(reads))] == ran


def test_a_child_that_runs_is_counted_and_one_that_is_stopped_only_by_a_tenth_of_the_clock() -> None:
    child = ChildProcess(deaf, name="deaf")
    awaited(lambda: child.ran() >= 2 * EVERY)
    before, ran = had(child, 0.0), child.ran()
    child.end(NEVER)
    assert child.ran() == ran and had(child, 100.0) - before == 100.0 / BUSY
    child.hears.close(), child.says.close()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks where Linux shows it")
def test_where_there_is_no_process_to_be_had_nothing_is_left_open() -> None:
    import resource

    def held() -> set[str]:
        return {file.name for file in Path("/proc/self/fd").iterdir()}

    before, limits = held(), resource.getrlimit(resource.RLIMIT_NOFILE)
    free = (number for number in itertools.count() if str(number) not in before)
    *_, last = itertools.islice(free, 6)  # the ends of three pipes
    resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, limits[1]))
    try:
        with pytest.raises(OSError, match="Too many open files") as raised:
            ChildProcess(echo, "", name="echo")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert held() == before, raised  # which keeps all that was made from being closed as garbage


def test_nobody_waits_for_who_does_not_read_and_all_comes_in_order() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, 200)
        fill(box, 200)
        box.close()
        box.put(b"too late")
        assert not box.broken
        assert numbers(reads) == list(range(200))
        box.wait(PATIENCE)
        assert writes.closed


def test_more_than_may_wait_break_it() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, 100)
        fill(box, 100)
        assert not box.broken
        fill(box, 300)  # of which the pipe has taken some
        assert box.broken
        box.close()
        assert len(heard(reads)) < 400


def test_or_the_newest_take_the_places_of_older_ones() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, newest=True)
        fill(box, 300)
        box.close()
        assert not box.broken
        found = numbers(reads)
        assert found == sorted(found) and found[-1] == 299 and len(found) < 100


def test_a_pipe_that_nobody_reads_any_more_breaks_it() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes)
        reads.close()
        box.put(b"tea")
        awaited(lambda: box.broken)
        box.wait(PATIENCE)
        assert writes.closed


def test_the_more_have_failed_the_later_the_next_one_begins() -> None:
    assert [back_off(failures, 1, 8.0) for failures in range(7)] == [0, 0, 1, 2, 4, 8, 8]
    assert [back_off(failures, 3, 60.0) for failures in (3, 4, 9, 10, 100_000)] == [0, 1, 32, 60, 60]


# The end of the parent


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
