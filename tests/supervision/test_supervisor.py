"""The supervisor's decisions on virtual time. The table is a stand-in that keeps what it is asked."""

import json
import logging
import os
import sys
import time
from collections import deque
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import ClassVar

import pytest

from game.platforms import logs
from game.platforms.logs import LogFiles
from game.platforms.processes import status_text
from game.supervision import health as healths
from game.supervision import supervisor
from game.supervision.health import Health, Reports, interrupted
from game.supervision.supervisor import Supervisor, reason
from game.supervision.table import BLIND, EVERY, LEFT, MINIMISED, PLAYING, RESTING, WORKING, Heartbeat
from tests.stores import short_files
from tests.stories import Teller, each_story
from tests.tables import rows

ODD_MOMENTS = [
    f'{{"at": "{moment}", "state": "running", "resting": false}}'
    for moment in ("2026-11-22T12:00:00", "0001-01-01T00:00:00+14:00")
]
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=timezone.utc)


class Table:
    """A process, and what it sends. It keeps what it is asked."""

    def __init__(self, number):
        self.process = self
        self.pid = number
        self.status = None
        self.beats: deque[bytes] = deque()
        self.last_error = self.failure = ""
        self.asked = []
        self.waited = 0.0

    def poll(self):
        return self.status

    def last_lines(self):
        return [(time.monotonic(), self.failure)]


class Stage:
    """A supervisor, its tables, and its clock."""

    def __init__(self, folder):
        self.now = 1000.0
        self.tables = []
        self.commands = []
        self.begun = []
        self.refuses = self.changed = False
        self.written = []
        self.room: int | None = 1_000_000_000
        reports = Reports(folder / "health.json", self.post, lambda: NOON + timedelta(seconds=self.now), self.left)
        self.supervisor = Supervisor(
            self.launch,
            Health(since=reports.moment()),
            reports,
            have_changed=lambda: self.changed,
            now=lambda: self.now,
            waited=lambda pid: self.table.waited,
        )

    def post(self, job):
        """Do a job at once, in place of the thread that writes."""
        job()
        self.written.append(self.now)

    def left(self, folder):
        """The room on the disk, if anything is known of it."""
        if self.room is None:
            raise OSError("no such thing")
        return self.room

    def launch(self, commands):
        if self.refuses:
            raise OSError("no memory")
        self.tables.append(Table(len(self.tables) + 1))
        self.commands.append(commands)
        self.begun.append(self.now)
        return self.tables[-1]

    @property
    def state(self):
        return self.supervisor.health.state

    @property
    def table(self):
        return self.tables[-1]

    def run(self, seconds, beats=True, resting=False, window="shown", works=False, runs=1.0):
        """Let time pass. The table beats or not, and gets the share `runs` of this time to run."""
        end = self.now + seconds
        while self.now < end:
            self.now += supervisor.TURN
            if runs < 1 and self.tables:
                self.table.waited += (1 - runs) * supervisor.TURN
            if beats and self.tables:
                self.table.beats.append(WORKING if works else WINDOWS.get(window, RESTING if resting else PLAYING))
            self.goes_on = self.supervisor.step()

    def fall(self, status=1, error="", failure=None):
        """End the table after an `error`, and after a `failure` (the same one by default) just now."""
        self.table.last_error, self.table.failure = error, error if failure is None else failure
        self.table.status = status
        self.supervisor.step()

    def up(self, seconds=60.0):
        """Wait for the next table, and let it run for this time."""
        while self.state != "starting":
            self.run(supervisor.TURN, beats=False)
        self.run(seconds)


WINDOWS = {"failed": BLIND, "minimised": MINIMISED}


@pytest.fixture
def stage(tmp_path, monkeypatch):
    for name, asked in (("ask_to_end", "to end"), ("ask_for_traces", "for traces"), ("end_group", "no more")):
        monkeypatch.setattr(supervisor, name, lambda table, asked=asked: table.asked.append(asked))
    found = Stage(tmp_path)
    found.up()
    return found


