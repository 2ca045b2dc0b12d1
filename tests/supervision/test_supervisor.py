"""The supervisor's decisions on a clock of their own, with a table that is only written down."""

import json
import logging
import os
import shutil
import sys
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import atomic
from game.supervision import health as healths
from game.supervision import log_writer, policy, supervisor
from game.supervision.child import Event, LastWords, beat_event
from game.supervision.health import HealthFile, interrupted
from game.supervision.heartbeat import EVERY, Heartbeat
from game.supervision.log_writer import LogFiles, LogWriter
from game.supervision.notify import Notifier
from game.supervision.statuses import LEFT, UPDATED, status_text
from game.supervision.supervisor import Supervisor
from game.supervision.table_commands import TableCommands
from tests.tables import rows

ODD_MOMENTS = [
    f'{{"at": "{moment}", "state": "running", "resting": false}}'
    for moment in ("2026-11-22T12:00:00", "0001-01-01T00:00:00+14:00")
]
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=timezone.utc)


class Table:
    """Keeps what it is asked."""

    def __init__(self, number):
        self.number = self.pid = number
        self.last_error = self.failure = ""
        self.asked = []
        self.waited = 0.0

    def kept_waiting(self):
        return self.waited

    def ask_to_end(self):
        self.asked.append("to end")

    def ask_for_traces(self):
        self.asked.append("for traces")

    def end(self):
        self.asked.append("no more")


class Stage:
    """A supervisor, its tables, and the time."""

    def __init__(self, folder):
        self.now = 1000.0
        self.tables = []
        self.commands = []
        self.begun = []
        self.refuses = self.changed = False
        self.written = []
        file = HealthFile(folder / "health.json", self.post, lambda: NOON + timedelta(seconds=self.now))
        self.supervisor = Supervisor(
            self.launch,
            file,
            Notifier({}),
            now=lambda: self.now,
            clock=lambda: NOON,
            have_changed=lambda: self.changed,
        )

    def post(self, job):
        """Of a log_writer."""
        job()
        self.written.append(self.now)
        return True

    def launch(self, commands, number, post):
        if self.refuses:
            raise OSError("no memory")
        self.tables.append(Table(number))
        self.commands.append(commands)
        self.begun.append(self.now)
        return self.tables[-1]

    @property
    def state(self):
        return self.supervisor.state

    @property
    def table(self):
        return self.tables[-1]

    def run(self, seconds, beats=True, resting=False, window="shown", works=False, runs=1.0):
        """Let time pass, in which the table beats or not, and has that share of it to run."""
        end = self.now + seconds
        while self.now < end:
            self.now += supervisor.TURN
            if runs < 1 and self.tables:
                self.table.waited += (1 - runs) * supervisor.TURN
            event = Event("beat", self.table.number, resting, window, works=works) if beats and self.tables else None
            self.supervisor.step(event)

    def fall(self, status=1, error="", failure=None):
        """The table ends, having complained of an `error`, and of a `failure` (the same, if not given) just now."""
        self.table.last_error, self.table.failure = error, error if failure is None else failure
        self.supervisor.step(Event("end", self.table.number, status=status))

    def up(self, seconds=60.0):
        """Wait for the next table, and let it run for so long."""
        while self.state != "starting":
            self.run(supervisor.TURN, beats=False)
        self.run(seconds)


@pytest.fixture
def stage(tmp_path):
    found = Stage(tmp_path)
    found.up()
    return found


def tell(stage, line):
    """Let happen what a line of a story says, or look whether that is so which it says."""
    word, colon, said = line.partition(":")
    if colon and word in LOOKS:
        assert LOOKS[word](stage) == said.strip(), line
        return
    verb, *words = line.split()
    if verb == "run":
        how = words[1] if len(words) > 1 else "shown"
        window = how if how in ("failed", "minimised") else "shown"
        runs = float(words[2].rstrip("%")) / 100 if how == "with" else 1.0
        silent = how in ("silent", "with")
        stage.run(float(words[0]), not silent, how == "resting", window, how == "working", runs)
    elif verb == "fall":
        status, _, error = line.removeprefix("fall").strip().partition(" ")
        stage.fall(int(status or 1), error)
    elif verb == "up":
        stage.up(*map(float, words))
    elif verb == "sleep":
        stage.now += float(words[0])
        stage.supervisor.step()
    elif line == "in safe mode":
        for _ in range(policy.MANY):
            stage.fall()
            stage.up(40)
        assert stage.commands[-1].safe
    elif verb in ("no", "a"):
        stage.refuses = verb == "no"
    else:
        stage.supervisor.step(EVENTS[line])


