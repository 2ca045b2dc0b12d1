"""The supervisor with processes: stand-ins that crash, hang and are killed, and the real table in a game."""

import contextlib
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.paths import pin_path, store_path
from game.platforms import logs
from game.registry import find
from game.storage.database import HeldError
from game.storage.store import Store
from game.supervision.table import look
from tests.processes import ROOT, awaited, children_of, over, watched
from tests.scenes.kiosk_table import pin_file
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
    (data() / "health.json").mkdir()
    if trouble == "a full disk":
        (data() / "logs").mkdir()
        (data() / "logs" / "kiosk.log").symlink_to("/dev/full")
    else:
        (data() / "logs").touch()
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


# The real table


TABLE = [sys.executable, str(Path(__file__).parents[1] / "told_table.py"), "--kiosk", "--size", "640x480"]
BACK = PATIENCE  # seconds; on an idle machine it is back within five, as is printed
LISTENING = "0A"
STOPPED = 7.0  # seconds: longer than a table may be silent


class Told:
    """What the tables have shown, in the file to which they write it."""

    def __init__(self, path):
        path.touch()
        self.file = path.open()
        self.seen = []

    def until(self, *scenes, other_than=0, plies=0):
        """Wait for a table that shows one of `scenes` with so many actions: (process, scene, actions)."""
        deadline = time.monotonic() + PATIENCE
        pause = select.poll()
        while time.monotonic() < deadline:
            line = self.file.readline()
            if not line:
                pause.poll(20)  # a file tells nobody that it has grown
                continue
            pid, scene, actions = line.split()
            self.seen.append((int(pid), scene, int(actions)))
            if scene in scenes and int(pid) != other_than and int(actions) >= plies:
                return self.seen[-1]
        raise AssertionError(f"no {scenes} of {plies} actions: {self.seen}")


@pytest.fixture
def told(tmp_path, monkeypatch, pictures):
    """A table that was cut off in the middle of a game of four AIs, so that it goes on by itself."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))
    monkeypatch.setenv("KISSATEN_TOLD", str(tmp_path / "told"))
    data().mkdir(mode=0o700)
    pin_file(data())
    assert pin_path().exists()
    spec = find("quoridor")
    options = resolve(spec.options, {"players": 4})  # their game outlasts every round: two may be done in 14 moves
    seats = tuple(
        SeatConfig("ai", 1, f"@{name}", identity)
        for name, identity in (("aoi", "circle"), ("ren", "square"), ("mio", "triangle"), ("sora", "star"))
    )
    store = Store.open(store_path())
    store.begin(Record("quoridor", options, 3, ("e2", "b5", "e8"), seats))
    store.close()
    at = datetime.now(timezone.utc).isoformat()
    (data() / "health.json").write_text(json.dumps({"at": at, "state": "running", "resting": False}))
    found = Told(tmp_path / "told")
    yield found
    found.file.close()


def listening_of(pids):
    """The inet sockets of these processes on which somebody could reach them."""
    inodes = set()
    for pid in pids:
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            try:
                inodes.add(str(handle.readlink()))
            except FileNotFoundError:
                continue  # closed meanwhile
    found = []
    for kind in ("tcp", "tcp6", "udp", "udp6"):
        path = Path("/proc/net", kind)
        for line in path.read_text().splitlines()[1:] if path.exists() else []:
            fields = line.split()
            is_open = fields[3] == LISTENING if kind.startswith("tcp") else True
            if is_open and f"socket:[{fields[9]}]" in inodes:
                found.append((kind, fields[1]))
    return found


def hit(told, act, lost=0):
    """Let `act` end the table in the middle of a game; the seconds until it is back, and the table's process.

    At most so many actions are `lost`: one that has just been shown may not be kept yet.
    """
    table, _, before = told.until("MatchScene", plies=5)
    begin = time.monotonic()
    act(table)
    while line := told.file.readline():  # what it has shown up to now
        before = int(line.split()[2])
    _, scene, plies = told.until("WaitingScene", "MatchScene", "AttractScene", "MenuScene", other_than=table)
    seconds = time.monotonic() - begin
    assert scene == "WaitingScene" and plies >= before - lost, told.seen
    back, _, on = told.until("MatchScene", other_than=table)
    assert on >= plies
    told.until("MatchScene", other_than=table, plies=on + 1)
    return seconds, back


def killed(table):
    os.kill(table, signal.SIGKILL)


def stopped(table):
    os.kill(table, signal.SIGSTOP)


def test_killed_in_a_game_it_is_back_at_the_last_action_and_nothing_listens(told):
    with supervisor_of(TABLE) as supervisor:
        seconds, table = hit(told, killed)
        assert seconds < BACK
        processes = [supervisor.process.pid, *children_of(supervisor.process.pid)]
        assert table in processes and len(processes) >= 3  # the AI's is one of them
        assert listening_of(processes) == []
        ends = [watched(pid) for pid in processes[1:]]
        assert supervisor.end() == 0
        assert all(map(over, ends))
    kinds, record = kept()
    assert kinds == ["crash", "restart"] and len(record.actions) >= 5


def kept():
    """The kinds of incidents in the store, the latest first, and the game that is not finished."""
    store = Store.open(store_path())
    found = [incident.kind for incident in store.audits.incidents], store.unfinished("quoridor")
    store.close()
    return found


def stop_supervisor(told, supervisor):
    """Stop it for longer than a table may be silent: the visitors' game goes on, with the same process."""
    table, _, plies = told.until("MatchScene", plies=5)
    os.kill(supervisor.process.pid, signal.SIGSTOP)
    end = time.monotonic() + STOPPED
    while time.monotonic() < end:
        pid, _, now = told.until("MatchScene", plies=plies + 1)
        assert pid == table
        plies = now
    os.kill(supervisor.process.pid, signal.SIGCONT)
    assert told.until("MatchScene", plies=plies + 1)[0] == table


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(30))
def test_killed_and_stopped_in_any_order(told, seed):
    """In all rounds together the table and the supervisor are killed and stopped thirty times each."""
    chance = random.Random(seed)
    hits = ["kill the table", "stop the table", "stop the supervisor", "kill the supervisor"]
    chance.shuffle(hits)
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(supervisor_of(TABLE))]

        def another(_):
            running[-1].process.kill()
            running[-1].wait()
            running.append(stack.enter_context(supervisor_of(TABLE)))

        for what in hits:
            if what == "stop the supervisor":
                stop_supervisor(told, running[-1])
                continue
            act = {"kill the supervisor": another, "stop the table": stopped, "kill the table": killed}[what]
            seconds, _ = hit(told, act, lost=what == "kill the supervisor")
            print(f"{what}: back after {seconds:.1f} s")
            assert seconds < BACK + (5.75 if what == "stop the table" else 0.0)
        assert running[-1].end() == 0
    kinds, _ = kept()
    assert sorted(kinds) == ["crash", "hang", "restart", "restart"]


def test_the_check_finds_what_listens():
    with socket.create_server(("127.0.0.1", 0)):
        assert [kind for kind, _ in listening_of([os.getpid()])] == ["tcp"]
    assert listening_of([os.getpid()]) == []