class Supervision(Teller):
    """Tells of a supervisor and its tables. A story begins with a table that has run for a minute."""

    facts: ClassVar = {
        "asked": lambda s: ", ".join(s.stage.table.asked) or "nothing",  # what the table was asked
        "asked_before": lambda s: s.stage.tables[-2].asked,  # what the table before it was asked
        "orders": lambda s: " ".join(s.stage.commands[-1].arguments()),  # the arguments of the last start
    }

    def __init__(self, stage, folder):
        self.stage, self.folder = stage, folder

    @property
    def health(self):
        """What the supervisor tells about the table."""
        return self.stage.supervisor.health

    def do_anew(self):
        """Begin again, with a table that has only just been started."""
        self.stage = Stage(self.folder)

    def do_run(self, what):
        """SECONDS [silent | resting | working | failed | minimised | with PERCENT]: Let this time pass while the table
        beats. It may be silent, without visitors, making pictures, unable to show its window, or minimised. "with 50 %"
        leaves it silent and gives it half of the time to run."""
        seconds, how, share = [*what.split(), "shown", ""][:3]
        runs = float(share) / 100 if how == "with" else 1.0
        self.stage.run(float(seconds), how not in ("silent", "with"), how == "resting", how, how == "working", runs)

    def do_fall(self, what=""):
        """[STATUS] [ERROR]: End the table with this exit status (1) and this last line of output."""
        status, _, error = what.partition(" ")
        self.stage.fall(int(status or 1), error)

    def do_in_safe_mode(self):
        """End tables so often that the next one begins in safe mode."""
        for _ in range(supervisor.MANY):
            self.stage.fall()
            self.stage.up(40)
        assert self.stage.commands[-1].safe

    def do_the(self, what):
        """EVENT: Let something happen: "end is asked for", "first table leaves" (as the operator does), "first table
        beats", or "machine sleeps", for 8 hours."""
        stage = self.stage
        events = {
            "end is asked for": lambda: setattr(stage.supervisor, "stops", True),
            "first table leaves": lambda: setattr(stage.tables[0], "status", LEFT),
            "first table beats": lambda: stage.tables[0].beats.append(PLAYING),
            "machine sleeps": lambda: setattr(stage, "now", stage.now + 8 * 3600),
        }
        events[what]()
        stage.supervisor.step()


@each_story(Path(__file__).with_name("supervisor_stories.txt"))
def test_supervisor(stage, tmp_path, story):
    Supervision(stage, tmp_path).tell(story)


def test_starts_that_fail_again_and_again_wait_longer_and_longer_and_never_give_up(stage):
    for _ in range(14):
        stage.fall()
        stage.up(0)
    waits = [round(later - before) for before, later in zip(stage.begun[1:], stage.begun[2:], strict=False)]
    assert waits[:10] == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60] and set(waits[10:]) == {60}
    stage.run(supervisor.STEADY + 1)  # now it has been up for a while
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
        stage.run(supervisor.STEADY + 1)


class TestHealth:
    def test_it_says_what_there_is_to_say(self, stage, tmp_path):
        stage.fall(-9, "the last words", "")
        stage.up(1)
        found = json.loads((tmp_path / "health.json").read_text())
        why = "crash: signal 9 (SIGKILL)"
        assert (found["state"], found["pid"], found["restarts"], found["safe_mode"]) == ("running", 2, 1, False)
        assert (found["last_restart_why"], found["last_error"]) == (why, "the last words")
        moments = [datetime.fromisoformat(found[name]) - NOON for name in ("since", "last_restart")]
        assert moments == [timedelta(seconds=1000), timedelta(seconds=1060)]

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
        ("left", "state"),
        [(100, "ok"), (99, "low"), (20, "low"), (19, "nearly full"), (0, "nearly full"), (None, "")],
    )
    def test_it_warns_before_the_disk_is_full(self, stage, tmp_path, caplog, left, state):
        """Nothing may be known of it."""
        stage.room = None if left is None else left * 1_000_000 + 5
        stage.run(3 * healths.SELDOM)
        found = json.loads((tmp_path / "health.json").read_text())
        assert (found["disk"], found["disk_left"]) == (state, left)
        said = [record.getMessage() for record in caplog.records if "disk" in record.getMessage()]
        assert len(said) == (state not in ("", "ok")) and all(f"{state}: {left} MB" in text for text in said)

    def test_on_a_full_disk_it_goes_on(self, stage, tmp_path, disk):
        stage.run(60)
        disk.is_full = True
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
    lines = [heard for line in filter(None, said.split(" | ")) for heard in (TRACE if line == "TRACE" else (line,))]
    status, _, seconds = ended.partition(" after ")
    assert reason([(100.0, line) for line in lines], int(status), 100.0 + float(seconds or 0)) == why