EVENTS = {
    "the end is asked for": Event("stop"),
    "the first table leaves": Event("end", 1, status=LEFT),
    "the first table beats": Event("beat", 1),
}
LOOKS = {
    "state": lambda stage: stage.state,
    "tables": lambda stage: str(len(stage.tables)),
    "asked": lambda stage: ", ".join(stage.table.asked) or "nothing",
    "asked before": lambda stage: ", ".join(stage.tables[-2].asked) or "nothing",
    "orders": lambda stage: " ".join(stage.commands[-1].arguments()),
    "safe": lambda stage: str(stage.supervisor.health.safe_mode),
    "window": lambda stage: stage.supervisor.health.window,
    "resting": lambda stage: str(stage.supervisor.health.resting),
    "restarts": lambda stage: str(stage.supervisor.health.restarts),
    "why": lambda stage: stage.supervisor.health.last_restart_why,
}
"""What a story can say of the supervisor, its health and its latest table."""


def stories():
    _, *told = Path(__file__).with_name("supervisor_stories.txt").read_text().split("\n== ")
    return {heading: lines for heading, *lines in (story.splitlines() for story in told)}


@pytest.mark.parametrize("lines", [pytest.param(lines, id=heading) for heading, lines in stories().items()])
def test_supervisor(stage, tmp_path, lines):
    for line in filter(None, lines):
        if line == "anew":
            stage = Stage(tmp_path)
        else:
            tell(stage, line)


@pytest.mark.parametrize(("status", "state"), [(UPDATED, "stopped"), (1, "renewed")])
def test_from_changed_files_no_table_is_started_and_the_program_begins_anew(stage, status, state):
    """After a table that has ended because of them it begins as ever, after another one as after a crash."""
    stage.changed = True
    stage.run(600)
    assert (stage.state, len(stage.tables)) == ("running", 1)
    stage.fall(status)
    stage.run(supervisor.TURN, beats=False)
    assert (stage.state, len(stage.tables), stage.supervisor.renews) == (state, 1, True)
    stage.supervisor.run()  # which is over


def test_a_table_that_ends_for_changed_files_which_are_as_before_again_is_started(stage):
    stage.fall(UPDATED)
    stage.up()
    assert (len(stage.tables), stage.commands[-1], stage.supervisor.health.restarts) == (2, TableCommands(), 0)


def test_starts_that_fail_again_and_again_wait_longer_and_longer_and_never_give_up(stage):
    for _ in range(14):
        stage.fall()
        stage.up(0)
    waits = [round(later - before) for before, later in zip(stage.begun[1:], stage.begun[2:], strict=False)]
    assert waits[:10] == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60] and set(waits[10:]) == {60}
    stage.run(policy.STEADY + 1)  # now it has been up for a while
    stage.fall()
    before = stage.now
    stage.up(0)
    assert stage.now - before < 1


def test_many_crashes_of_tables_that_were_up_do_not_slow_the_next_start(stage):
    for _ in range(30):
        before = stage.now
        stage.fall()
        stage.up(0)
        assert stage.now - before < 1
        stage.run(policy.STEADY + 1)


