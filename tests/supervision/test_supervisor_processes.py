"""The supervisor with processes: stand-ins for the table that crash, hang, start slowly, leave and are killed."""

import os
import re
import signal
import socket
import subprocess
import sys
from subprocess import DEVNULL, PIPE

import pytest

from game.platforms import logs
from game.storage.database import HeldError
from game.supervision.table import look
from tests.processes import ROOT, awaited, over, watched
from tests.supervised import PATIENCE, data, stand_in, starts, supervisor_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")


def test_a_crash_is_told_to_the_next_table_and_to_whoever_looks(tmp_path):
    with stand_in(tmp_path, "crash,steady") as supervisor:
        supervisor.until("the table is up")
        supervisor.until("the table is up")
        assert "ArithmeticError" in "".join(supervisor.said) and "this went to the output" in "".join(supervisor.said)
        assert supervisor.end() == 0
        (_, *plain), (_, _, told) = starts(tmp_path)
        assert plain == [f"--table={supervisor.process.pid}"]
        assert told == "--restarted=crash --because=exit status 1: ArithmeticError: something broke"
        health = supervisor.health
    assert (health["state"], health["restarts"], health["pid"], health["safe_mode"]) == ("stopped", 1, None, False)
    assert health["last_error"] == "ArithmeticError: something broke" and "crash" in health["last_restart_why"]
    log = (data() / "logs" / "kiosk.log").read_text()
    assert "ERROR supervisor: crash" in log and "table: ArithmeticError: something broke" in log


NO_BEAT = "--restarted=hang --because=no beat for 1 s"
NONE_AT_ALL = "no beat in the first 2 s"
KILLED = "--restarted=crash --because=signal 9 (SIGKILL)"
UP = "the table is up"
ENDS = [  # what a table does, what is said then, what it is sent then, and why it is that the next one is started
    ("hang", (UP, "in hang"), None, NO_BEAT),
    ("complains", ("server has ended", UP), signal.SIGKILL, KILLED),
    ("complains", ("server has ended", UP), signal.SIGSTOP, NO_BEAT),
    ("resting", (UP,), signal.SIGKILL, f"{KILLED} --rested"),
    ("silent", (f"hang: {NONE_AT_ALL}",), None, f"--restarted=hang --because={NONE_AT_ALL}"),
]


@pytest.mark.parametrize(("mode", "said", "sent", "why"), ENDS)
def test_why_a_table_has_ended_is_told_to_the_next_one(tmp_path, mode, said, sent, why):
    """What it has complained of before is no reason; a trace says where it hung."""
    first_beat = 2.0 if mode == "silent" else 60.0
    with stand_in(tmp_path, f"{mode},steady", silence=1.0, first_beat=first_beat) as supervisor:
        for text in said:
            supervisor.until(text)
        if sent:
            table = int(starts(tmp_path)[0][0])
            ended = watched(table)
            os.kill(table, sent)
            assert over(ended)
        supervisor.until("started the table")
        supervisor.until(UP)
        assert starts(tmp_path)[1][2] == why
        assert mode != "complains" or "server has ended" in supervisor.health["last_error"]
        assert mode != "hang" or "Fatal Python error: Aborted" in "".join(supervisor.said)


def test_what_the_table_has_started_ends_with_it(tmp_path):
    with stand_in(tmp_path, "parent,steady") as supervisor:
        supervisor.until("the table is up")
        child = watched(int((tmp_path / "child").read_text()))
        os.kill(int(starts(tmp_path)[0][0]), signal.SIGKILL)
        supervisor.until("the table is up")
        assert over(child)


def test_the_operator_leaves(tmp_path):
    with stand_in(tmp_path, "left") as supervisor:
        assert supervisor.wait() == 0
        assert len(starts(tmp_path)) == 1 and supervisor.health["state"] == "stopped"


