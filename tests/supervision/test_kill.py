"""SIGKILL to all processes of a game at random moments: what the store said is on the disk is there."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from game.core.record import replay
from game.kiosk.pin import TRIES, PinFile, new_record, to_bytes
from game.storage.store import Store
from tests.endless_player import PILE
from tests.runs import few_or_many
from tests.supervised import supervisor_of
from tests.toy import NIM

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")


@contextlib.contextmanager
def killed(said, *words):
    """A program that is killed after the block, with all its processes; then `said` has its lines."""
    program = subprocess.Popen(
        [sys.executable, *map(str, words)], stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    )
    yield program
    os.killpg(program.pid, signal.SIGKILL)
    said += program.stdout.readlines()
    program.wait()
    program.stdout.close()


def told_before_the_kill(path, lines):
    """Let a player play until it has said so much, and a little longer; gives the last seed and ply that it told."""
    said: list[str] = []
    with killed(said, "-m", "tests.endless_player", path) as player:
        said += [player.stdout.readline() for _ in range(lines)]
    whole = [line for line in said if line.endswith("\n")]
    return tuple(map(int, whole[-1].split())) if whole else (0, 0)


@few_or_many("kills", 5, 200)
def test_what_the_store_said_is_there_after_a_kill(tmp_path, kills):
    path = tmp_path / "store.sqlite3"
    rng = random.Random(5)
    told = (0, 0)
    for kill in range(kills):
        told = max(told, told_before_the_kill(path, rng.randrange(0 if kill % 10 == 9 else 1, 90)))
        store = Store.open(path, {"nim": NIM})
        record = store.unfinished("nim")
        done = {result.seed: len(result.actions) for result in store.results()}
        trouble, damaged = store.trouble, store.damaged()
        last = next((game.id for game in store.archive()), 0)
        assert sum(count.finished for count in store.audits.hours(date.min, date.max)) == last
        store.close()
        assert trouble is None and damaged == []
        found = (record.seed, len(record.actions)) if record else (0, 0)
        assert found >= told or done.get(told[0]) == PILE, (kill, found, told)
        if record:
            assert replay(NIM, record.options, record.seed, record.actions).state.ply == len(record.actions)


GUESSER = """
import sys
from pathlib import Path
from game.kiosk.pin import PinFile
now = float(sys.argv[2])
def clock():
    global now
    now += 1e6
    return now
file = PinFile(Path(sys.argv[1]), clock, "")
while True:
    print(flush=True)
    file.check("314159")
"""
"""Tries a wrong PIN for ever, on a clock from the time given on, on which no wait lasts; says so before each try."""


def tried_before_the_kill(path, seconds, now):
    """Let somebody guess for so long after the first try, from the time `now` on; gives how many tries were begun."""
    said: list[str] = []
    with killed(said, "-c", GUESSER, path, now) as guesser, contextlib.suppress(subprocess.TimeoutExpired):
        said.append(guesser.stdout.readline())
        guesser.wait(seconds)
    return len(said)


@few_or_many("kills", 4, 200)
def test_whoever_kills_the_program_in_a_try_has_had_it(tmp_path, kills):
    path = tmp_path / "kiosk-pin.json"
    rng = random.Random(7)
    path.write_bytes(to_bytes(new_record("271828", (1 << 14, 8, 1))))
    for kill in range(kills):
        counted = tries_in(path)
        tried = tried_before_the_kill(path, rng.uniform(0.0, 0.2), kill * 1e8)
        assert tries_in(path) - counted in (tried, tried - 1), (kill, tried)  # the last may have been said alone
    file = PinFile(path, lambda: 1e12, "")
    assert file.check("314159").kind != "right" and file.check("271828").kind in ("right", "locked")


def tries_in(path):
    """All tries that the file has counted."""
    table = json.loads(path.read_text())
    return table["waits"] * TRIES + table["failed"]


@few_or_many("kills", 4, 100)
def test_what_a_supervisor_keeps_up_goes_on_where_it_said_that_it_was(tmp_path, kills):
    path = tmp_path / "store.sqlite3"
    rng = random.Random(7)
    told, number = (0, 0), 0
    command = [sys.executable, "-m", "tests.endless_player", str(path)]
    with supervisor_of(command, steady=0.0) as supervisor:
        for _ in range(kills):
            player = int(supervisor.until("started the table, process").split("process")[1].split()[0])
            assert words(supervisor.until(" table: ")) >= told
            for _ in range(rng.randrange(60)):
                supervisor.until(" table: ")
            os.kill(player, signal.SIGKILL)
            supervisor.until("crash: signal 9 (SIGKILL)")
            told = max(words(line) for line in supervisor.said if " table: " in line)
            number += 1
            assert supervisor.process.poll() is None
        supervisor.until("started the table, process")
        assert words(supervisor.until(" table: ")) >= told
        assert supervisor.end() == 0
    assert number == kills


def words(line):
    """The seed and the ply in a line of the supervisor's log."""
    return tuple(map(int, line.partition(" table: ")[2].split()))