class TestHealth:
    def test_it_says_what_there_is_to_say(self, stage, tmp_path):
        stage.fall(-9, "the last words", "")
        stage.up(1)
        found = json.loads((tmp_path / "health.json").read_text())
        why = "crash: signal 9 (SIGKILL)"
        assert (found["state"], found["pid"], found["restarts"], found["safe_mode"]) == ("running", 2, 1, False)
        assert (found["last_restart_why"], found["last_error"]) == (why, "the last words")
        assert datetime.fromisoformat(found["since"]) == datetime.fromisoformat(found["last_restart"]) == NOON

    def test_it_is_written_at_changes_and_seldom_otherwise(self, stage):
        stage.written.clear()
        stage.run(600)
        assert len(stage.written) == 600 / healths.SELDOM
        stage.written.clear()
        for second in range(100):
            stage.table.last_error = f"word {second}"
            stage.run(1)
        assert len(stage.written) == 100 / healths.SOON
        stage.fall()
        assert stage.written[-1] == stage.now

    @pytest.mark.parametrize(
        ("left", "state"), [(100, "ok"), (99, "low"), (20, "low"), (19, "nearly full"), (0, "nearly full")]
    )
    def test_it_warns_before_the_disk_is_full(self, stage, tmp_path, monkeypatch, caplog, left, state):
        monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=left * 1_000_000 + 5))
        stage.run(3 * healths.SELDOM)
        found = json.loads((tmp_path / "health.json").read_text())
        assert (found["disk"], found["disk_left"]) == (state, left)
        said = [record.getMessage() for record in caplog.records if "disk" in record.getMessage()]
        assert len(said) == (state != "ok") and all(f"{state}: {left} MB" in text for text in said)

    def test_a_disk_of_which_nothing_is_known(self, stage, tmp_path, monkeypatch):
        def refuse(folder):
            raise OSError("no such thing")

        monkeypatch.setattr(shutil, "disk_usage", refuse)
        stage.run(2 * healths.SELDOM)
        found = json.loads((tmp_path / "health.json").read_text())
        assert (found["disk"], found["disk_left"]) == ("", None)

    def test_on_a_full_disk_it_goes_on(self, stage, tmp_path, monkeypatch):
        def full(*_):
            raise OSError(28, "No space left on device")

        stage.run(60)
        monkeypatch.setattr(atomic, "replace_file", full)
        stage.fall(1, "x" * 1_000)
        assert json.loads((tmp_path / "health.json").read_text())["restarts"] == 1

    def test_nobody_is_offered_a_game_that_was_cut_off_long_ago(self, stage, tmp_path):
        path, at = tmp_path / "health.json", NOON + timedelta(seconds=stage.now)
        assert interrupted(path, lambda: at) is True
        assert interrupted(path, lambda: at + timedelta(seconds=healths.RECENT + 61)) is None
        stage.run(60, resting=True)
        assert interrupted(path, lambda: at + timedelta(seconds=60)) is False
        stage.fall(LEFT)
        assert interrupted(path, lambda: at + timedelta(seconds=60)) is None

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"at": 3}', '{"at": "x", "state": ""}', "\udcff", *ODD_MOMENTS])
    def test_a_file_that_says_nothing(self, tmp_path, caplog, text):
        path = tmp_path / "health.json"
        assert interrupted(path) is None
        assert caplog.text == ""
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        assert interrupted(path) is None
        assert f"what an earlier supervisor left cannot be used: {path}: " in caplog.text


TRACE = ("Traceback (most recent call last):", '  File "a.py", line 1, in b', "    c()")


@pytest.mark.parametrize(("said", "ended", "why"), rows("last_words", 3))
def test_last_words(said, ended, why):
    now = [100.0]
    words = LastWords(lambda: now[0])
    for line in filter(None, said.split(" | ")):
        for heard in TRACE if line == "TRACE" else (line,):
            words.hear(heard)
    status, _, seconds = ended.partition(" after ")
    now[0] += float(seconds or 0)
    assert words.reason(int(status)) == why