@pytest.mark.parametrize(
    ("mode", "number"),
    [
        ("steady", signal.SIGINT),
        ("hang", signal.SIGTERM),
        pytest.param("steady", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("hang", signal.SIGINT, marks=pytest.mark.long),
    ],
)
def test_the_end_that_the_system_asks_for_ends_the_table_too(tmp_path, mode, number):
    with stand_in(tmp_path, mode) as supervisor:
        supervisor.until("the table is up")
        table = watched(int(starts(tmp_path)[0][0]))
        status = supervisor.end(number)
        assert over(table)
    assert status == 0


def test_a_terminal_that_is_stopped_does_not_keep_it_from_ending(tmp_path):
    with stand_in(tmp_path, "noisy", is_heard=False) as supervisor, supervisor.process.stderr:
        awaited((data() / "health.json").exists)
        awaited(lambda: supervisor.health["state"] == "running")
        assert supervisor.end() == 0
        assert supervisor.health["state"] == "stopped"


def test_an_end_while_the_next_start_is_waited_for(tmp_path):
    with stand_in(tmp_path, "crash") as supervisor:
        supervisor.until("the next start in 4 s")
        begun = starts(tmp_path)
        assert supervisor.end() == 0
        assert starts(tmp_path) == begun and "--safe" in begun[-1][-1]


@pytest.mark.parametrize("mode", ["steady", "hang"])
def test_a_table_ends_with_its_supervisor(tmp_path, mode):
    with stand_in(tmp_path, f"{mode},steady") as supervisor:
        supervisor.until("the table is up")
        table = watched(int(starts(tmp_path)[0][0]))
        awaited((data() / "health.json").exists)  # a thread writes it, which may come after what was said
        supervisor.process.kill()
        assert over(table)
    with stand_in(tmp_path, "steady") as supervisor:
        supervisor.until("the table is up")
        assert starts(tmp_path)[1][-1] == "--restarted=restart --because=it was cut off"


def test_a_second_start_says_so_and_does_nothing_also_while_the_table_is_down(tmp_path):
    with stand_in(tmp_path, "crash") as supervisor:
        supervisor.until("the next start in 1 s")
        with pytest.raises(HeldError):
            look()
        with stand_in(tmp_path, "steady") as second:
            second.until("Kissaten is running already")
            assert second.wait() == 1
        assert {owner for _, owner, *_ in starts(tmp_path)} == {f"--table={supervisor.process.pid}"}, "none is its own"


LOGGER = """
import logging, os, sys, threading
from pathlib import Path
from game.platforms.logs import MOST_WAITING, logging_to
before = threading.enumerate()
with logging_to(Path(sys.argv[1]), 0.05):
    for _ in range(MOST_WAITING + 10):
        logging.info("a line")
print("nobody has waited", flush=True)
if len(sys.argv) > 2:  # the disk answers again
    sys.stdin.readline()
    for thread in set(threading.enumerate()) - set(before):
        thread.join()
"""


@pytest.mark.parametrize("again", [[], ["again"]], ids=["for ever", "until it answers again"])
def test_a_disk_that_hangs_holds_up_nobody(tmp_path, again):
    """A log that nobody reads is such a disk. One that answers again gets every line that waited."""
    os.mkfifo(path := tmp_path / "kiosk.log")
    with subprocess.Popen(
        [sys.executable, "-c", LOGGER, str(path), *again], cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    ) as logger:
        assert logger.stdout.readline() == b"nobody has waited\n"
        if again:
            logger.stdin.close()
            assert len(path.read_text().splitlines()) >= logs.MOST_WAITING
        assert logger.wait(PATIENCE) == 0


@pytest.mark.parametrize("trouble", ["a file in the way", "a full disk"])
def test_logs_and_health_are_best_effort(tmp_path, trouble):
    data().mkdir(mode=0o700)
    if trouble == "a full disk":
        (data() / "logs").mkdir()
        (data() / "logs" / "kiosk.log").symlink_to("/dev/full")
        (data() / "health.json").mkdir()
    else:
        (data() / "logs").touch()
        (data() / "health.json").mkdir()
    with stand_in(tmp_path, "crash,steady") as supervisor:
        supervisor.until("the table is up")
        supervisor.until("the table is up")
        assert supervisor.end() == 0


def test_a_table_that_cannot_be_started_at_all_is_tried_again(tmp_path):
    with supervisor_of([str(tmp_path / "nothing")]) as supervisor:
        supervisor.until("it could not be started")
        supervisor.until("the next start in 2 s")
        assert supervisor.end() == 0


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_what_it_wants_to_hear(tmp_path, abstract):
    name = f"\0kissaten-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
        ears.bind(name)
        ears.settimeout(PATIENCE)
        heard = ""
        told = {"NOTIFY_SOCKET": name.replace("\0", "@"), "WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"}
        with stand_in(tmp_path, "steady,hang", silence=0.8, **told) as supervisor:
            while heard.count("WATCHDOG=1") < 3:
                heard += ears.recv(4096).decode() + "\n"
            assert heard.index("READY=1") < heard.index("WATCHDOG=1") and "STATUS=running" in heard
            os.kill(int(starts(tmp_path)[0][0]), signal.SIGKILL)
            supervisor.until("hang: no beat")
            supervisor.end()
        ears.setblocking(False)
        try:
            while True:
                heard += ears.recv(4096).decode() + "\n"
        except BlockingIOError:
            pass
        assert "STOPPING=1" in heard and re.search(r"STATUS=running, 1 restarts", heard)