class TestLogs:
    def log(self, path):
        logger = logging.Logger("test")
        logger.addHandler(LogFiles(path))
        return logger

    def test_they_are_rotated_and_bounded(self, tmp_path):
        logger = self.log(tmp_path / "logs" / "kiosk.log")
        for number in range(1000):
            logger.info("line %d of many%s", number, " and more words" * 400)
        sizes = {path.name: path.stat().st_size for path in (tmp_path / "logs").iterdir()}
        assert sizes.keys() == {"kiosk.log", *(f"kiosk.log.{number}" for number in range(1, logs.FILES))}
        assert max(sizes.values()) <= logs.BYTES
        assert "line 999 of many" in (tmp_path / "logs" / "kiosk.log").read_text()

    def test_after_a_trouble_they_go_on(self, tmp_path):
        folder = tmp_path / "logs"
        folder.touch()
        logger = self.log(folder / "kiosk.log")
        logger.info("lost")
        folder.unlink()
        logger.info("kept")
        assert (folder / "kiosk.log").read_text() == "kept\n"

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
    def test_a_full_disk_that_has_room_again(self, tmp_path):
        path = tmp_path / "kiosk.log"
        logger = self.log(path)
        logger.info("kept")
        with short_files(5):
            logger.info("late")
        logger.info("kept too")
        assert path.read_text().splitlines()[-1] == "kept too"


class TestHeart:
    @pytest.fixture
    def pipe(self):
        ends = list(os.pipe())
        yield ends
        for end in ends:
            os.close(end)

    @pytest.fixture
    def heartbeat(self, pipe):
        self.now = 0.0
        return Heartbeat(pipe[1], lambda: self.now)

    def test_it_beats_every_half_second_at_most(self, pipe, heartbeat):
        for frame in range(601):
            self.now = frame / 60
            heartbeat.beat(rests=frame >= 300)
        beats = os.read(pipe[0], 100)
        assert 19 <= len(beats) <= 10 / EVERY + 1 and beats == beats[:10] + b"z" * (len(beats) - 10)
        assert b"z" not in beats[:10]

    def test_it_tells_what_the_window_shows(self, pipe, heartbeat):
        turns = [(True, False), (False, False), (False, False), (False, True), (True, False)]
        for turn, (shows, minimised) in enumerate(turns):
            self.now = turn * EVERY
            heartbeat.beat(False, shows, minimised)
            self.now += EVERY / 2
            heartbeat.beat(False, shows=turn == 1)  # a frame between two beats counts for the next one
        beats = os.read(pipe[0], 100)
        assert beats == b".x.m."

    def test_it_tells_that_pictures_are_made(self, pipe, heartbeat):
        for turn in range(4):
            self.now = turn * EVERY
            heartbeat.work() if turn < 2 else heartbeat.beat(False, shows=False, works=turn == 2)
            heartbeat.work()
        beats = os.read(pipe[0], 100)
        assert beats == b"wwwx"

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows waits, before Python 3.12")
    def test_a_supervisor_that_does_not_listen_holds_nothing_up(self, heartbeat):
        for beat in range(1 << 17):
            self.now = float(beat)
            heartbeat.beat(False)
        assert not heartbeat.is_alone

    def test_a_supervisor_that_is_gone_is_noticed(self, pipe, heartbeat):
        os.close(pipe[0])
        pipe[0] = os.dup(pipe[1])
        heartbeat.beat(False)
        assert heartbeat.is_alone


def test_a_status_in_words():
    words = [status_text(status) for status in (0, 20, -9, -11, -99)]
    assert words == ["exit status 0", "exit status 20", "signal 9 (SIGKILL)", "signal 11 (SIGSEGV)", "signal 99"]