class TestLogs:
    def log(self, path):
        logger = logging.Logger("test")
        logger.addHandler(LogFiles(path))
        return logger

    def test_they_are_rotated_and_bounded(self, tmp_path, monkeypatch):
        monkeypatch.setattr(log_writer, "BYTES", 1000)
        logger = self.log(tmp_path / "logs" / "kiosk.log")
        for number in range(1000):
            logger.info("line %d of many", number)
        sizes = {path.name: path.stat().st_size for path in (tmp_path / "logs").iterdir()}
        assert sizes.keys() == {"kiosk.log", *(f"kiosk.log.{number}" for number in range(1, log_writer.FILES))}
        assert max(sizes.values()) <= 1000
        assert "line 999 of many" in (tmp_path / "logs" / "kiosk.log").read_text()

    def test_after_a_trouble_they_go_on(self, tmp_path):
        folder = tmp_path / "logs"
        folder.touch()
        logger = self.log(folder / "kiosk.log")
        logger.info("lost")
        folder.unlink()
        logger.info("kept")
        assert (folder / "kiosk.log").read_text() == "kept\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="needs a disk that is always full")
    def test_a_full_disk_that_has_room_again(self, tmp_path):
        path = tmp_path / "kiosk.log"
        path.symlink_to("/dev/full")
        logger = self.log(path)
        logger.info("lost")
        path.unlink()
        logger.info("kept")
        assert path.read_text() == "kept\n"

    def test_a_disk_that_hangs_holds_up_nobody(self):
        slow, blocked = LogWriter(), []
        hung = threading.Event()
        slow.post(hung.wait)
        accepted = [slow.post(lambda: blocked.append(1)) for _ in range(log_writer.MOST_WAITING + 10)]
        assert not all(accepted)
        slow.close(0.05)
        assert blocked == []
        hung.set()


class TestHeart:
    @pytest.fixture
    def pipe(self):
        ends = list(os.pipe())
        yield ends
        for end in ends:
            os.close(end)

    def test_it_beats_every_half_second_at_most(self, pipe):
        now = [0.0]
        heartbeat = Heartbeat(pipe[1], lambda: now[0])
        for frame in range(601):
            now[0] = frame / 60
            heartbeat.beat(rests=frame >= 300)
        beats = os.read(pipe[0], 100)
        assert 19 <= len(beats) <= 10 / EVERY + 1 and beats == beats[:10] + b"z" * (len(beats) - 10)
        assert b"z" not in beats[:10]

    def test_it_tells_what_the_window_shows(self, pipe):
        now = [0.0]
        heartbeat = Heartbeat(pipe[1], lambda: now[0])
        turns = [(True, False), (False, False), (False, False), (False, True), (True, False)]
        for turn, (shows, minimised) in enumerate(turns):
            now[0] = turn * EVERY
            heartbeat.beat(False, shows, minimised)
            now[0] += EVERY / 2
            heartbeat.beat(False, shows=turn == 1)  # a frame between two beats counts for the next one
        beats = os.read(pipe[0], 100)
        assert beats == b".x.m."
        windows = [beat_event(7, bytes([beat])).window for beat in beats]
        assert windows == ["shown", "failed", "shown", "minimised", "shown"]

    def test_it_tells_that_pictures_are_made(self, pipe):
        now = [0.0]
        heartbeat = Heartbeat(pipe[1], lambda: now[0])
        for turn in range(4):
            now[0] = turn * EVERY
            heartbeat.work() if turn < 2 else heartbeat.beat(False, shows=False, works=turn == 2)
            heartbeat.work()
        beats = os.read(pipe[0], 100)
        assert beats == b"wwwx" and [beat_event(7, bytes([beat])).works for beat in beats] == [True] * 3 + [False]

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows waits, before Python 3.12")
    def test_a_supervisor_that_does_not_listen_holds_nothing_up(self, pipe):
        now = [0.0]
        heartbeat = Heartbeat(pipe[1], lambda: now[0])
        for beat in range(1 << 17):
            now[0] = float(beat)
            heartbeat.beat(False)
        assert not heartbeat.is_alone

    def test_a_supervisor_that_is_gone_is_noticed(self, pipe):
        heartbeat = Heartbeat(pipe[1])
        os.close(pipe[0])
        pipe[0] = os.dup(pipe[1])
        heartbeat.beat(False)
        assert heartbeat.is_alone


def test_a_status_in_words():
    words = [status_text(status) for status in (0, 20, -9, -11, -99)]
    assert words == ["exit status 0", "exit status 20", "signal 9 (SIGKILL)", "signal 11 (SIGSEGV)", "signal 99"]


def test_commands_as_options():
    assert TableCommands().arguments() == []
    assert TableCommands("crash", "--odd words", True, True).arguments() == [
        *("--restarted=crash", "--because=--odd words", "--rested", "--safe")
    ]


def test_where_systemd_is_not_nothing_is_said():
    notifier = Notifier({"WATCHDOG_USEC": "1000"})
    notifier.send("READY=1")
    assert notifier.interval is None
    notifier.close()
