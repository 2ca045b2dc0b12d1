"""The real table under its supervisor, killed and stopped in the middle of a game: it is back at the last action."""

import contextlib
import json
import os
import random
import select
import signal
import socket
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.paths import pin_path, store_path
from game.registry import find
from game.storage.store import Store
from tests.processes import children_of, over, watched
from tests.scenes.kiosk_table import pin_file
from tests.supervised import PATIENCE, data, supervisor_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
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
