"""The operator's command: what it does while a table runs, and what it refuses in one line."""

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
from game.audits import Audits, HourCount, Incident
from game.kiosk.command import audits_table
from game.kiosk.pin import PinFile
from game.store import Store
from tests.kiosk.test_export import NAMES, NOON, WON
from tests.stores import PATIENCE, TOYS
from tests.toy import NIM

ROOT = Path(__file__).parents[2]
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


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


def operator(capsys, *arguments):
    """The status of the command, and what it prints on either stream."""
    try:
        status: object = main.main(["operator", *map(str, arguments)])
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    return status, output.out, output.err


def test_they_lie_beside_the_store(data):
    assert (paths.pin_path(), paths.config_path()) == (data / "kiosk-pin.json", data / "kiosk.toml")


def test_without_a_task_it_prints_its_help(capsys):
    status, out, error = operator(capsys)
    assert (status, out) == (2, "") and error.startswith("usage: main.py operator") and "--reset-pin" in error


def test_one_task_at_a_time(capsys):
    status, out, error = operator(capsys, "--reset-pin", "--audits")
    assert (status, out, error.count("\n")) == (2, "", 1) and "not allowed with" in error


class Terminal(io.StringIO):
    """Standard input at which somebody sits."""

    def isatty(self):
        return True


class TestPin:
    def test_it_is_forgotten_while_a_table_runs(self, capsys, running):
        pin = PinFile(paths.pin_path())
        pin.set("271828")
        status, out, _ = operator(capsys, "--reset-pin")
        assert status == 0 and "closed to visitors" in out and not pin.is_set and pin.status().resets
        code = re.search(r"^(\d{4}) (\d{4})$", out, re.MULTILINE)
        assert pin.check("".join(code.groups())).kind == "code"

    @pytest.mark.parametrize("ending", ["", "\n", "\r\n", "\nmore\n"])
    def test_it_is_set_from_standard_input(self, capsys, monkeypatch, running, ending):
        pin = PinFile(paths.pin_path())
        pin.reset()
        monkeypatch.setattr(sys, "stdin", io.StringIO("271828" + ending))
        assert operator(capsys, "--set-pin") == (0, "the PIN is set, with all tries\n", "")
        assert pin.check("271828").kind == "right"

    def test_it_is_set_while_somebody_guesses_all_the_time(self, capsys, monkeypatch):
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
            assert operator(capsys, "--set-pin")[0] == 0
        finally:
            over.set()
            guesser.join()

    def test_over_a_damaged_file(self, capsys, monkeypatch):
        paths.pin_path().write_bytes(b"tea")
        monkeypatch.setattr(sys, "stdin", io.StringIO("271828"))
        assert operator(capsys, "--set-pin")[0] == 0 and PinFile(paths.pin_path()).check("271828").kind == "right"

    @pytest.mark.parametrize("given", ["", "12345", "123456", "000000", "2718281828459", "27182a", "271828" * 40])
    def test_what_is_none_or_weak_is_one_line(self, capsys, monkeypatch, given):
        monkeypatch.setattr(sys, "stdin", io.StringIO(given + "\n"))
        status, out, error = operator(capsys, "--set-pin")
        assert (status, out, error.count("\n")) == (2, "", 1) and not PinFile(paths.pin_path()).is_set
        assert not given or given not in error

    def test_on_a_terminal_it_is_typed_twice_and_unseen(self, capsys, monkeypatch):
        typed = iter(("271828", "271828", "161803", "161804"))
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(getpass, "getpass", lambda prompt: next(typed))
        assert operator(capsys, "--set-pin")[0] == 0
        status, _, error = operator(capsys, "--set-pin")
        assert status == 2 and "not the same" in error and PinFile(paths.pin_path()).check("271828").kind == "right"

    def test_a_terminal_that_would_show_it_is_refused(self, capsys, monkeypatch):
        def shows(prompt):
            warnings.warn("it echoes", getpass.GetPassWarning, stacklevel=1)
            return "271828"

        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(getpass, "getpass", shows)
        status, _, error = operator(capsys, "--set-pin")
        assert status == 2 and "standard input" in error and not PinFile(paths.pin_path()).is_set

    @pytest.mark.parametrize("task", ["--reset-pin", "--set-pin"])
    def test_what_cannot_be_done_is_one_line(self, capsys, monkeypatch, task):
        paths.pin_path().mkdir()
        monkeypatch.setattr(sys, "stdin", io.StringIO("271828"))
        status, out, error = operator(capsys, task)
        assert (status, out, error.count("\n")) == (2, "", 1) and "kiosk-pin.json" in error


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


