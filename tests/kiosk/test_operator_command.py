"""The operator's command, as stories in command_stories.txt: what it does while a table runs, and what it refuses."""

import contextlib
import subprocess
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import main
from game import paths
from game.kiosk.command import audits_table
from game.kiosk.pin import PinFile
from game.platforms.locks import FileLock
from game.storage.audits import Audits, HourCount, Incident
from tests.kiosk.test_export import NOON
from tests.processes import run
from tests.stories import each_story
from tests.vocabulary.process import ProcessVocabulary

SET = ("main.py", "operator", "--set-pin")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@each_story(Path(__file__).with_name("command_stories.txt"))
def test_a_story(story, tmp_path, monkeypatch, capsys, request):
    (tmp_path / "data").mkdir(exist_ok=True)
    ProcessVocabulary(tmp_path, monkeypatch, capsys, request).tell(story)


def test_it_is_forgotten_once_whoever_guesses_lets_go_of_it(monkeypatch):
    PinFile(paths.pin_path()).set("161803")
    lock = FileLock(paths.pin_path().with_name(f"{paths.pin_path().name}.lock"))
    monkeypatch.setattr(time, "sleep", lambda seconds: lock.release())
    assert main.main(["operator", "--reset-pin"]) == 0


@pytest.fixture
def full_disk(tmp_path, monkeypatch):
    """A data folder of 64 kB; what is called fills it."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing can be mounted here; test_pin.py has a stand-in")
    monkeypatch.setenv("KISSATEN_DATA", str(folder))

    def fill():
        with (folder / "rest").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 512)

    yield fill
    subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_disk_a_pin_opens_and_is_set_and_reset(full_disk):
    pin = PinFile(paths.pin_path())
    pin.set("271828")
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        (paths.data_dir() / "more").write_bytes(b"x")
    assert pin.check("314159").kind == "wrong" and pin.check("271828").kind == "right"
    assert run(*SET, stdin="161803").returncode == 0 and pin.check("161803").kind == "right"
    assert main.main(["operator", "--reset-pin"]) == 0 and pin.status().resets
    paths.pin_path().write_bytes(b"tea")
    assert run(*SET, stdin="271828").returncode == 0 and pin.check("271828").kind == "right"


def test_the_table():
    hours = [
        HourCount(NOON.date(), 9, "star", 1, 1, 120, 1, 1),
        HourCount(NOON.date() - timedelta(days=29), 10, "star", 2, 0, 480, 2, 0),
        HourCount(NOON.date() - timedelta(days=30), 10, "star", 50, 50, 50, 50, 50),
        HourCount(NOON.date(), 10, "coffee", 0, 1, 30, 0, 0),
    ]
    incidents = {number: Incident(datetime(2026, 11, 22, 10, number), "error", f"no. {number}") for number in range(12)}
    assert audits_table(Audits(hours, incidents, lambda changes: True), NOON).splitlines() == [
        "Games from 2026-10-24 to 2026-11-22",
        "",
        "game       finished   left  minutes   AI has won",
        "coffee            0      1      0.5       0 of 0",
        "star              3      1      2.5       1 of 3",
        "all               3      2      2.1       1 of 3",
        "",
        "Incidents: the last 10 of 12",
        "",
        *(f"2026-11-22 10:{number:02}:00  error    no. {number}" for number in range(11, 1, -1)),
    ]
