"""The operator's command, as stories in command_stories.txt: what it does while a table runs, and what it refuses."""

import contextlib
import getpass
import io
import re
import subprocess
import sys
import threading
import warnings
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import main
from game import paths
from game.kiosk.command import audits_table
from game.kiosk.pin import PinFile
from game.storage.audits import Audits, HourCount, Incident
from game.storage.store import Store
from tests.kiosk.test_export import NOON, WON
from tests.stores import PATIENCE, TOYS
from tests.stories import in_steps, is_like, stories

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def running():
    """The store as a table has it that runs beside the command."""
    store = Store.open(paths.store_path(), TOYS)
    yield store
    store.close()


class Terminal(io.StringIO):
    """Standard input at which somebody sits."""

    def isatty(self):
        return True


class Story:
    """An operator at the command line as a story goes on. Its steps are methods, which take the words that follow."""

    def __init__(self, folder, monkeypatch, capsys, running):
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.running = running
        self.code = ""

    def operator(self, given):
        """What the command prints, with "!" what it says as an error, and its status where that is not 0."""
        places = given.replace("HERE", str(self.folder)).replace("DOCS", str(ROOT / "docs"))
        arguments = [word.replace("\\n", "\n") for word in places.split()]
        try:
            status: object = main.main(["operator", *arguments])
        except SystemExit as end:
            status = end.code
        output = self.capsys.readouterr()
        lines = [*output.out.splitlines(), *(f"! {line}" for line in output.err.splitlines())]
        text = "\n".join(lines).replace(str(self.folder), "HERE")
        if code := re.search(r"^(\d{4}) (\d{4})$", text, re.MULTILINE):
            self.code = "".join(code.groups())
            text = text.replace(code[0], "CODE")
        told = [line for line in re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?", "TODAY", text).splitlines() if line]
        return [*told, f"status {status}"] if status else told

    def check(self, given):
        """A configuration of this text."""
        (self.folder / "kiosk.toml").write_text(given.replace("\\n", "\n"))
        return self.operator("--check-config HERE/kiosk.toml")

    def input(self, given):
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(given.encode().decode("unicode_escape")))

    def typed(self, given):
        """At a terminal, one after the other."""
        words = iter(given.split())
        self.monkeypatch.setattr(sys, "stdin", Terminal())
        self.monkeypatch.setattr(getpass, "getpass", lambda prompt: next(words))

    def shown(self, given):
        """At a terminal that would show it."""

        def shows(prompt):
            warnings.warn("it echoes", getpass.GetPassWarning, stacklevel=1)
            return given

        self.typed("")
        self.monkeypatch.setattr(getpass, "getpass", shows)

    def pin(self, given):
        PinFile(paths.pin_path()).set(given)

    def reset(self, given):
        PinFile(paths.pin_path()).reset()

    def opens(self, given):
        return [PinFile(paths.pin_path()).check(self.code if given == "CODE" else given).kind]

    def file(self, given):
        """NAME with so much tea in it."""
        name, amount = given.split()
        (self.folder / name).write_bytes(b"tea" * int(amount))

    def make(self, given):
        (self.folder / given).mkdir()

    def files(self, given):
        return [f"{one.name} {one.stat().st_size}" for one in sorted((self.folder / given).iterdir())]

    def row(self, given):
        """Whether a row of an exported table says so."""
        (table,) = (self.folder / "out").glob("kissaten-audits-*.csv")
        return [line.partition(",")[2].partition(",")[2] for line in table.read_text("utf-8-sig").splitlines()[1:]]

    def finish(self, given):
        """A game at the table that runs, which is not held up."""
        assert self.running.finish(WON) and not self.running.is_lagging

    def note(self, given):
        self.running.audits.note("crash", given)
        assert self.running.wait(PATIENCE)


@pytest.mark.parametrize("story", stories(Path(__file__).with_name("command_stories.txt")))
def test_a_story(story, tmp_path, monkeypatch, capsys, request):
    running = request.getfixturevalue("running") if story[0] == "a table runs" else None
    (tmp_path / "data").mkdir(exist_ok=True)
    going_on = Story(tmp_path, monkeypatch, capsys, running)
    for step, expected in in_steps(story[1:] if running else story):
        name, _, given = step.partition(" ")
        said = getattr(going_on, name)(given) or []
        assert len(said) == len(expected) and all(map(is_like, said, expected)), (step, said)


def test_without_a_task_it_prints_its_help(capsys):
    assert main.main(["operator"]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.startswith("usage: main.py operator") and "--reset-pin" in output.err


def test_they_lie_beside_the_store(data):
    assert (paths.pin_path(), paths.config_path()) == (data / "kiosk-pin.json", data / "kiosk.toml")


def test_it_is_set_while_somebody_guesses_all_the_time(monkeypatch):
    pin = PinFile(paths.pin_path())
    pin.set("161803")
    over = threading.Event()

    def guess():
        while not over.is_set():
            PinFile(paths.pin_path()).check("314159")

    guesser = threading.Thread(target=guess)
    guesser.start()
    monkeypatch.setattr("game.kiosk.command.PATIENCE", 60.0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("271828"))
    try:
        assert main.main(["operator", "--set-pin"]) == 0
    finally:
        over.set()
        guesser.join()


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


def test_on_a_full_disk_a_pin_opens_and_is_set_and_reset(monkeypatch, full_disk):
    pin = PinFile(paths.pin_path())
    pin.set("271828")
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        (paths.data_dir() / "more").write_bytes(b"x")
    assert pin.check("314159").kind == "wrong" and pin.check("271828").kind == "right"
    monkeypatch.setattr(sys, "stdin", io.StringIO("161803"))
    assert main.main(["operator", "--set-pin"]) == 0 and pin.check("161803").kind == "right"
    assert main.main(["operator", "--reset-pin"]) == 0 and pin.status().resets
    paths.pin_path().write_bytes(b"tea")
    monkeypatch.setattr(sys, "stdin", io.StringIO("271828"))
    assert main.main(["operator", "--set-pin"]) == 0 and pin.check("271828").kind == "right"


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


def test_a_console_with_few_characters(monkeypatch, running):
    running.audits.note("crash", "茶")
    running.wait(PATIENCE)
    console = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", console)
    assert main.main(["operator", "--audits"]) == 0
    console.flush()
    assert b"crash    ?" in console.buffer.getvalue()