def test_on_a_full_disk_a_pin_opens_and_is_set_and_reset(capsys, monkeypatch, full_disk):
    pin = PinFile(paths.pin_path())
    pin.set("271828")
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        (paths.data_dir() / "more").write_bytes(b"x")
    assert pin.check("314159").kind == "wrong" and pin.check("271828").kind == "right"
    monkeypatch.setattr(sys, "stdin", io.StringIO("161803"))
    assert operator(capsys, "--set-pin")[0] == 0 and pin.check("161803").kind == "right"
    assert operator(capsys, "--reset-pin")[0] == 0 and pin.status().resets
    paths.pin_path().write_bytes(b"tea")
    monkeypatch.setattr(sys, "stdin", io.StringIO("271828"))
    assert operator(capsys, "--set-pin")[0] == 0 and pin.check("271828").kind == "right"


class TestConfig:
    def check(self, capsys, tmp_path, text):
        (tmp_path / "kiosk.toml").write_text(text)
        return operator(capsys, "--check-config", tmp_path / "kiosk.toml")

    def test_nothing_is_wrong(self, capsys, tmp_path):
        assert self.check(capsys, tmp_path, "[idle]\nmenu = 60\n") == (0, "nothing is wrong\n", "")

    def test_each_problem_is_a_line_by_its_key(self, capsys, tmp_path):
        status, out, error = self.check(capsys, tmp_path, "[idle]\nmenu = 6\ntrun = 60\n")
        assert (status, error) == (1, "")
        assert out == (
            "idle.menu: 6 is given, allowed is 10 to 600 seconds\n"
            "idle.trun: there is no such key; idle.turn may be meant\n"
        )

    @pytest.mark.parametrize(
        ("text", "key", "told"),
        [
            ('[sound]\nfirst_from = "13:00"', "sound.first_from", "not in their order"),
            ('[sound]\nsecond_from = "18:00"', "sound.second_from", "are the same: only sound.third"),
            ('[hours]\nmonday = "14:00-13:00"', "hours.monday", "over midnight: open for 23 h, until the next day"),
            ('[hours]\nsunday = "22:00-10:30"', "hours.sunday", "over midnight: open for 12 h 30 min"),
            ("[hours]\n" + "".join(f'{day} = "closed"\n' for day in WEEK), "hours", "never opens"),
            ('[table]\nphones_bind = "0.0.0.0"', "table.phones_bind", "every network"),
            ('[table]\nphones_bind = "127.0.0.1"', "table.phones_bind", "no phone reaches it"),
            ('[table]\nphones_bind = "255.255.255.255"', "table.phones_bind", "no machine"),
            ('[export]\nfolder = "out/here"', "export.folder", "no whole path: it means /"),
        ],
    )
    def test_what_is_allowed_but_strange_is_a_warning(self, capsys, tmp_path, text, key, told):
        status, out, _ = self.check(capsys, tmp_path, text)
        warning, nothing = out.splitlines()
        assert status == 0 and warning.startswith(f"warning: {key}") and told in warning
        assert nothing == "nothing is wrong"

    def test_beside_problems_too(self, capsys, tmp_path):
        status, out, _ = self.check(capsys, tmp_path, '[idle]\nmenu = 6\n[hours]\nmonday = "14:00-13:00"\n')
        assert status == 1 and [line.startswith("warning: ") for line in out.splitlines()] == [False, True]

    @pytest.mark.parametrize(
        "text",
        [
            '[hours]\nmonday = "18:00-02:00"\ntuesday = "closed"\nfriday = "10:00-24:00"\n',
            '[table]\nphones_bind = "192.168.1.20"\n',
            '[export]\nfolder = "~/out"\n',
            '[export]\nfolder = "/srv/out"\n',
        ],
    )
    def test_what_is_usual_is_none(self, capsys, tmp_path, text):
        assert self.check(capsys, tmp_path, text) == (0, "nothing is wrong\n", "")

    def test_the_example_has_nothing_strange(self, capsys):
        assert operator(capsys, "--check-config", ROOT / "docs" / "kiosk.toml") == (0, "nothing is wrong\n", "")

    def test_a_broken_file_is_told_by_its_line(self, capsys, tmp_path):
        status, out, _ = self.check(capsys, tmp_path, "[idle]\nmenu = = 6\n")
        assert status == 1 and out.startswith("line 2: ") and out.count("\n") == 1

    @pytest.mark.parametrize("name", ["none.toml", ".", "a\nb"])
    def test_what_is_no_file_is_one_line(self, capsys, tmp_path, name):
        status, out, error = operator(capsys, "--check-config", tmp_path / name)
        assert (status, out, error.count("\n")) == (2, "", 1) and error.startswith("main.py: ")


class TestExport:
    def test_while_a_table_runs(self, capsys, tmp_path, running):
        running.finish(WON)
        status, out, _ = operator(capsys, "--export", tmp_path / "out")
        day = re.search(r"\d{4}-\d\d-\d\d", out)[0]
        written = [str(tmp_path / "out" / name.replace(str(NOON.date()), day)) for name in NAMES]
        assert (status, out.splitlines()) == (0, written)
        assert f",{NIM.id},1,0,3,1,0" in (tmp_path / "out" / written[0]).read_text(encoding="utf-8-sig")
        assert running.finish(WON) and not running.lagging

    def test_where_nothing_can_be_written(self, capsys, tmp_path):
        (tmp_path / "file").touch()
        status, out, error = operator(capsys, "--export", tmp_path / "file")
        assert (status, out, error.count("\n")) == (2, "", 1) and str(tmp_path / "file") in error

    def test_a_store_that_cannot_be_read(self, capsys, tmp_path):
        paths.store_path().write_bytes(b"tea" * 1_000)
        for task in (("--export", tmp_path / "out"), ("--audits",)):
            status, out, error = operator(capsys, *task)
            assert (status, out, error.count("\n")) == (2, "", 1) and "cannot be read" in error
        assert not (tmp_path / "out").exists() and paths.store_path().read_bytes() == b"tea" * 1_000


class TestAudits:
    def test_nothing_was_counted_yet(self, capsys):
        status, out, _ = operator(capsys, "--audits")
        assert status == 0 and "0 of 0" in out

    def test_while_a_table_runs(self, capsys, running):
        running.finish(WON)
        running.audits.note("crash", "茶")
        running.wait(PATIENCE)
        status, out, _ = operator(capsys, "--audits")
        assert status == 0 and re.search(r"^nim +1 +0 +0\.1 +0 of 1$", out, re.MULTILINE)
        assert re.search(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  crash    茶$", out, re.MULTILINE)

    def test_the_table(self):
        hours = [
            HourCount(NOON.date(), 9, "star", 1, 1, 120, 1, 1),
            HourCount(NOON.date() - timedelta(days=29), 10, "star", 2, 0, 480, 2, 0),
            HourCount(NOON.date() - timedelta(days=30), 10, "star", 50, 50, 50, 50, 50),
            HourCount(NOON.date(), 10, "coffee", 0, 1, 30, 0, 0),
        ]
        incidents = {
            number: Incident(datetime(2026, 11, 22, 10, number), "error", f"no. {number}") for number in range(12)
        }
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
